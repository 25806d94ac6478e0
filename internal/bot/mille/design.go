package mille

import "wolfden/internal/bot/agent"

// Design describes what the player is made of.
func Design() agent.Design {
	return agent.Design{
		Name:  "mille",
		Paper: "Ohto: mille, AIWolfDial 2025",
		Modules: []agent.Box{
			{
				Name: "recognition", Fixed: true, Silent: true, Frame: "recognise.go", Does: "takes an utterance for the protocol sentence it is most like, Skip when nothing is near", Reads: "utterance",
				Writes: "protocol sentence", Source: "overview of AIWolfDial 2025; recognise.go",
			},
			{
				Name: "estimation", Fixed: true, Silent: true, Frame: "estimate.go", Does: "estimates roles by rules", Reads: "claims, results, votes",
				Writes: "suspicion of each player", Source: "estimate.go",
			},
			{
				Name: "thoughts", Fixed: true, Silent: true, Frame: "thoughts.go", Does: "thinks in the AIWolf protocol", Reads: "estimates, own role",
				Writes: "protocol sentences", Source: "thoughts.go",
				Params: []agent.Param{
					agent.Number("pose", "how often one of the werewolves comes out as the seer", 0.3, 0, 1, "ours"),
					agent.Number("black", "how often an invented result is a werewolf", 0.55, 0, 1, "ours"),
				},
			},
			{
				Name: "speech", Fixed: true, Silent: true, Frame: "phrases.go", Does: "turns protocol sentences into plain language", Reads: "protocol sentences",
				Writes: "utterance", Source: "overview of AIWolfDial 2025",
			},
		},
	}
}
