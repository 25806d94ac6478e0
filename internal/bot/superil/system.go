package superil

import "wolfden/internal/bot/agent"

// System is the player.
var System = agent.System[state]{
	Name: "sUper_IL", Paper: "Qi and Inaba: sUper_IL, AIWolfDial 2024", New: newState,
	Modules: []agent.Module[state]{
		{
			Name: "invention", Does: "makes up a result for the possessed, of anybody and either way", Reads: "own role",
			Writes: "result, for analysis and utterance", Source: "section 4.1: divination result of the possessed",
			Choose: (*state).pose, Think: (*state).takeInvented, Speak: (*state).tellInvented,
		},
		{
			Name: "threat", Does: "as the werewolf, before the first appeal of a day, has the analysis end with whom threatens it most and should be voted out",
			Reads: "what everybody said", Writes: "players to choose from", Source: "section 4.3: voting target selection", Think: (*state).threaten,
		},
		{
			Name: "analysis", Does: "reads the situation step by step before every answer that a model gives", Reads: "task, rules, dialogue, own or invented results",
			Writes: "analysis, target", Tasks: "situation", Source: "section 4.1, figure 2", Think: (*state).analyse, Speak: (*state).tellAnalysis,
		},
		{
			Name: "response", Silent: true, Does: "answers by the analysis and the prompt of its role", Reads: "analysis, rules, dialogue, prompt of the role", Writes: "utterance",
			Tasks: "word", Source: "section 4.2, figure 4", Params: []agent.Param{{Name: "sentences", Value: "3", Source: "figure 4"}}, Speak: (*state).instruct,
		},
		{
			Name: "persuasion", Does: "as the werewolf argues against that player: by logic, credibility, emotion; votes for it and attacks it", Reads: "target, analysis, dialogue",
			Writes: "appeal with definition and examples; vote, attack", Source: "sections 4.3 and 4.4, figure 5, table 1",
			Params: []agent.Param{{Name: "turns of the appeals", Value: "3, 4, 5", Source: "section 4.3"}, {Name: "examples of each", Value: "3", Source: "section 4.3"}},
			Think:  (*state).aim, Speak: (*state).makeAppeal, Choose: (*state).keepTo,
		},
		{
			Name: "vote", Does: "votes by step-by-step reasoning that keeps to its own words", Reads: "own statements, analysis", Writes: "vote",
			Tasks: "choose-target", Source: "section 4.4, figure 6", Think: (*state).recall, Speak: (*state).tellStated, Choose: (*state).vote,
		},
	},
}
