package plain

import "wolfden/internal/bot/agent"

// Design describes what the player is made of.
func Design() agent.Design {
	return agent.Design{
		Name:  "plain",
		Paper: "wolfden's own, by rules alone",
		Modules: []agent.Box{
			{
				Name: "doubt", Fixed: true, Silent: true, Frame: "package doubt", Does: "adds up weights for what everybody did", Reads: "what the table knows",
				Writes: "suspicion with reasons", Source: "package doubt",
			},
			{
				Name: "mask", Fixed: true, Silent: true, Frame: "package talker", Does: "decides whom to show itself as, and which results to invent", Reads: "own role, chance",
				Writes: "claims, results", Source: "package talker",
			},
			{
				Name: "talk", Fixed: true, Silent: true, Frame: "package talker", Does: "says the most urgent of what there is to say", Reads: "suspicion, mask, questions",
				Writes: "utterance", Source: "package talker",
			},
			{
				Name: "vote", Fixed: true, Silent: true, Frame: "package talker", Does: "votes as announced", Reads: "announced vote",
				Writes: "vote", Source: "package talker",
			},
		},
	}
}
