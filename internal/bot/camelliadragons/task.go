package camelliadragons

import (
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec { return []task.Spec{planTask} }

// MacroPlanIn asks for a plan for the days to come.
type MacroPlanIn struct {
	Scene      scene.Scene      `json:"scene"`
	Summary    string           `json:"summary,omitempty"`
	Strategy   string           `json:"strategy,omitempty"`
	Indicators []task.Indicator `json:"indicators,omitempty"` // of the player's personality
	Suggested  Plan             `json:"suggested,omitzero"`   // what the rules would do
}

// Plan is a plan for the rest of the game.
type Plan struct {
	Plan  string   `json:"plan" jsonschema:"the plan in one or two sentences"`
	Steps []string `json:"steps" jsonschema:"at most five, a short sentence each"`
}

// String returns the plan as text, a line for each step.
func (p Plan) String() string {
	return strings.Join(append([]string{p.Plan}, p.Steps...), "\n")
}

// maxSteps is how many steps of a plan are kept.
const maxSteps = 5

var planTask = task.New(files, task.Definition[MacroPlanIn, Plan]{
	About: task.About{
		Name: "macro-plan", Summary: "plan the rest of the game", Tokens: 500, Heat: 0.5,
		Source: "CamelliaDragons 2025: strategy building",
	},
	Shorten: func(in *MacroPlanIn, tokens int) bool { return task.Without(&in.Scene, tokens, &in.Summary) },
	Rule:    func(in *MacroPlanIn) Plan { return in.Suggested },
	Check: func(_ *MacroPlanIn, out *Plan) error {
		out.Steps = out.Steps[:min(len(out.Steps), maxSteps)]
		return task.Needed(out.Plan, "plan-empty")
	},
})
