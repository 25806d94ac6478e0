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
			Name: "summary", Does: "sums up the talk as the game goes on", Reads: "history", Writes: "summary", Tasks: "summarise", Source: overview,
			Think: (*state).Summarise, Speak: (*state).TellSummary,
			Params: []agent.Param{
				agent.Number("history", "tokens of talk that stay word for word before they are summed up: two or three turns of five players", 300, 50, 1_000_000, "ours; the paper sums up while the game is played"),
				agent.Sized("summary", "tokens of the summary at most", agent.Share{Part: 50, Least: 200, Most: 1600}, "ours"),
			},
		},
		{
			Name: "strategy", Does: "plans for days ahead from situation and role, and follows the plan", Reads: "situation, role, summary, last plan", Writes: "plan with steps",
			Tasks: "macro-plan", Source: overview, Think: (*state).build, Speak: (*state).tellPlan, Choose: (*state).Hold,
			Params: []agent.Param{agent.Number("margin", "how much worse another must look for the plan's target to change", 1.5, 0, 100, "ours")},
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "makes the utterance of the three", Reads: "summary, plan, character", Writes: "utterance",
			Tasks: "word, choose-target", Source: overview, Frame: agent.Speaker,
		},
	},
}
