// Package plain is a modest player that talks. It is an honest villager or a careful liar, gives reasons, and votes as
// it says.
//
// The law of the package: it is the talker with simple rules and nothing else, so that it stays a fixed standard for
// comparisons.
package plain

import (
	"context"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
	"wolfden/werewolf"
)

// state is empty: the rules keep all there is in the talker.
type state struct{}

// rules are what a player of the frame falls back on. Here they are all there is.
var rules talker.Rules

// System is the player. Nothing decides in the place of a module that is left out.
var System = agent.System[state]{
	Name:  "plain",
	Paper: "wolfden's own, by rules alone",
	Model: agent.Nothing,
	New:   func(*agent.Kit) (*state, error) { return &state{}, nil },
	Net:   talker.Nothing{},
	Modules: []agent.Module[state]{
		{
			Name: "doubt", Silent: true, Does: "adds up weights for what everybody did", Reads: "what the table knows", Writes: "suspicion with reasons",
			Source: "package doubt", Think: func(_ *state, _ context.Context, t *agent.Table) string {
				t.Correct(rules.Weigh(t.Self))
				return ""
			},
		},
		{
			Name: "mask", Silent: true, Does: "decides whom to show itself as, and which results to invent", Reads: "own role, chance",
			Writes: "claims, results", Source: "talker/pretence.go",
			Pose:   func(_ *state, t *agent.Table) (talker.Pretence, bool) { return rules.Pose(t.Self), true },
			Invent: func(_ *state, t *agent.Table) (talker.Pretence, bool) { return rules.Invent(t.Self), true },
		},
		{
			Name: "target", Silent: true, Does: "wants the most suspicious player executed that is not on its side", Reads: "suspicion", Writes: "target",
			Source: "talker/decider.go", Target: func(_ *state, t *agent.Table) (werewolf.SeatID, bool) { return rules.Target(t.Self), true },
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "says the most urgent of what there is to say", Reads: "suspicion, mask, target, questions",
			Writes: "utterance", Source: "talker/day.go", Frame: "package talker",
		},
		{
			Name: "vote", Silent: true, Does: "votes as announced, divines the most suspicious, guards the most valuable, attacks as agreed", Reads: "announced vote, suspicion",
			Writes: "choice", Source: "talker/vote.go",
			Choose: func(_ *state, t *agent.Table, kind werewolf.RequestKind) (werewolf.SeatID, bool) {
				target, _ := rules.Choose(t.Self, kind)
				return target, true
			},
		},
	},
}
