package sunamelli

import (
	"cmp"
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec { return []task.Spec{strategyTask} }

// DeriveStrategyIn asks for the strategy of one utterance or choice, for a player whose words are made by somebody who does not see
// what was said.
type DeriveStrategyIn struct {
	Scene     scene.Scene   `json:"scene"`
	Phase     string        `json:"phase"`               // what is going on, in our own words
	Last      Approach      `json:"last,omitzero"`       // what this task answered last time
	Ideas     []task.Option `json:"ideas"`               // what players do in the phase; nothing keeps a strategy to them
	Suggested string        `json:"suggested,omitempty"` // title of the idea that the rules follow
}

// Speaks reports whether the strategy is for an utterance.
func (in *DeriveStrategyIn) Speaks() bool {
	return in.Scene.Action == "TALK" || in.Scene.Action == "WHISPER"
}

// Approach is a strategy with all that is needed to follow it.
type Approach struct {
	Reading  string   `json:"reading" jsonschema:"what decides it, in one or two sentences"`
	Strategy string   `json:"strategy" jsonschema:"what is to be achieved and how, in one or two sentences"`
	Points   []string `json:"points" jsonschema:"one to four, a sentence each"`
}

// String returns the strategy with its points, a line each.
func (a Approach) String() string {
	return strings.Join(append([]string{a.Strategy}, a.Points...), "\n")
}

// maxPoints is how many points of a strategy are kept.
const maxPoints = 4

var strategyTask = task.New(files, task.Definition[DeriveStrategyIn, Approach]{
	About: task.About{
		Name: "derive-strategy", Summary: "work out from the talk what to say or choose, for somebody who does not see the talk", Tokens: 400, Heat: 0.5,
		Source: "sunamelli 2025: strategy module",
	},
	Shorten: func(in *DeriveStrategyIn, tokens int) bool { return task.Without(&in.Scene, tokens) },
	Rule: func(in *DeriveStrategyIn) Approach {
		o := task.Suggested(in.Ideas, in.Suggested)
		return Approach{Reading: o.When, Strategy: o.Title, Points: o.Advice}
	},
	Check: func(_ *DeriveStrategyIn, out *Approach) error {
		out.Points = filled(out.Points, maxPoints)
		return cmp.Or(task.Needed(out.Strategy, "strategy-empty"), task.Needed(strings.Join(out.Points, ""), "no-points"))
	},
})

// filled are the first texts of a list that are not empty.
func filled(list []string, most int) (kept []string) {
	for _, text := range list {
		if text = task.OneLine(text); text != "" && len(kept) < most {
			kept = append(kept, text)
		}
	}
	return kept
}
