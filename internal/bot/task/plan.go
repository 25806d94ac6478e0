package task

import (
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
)

// PlayMemoIn asks for a new version of a player's memo.
type PlayMemoIn struct {
	Scene   scene.Scene `json:"scene"` // shown as in SituationIn
	Old     Memo        `json:"old,omitzero"`
	Summary string      `json:"summary,omitempty"`
	Notes   []string    `json:"notes,omitempty"` // what the rules have understood since, a sentence each
	Max     int         `json:"max"`             // characters for each part; 0 is no limit
	// Inferred and Plans are what the rules conclude and would do, a sentence each. They are for the rule: a model is not told.
	Inferred []string `json:"inferred,omitempty"`
	Plans    []string `json:"plans,omitempty"`
}

// Memo is a player's note to itself.
type Memo struct {
	Inferences string `json:"inferences" jsonschema:"what is known and what follows from it"`
	Plans      string `json:"plans" jsonschema:"what to say and do next, and what to watch"`
}

// String returns the memo as text, "" if it is empty.
func (m Memo) String() string {
	return strings.TrimSpace(m.Inferences + "\n" + m.Plans)
}

func playMemo() (*definition[PlayMemoIn, Memo], map[string][]string) {
	return &definition[PlayMemoIn, Memo]{
		about: About{
			Name: "play-memo", Summary: "write the memo of inferences and plans anew", Tokens: 2000, Heat: 0.3,
			Source: "CanisLupus 2025: play memo",
		},
		rule: func(in *PlayMemoIn) Memo {
			out := Memo{
				Inferences: clip(strings.Join(distinct(lines(in.Old.Inferences), slices.Concat(in.Notes, in.Inferred)), "\n"), in.Max),
				Plans:      clip(strings.Join(in.Plans, "\n"), in.Max),
			}
			if out.Plans == "" {
				out.Plans = clip(in.Old.Plans, in.Max)
			}
			return out
		},
		mends: func(in *PlayMemoIn, out *Memo) string { return shorten(clip, in.Max, &out.Inferences, &out.Plans) },
		check: func(_ *PlayMemoIn, out *Memo) error {
			if out.String() == "" {
				return breaks(breachEmpty, "memo-empty")
			}
			return nil
		},
	}, nil
}

// distinct are the texts of two lists in their order; of one that stands there twice, the last.
func distinct(a, b []string) (list []string) {
	all := slices.Concat(a, b)
	for i, text := range all {
		if text != "" && !slices.Contains(all[i+1:], text) {
			list = append(list, text)
		}
	}
	return list
}

// MacroPlanIn asks for a plan for the days to come.
type MacroPlanIn struct {
	Scene      scene.Scene `json:"scene"` // shown as in SituationIn
	Summary    string      `json:"summary,omitempty"`
	Strategy   string      `json:"strategy,omitempty"`
	Indicators []Indicator `json:"indicators,omitempty"` // of the player's personality
	Suggested  Plan        `json:"suggested,omitzero"`   // what the rules would do
}

// Plan is a plan for the rest of the game.
type Plan struct {
	Plan  string   `json:"plan" jsonschema:"the plan in one or two sentences"`
	Steps []string `json:"steps" jsonschema:"at most five, a short sentence each"`
}

// String returns the plan as text, a line for each step.
func (p Plan) String() string {
	return strings.Join(append([]string{p.Plan}, p.Steps...), "\n")
}

// maxSteps is how many steps of a plan are kept.
const maxSteps = 5

func macroPlan() (*definition[MacroPlanIn, Plan], map[string][]string) {
	return &definition[MacroPlanIn, Plan]{
		about: About{
			Name: "macro-plan", Summary: "plan the rest of the game", Tokens: 500, Heat: 0.5,
			Source: "CamelliaDragons 2025: strategy building",
		},
		rule: func(in *MacroPlanIn) Plan { return in.Suggested },
		check: func(_ *MacroPlanIn, out *Plan) error {
			if strings.TrimSpace(out.Plan) == "" {
				return breaks(breachEmpty, "plan-empty")
			}
			out.Steps = out.Steps[:min(len(out.Steps), maxSteps)]
			return nil
		},
	}, nil
}
