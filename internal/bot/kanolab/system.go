package kanolab

import "wolfden/internal/bot/agent"

// System is the player.
var System = agent.System[state]{
	Name:  "kanolab",
	Paper: "Watanabe and Kano: Werewolf Game Agent by Generative AI Incorporating Logical Information Between Players (AIWolfDial 2024)",
	New:   newState,
	Modules: []agent.Module[state]{
		{
			Name: "character", Does: "settles who speaks and how", Reads: "profile", Writes: "character", Tasks: "expand-character",
			Source: "section 3.2, table 2: character settings", Think: (*state).Settle,
		},
		{
			Name: "settings", Silent: true, Does: "says how many play, what each role is for and does, and that the own one never changes", Reads: "rules, own role",
			Writes: "game settings", Source: "section 3.2, table 2: game settings, with day and distribution, which every prompt of a seat has", Think: (*state).explain,
		},
		{
			Name: "strategies", Silent: true, Does: "adds what is commonly known to be good play", Writes: "strategies",
			Source: "table 2: common strategies", Think: (*state).advise,
			Params: []agent.Param{agent.Number("roles", "whether every role is told how to play as well: 1 is yes", 0, 0, 1, "ours; the paper's strategies are common to all")},
		},
		{
			Name: "extraction", Does: "takes claims of roles and results out of the talk; drops what was not said that way", Reads: "new utterances",
			Writes: "claims with number, words and speaker", Tasks: "extract-claims", Source: "section 4.1", Think: (*state).Extract,
		},
		{
			Name: "logic", Does: "concludes what follows from claims and from what is certain", Reads: "claims, deaths, own results", Writes: "four kinds of sentences",
			Source: "section 4.2, table 3", Think: (*state).infer, Speak: (*state).TellLogic,
			Params: []agent.Param{
				agent.Number("certain", "weight of certainty in suspicion", 8, 0, 100, "ours; as own results"),
				agent.Number("supposed", "weight of what every pattern has", 2, 0, 100, "ours"),
			},
		},
		{
			Name: "summary", Does: "sums up history that no longer fits", Reads: "old summary, history", Writes: "new summary", Tasks: "summarise",
			Source: "section 3.2, table 2: conversation summary", Think: (*state).Summarise, Speak: (*state).TellSummary,
			Params: []agent.Param{agent.Sized("history", "tokens of history before it is summed up", agent.Share{Part: 10, Least: 300, Most: 800}, "ours; the paper has a threshold")},
		},
		{
			Name: "examples", Silent: true, Does: "shows how players talk", Writes: "examples", Source: "table 2: examples talks", Speak: (*state).tellExamples,
		},
		{
			Name: "fake-divination", Silent: true, Does: "tells the possessed that poses as the seer the divinations made up for it", Reads: "own role, results made up",
			Writes: "divinations to tell", Source: "section 3: fake divinations of the possessed", Speak: (*state).tellInvented,
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "makes the utterance of the seven elements and logic", Reads: "all of the above, history",
			Writes: "utterance", Tasks: "word, choose-target", Source: "section 4.2.5", Speak: (*state).command,
		},
	},
}
