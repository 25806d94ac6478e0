// Package plain is a modest player that talks. It is an honest villager or a careful liar, gives reasons, and votes as
// it says.
//
// The law of the package: it is the talker with simple rules and nothing else, so that it stays a fixed standard for
// comparisons.
package plain

import (
	"slices"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/talker"
)

// state is empty: the rules keep all there is in the talker.
type state struct{}

// rules are what a player of the frame falls back on. Here they are all there is.
var rules talker.Rules

// ruled is the Choose of a module that decides these matters by the rules.
func ruled(matters ...talker.Matter) func(*state, *agent.Table, *talker.Choice) bool {
	return func(_ *state, t *agent.Table, c *talker.Choice) bool {
		is := slices.Contains(matters, c.Of)
		if is {
			rules.Choose(t.Self, c)
		}
		return is
	}
}

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
			Source: "package doubt", Think: func(_ *state, t *agent.Table) agent.Changes {
				return agent.Changes{Opinion: rules.Weigh(t.Self)}
			},
		},
		{
			Name: "mask", Silent: true, Does: "decides whom to show itself as, and which results to invent", Reads: "own role, chance",
			Writes: "claims, results", Source: "talker/pretence.go",
			Choose: ruled(talker.Pose, talker.Show),
		},
		{
			Name: "target", Silent: true, Does: "wants the most suspicious player executed that is not on its side", Reads: "suspicion", Writes: "target",
			Source: "talker/decider.go", Choose: ruled(talker.Want),
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "says the most urgent of what there is to say", Reads: "suspicion, mask, target, questions",
			Writes: "utterance", Source: "talker/day.go", Frame: "package talker",
		},
		{
			Name: "vote", Silent: true, Does: "votes as announced, divines the most suspicious, guards the most valuable, attacks as agreed", Reads: "announced vote, suspicion",
			Writes: "choice", Source: "talker/vote.go",
			Choose: ruled(talker.Answer),
		},
	},
}
