package memo

import (
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec { return []task.Spec{memoTask} }

// PlayMemoIn asks for a new version of a player's memo.
type PlayMemoIn struct {
	Scene   scene.Scene `json:"scene"`
	Old     Page        `json:"old,omitzero"`
	Summary string      `json:"summary,omitempty"`
	Notes   []string    `json:"notes,omitempty"` // what the rules have understood since, a sentence each
	Max     int         `json:"max"`             // characters for each part; 0 is no limit
	// Inferred and Plans are what the rules conclude and would do, a sentence each. They are for the rule: a model is not told.
	Inferred []string `json:"inferred,omitempty"`
	Plans    []string `json:"plans,omitempty"`
}

// Page is a player's note to itself.
type Page struct {
	Inferences string `json:"inferences" jsonschema:"what is known and what follows from it"`
	Plans      string `json:"plans" jsonschema:"what to say and do next, and what to watch"`
}

// String returns the memo as text, "" if it is empty.
func (p Page) String() string {
	return strings.TrimSpace(p.Inferences + "\n" + p.Plans)
}

var memoTask = task.New(files, task.Definition[PlayMemoIn, Page]{
	About: task.About{
		Name: "play-memo", Summary: "write the memo of inferences and plans anew", Tokens: 2000, Heat: 0.3,
		Source: "CanisLupus 2025: play memo",
	},
	Shorten: func(in *PlayMemoIn, tokens int) bool {
		return task.Without(&in.Scene, tokens, &in.Summary, &in.Old.Inferences) || task.Fewer(&in.Notes)
	},
	Rule: func(in *PlayMemoIn) Page {
		out := Page{
			Inferences: task.Clip(strings.Join(task.Distinct(strings.Split(in.Old.Inferences, "\n"), slices.Concat(in.Notes, in.Inferred)), "\n"), in.Max),
			Plans:      task.Clip(strings.Join(in.Plans, "\n"), in.Max),
		}
		if out.Plans == "" {
			out.Plans = task.Clip(in.Old.Plans, in.Max)
		}
		return out
	},
	Mends: func(in *PlayMemoIn, out *Page) string {
		return task.Shortened(task.Clip, in.Max, &out.Inferences, &out.Plans)
	},
	Check: func(_ *PlayMemoIn, out *Page) error { return task.Needed(out.String(), "memo-empty") },
})
