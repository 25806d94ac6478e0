package kanolabnw

import "wolfden/internal/bot/agent"

// System is the player.
var System = agent.System[state]{
	Name:  "kanolab-nw",
	Paper: "Watanabe and Kano: Influence of Utterance Impressions on Decision-Making in LLM-to-LLM Discussions (AIWolfDial 2025)",
	New:   newState,
	Modules: []agent.Module[state]{
		{
			Name: "character", Does: "extends the character settings: name, age, gender and personality to richer ones", Reads: "profile",
			Writes: "character", Tasks: "expand-character", Source: "section 6.1", Think: (*state).Make,
		},
		{
			Name: "traits", Silent: true, Does: "adds the character's traits to utterances", Reads: "character", Writes: "part of every prompt", Source: "section 6.1",
			Think: (*state).Wear,
		},
		{
			Name: "extraction", Does: "takes claims of roles and results out of the talk", Reads: "new utterances", Writes: "claims with speaker, number and words",
			Tasks: "extract-claims", Source: "section 6.1, appendix A.9", Think: (*state).Extract, Learn: (*state).Learn,
		},
		{
			Name: "patterns", Does: "makes the patterns of roles that the claims leave", Reads: "claims, deaths, own results", Writes: "sentences; who is no suspect any more",
			Source: "section 6.1, appendix A.9", Think: (*state).Infer, Weigh: (*state).exclude, Tell: (*state).TellLogic,
			Params: []agent.Param{
				agent.Number("certain", "weight of certainty in suspicion", 8, 0, 100, "ours; as own results"),
			},
		},
		{
			Name: "summary", Does: "sums up talk that no longer fits", Reads: "old summary, history", Writes: "new summary", Tasks: "summarise", Source: "section 6.1, appendix A.7",
			Think: (*state).Summarise, Tell: (*state).TellSummary,
			Params: []agent.Param{agent.Sized("history", "tokens of history before it is summed up", agent.Share{Part: 10, Least: 300, Most: 4000}, "ours; the paper has a budget of tokens")},
		},
		{
			Name: "fake-divination", Does: "lets the possessed name a likely seer and a likely werewolf with reasons, and makes its result of them",
			Reads: "claims, patterns", Writes: "guess, invented result", Tasks: "choose-target", Source: "section 6.1, appendix A.6.2",
			Pose: agent.AtOnce[state], Invent: (*state).leaveInventing, Think: (*state).pretend, Show: (*state).show, Tell: (*state).tellInvented,
		},
		{
			Name: "inducement", Does: "ends the day of seer, possessed and werewolf with a call to vote for one player", Reads: "role, results, claims, guess",
			Writes: "utterance, vote", Tasks: "word", Source: "section 7",
			Params: []agent.Param{
				{Name: "seer goes for", Value: "a living werewolf it found, else a rival", Source: "section 7.1.1"},
				{Name: "possessed goes for", Value: "the likely seer; nobody if it found only a werewolf; else anybody", Source: "section 7.1.2"},
				{Name: "werewolf goes for", Value: "a claimant of a power of the village, else anybody; no ally", Source: "section 7.1.3"},
			},
			Think: (*state).aim, Tell: (*state).tellCall, Target: (*state).against, Urgent: (*state).call, Out: (*state).record,
		},
		{
			Name: "whisper", Does: "talks among werewolves, and tells allies who claims to be seer or medium, with the words, once each", Reads: "claims, whispers",
			Writes: "whisper", Tasks: "word", Source: "section 6.2, appendix A.10",
			Params: []agent.Param{agent.Number("quote", "characters of a claim that is passed on to allies", 60, 0, 1000, "ours")},
			Think:  (*state).alone, Tell: (*state).tellNews, Out: (*state).pass,
		},
		{
			Name: "vote", Does: "votes: the reason, then the player", Reads: "own call, announcement, suspicion", Writes: "vote", Tasks: "choose-target",
			Source: "section 6.1, appendix A.5", Choose: (*state).vote,
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
			Name: "talk", Silent: true, Fixed: true, Does: "makes the utterance: content, and whom to address with what", Reads: "all of the above, history", Writes: "utterance", Tasks: "word",
			Source: "section 6.1, appendix A.4", Tell: (*state).command,
		},
	},
}
