package superil

import (
	"cmp"
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec { return []task.Spec{situationTask} }

// SituationIn asks for an analysis of the situation before an answer (Qi and Inaba 2024, section 4.1).
type SituationIn struct {
	// Scene.Talks and Scene.Whispers are shown as they are.
	Scene scene.Scene `json:"scene"`
	// Invented are the results that a player who poses as the seer has made up.
	Invented []scene.Result `json:"invented,omitempty"`
	// Candidates are the players of whom the most threatening one is to be chosen, who should be voted out; empty where nobody is.
	Candidates []task.Candidate `json:"candidates,omitempty"`
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

var situationTask = task.New(files, task.Definition[SituationIn, Situation]{
	About: task.About{
		Name: "situation", Summary: "analyse the situation step by step, and find who threatens most", Tokens: 1000, Heat: 0.3,
		Source: "sUper_IL 2024: situation analysis, voting target selection",
	},
	Shorten: func(in *SituationIn, tokens int) bool { return task.Without(&in.Scene, tokens) },
	Rule: func(in *SituationIn) Situation {
		out := task.ChooseTarget.Rule(task.ChooseTargetIn{Candidates: in.Candidates})
		return Situation{Analysis: strings.Join(in.Facts, "\n"), Target: out.Target}
	},
	Lists: func(in *SituationIn) map[string][]string {
		if len(in.Candidates) == 0 {
			return map[string][]string{"target": {""}}
		}
		return map[string][]string{"target": in.Names()}
	},
	Check: func(in *SituationIn, out *Situation) error {
		empty := task.Needed(out.Analysis, "analysis-empty")
		if len(in.Candidates) == 0 {
			out.Target = ""
			return empty
		}
		return cmp.Or(empty, task.OneOf(out.Target, in.Names()))
	},
})
