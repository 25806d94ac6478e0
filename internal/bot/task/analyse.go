package task

import (
	"cmp"
	"slices"
	"strings"

	"wolfden/internal/bot/scene"
)

// Suspect is a player that may be a werewolf.
type Suspect struct {
	Name    string   `json:"name" jsonschema:"as in the game"`
	Score   float64  `json:"score" jsonschema:"how likely a werewolf, from 0 to 1"`
	Reasons []string `json:"reasons" jsonschema:"a short sentence each"`
}

// AnalyseIn asks for an analysis of the game before an answer.
type AnalyseIn struct {
	// Scene.Talks and Scene.Whispers are shown as they are; leave out what Summary covers.
	Scene   scene.Scene `json:"scene"`
	Summary string      `json:"summary,omitempty"`
	Notes   []string    `json:"notes,omitempty"` // what the rules understood, a sentence each
	// Suspects are the rules' suspects, in any order.
	Suspects []Suspect `json:"suspects,omitempty"`
}

// Analysis is an analysis of the game.
type Analysis struct {
	Analysis string    `json:"analysis" jsonschema:"the reading, step by step"`
	Suspects []Suspect `json:"suspects" jsonschema:"the most likely first"`
}

func analyse() (*definition[AnalyseIn, Analysis], map[string][]string) {
	return &definition[AnalyseIn, Analysis]{
		about: About{
			Name: "analyse", Summary: "read the situation step by step: what is asked, what is known, what was said", Tokens: 700, Heat: 0.3,
			Source: "UEC-IL 2024: reasoning; Character-Lab 2025: role inference",
		},
		rule: analyseByRule,
		lists: func(in *AnalyseIn) map[string][]string {
			return map[string][]string{"suspects.name": in.Scene.Living()}
		},
		mends: func(_ *AnalyseIn, out *Analysis) string {
			scores := make([]*float64, len(out.Suspects))
			for i := range out.Suspects {
				scores[i] = &out.Suspects[i].Score
			}
			return outOfHundred(scores...)
		},
		check: checkAnalysis,
	}, nil
}

func analyseByRule(in *AnalyseIn) Analysis {
	out := Analysis{Suspects: ranked(in.Suspects)}
	text := slices.Clone(in.Notes)
	for _, s := range out.Suspects {
		text = append(text, s.Name+": "+strings.Join(s.Reasons, " "))
	}
	out.Analysis = strings.Join(text, "\n")
	return out
}

// ranked returns the suspects by score, the highest first; equals keep their order.
func ranked(suspects []Suspect) []Suspect {
	suspects = slices.Clone(suspects)
	slices.SortStableFunc(suspects, func(a, b Suspect) int { return cmp.Compare(b.Score, a.Score) })
	return suspects
}

// checkAnalysis drops the suspects that the player cannot suspect.
func checkAnalysis(in *AnalyseIn, out *Analysis) error {
	if strings.TrimSpace(out.Analysis) == "" {
		return breaks(breachEmpty, "analysis-empty")
	}
	living := in.Scene.Living()
	seen := map[string]bool{}
	for i, s := range out.Suspects {
		if err := inRange([]pole{{s.Name, &out.Suspects[i].Score}}); err != nil {
			return err
		}
	}
	out.Suspects = ranked(slices.DeleteFunc(out.Suspects, func(s Suspect) bool {
		drop := seen[s.Name] || !slices.Contains(living, s.Name)
		seen[s.Name] = true
		return drop
	}))
	return nil
}
