package camelliadragons

import (
	"fmt"

	"wolfden/internal/bot/agent"
)

// Design describes what the player is made of.
func Design() agent.Design {
	const overview = "overview of AIWolfDial 2025, section 3.1"
	return agent.Design{
		Name:  "CamelliaDragons",
		Paper: "Ohashi, M. Kato, Y. Kato, Sato, Suzuki, Tsuboi, Tsubokura (Aichi Prefectural University), in the overview of AIWolfDial 2025",
		Modules: []agent.Module{
			{
				Name: "summary", Does: "keeps the essence of the history within reach", Reads: "history", Writes: "summary", Tasks: "summarise", Source: overview,
				Params: []agent.Param{{Name: "tokens of history", Value: fmt.Sprint(historyBudget), Source: "ours"}},
			},
			{
				Name: "strategy", Does: "plans for days ahead from situation and role, and follows the plan", Reads: "situation, role, summary, last plan", Writes: "plan with steps",
				Tasks: "macro-plan", Source: overview, Params: []agent.Param{{Name: "margin to drop the target", Value: fmt.Sprint(planMargin), Source: "ours"}},
			},
			{
				Name: "character", Does: "makes personality and manner of speech of age, gender and profile", Reads: "profile", Writes: "character",
				Tasks: "expand-character", Source: overview,
			},
			{Name: "talk", Silent: true, Fixed: true, Does: "makes the utterance of the three", Reads: "summary, plan, character", Writes: "utterance", Tasks: "word, choose-target", Source: overview},
		},
	}
}
