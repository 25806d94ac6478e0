package yharada

import "wolfden/internal/bot/agent"

// System is the player.
var System = agent.System[state]{
	Name:  "yharada",
	Paper: "Harada and Kano: Intent-driven AIWolf Agents with Hierarchical BDI Model and Personality (AIWolfDial 2025)",
	New:   newState,
	Modules: []agent.Module[state]{
		{
			Name: "macro-belief", Does: "estimates eight values from the profile and computes nine affinities and 24 features", Reads: "profile",
			Writes: "personality file", Tasks: "infer-personality", Source: "sections 3.4.3 to 3.4.6, appendices A.1 and B",
			Think: (*state).become, Speak: (*state).tellTendencies,
		},
		{
			Name: "micro-belief", Does: "records what others said with type, receiver and credibility, and keeps credibility and liking of each",
			Reads: "new utterances, personality", Writes: "records, impressions, suspicion", Tasks: "message-type, credibility", Source: "sections 3.5.1 and 3.5.2, appendices A.3 and A.4",
			Params: []agent.Param{
				{Name: "first impression", Value: "0.5", Source: "section 7.3"},
				agent.Number("believing", "what credibility and liking weigh in suspicion, at most half of it", 4, 0, 100, "ours"),
				agent.Number("conforming", "what each vote of others weighs, times social proof", 0.3, 0, 100, "ours"),
			},
			Think: (*state).believe, Speak: (*state).tellImpressions, Choose: (*state).choose,
		},
		{
			Name: "macro-desire", Does: "before the game says what the personality wants in each situation of the bank of its role, and how it plans to play",
			Reads: "role, bank, tendencies of behavior and desire", Writes: "a desire for each situation; strategy and five policies",
			Tasks: "macro-desire, policies", Source: "section 3.4.7, appendices A.2 and A.5", Think: (*state).wish, Speak: (*state).tellDesire,
		},
		{
			Name: "micro-desire", Does: "selects by rule one of the last five records to answer; a stage that was not used in the last two turns, an aim, how to answer",
			Reads: "records, impressions, desire, plan, own utterances, who may be named", Writes: "stage, aim, response", Tasks: "micro-desire", Source: "section 3.5.3, appendix A.5",
			Params: []agent.Param{
				{Name: "order of answers", Value: "addressed to me, coming out, question to all", Source: "section 3.5.3"},
				{Name: "records", Value: "5", Source: "section 3.5.3"}, {Name: "stages barred", Value: "the last 2", Source: "appendix A.5"},
			},
			Think: (*state).aimAt, Speak: (*state).act,
		},
		{
			Name: "micro-intention", Does: "plans the utterance: how it is built and what it says", Reads: "aim, response, policy for coming out, strategy, duty, tendencies, impressions, own results",
			Writes: "consist, content", Tasks: "micro-intention", Source: "section 3.5.4, appendix A.6",
			Params: []agent.Param{{Name: "characters of each", Value: "60", Source: "appendix A.6"}}, Think: (*state).intend, Speak: (*state).tellPlan,
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "words the intention in one line", Reads: "intention, behavior tendencies, own utterances, whether there were votes and a yesterday", Writes: "utterance",
			Tasks: "word, choose-target", Source: "section 3.5.5, appendix A.7",
			Params: []agent.Param{
				agent.Number("remembered", "own utterances that the words are told", 6, 0, 1000, "ours"),
				agent.Number("deployed", "whether it plays as in the contest, which differed from the design: 1 is the personality and what it thinks of the others beside the talk, and neither desires nor intentions", 0, 0, 1, "overview of AIWolfDial 2025, section 3.7"),
			},
			Speak: (*state).command,
		},
	},
}
