package task

import (
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
)

// Option is one of several ways to play. Its texts are ours, never the words of others.
type Option struct {
	Title  string   `json:"title"`
	When   string   `json:"when,omitempty"`   // when it fits
	Advice []string `json:"advice,omitempty"` // what to do then
}

// Suggested returns the option with the title, else the first; the zero Option if there are none.
func Suggested(options []Option, title string) (o Option) {
	if len(options) == 0 {
		return o
	}
	return options[max(0, slices.IndexFunc(options, func(o Option) bool { return o.Title == title }))]
}

// Candidate is a player who may be chosen, and what the rules think of the choice: the higher the score, the better.
// Where they say nothing the score is 0 and there are no reasons.
type Candidate struct {
	Name    string   `json:"name"`
	Score   float64  `json:"score"`
	Reasons []string `json:"reasons,omitempty"` // the best first
}

// ChooseTargetIn asks whom to vote for, divine, guard or attack: Scene.Action says which. Where there is a Question, it asks that.
type ChooseTargetIn struct {
	Scene    scene.Scene `json:"scene"`
	Question string      `json:"question,omitempty"` // about who somebody is, in our own words
	// Candidates are all players who may be chosen. Where Scene.Candidates is not empty, they must be among those too.
	Candidates []Candidate `json:"candidates"`
	Stated     []string    `json:"stated,omitempty"` // what the player itself said, word for word
	Summary    string      `json:"summary,omitempty"`
	Analysis   string      `json:"analysis,omitempty"`
	Strategy   string      `json:"strategy,omitempty"`
	Memo       string      `json:"memo,omitempty"`
	Rules      string      `json:"rules,omitempty"` // whom the rules would choose
	Steps      bool        `json:"steps,omitempty"` // the choice is reasoned out step by step, with room for it
}

func (in *ChooseTargetIn) answers() string { return strings.ToLower(in.Scene.Action) }

func (in *ChooseTargetIn) room() int {
	if in.Steps {
		return 700
	}
	return 0
}

// Target is the chosen player and the reason. The reason comes first, so that a model thinks before it chooses.
type Target struct {
	Reason string `json:"reason" jsonschema:"why"`
	Target string `json:"target" jsonschema:"as written in the list"`
}

// ChooseTarget asks for a choice.
var ChooseTarget = New(embedded, Definition[ChooseTargetIn, Target]{
	About: About{
		Name: "choose-target", Summary: "choose whom to vote for, divine, guard or attack, reason first", Tokens: 250, Heat: 0.3,
		Source: "kanolab-nw 2025: reason, then target; sUper_IL 2024: voting by its own statements",
	},
	Shorten: func(in *ChooseTargetIn, tokens int) bool { return Without(&in.Scene, tokens, &in.Summary) },
	Rule:    targetByRule,
	Lists:   func(in *ChooseTargetIn) map[string][]string { return map[string][]string{"target": in.legalNames()} },
	Check:   func(in *ChooseTargetIn, out *Target) error { return OneOf(out.Target, in.legalNames()) },
})

// Legal returns the candidates that the game allows. If it allows none of them, it returns all that the game allows.
func (in *ChooseTargetIn) Legal() []Candidate {
	if len(in.Scene.Candidates) == 0 {
		return in.Candidates
	}
	var legal []Candidate
	for _, c := range in.Candidates {
		if slices.Contains(in.Scene.Candidates, c.Name) {
			legal = append(legal, c)
		}
	}
	if len(legal) == 0 {
		for _, name := range in.Scene.Candidates {
			legal = append(legal, Candidate{Name: name})
		}
	}
	return legal
}

func (in *ChooseTargetIn) legalNames() (names []string) {
	for _, c := range in.Legal() {
		names = append(names, c.Name)
	}
	return names
}

// Rated reports whether the rules say what they think of any candidate.
func (in *ChooseTargetIn) Rated() bool {
	return slices.ContainsFunc(in.Candidates, func(c Candidate) bool { return c.rated() })
}

func (c *Candidate) rated() bool { return c.Score != 0 || len(c.Reasons) > 0 }

// targetByRule returns the candidate with the best score and its first reason; among equals the first.
func targetByRule(in *ChooseTargetIn) (out Target) {
	best := 0.0
	for i, c := range in.Legal() {
		if i > 0 && c.Score <= best {
			continue
		}
		best, out = c.Score, Target{Target: c.Name}
		if len(c.Reasons) > 0 {
			out.Reason = c.Reasons[0]
		}
	}
	return out
}

// OneOf refuses what is not allowed.
func OneOf(value string, allowed []string) error {
	if !slices.Contains(allowed, value) {
		return Breaks(BreachChoice, "not-allowed", "value", Said(value), "allowed", Listed(allowed))
	}
	return nil
}
