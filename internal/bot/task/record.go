package task

import (
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
)

// The types of a message (yharada 2025, section 3.5.1).
const (
	CO       = "co"
	Question = "question"
	Negative = "negative"
	Positive = "positive"
	Null     = "null"
)

// All is the addressee of a message for everybody.
const All = "all"

// Message is an utterance with its purpose.
type Message struct {
	Content string `json:"content" jsonschema:"the words that decide it, copied from the utterance"`
	Type    string `json:"type" jsonschema:"co, question, negative, positive or null"`
	From    string `json:"from" jsonschema:"who said it"`
	To      string `json:"to" jsonschema:"name of the player it is addressed to, or all"`
}

// MessageTypeIn asks for the purpose of an utterance.
type MessageTypeIn struct {
	Scene scene.Scene `json:"scene"` // without its talk: the line is judged alone
	Line  scene.Line  `json:"line"`
	// RoleWords are what roles are called. Where there are any, an utterance without one of them is no co (yharada 2025, appendix
	// A.3).
	RoleWords []string `json:"role_words,omitempty"`
	// Heard is what the rules understood. Its empty fields mean: the line's text, its speaker, null, all.
	Heard Message `json:"heard"`
}

// Lines returns the line in the form that a template needs.
func (in *MessageTypeIn) Lines() []scene.Line { return []scene.Line{in.Line} }

func messageTypes() []string { return []string{CO, Question, Negative, Positive, Null} }

func messageType() (*definition[MessageTypeIn, Message], map[string][]string) {
	return &definition[MessageTypeIn, Message]{
		about: About{
			Name: "message-type", Summary: "tell what an utterance is: coming out, question, negative, positive or nothing, and to whom", Tokens: 200, Heat: 0,
			Source: "yharada 2025: micro-belief",
		},
		rule: func(in *MessageTypeIn) Message {
			out := in.Heard
			for _, part := range []struct {
				to   *string
				from string
			}{{&out.Content, in.Line.Text}, {&out.Type, Null}, {&out.From, in.Line.Speaker}, {&out.To, All}} {
				if *part.to == "" {
					*part.to = part.from
				}
			}
			return out
		},
		lists: func(in *MessageTypeIn) map[string][]string {
			return map[string][]string{"type": messageTypes(), "from": {in.Line.Speaker}, "to": append(others(&in.Scene), All)}
		},
		mends: func(in *MessageTypeIn, out *Message) (repaired string) {
			if !quotes(in.Line.Text, out.Content) { // the line is known, and who said it: the model tells what it is
				out.Content, repaired = in.Line.Text, repairedGiven
			}
			if out.From != in.Line.Speaker {
				out.From, repaired = in.Line.Speaker, repairedGiven
			}
			if out.To == out.From {
				out.To, repaired = All, repairedGiven
			}
			return repaired
		},
		check: func(in *MessageTypeIn, out *Message) error {
			if out.Type == CO && len(in.RoleWords) > 0 && !containsWord(in.RoleWords, in.Line.Text) {
				return breaks(breachSaid, "no-role-word")
			}
			if out.To != All && !isPlayer(&in.Scene, out.To) {
				return breaks(breachSaid, "addressee-wrong", "name", said(out.To))
			}
			return nil
		},
	}, map[string][]string{"type": messageTypes()}
}

// CredibilityIn asks how good an utterance is by itself.
type CredibilityIn struct {
	Scene scene.Scene `json:"scene"` // without its talk
	Line  scene.Line  `json:"line"`
	Known []string    `json:"known,omitempty"` // what speaks for or against it, a sentence each
	Heard Credibility `json:"heard"`           // what the rules think
}

// Lines returns the line in the form that a template needs.
func (in *CredibilityIn) Lines() []scene.Line { return []scene.Line{in.Line} }

// Credibility holds four measures of an utterance, each from 0 to 1, the higher the better (yharada 2025, appendix
// A.4).
type Credibility struct {
	LogicalConsistency    float64 `json:"logical_consistency" jsonschema:"0 to 1: its parts fit together, and to what is known"`
	SpecificityAndDetail  float64 `json:"specificity_and_detail" jsonschema:"0 to 1: it names players, events and reasons"`
	IntuitiveDepth        float64 `json:"intuitive_depth" jsonschema:"0 to 1: it sees what is not obvious"`
	ClarityAndConciseness float64 `json:"clarity_and_conciseness" jsonschema:"0 to 1: it is clear and short"`
}

func (c *Credibility) parts() []pole {
	return []pole{
		{"logical_consistency", &c.LogicalConsistency}, {"specificity_and_detail", &c.SpecificityAndDetail},
		{"intuitive_depth", &c.IntuitiveDepth}, {"clarity_and_conciseness", &c.ClarityAndConciseness},
	}
}

func credibility() (*definition[CredibilityIn, Credibility], map[string][]string) {
	return &definition[CredibilityIn, Credibility]{
		about: About{
			Name: "credibility", Summary: "rate an utterance by four measures", Tokens: 150, Heat: 0,
			Source: "yharada 2025: micro-belief",
		},
		rule:  func(in *CredibilityIn) Credibility { return in.Heard },
		mends: func(_ *CredibilityIn, out *Credibility) string { return outOfHundred(values(out.parts())...) },
		check: func(_ *CredibilityIn, out *Credibility) error { return inRange(out.parts()) },
	}, nil
}

// isPlayer reports whether somebody of the game, living or dead, has the name.
func isPlayer(s *scene.Scene, name string) bool {
	return slices.ContainsFunc(s.Players, func(p scene.Person) bool { return p.Name == name })
}

func inRange(poles []pole) error {
	for _, p := range poles {
		if !(*p.value >= 0 && *p.value <= 1) {
			return breaks(breachAskedElse, "out-of-range", "part", said(p.name), "value", *p.value)
		}
	}
	return nil
}

// containsWord reports whether a text holds one of the words, in whatever case.
func containsWord(words []string, text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(low, strings.ToLower(w)) })
}
