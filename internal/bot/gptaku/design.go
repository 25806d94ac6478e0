package gptaku

import "wolfden/internal/bot/agent"

// Design describes what the player is made of.
func Design() agent.Design {
	return agent.Design{
		Name:  "gptaku",
		Paper: "Okada and Ito: GPTaku, AIWolfDial 2025 (five players, flowcharts 1 to 8)",
		Modules: []agent.Box{
			{
				Name: "day 1", Fixed: true, Silent: true, Frame: "day1.go", Does: "goes through the flowchart of its role: who comes out as the seer, with which result, against whom", Reads: "claims, results, votes of others",
				Writes: "target, steps to say", Source: "figures 1, 3, 5 and 7; day1.go",
				Params: []agent.Param{
					agent.Number("claim", "how often a villager, and the possessed as one, comes out as the seer", 0.5, 0, 1, "ours"),
					agent.Number("black", "how often an invented result is a werewolf", 0.4, 0, 1, "ours"),
					agent.Number("late", "how often a false seer lets others speak first", 0.35, 0, 1, "ours"),
				},
			},
			{
				Name: "day 2", Fixed: true, Silent: true, Frame: "day2.go", Does: "goes through the flowchart of its role: power play, counter-claims, whom to ask for a vote", Reads: "day 1, execution, attack",
				Writes: "target, steps to say", Source: "figures 2, 4, 6 and 8; day2.go",
				Params: []agent.Param{
					agent.Number("pose", "how often a villager comes out as the werewolf, for the possessed to hear", 0.5, 0, 1, "ours"),
				},
			},
			{
				Name: "persuasion", Fixed: true, Silent: true, Frame: "gptaku.go", Does: "asks for the vote first, then gives the reason", Reads: "target",
				Writes: "two utterances", Source: "section 5",
			},
			{
				Name: "wording", Fixed: true, Silent: true, Frame: "package utterance; agent.Voice where there is a model", Does: "words the step, and keeps what it says", Reads: "step",
				Writes: "utterance", Tasks: "word", Source: "section 5",
			},
		},
	}
}
