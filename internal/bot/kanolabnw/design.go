package kanolabnw

import (
	"strconv"

	"wolfden/internal/bot/agent"
)

// Design describes what the player is made of.
func Design() agent.Design {
	return agent.Design{
		Name:  "kanolab-nw",
		Paper: "Watanabe and Kano: Influence of Utterance Impressions on Decision-Making in LLM-to-LLM Discussions (AIWolfDial 2025)",
		Modules: []agent.Module{
			{
				Name: "character", Does: "extends the character settings: name, age, gender and personality to richer ones", Reads: "profile",
				Writes: "character", Tasks: "expand-character", Source: "section 6.1",
			},
			{Name: "traits", Silent: true, Does: "adds the character's traits to utterances", Reads: "character", Writes: "part of the prompt for words", Source: "section 6.1"},
			{
				Name: "extraction", Does: "takes claims of roles and results out of the talk", Reads: "new utterances", Writes: "claims with speaker, number and words",
				Tasks: "extract-claims", Source: "section 6.1, appendix A.9",
			},
			{
				Name: "patterns", Does: "makes the patterns of roles that the claims leave", Reads: "claims, deaths, own results", Writes: "sentences; who is no suspect any more",
				Source: "section 6.1, appendix A.9", Params: []agent.Param{{Name: "characters in a prompt", Value: strconv.Itoa(patternsBudget), Source: "ours"}},
			},
			{
				Name: "summary", Does: "sums up talk that no longer fits", Reads: "old summary, history", Writes: "new summary", Tasks: "summarise", Source: "section 6.1, appendix A.7",
				Params: []agent.Param{{Name: "tokens of history", Value: strconv.Itoa(historyBudget), Source: "ours; the paper has a budget of tokens"}},
			},
			{
				Name: "fake-divination", Does: "lets the possessed name a likely seer and a likely werewolf with reasons, and makes its result of them",
				Reads: "claims, patterns", Writes: "guess, invented result", Tasks: "choose-target", Source: "section 6.1, appendix A.6.2",
			},
			{
				Name: "inducement", Does: "ends the day of seer, possessed and werewolf with a call to vote for one player", Reads: "role, results, claims, guess",
				Writes: "utterance, vote", Tasks: "word", Source: "section 7",
				Params: []agent.Param{
					{Name: "seer goes for", Value: "a living werewolf it found, else a rival", Source: "section 7.1.1"},
					{Name: "possessed goes for", Value: "the likely seer; nobody if it found only a werewolf; else anybody", Source: "section 7.1.2"},
					{Name: "werewolf goes for", Value: "a claimant of a power of the village, else anybody; no ally", Source: "section 7.1.3"},
				},
			},
			{
				Name: "whisper", Does: "talks among werewolves, and tells allies who claims to be seer or medium, with the words, once each", Reads: "claims, whispers",
				Writes: "whisper", Tasks: "word", Source: "section 6.2, appendix A.10", Params: []agent.Param{{Name: "characters of a quotation", Value: strconv.Itoa(quoteLength), Source: "ours"}},
			},
			{Name: "vote", Does: "votes: the reason, then the player", Reads: "own call, announcement, suspicion", Writes: "vote", Tasks: "choose-target", Source: "section 6.1, appendix A.5"},
			{Name: "divine", Does: "divines the likeliest werewolf without a result", Reads: "patterns", Writes: "choice", Tasks: "choose-target", Source: "section 6.1"},
			{
				Name: "target", Does: "chooses whom to attack or to guard: two functions that work alike", Reads: "whispers, claims, patterns", Writes: "choice", Tasks: "choose-target",
				Source: "section 6.1",
			},
			{
				Name: "talk", Silent: true, Fixed: true, Does: "makes the utterance: content, and whom to address with what", Reads: "all of the above, history", Writes: "utterance", Tasks: "word",
				Source: "section 6.1, appendix A.4",
			},
		},
	}
}
