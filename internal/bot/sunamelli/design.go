package sunamelli

import (
	"strconv"

	"wolfden/internal/bot/agent"
)

// Design describes what the player is made of.
func Design() agent.Design {
	const overview = "overview of AIWolfDial 2025, section 3.6"
	return agent.Design{
		Name:  "sunamelli",
		Paper: "Natsuori, Kamada, Kamiyama, Nakanishi (TOPPAN Holdings): sunamelli, in the overview of AIWolfDial 2025",
		Modules: []agent.Module{
			{
				Name: "phases", Does: "tells introduction, discussion, encouraging, voting and the night apart; prompts differ by it", Reads: "day, turns left, who is quiet",
				Writes: "phase", Source: overview + "; one model serves all phases here",
				Params: []agent.Param{
					{Name: "utterances of weight of the quiet", Value: strconv.Itoa(fewWords), Source: "ours"}, {Name: "late turns", Value: strconv.Itoa(lateTurns), Source: "ours"},
				},
			},
			{
				Name: "strategy", Does: "makes a conversational strategy", Reads: "role, log, phase", Writes: "strategy", Tasks: "choose-strategy, choose-target", Source: overview,
				Params: []agent.Param{{Name: "trust of whom to stand up for", Value: strconv.Itoa(trusted), Source: "ours"}},
			},
			{Name: "conversation", Silent: true, Does: "words the utterance without seeing the log", Reads: "strategy", Writes: "utterance", Tasks: "word", Source: overview},
			{
				Name: "terminology", Silent: true, Does: "says bite for attack and vote out for execute in prompts, and understands it in answers", Reads: "every prompt and answer",
				Writes: "the same in other words", Source: overview + ": safety filters",
			},
		},
	}
}
