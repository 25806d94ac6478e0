package task

import (
	"strings"

	"wolfden/internal/bot/scene"
)

// ReasonIn asks a player to reason before it speaks.
type ReasonIn struct {
	Scene     scene.Scene `json:"scene"` // shown as in SituationIn
	Summary   string      `json:"summary,omitempty"`
	Examples  []string    `json:"examples,omitempty"` // from other games: a situation, the reasoning about it and the strategy
	Suggested Reasoned    `json:"suggested,omitzero"` // what the rules think and would do
}

// Reasoned is a reasoning, and how to speak after it.
type Reasoned struct {
	Reasoning string `json:"reasoning" jsonschema:"step by step"`
	Strategy  string `json:"strategy" jsonschema:"of the next utterance, in one or two sentences"`
}

func reason() (*definition[ReasonIn, Reasoned], map[string][]string) {
	return &definition[ReasonIn, Reasoned]{
		about: About{
			Name: "reason", Summary: "reason before speaking, and draw a strategy for the utterance from it", Tokens: 500, Heat: 0.5,
			Source: "UEC-IL 2024: reasoning and strategy of the villager",
		},
		rule: func(in *ReasonIn) Reasoned { return in.Suggested },
		check: func(_ *ReasonIn, out *Reasoned) error {
			switch {
			case strings.TrimSpace(out.Reasoning) == "":
				return breaks(breachEmpty, "reasoning-empty")
			case strings.TrimSpace(out.Strategy) == "":
				return breaks(breachEmpty, "strategy-empty")
			}
			return nil
		},
	}, nil
}
