package kanolabnw

import "wolfden/internal/bot/agent"

// System is the player.
var System = agent.System[state]{
	Name:     "kanolab-nw",
	Paper:    "Watanabe and Kano: Influence of Utterance Impressions on Decision-Making in LLM-to-LLM Discussions (AIWolfDial 2025)",
	Mentions: true,
	New:      newState,
	Modules: []agent.Module[state]{
		{
			Name: "character", Does: "extends the character settings: name, age, gender and personality to richer ones", Reads: "profile",
			Writes: "character", Tasks: "expand-character", Source: "section 6.1", Think: (*state).Make,
		},
		{
			Name: "base-rule", Silent: true, Does: "says how many play, what each role is for and does, that the own one never changes, and two common strategies",
			Reads: "rules, own role", Writes: "part of prompts for utterances", Source: "appendix A.4.1", Speak: (*state).explain,
		},
		{
			Name: "traits", Silent: true, Does: "adds the character's traits to utterances", Reads: "character", Writes: "part of every prompt", Source: "section 6.1",
			Think: (*state).Wear,
		},
		{
			Name: "extraction", Does: "takes claims of roles and results out of the talk", Reads: "new utterances", Writes: "claims with speaker, number and words",
			Tasks: "extract-claims", Source: "section 6.1, appendix A.9", Think: (*state).Extract,
		},
		{
			Name: "patterns", Does: "makes the patterns of roles that the claims leave", Reads: "claims, deaths, own results", Writes: "sentences; who is no suspect any more",
			Source: "section 6.1, appendix A.9", Think: (*state).infer, Speak: (*state).TellLogic,
			Params: []agent.Param{
				agent.Number("certain", "weight of certainty in suspicion", 8, 0, 100, "ours; as own results"),
			},
		},
		{
			Name: "summary", Does: "sums up each day when it is over, and before the vote that ends it", Reads: "a day's summary so far, its talk", Writes: "a summary for each day", Tasks: "summarise", Source: "section 6.1, appendix A.7",
			Think: (*state).Summarise, Speak: (*state).TellSummary,
			Params: []agent.Param{agent.Sized("history", "tokens of a day that are summed up before its end", agent.Share{Part: 10, Least: 300, Most: 4000}, "ours; the paper has a budget of tokens")},
		},
		{
			Name: "fake-divination", Does: "lets the possessed name a likely seer and a likely werewolf with reasons, and makes its result of them",
			Reads: "claims, patterns, deaths", Writes: "guess with two reasons, invented result", Tasks: "fake-divination", Source: "section 6.1, appendix A.6.2",
			Choose: (*state).leaveInventing, Think: (*state).pretend, Speak: (*state).tellInvented,
		},
		{
			Name: "inducement", Does: "ends the day of seer, possessed and werewolf with a call to vote for one player", Reads: "role, results, claims, guess",
			Writes: "strategy and order for the last utterance, vote", Tasks: "word-mention", Source: "section 7, appendix A.11",
			Params: []agent.Param{
				agent.Number("assert", "whether the call asks for the vote: 1 is yes; 0 makes the player look suspicious, as the agent whose games the paper counts", 1, 0, 1, "section 9.2"),
				{Name: "seer goes for", Value: "a living werewolf it found, else a rival", Source: "section 7.1.1"},
				{Name: "possessed goes for", Value: "whom it called a werewolf; else the likely seer; nobody if it found only a werewolf; else anybody", Source: "sections 7.1.2 and 9.1"},
				{Name: "werewolf goes for", Value: "a claimant of a power of the village, else anybody; no ally", Source: "section 7.1.3"},
			},
			Think: (*state).aim, Speak: (*state).call, Choose: (*state).keepTo, Out: (*state).record,
		},
		{
			Name: "whisper", Does: "talks among werewolves, and tells allies who claims to be seer or medium or called one of them a werewolf, with the words, once each", Reads: "claims, whispers",
			Writes: "enemies shared and not shared, whisper", Tasks: "word-mention", Source: "section 6.2, appendix A.10",
			Params: []agent.Param{agent.Number("quote", "characters of an utterance that is passed on to allies", 80, 0, 1000, "ours; the paper passes on all of it")},
			Think:  (*state).alone, Speak: (*state).tellNews, Out: (*state).pass,
		},
		{
			Name: "vote", Does: "votes: the reason, then the player, from a neutral point of view and for what the own side wins by", Reads: "own side, own call, announcement, suspicion",
			Writes: "point of view and goal of the vote, vote", Tasks: "choose-target", Source: "section 6.1, appendix A.5", Speak: (*state).goal, Choose: (*state).vote,
		},
		{
			Name: "divine", Does: "divines the likeliest werewolf without a result", Reads: "patterns", Writes: "choice", Tasks: "choose-target", Source: "section 6.1",
			Choose: (*state).divine,
		},
		{
			Name: "target", Does: "chooses whom to attack or to guard: two functions that work alike", Reads: "whispers, claims, patterns", Writes: "choice", Tasks: "choose-target",
			Source: "section 6.1", Choose: (*state).preyOrWard,
		},
		{
			Name: "talk", Silent: true, Fixed: true, Does: "makes the utterance by the base rule: content, and whom to address with what", Reads: "all of the above, history", Writes: "utterance", Tasks: "word-mention",
			Source: "section 6.1, appendix A.4", Speak: (*state).command,
		},
	},
}
