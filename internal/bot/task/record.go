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

// Record is another player's utterance as the player remembers it.
type Record struct {
	Message
	RawCredibility float64 `json:"raw_credibility"` // of the utterance by itself, from 0 to 1
	Credibility    float64 `json:"credibility"`     // weighted by personality and impression, from 0 to 1
}

// Indicator is a named number from 0 to 1 about a personality, such as assertiveness. The name is ours.
type Indicator struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
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

// MessageType asks what an utterance is.
var MessageType = New(embedded, Definition[MessageTypeIn, Message]{
	Enums: map[string][]string{"type": messageTypes()},
	About: About{
		Name: "message-type", Summary: "tell what an utterance is: coming out, question, negative, positive or nothing, and to whom", Tokens: 200, Heat: 0,
		Source: "yharada 2025: micro-belief",
	},
	Rule: func(in *MessageTypeIn) Message {
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
	Lists: func(in *MessageTypeIn) map[string][]string {
		return map[string][]string{"type": messageTypes(), "from": {in.Line.Speaker}, "to": append(Others(&in.Scene), All)}
	},
	Mends: func(in *MessageTypeIn, out *Message) (repaired string) {
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
	Check: func(in *MessageTypeIn, out *Message) error {
		if out.Type == CO && len(in.RoleWords) > 0 && !containsWord(in.RoleWords, in.Line.Text) {
			return Breaks(breachSaid, "no-role-word")
		}
		if out.To != All && !isPlayer(&in.Scene, out.To) {
			return Breaks(breachSaid, "addressee-wrong", "name", Said(out.To))
		}
		return nil
	},
})

// isPlayer reports whether somebody of the game, living or dead, has the name.
func isPlayer(s *scene.Scene, name string) bool {
	return slices.ContainsFunc(s.Players, func(p scene.Person) bool { return p.Name == name })
}

// containsWord reports whether a text holds one of the words, in whatever case.
func containsWord(words []string, text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(low, strings.ToLower(w)) })
}
