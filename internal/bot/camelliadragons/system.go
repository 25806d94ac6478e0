package camelliadragons

import "wolfden/internal/bot/agent"

const overview = "overview of AIWolfDial 2025, section 3.1"

// System is the player. The overview describes it but gives no numbers.
var System = agent.System[state]{
	Name:  "CamelliaDragons",
	Paper: "Ohashi, M. Kato, Y. Kato, Sato, Suzuki, Tsuboi, Tsubokura (Aichi Prefectural University), in the overview of AIWolfDial 2025",
	New:   newState,
	Modules: []agent.Module[state]{
		{
			Name: "character", Does: "makes personality and manner of speech of age, gender and profile", Reads: "profile", Writes: "character",
			Tasks: "expand-character", Source: overview, Think: (*state).Settle,
		},
		{
			Name: "summary", Does: "keeps the essence of the history within reach", Reads: "history", Writes: "summary", Tasks: "summarise", Source: overview,
			Think: (*state).Summarise, Tell: (*state).TellSummary,
			Params: []agent.Param{agent.Sized("history", "tokens of history that are kept word for word", agent.Share{Part: 20, Least: 300, Most: 4000}, "ours")},
		},
		{
			Name: "strategy", Does: "plans for days ahead from situation and role, and follows the plan", Reads: "situation, role, summary, last plan", Writes: "plan with steps",
			Tasks: "macro-plan", Source: overview, Think: (*state).build, Tell: (*state).tellPlan, Target: (*state).Hold,
			Params: []agent.Param{agent.Number("margin", "how much worse another must look for the plan's target to change", 1.5, 0, 100, "ours")},
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "makes the utterance of the three", Reads: "summary, plan, character", Writes: "utterance",
			Tasks: "word, choose-target", Source: overview, Frame: agent.Speaker,
		},
	},
}
