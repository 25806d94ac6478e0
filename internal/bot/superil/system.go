package superil

import "wolfden/internal/bot/agent"

// System is the player.
var System = agent.System[state]{
	Name: "sUper_IL", Paper: "Qi and Inaba: sUper_IL, AIWolfDial 2024", New: newState,
	Modules: []agent.Module[state]{
		{
			Name: "analysis", Does: "reads the situation step by step before every answer", Reads: "task, rules, dialogue, own results", Writes: "analysis",
			Tasks: "analyse", Source: "situation analysis", Think: (*state).analyse, Tell: (*state).tellAnalysis,
		},
		{
			Name: "invention", Does: "gives the possessed an invented result", Reads: "own role", Writes: "result", Source: "situation analysis of the possessed",
			Pose: agent.AtOnce[state], Think: (*state).noteInvented, Tell: (*state).tellInvented,
		},
		{
			Name: "response", Silent: true, Does: "answers by the analysis and the prompt of its role", Reads: "analysis, prompt of the role", Writes: "utterance",
			Tasks: "word", Source: "response generation", Params: []agent.Param{{Name: "sentences", Value: "3", Source: "paper"}}, Tell: (*state).instruct,
		},
		{
			Name: "persuasion", Does: "as the werewolf goes for the most threatening player: logic, credibility, emotion", Reads: "what everybody said",
			Writes: "target, sentence", Tasks: "choose-target", Source: "section 4.3",
			Params: []agent.Param{{Name: "turns of the appeals", Value: "3, 4, 5", Source: "paper"}, {Name: "examples of each", Value: "3", Source: "paper"}},
			Think:  (*state).aim, Tell: (*state).tellAppeal, Urgent: (*state).appealTo, Target: (*state).against, Choose: (*state).prey,
		},
		{
			Name: "vote", Does: "votes by step-by-step reasoning that keeps to its own words", Reads: "own statements, analysis", Writes: "vote",
			Tasks: "choose-target", Source: "voting", Think: (*state).recall, Tell: (*state).tellStated, Choose: (*state).vote,
		},
	},
}
