package sunamelli

import "wolfden/internal/bot/agent"

const overview = "overview of AIWolfDial 2025, section 3.6"

// System is the player. The overview describes it but gives no numbers.
var System = agent.System[state]{
	Name:  "sunamelli",
	Paper: "Natsuori, Kamada, Kamiyama, Nakanishi (TOPPAN Holdings): sunamelli, in the overview of AIWolfDial 2025",
	New:   newState,
	Modules: []agent.Module[state]{
		{
			Name: "terminology", Silent: true, Does: "says bite for attack and vote out for execute in prompts, and understands it in answers", Reads: "every prompt and answer",
			Writes: "the same in other words", Source: overview + ": safety filters", Think: (*state).spare,
		},
		{
			Name: "phases", Does: "tells introduction, discussion, encouraging, voting and the night apart; prompts differ by it", Reads: "day, turns left, who is quiet",
			Writes: "phase", Source: overview, Think: (*state).findPhase,
			Moments: "introduction, discussion, encouraging, voting, night",
			Params: []agent.Param{
				agent.Number("quiet", "utterances of weight a day below which somebody is quiet", 1, 0, 20, "ours"),
				agent.Number("late", "turns before the end of the day in which votes are settled", 2, 0, 20, "ours"),
			},
		},
		{
			Name: "strategy", Does: "derives a conversational strategy, with all that whoever words it needs to know", Reads: "instructions, role, log, phase, last strategy",
			Writes: "strategy, points", Tasks: "derive-strategy, choose-target", Source: overview,
			Think: (*state).plan, Speak: (*state).follow,
			Params: []agent.Param{agent.Number("trust", "how far below zero a suspicion must be for the player to defend somebody", 2, 0, 20, "ours")},
		},
		{
			Name: "conversation", Silent: true, Does: "words the utterance without seeing the log", Reads: "strategy, phase", Writes: "utterance", Tasks: "word", Source: overview,
			Speak: (*state).converse,
		},
	},
}
