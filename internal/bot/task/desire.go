package task

import (
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
)

// Indicator is a named number from 0 to 1 about a personality, such as assertiveness. The name is ours.
type Indicator struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// MacroDesireIn asks what a player with some personality wants in a situation.
type MacroDesireIn struct {
	Scene      scene.Scene `json:"scene"` // shown as in AnalyseIn
	Indicators []Indicator `json:"indicators,omitempty"`
	Options    []Option    `json:"options"`             // the bank's options for the role and the situation
	Suggested  string      `json:"suggested,omitempty"` // title of the option that the rules would choose
}

// MacroDesire is the chosen option, with its guidelines adapted to the player's personality.
type MacroDesire struct {
	Title      string   `json:"title" jsonschema:"title of the chosen option, as written in the list"`
	Guidelines []string `json:"guidelines" jsonschema:"three guidelines, a short sentence each"`
}

// maxGuidelines is how many guidelines a desire has.
const maxGuidelines = 3

func macroDesire() (*Task[MacroDesireIn, MacroDesire], map[string][]string) {
	return &Task[MacroDesireIn, MacroDesire]{
		about: About{
			Name: "macro-desire", Summary: "choose what the player wants, by its role, the situation and its personality", Tokens: 350, Heat: 0.5,
			Source: "yharada 2025: macro-desire",
		},
		rule: func(in *MacroDesireIn) MacroDesire {
			o := suggested(in.Options, in.Suggested)
			return MacroDesire{Title: o.Title, Guidelines: o.Advice}
		},
		check: func(in *MacroDesireIn, out *MacroDesire) error {
			out.Guidelines = slices.DeleteFunc(out.Guidelines, func(s string) bool { return strings.TrimSpace(s) == "" })
			if len(out.Guidelines) == 0 {
				return breaks(breachEmpty, "there are no guidelines")
			}
			out.Guidelines = out.Guidelines[:min(len(out.Guidelines), maxGuidelines)]
			return oneOf("desire", out.Title, titles(in.Options))
		},
	}, nil
}

// Stages returns the stages of a discussion in their usual order (yharada 2025, section 3.5.3). The slice is the
// caller's.
func Stages() []string {
	return []string{"self_introduction", "information_sharing", "reasoning_analysis", "discussion_persuasion", "voting_decision"}
}

// Record is another player's utterance as the player remembers it.
type Record struct {
	Message
	RawCredibility float64 `json:"raw_credibility"` // of the utterance by itself, from 0 to 1
	Credibility    float64 `json:"credibility"`     // weighted by personality and impression, from 0 to 1
}

// MicroDesireIn asks what the next utterance is for.
type MicroDesireIn struct {
	Scene   scene.Scene `json:"scene"` // without its talk, which Records replace
	Records []Record    `json:"records,omitempty"`
	Stages  []string    `json:"stages"`          // the allowed ones of Stages()
	Known   []string    `json:"known,omitempty"` // impressions of the others, a sentence each
	// Goal and Guidelines come from the macro-desire.
	Goal       string   `json:"goal,omitempty"`
	Guidelines []string `json:"guidelines,omitempty"`
	// Suggested is what the rules would want. Where its stage is not allowed, the task's rule takes the first allowed
	// stage.
	Suggested MicroDesire `json:"suggested"`
}

// MicroDesire is the purpose of the next utterance.
type MicroDesire struct {
	Answer int    `json:"answer" jsonschema:"number of the utterance to answer; -1 to answer none"`
	Stage  string `json:"stage" jsonschema:"stage of the discussion"`
	Desire string `json:"desire" jsonschema:"aim of the next utterance, one short sentence, no direct speech"`
}

func microDesire() (*Task[MicroDesireIn, MicroDesire], map[string][]string) {
	return &Task[MicroDesireIn, MicroDesire]{
		about: About{
			Name: "micro-desire", Summary: "choose which utterance to answer and the stage of the discussion", Tokens: 200, Heat: 0.4,
			Source: "yharada 2025: micro-desire",
		},
		rule: func(in *MicroDesireIn) MicroDesire {
			out := in.Suggested
			if !slices.Contains(in.Stages, out.Stage) && len(in.Stages) > 0 {
				out.Stage = in.Stages[0]
			}
			if out.Answer < 0 || out.Answer >= len(in.Records) {
				out.Answer = -1
			}
			return out
		},
		check: func(in *MicroDesireIn, out *MicroDesire) error {
			if out.Answer < -1 || out.Answer >= len(in.Records) {
				return breaks(breachSaid, "there is no utterance %d of %d to answer", out.Answer, len(in.Records))
			}
			return oneOf("stage", out.Stage, in.Stages)
		},
	}, map[string][]string{"stage": Stages()}
}

// MicroIntentionIn asks for the outline of the next utterance.
type MicroIntentionIn struct {
	Scene      scene.Scene `json:"scene"` // without its talk
	Desire     MicroDesire `json:"desire"`
	Guidelines []string    `json:"guidelines,omitempty"` // of the macro-desire
	Plan       string      `json:"plan,omitempty"`       // of the macro plan
	// Record is the utterance to answer; the zero Record is none.
	Record    Record         `json:"record,omitzero"`
	Suggested MicroIntention `json:"suggested"`
}

// Answered returns the record in the form that a template needs.
func (in *MicroIntentionIn) Answered() []Record { return []Record{in.Record} }

// MicroIntention is the outline of an utterance. Each part has at most MaxIntention characters.
type MicroIntention struct {
	Consist string `json:"consist" jsonschema:"how the utterance is built, at most 60 characters"`
	Content string `json:"content" jsonschema:"what it says, at most 60 characters"`
}

// MaxIntention is the largest number of characters in a part of an intention (yharada 2025, section 3.5.4).
const MaxIntention = 60

func microIntention() (*Task[MicroIntentionIn, MicroIntention], map[string][]string) {
	return &Task[MicroIntentionIn, MicroIntention]{
		about: About{
			Name: "micro-intention", Summary: "outline the next utterance: how it is built and what it says", Tokens: 200, Heat: 0.5,
			Source: "yharada 2025: micro-intention",
		},
		rule: func(in *MicroIntentionIn) MicroIntention {
			return MicroIntention{Consist: cut(in.Suggested.Consist, MaxIntention), Content: cut(in.Suggested.Content, MaxIntention)}
		},
		check: func(_ *MicroIntentionIn, out *MicroIntention) error {
			if strings.TrimSpace(out.Content) == "" {
				return breaks(breachEmpty, "the intention has no content")
			}
			for _, part := range []*string{&out.Consist, &out.Content} {
				if n := len([]rune(*part)); n > 2*MaxIntention {
					return breaks(breachLong, "a part of the intention has %d characters, at most %d were asked for", n, MaxIntention)
				}
				*part = cut(*part, MaxIntention)
			}
			return nil
		},
	}, nil
}
