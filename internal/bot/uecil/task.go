package uecil

import (
	"cmp"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec { return []task.Spec{reasonTask, strategyTask} }

// ReasonIn asks a player to reason before it speaks.
type ReasonIn struct {
	Scene     scene.Scene `json:"scene"`
	Summary   string      `json:"summary,omitempty"`
	Examples  []string    `json:"examples,omitempty"` // from other games: a situation, the reasoning about it and the strategy
	Suggested Reasoned    `json:"suggested,omitzero"` // what the rules think and would do
}

// Reasoned is a reasoning, and how to speak after it.
type Reasoned struct {
	Reasoning string `json:"reasoning" jsonschema:"step by step"`
	Strategy  string `json:"strategy" jsonschema:"of the next utterance, in one or two sentences"`
}

var reasonTask = task.New(files, task.Definition[ReasonIn, Reasoned]{
	About: task.About{
		Name: "reason", Summary: "reason before speaking, and draw a strategy for the utterance from it", Tokens: 500, Heat: 0.5,
		Source: "UEC-IL 2024: reasoning and strategy of the villager",
	},
	Shorten: func(in *ReasonIn, tokens int) bool { return task.Without(&in.Scene, tokens, &in.Summary) },
	Rule:    func(in *ReasonIn) Reasoned { return in.Suggested },
	Check: func(_ *ReasonIn, out *Reasoned) error {
		return cmp.Or(task.Needed(out.Reasoning, "reasoning-empty"), task.Needed(out.Strategy, "strategy-empty"))
	},
})

// ChooseStrategyIn asks which way to play.
type ChooseStrategyIn struct {
	Scene     scene.Scene   `json:"scene"`
	Summary   string        `json:"summary,omitempty"`
	Options   []task.Option `json:"options"`
	Suggested string        `json:"suggested,omitempty"` // title of the option that the rules would choose
}

// Strategy is the chosen option.
type Strategy struct {
	Reason string `json:"reason" jsonschema:"why, in one or two sentences"`
	Title  string `json:"title" jsonschema:"as written in the list"`
}

var strategyTask = task.New(files, task.Definition[ChooseStrategyIn, Strategy]{
	About: task.About{
		Name: "choose-strategy", Summary: "choose one of several ways to play", Tokens: 250, Heat: 0.5,
		Source: "UEC-IL 2024: strategies of seer and werewolf",
	},
	Shorten: func(in *ChooseStrategyIn, tokens int) bool {
		return task.Without(&in.Scene, tokens, &in.Summary)
	},
	Rule: func(in *ChooseStrategyIn) Strategy {
		o := task.Suggested(in.Options, in.Suggested)
		return Strategy{Title: o.Title, Reason: o.When}
	},
	Lists: func(in *ChooseStrategyIn) map[string][]string {
		return map[string][]string{"title": in.titles()}
	},
	Check: func(in *ChooseStrategyIn, out *Strategy) error {
		return task.OneOf(out.Title, in.titles())
	},
})

func (in *ChooseStrategyIn) titles() (list []string) {
	for _, o := range in.Options {
		list = append(list, o.Title)
	}
	return list
}
