package task

import (
	"strings"

	"wolfden/internal/bot/scene"
)

// SituationIn asks for an analysis of the situation before an answer (Qi and Inaba 2024, section 4.1).
type SituationIn struct {
	// Scene.Talks and Scene.Whispers are shown as they are.
	Scene scene.Scene `json:"scene"`
	// Invented are the results that a player who poses as the seer has made up.
	Invented []scene.Result `json:"invented,omitempty"`
	// Candidates are the players of whom the most threatening one is to be chosen, who should be voted out; empty where nobody is.
	Candidates []Candidate `json:"candidates,omitempty"`
	// Chosen is the player whom it has chosen before as the most threatening one, and goes on to speak against today.
	Chosen string   `json:"chosen,omitempty"`
	Facts  []string `json:"facts,omitempty"` // what the rules read in the situation, a sentence each; no model sees it
}

// Names are those of the candidates.
func (in *SituationIn) Names() (list []string) {
	for _, c := range in.Candidates {
		list = append(list, c.Name)
	}
	return list
}

// Situation is an analysis, with the player that threatens most where one was to be chosen.
type Situation struct {
	Analysis string `json:"analysis" jsonschema:"the analysis, step by step"`
	Target   string `json:"target" jsonschema:"name of the player who threatens you most, where you are asked for it; else empty"`
}

func situation() (*definition[SituationIn, Situation], map[string][]string) {
	return &definition[SituationIn, Situation]{
		about: About{
			Name: "situation", Summary: "analyse the situation step by step, and find who threatens most", Tokens: 1000, Heat: 0.3,
			Source: "sUper_IL 2024: situation analysis, voting target selection",
		},
		rule: func(in *SituationIn) Situation {
			out := targetByRule(&ChooseTargetIn{Candidates: in.Candidates})
			return Situation{Analysis: strings.Join(in.Facts, "\n"), Target: out.Target}
		},
		lists: func(in *SituationIn) map[string][]string {
			if len(in.Candidates) == 0 {
				return map[string][]string{"target": {""}}
			}
			return map[string][]string{"target": in.Names()}
		},
		check: func(in *SituationIn, out *Situation) error {
			if strings.TrimSpace(out.Analysis) == "" {
				return breaks(breachEmpty, "analysis-empty")
			}
			if len(in.Candidates) == 0 {
				out.Target = ""
				return nil
			}
			return oneOf(out.Target, in.Names())
		},
	}, nil
}
