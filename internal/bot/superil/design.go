package superil

import "wolfden/internal/bot/agent"

// Design describes what the player is made of.
func Design() agent.Design {
	return agent.Design{
		Name:  "sUper_IL",
		Paper: "Qi and Inaba: sUper_IL, AIWolfDial 2024",
		Modules: []agent.Module{
			{
				Name: "analysis", Does: "reads the situation step by step before every answer", Reads: "task, rules, dialogue, own results", Writes: "analysis",
				Tasks: "analyse", Source: "situation analysis",
			},
			{Name: "invention", Does: "gives the possessed an invented result", Reads: "own role", Writes: "result", Source: "situation analysis of the possessed"},
			{
				Name: "response", Silent: true, Does: "answers by the analysis and the prompt of its role", Reads: "analysis, prompt of the role", Writes: "utterance",
				Tasks: "word", Source: "response generation", Params: []agent.Param{{Name: "sentences", Value: "3", Source: "paper"}},
			},
			{
				Name: "persuasion", Does: "as the werewolf goes for the most threatening player: logic, credibility, emotion", Reads: "what everybody said",
				Writes: "target, sentence", Tasks: "choose-target", Source: "section 4.3",
				Params: []agent.Param{{Name: "turns of the appeals", Value: "3, 4, 5", Source: "paper"}, {Name: "examples of each", Value: "3", Source: "paper"}},
			},
			{Name: "vote", Does: "votes by step-by-step reasoning that keeps to its own words", Reads: "own statements, analysis", Writes: "vote", Tasks: "choose-target", Source: "voting"},
		},
	}
}
