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
			Writes: "personality file; whether results are held back", Tasks: "infer-personality", Source: "sections 3.4.3 to 3.4.6, appendices A.1 and B",
			Params: []agent.Param{
				agent.Number("introversion", "above it somebody hesitates to tell results", 0.6, 0, 1, "section 7.2.2"),
				agent.Number("judging", "above it somebody hesitates to tell results", 0.7, 0, 1, "section 7.2.2"),
			},
			Think: (*state).become, Show: (*state).hesitate, Tell: (*state).tellTendencies,
		},
		{
			Name: "micro-belief", Does: "records what others said with type, receiver and credibility, and keeps credibility and liking of each",
			Reads: "new utterances, personality", Writes: "records, impressions, suspicion", Tasks: "message-type, credibility", Source: "sections 3.5.1 and 3.5.2, appendices A.3 and A.4",
			Params: []agent.Param{
				{Name: "first impression", Value: "0.5", Source: "section 7.3"},
				agent.Number("believing", "what credibility and liking weigh in suspicion, at most half of it", 4, 0, 100, "ours"),
				agent.Number("conforming", "what each vote of others weighs, times social proof", 0.3, 0, 100, "ours"),
			},
			Think: (*state).believe, Weigh: (*state).bend, Tell: (*state).tellImpressions, Choose: (*state).choose,
		},
		{
			Name: "macro-desire", Does: "takes from the bank of conventional wisdom what the personality wants in the situation", Reads: "role, situation, personality",
			Writes: "desire with guidelines", Tasks: "macro-desire", Source: "section 3.4.7, appendix A.2", Think: (*state).wish, Tell: (*state).tellDesire,
		},
		{
			Name: "micro-desire", Does: "selects one of the last five records to answer, and a stage that was not used in the last two turns", Reads: "records, impressions, desire",
			Writes: "stage, aim, response", Tasks: "micro-desire", Source: "section 3.5.3, appendix A.5",
			Params: []agent.Param{
				{Name: "order of answers", Value: "addressed to me, coming out, question to all", Source: "section 3.5.3"},
				{Name: "records", Value: "5", Source: "section 3.5.3"}, {Name: "stages barred", Value: "the last 2", Source: "appendix A.5"},
			},
			Think: (*state).aimAt, Urgent: (*state).act,
		},
		{
			Name: "micro-intention", Does: "plans the utterance: how it is built and what it says", Reads: "aim, guidelines", Writes: "consist, content", Tasks: "micro-intention",
			Source: "section 3.5.4, appendix A.6", Params: []agent.Param{{Name: "characters of each", Value: "60", Source: "appendix A.6"}},
			Think: (*state).intend, Tell: (*state).tellPlan,
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "words the intention in one line", Reads: "intention, behaviour tendencies, own utterances", Writes: "utterance",
			Tasks: "word, choose-target", Source: "section 3.5.5, appendix A.7",
			Params: []agent.Param{agent.Number("remembered", "own utterances that the words are told", 6, 0, 1000, "ours")}, Tell: (*state).command,
		},
	},
}
