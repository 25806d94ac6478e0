package characterlab

import (
	"strconv"

	"wolfden/internal/bot/agent"
)

// Design describes what the player is made of.
func Design() agent.Design {
	const overview = "overview of AIWolfDial 2025, section 3.3"
	return agent.Design{
		Name:  "Character-Lab",
		Paper: "Kerdthaisong, Pasin, Khlaisamniang, Vorathammathorn, in the overview of AIWolfDial 2025",
		Modules: []agent.Module{
			{
				Name: "inference", Does: "keeps a distribution over every player's role", Reads: "accusations, defences, votes, claims, results",
				Writes: "probabilities by role", Source: overview + ": probabilistic role inference",
			},
			{
				Name: "relations", Does: "tracks trust, suspicion and alliance between every pair", Reads: "words, votes", Writes: "relations",
				Source: overview + ": relationship tracking",
			},
			{
				Name: "manager", Does: "makes one state of both, which words and votes follow", Reads: "probabilities, relations", Writes: "target",
				Source: overview + ": game-state manager", Params: []agent.Param{
					{Name: "weight of the probability", Value: strconv.Itoa(certainty), Source: "ours"}, {Name: "weight of relations", Value: strconv.Itoa(warmth), Source: "ours"},
				},
			},
			{Name: "dialogue", Silent: true, Does: "words the utterance by the state", Reads: "state, draft", Writes: "utterance", Tasks: "word, choose-target", Source: overview},
		},
	}
}
