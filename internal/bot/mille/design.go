package mille

import "wolfden/internal/bot/design"

// Design describes what the player is made of.
func Design() design.Design {
	return design.Design{
		Name:  "mille",
		Paper: "Ohto: mille, AIWolfDial 2025",
		Modules: []design.Module{
			{
				Name: "recognition", Fixed: true, Silent: true, Does: "takes an utterance for the protocol sentence it is most like, Skip when nothing is near", Reads: "utterance",
				Writes: "protocol sentence", Source: "overview of AIWolfDial 2025; recognise.go",
			},
			{
				Name: "estimation", Fixed: true, Silent: true, Does: "estimates roles by rules", Reads: "claims, results, votes",
				Writes: "suspicion of each player", Source: "estimate.go",
			},
			{
				Name: "thoughts", Fixed: true, Silent: true, Does: "thinks in the AIWolf protocol", Reads: "estimates, own role",
				Writes: "protocol sentences", Source: "thoughts.go",
			},
			{
				Name: "speech", Fixed: true, Silent: true, Does: "turns protocol sentences into plain language", Reads: "protocol sentences",
				Writes: "utterance", Source: "overview of AIWolfDial 2025",
			},
		},
	}
}
