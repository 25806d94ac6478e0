package kanolab

import (
	"strconv"

	"wolfden/internal/bot/agent"
)

// Design describes what the player is made of.
func Design() agent.Design {
	return agent.Design{
		Name:  "kanolab",
		Paper: "Watanabe and Kano: Werewolf Game Agent by Generative AI Incorporating Logical Information Between Players (AIWolfDial 2024)",
		Modules: []agent.Module{
			{
				Name: "character", Does: "settles who speaks and how", Reads: "profile", Writes: "character", Tasks: "expand-character",
				Source: "section 3.2, table 2: character settings",
			},
			{
				Name: "extraction", Does: "takes claims of roles and results out of the talk; drops what was not said that way", Reads: "new utterances",
				Writes: "claims with number, words and speaker", Tasks: "extract-claims", Source: "section 4.1",
			},
			{
				Name: "logic", Does: "concludes what follows from claims and from what is certain", Reads: "claims, deaths, own results", Writes: "four kinds of sentences",
				Source: "section 4.2, table 3", Params: []agent.Param{
					{Name: "characters in a prompt", Value: strconv.Itoa(logicBudget), Source: "ours"},
					{Name: "weight of certainty", Value: strconv.Itoa(certain), Source: "ours; as own results"},
					{Name: "weight of what every pattern has", Value: strconv.Itoa(supposed), Source: "ours"},
				},
			},
			{
				Name: "summary", Does: "sums up history that no longer fits", Reads: "old summary, history", Writes: "new summary", Tasks: "summarise",
				Source: "section 3.2, table 2: conversation summary",
				Params: []agent.Param{{Name: "tokens of history", Value: strconv.Itoa(historyBudget), Source: "ours; the paper has a budget of tokens"}},
			},
			{Name: "strategies", Silent: true, Does: "adds what is commonly known to be good play", Reads: "own role", Writes: "strategies", Source: "table 2: common strategies"},
			{Name: "examples", Silent: true, Does: "shows how players talk", Writes: "examples", Source: "table 2: examples talks"},
			{
				Name: "talk", Silent: true, Fixed: true, Does: "makes the utterance of the seven elements and logic", Reads: "all of the above, history", Writes: "utterance", Tasks: "word, choose-target",
				Source: "section 4.2.5",
			},
		},
	}
}
