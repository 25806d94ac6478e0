package bdi

import (
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec {
	return []task.Spec{macroDesireTask, policiesTask, microDesireTask, microIntentionTask, credibilityTask}
}

// MacroDesireIn asks, before the game, what a player of some personality will want in one situation (yharada 2025, section
// 3.4.7 and appendix A.2).
type MacroDesireIn struct {
	Scene     scene.Scene      `json:"scene"`     // without anything said
	Situation task.Option      `json:"situation"` // of the bank, with when it applies and its ways for the role
	Behavior  []task.Indicator `json:"behavior_tendency,omitempty"`
	Desire    []task.Indicator `json:"desire_tendency,omitempty"`
}

// Situations returns the situation in the form that a template needs.
func (in *MacroDesireIn) Situations() []task.Option { return []task.Option{in.Situation} }

// MacroDesire is what the player wants in the situation. Placeholder stands in Final for whom it believes least when that comes.
type MacroDesire struct {
	Reasons string `json:"reasons" jsonschema:"what in the personality leads to it, in a few steps"`
	Final   string `json:"final" jsonschema:"what the player wants in this situation, in one sentence"`
}

// Placeholder stands in texts of the bank, and in what is made of them, for the player believed least.
const Placeholder = "{t}"

var macroDesireTask = task.New(files, task.Definition[MacroDesireIn, MacroDesire]{
	About: task.About{
		Name: "macro-desire", Summary: "infer before the game what the player wants in a situation, by its role and personality", Tokens: 350, Heat: 0.5,
		Source: "yharada 2025: macro-desire",
	},
	Rule: func(in *MacroDesireIn) (out MacroDesire) {
		if len(in.Situation.Advice) > 0 {
			out.Final = in.Situation.Advice[0]
		}
		return out
	},
	Mends: func(_ *MacroDesireIn, out *MacroDesire) string {
		out.Final = task.OneLine(out.Final)
		for _, end := range task.SentenceEnds(out.Final) {
			const words, letters = 3, 6 // fewer are a number or a title before a name
			first := out.Final[:end]
			if strings.TrimSpace(out.Final[end:]) != "" && (len(strings.Fields(first)) >= words || utf8.RuneCountInString(first) >= letters && strings.HasSuffix(first, "。")) {
				out.Final = first
				return task.RepairedCut
			}
		}
		return ""
	},
	Check: func(in *MacroDesireIn, out *MacroDesire) error {
		if strings.Trim(out.Final, " .!?」』\"'。！？") == "" {
			return task.Breaks(task.BreachEmpty, "no-final")
		}
		for _, name := range task.Others(&in.Scene) {
			if strings.Contains(out.Final, name) {
				return task.Breaks(task.BreachStranger, "named-early", "name", name, "placeholder", Placeholder)
			}
		}
		return nil
	},
})

// PoliciesIn asks, before the game, how the player will go about it (yharada 2025, appendix A.5, macro plan).
type PoliciesIn struct {
	Scene    scene.Scene      `json:"scene"` // without anything said
	Behavior []task.Indicator `json:"behavior_tendency,omitempty"`
	Desire   []task.Indicator `json:"desire_tendency,omitempty"`
	Usual    Policies         `json:"usual,omitzero"` // of the role, for the rule; no model sees it
}

// Policies are a player's strategy and how it goes about five things.
type Policies struct {
	Summary    string `json:"strategy_summary" jsonschema:"the strategy for the whole game in one sentence"`
	CO         string `json:"co_policy" jsonschema:"whether and when to come out, as what; at most 50 characters"`
	Results    string `json:"results_policy" jsonschema:"how to deal with results, one sentence"`
	Analysis   string `json:"analysis_policy" jsonschema:"how to judge what others say, one sentence"`
	Persuasion string `json:"persuasion_policy" jsonschema:"how to win others over, one sentence"`
	Vote       string `json:"vote_policy" jsonschema:"how to vote, one sentence"`
}

var policiesTask = task.New(files, task.Definition[PoliciesIn, Policies]{
	About: task.About{
		Name: "policies", Summary: "set before the game a strategy and the policies for claims, results, analysis, persuasion and votes", Tokens: 400, Heat: 0.5,
		Source: "yharada 2025: macro plan",
	},
	Rule: func(in *PoliciesIn) Policies { return in.Usual },
	Check: func(in *PoliciesIn, out *Policies) error {
		for _, part := range []*string{&out.Summary, &out.CO, &out.Results, &out.Analysis, &out.Persuasion, &out.Vote} {
			if *part = task.OneLine(*part); *part == "" {
				return task.Breaks(task.BreachEmpty, "policy-empty")
			}
			for _, name := range task.Others(&in.Scene) {
				if strings.Contains(*part, name) {
					return task.Breaks(task.BreachStranger, "policy-names", "name", name)
				}
			}
		}
		return nil
	},
})

// Stages returns the stages of a discussion in their usual order (yharada 2025, section 3.5.3). The slice is the
// caller's.
func Stages() []string {
	return []string{"self_introduction", "information_sharing", "reasoning_analysis", "discussion_persuasion", "voting_decision"}
}

// MicroDesireIn asks what the next utterance is for (yharada 2025, section 3.5.3 and appendix A.5). What is not the game's is the
// player's own: whom to answer has been chosen, and whom it may name.
type MicroDesireIn struct {
	Scene scene.Scene `json:"scene"` // without its talk, which Records replace

	Stages []string `json:"stages"`           // the allowed ones of Stages()
	Barred []string `json:"barred,omitempty"` // the last two used
	Force  string   `json:"force,omitempty"`  // the stage that it must be, "" for none

	Known     []string `json:"known,omitempty"`     // the micro-belief, a sentence each
	Negatives []string `json:"negatives,omitempty"` // how often was spoken against whom, the total first
	LowTrust  []string `json:"low_trust,omitempty"` // players who are believed less than at first
	Targets   []string `json:"targets,omitempty"`   // players who may be named
	Forced    []string `json:"forced,omitempty"`    // those of them that it must be about, where there are any
	Unnamed   []string `json:"unnamed,omitempty"`   // players who must not be named
	Cleared   []string `json:"cleared,omitempty"`   // players whom the player found human itself: nothing is said against them

	Tendencies []task.Indicator `json:"desire_tendency,omitempty"`
	Plan       Policies         `json:"plan,omitzero"`
	Goal       string           `json:"goal,omitempty"`  // the macro-desire of the situation at hand
	When       string           `json:"when,omitempty"`  // that situation
	Items      []string         `json:"items,omitempty"` // the macro-desires of other situations, a sentence each

	Records       []task.Record `json:"records,omitempty"`        // the last five
	Own           []string      `json:"own,omitempty"`            // what the player itself said
	Selected      task.Record   `json:"selected,omitzero"`        // the utterance to answer; the zero Record is none
	SelectedKnown []string      `json:"selected_known,omitempty"` // the micro-belief of its speaker
	// Suggested is what the rules would want; no model sees it. Where its stage is not allowed, the task's rule takes the first
	// allowed stage.
	Suggested MicroDesire `json:"suggested"`
}

// Answered returns the selected record in the form that a template needs.
func (in *MicroDesireIn) Answered() []task.Record { return []task.Record{in.Selected} }

// MicroDesire is the purpose of the next utterance.
type MicroDesire struct {
	Stage   string `json:"discussion_stage" jsonschema:"stage of the discussion"`
	Desire  string `json:"current_desire" jsonschema:"aim of the next utterance, one or two sentences, no direct speech"`
	Content string `json:"content" jsonschema:"plan for the answer to the selected utterance, one or two sentences, no direct speech; empty if none is selected"`
}

var microDesireTask = task.New(files, task.Definition[MicroDesireIn, MicroDesire]{
	Enums: map[string][]string{"discussion_stage": Stages()},
	About: task.About{
		Name: "micro-desire", Summary: "choose the stage of the discussion, the aim of the next utterance, and how to answer the selected one", Tokens: 300, Heat: 0.4,
		Source: "yharada 2025: micro-desire",
	},
	Rule: func(in *MicroDesireIn) MicroDesire {
		out := in.Suggested
		if in.Force != "" {
			out.Stage = in.Force
		}
		if !slices.Contains(in.Stages, out.Stage) && len(in.Stages) > 0 {
			out.Stage = in.Stages[0]
		}
		if in.Selected.From == "" {
			out.Content = ""
		}
		return out
	},
	Lists: func(in *MicroDesireIn) map[string][]string {
		return map[string][]string{"discussion_stage": in.allowed()}
	},
	Check: checkMicroDesire,
})

// allowed are the stages that may be chosen.
func (in *MicroDesireIn) allowed() []string {
	if in.Force != "" {
		return []string{in.Force}
	}
	return in.Stages
}

func checkMicroDesire(in *MicroDesireIn, out *MicroDesire) error {
	allowed := in.allowed()
	switch out.Desire = task.OneLine(out.Desire); {
	case out.Desire == "":
		return task.Breaks(task.BreachEmpty, "no-aim")
	case in.Selected.From == "":
		out.Content = ""
	case strings.TrimSpace(out.Content) == "":
		return task.Breaks(task.BreachEmpty, "no-plan-for-answer", "name", in.Selected.From)
	}
	may := append(slices.Clone(in.Targets), in.Selected.From)
	if len(in.Forced) > 0 {
		may = append(slices.Clone(in.Forced), in.Selected.From)
	}
	for _, name := range task.Others(&in.Scene) {
		named := strings.Contains(out.Desire, name) || strings.Contains(out.Content, name)
		if named && (slices.Contains(in.Unnamed, name) || !slices.Contains(may, name)) {
			return task.Breaks(task.BreachStranger, "not-to-be-named", "name", name, "allowed", task.Listed(may))
		}
	}
	return task.OneOf(out.Stage, allowed)
}

// MicroIntentionIn asks for the outline of the next utterance (yharada 2025, section 3.5.4 and appendix A.6).
type MicroIntentionIn struct {
	Scene      scene.Scene      `json:"scene"` // without its talk
	Desire     MicroDesire      `json:"desire"`
	Duty       string           `json:"duty,omitempty"` // of the role
	Plan       Policies         `json:"plan,omitzero"`
	Tendencies []task.Indicator `json:"tendencies,omitempty"` // of behavior and desire
	Known      []string         `json:"known,omitempty"`      // credibility and liking of each of the others, a sentence each
	// Record is the utterance to answer; the zero Record is none.
	Record    task.Record    `json:"record,omitzero"`
	Suggested MicroIntention `json:"suggested"` // no model sees it
}

// Answered returns the record in the form that a template needs.
func (in *MicroIntentionIn) Answered() []task.Record { return []task.Record{in.Record} }

// Goal is the aim, as brief as in the paper: in at most MaxIntention characters.
func (in *MicroIntentionIn) Goal() string { return task.Cut(in.Desire.Desire, MaxIntention) }

// COPolicy is the policy for coming out in at most 50 characters.
func (in *MicroIntentionIn) COPolicy() string { return task.Cut(in.Plan.CO, 50) }

// Strategy is the plan's summary in at most 200 characters.
func (in *MicroIntentionIn) Strategy() string { return task.Cut(in.Plan.Summary, 200) }

// MicroIntention is the outline of an utterance. Each part has at most MaxIntention characters.
type MicroIntention struct {
	Consist string `json:"consist" jsonschema:"how the utterance is built, at most 60 characters"`
	Content string `json:"content" jsonschema:"what it says, at most 60 characters"`
}

// MaxIntention is the largest number of characters in a part of an intention (yharada 2025, section 3.5.4).
const MaxIntention = 60

var microIntentionTask = task.New(files, task.Definition[MicroIntentionIn, MicroIntention]{
	About: task.About{
		Name: "micro-intention", Summary: "outline the next utterance: how it is built and what it says", Tokens: 200, Heat: 0.5,
		Source: "yharada 2025: micro-intention",
	},
	Rule: func(in *MicroIntentionIn) MicroIntention {
		return MicroIntention{Consist: task.Cut(in.Suggested.Consist, MaxIntention), Content: task.Cut(in.Suggested.Content, MaxIntention)}
	},
	Mends: func(_ *MicroIntentionIn, out *MicroIntention) string {
		return task.Shortened(task.Cut, MaxIntention, &out.Consist, &out.Content)
	},
	Check: func(_ *MicroIntentionIn, out *MicroIntention) error {
		return task.Needed(out.Content, "intention-empty")
	},
})

// CredibilityIn asks how good an utterance is by itself.
type CredibilityIn struct {
	Scene scene.Scene `json:"scene"` // without its talk
	Line  scene.Line  `json:"line"`
	Known []string    `json:"known,omitempty"` // what speaks for or against it, a sentence each
	Heard Credibility `json:"heard"`           // what the rules think
}

// Lines returns the line in the form that a template needs.
func (in *CredibilityIn) Lines() []scene.Line { return []scene.Line{in.Line} }

// Credibility holds four measures of an utterance, each from 0 to 1, the higher the better (yharada 2025, appendix
// A.4).
type Credibility struct {
	LogicalConsistency    float64 `json:"logical_consistency" jsonschema:"0 to 1: its parts fit together, and to what is known"`
	SpecificityAndDetail  float64 `json:"specificity_and_detail" jsonschema:"0 to 1: it names players, events and reasons"`
	IntuitiveDepth        float64 `json:"intuitive_depth" jsonschema:"0 to 1: it sees what is not obvious"`
	ClarityAndConciseness float64 `json:"clarity_and_conciseness" jsonschema:"0 to 1: it is clear and short"`
}

func (c *Credibility) parts() []personality.Pole {
	return []personality.Pole{
		{Name: "logical_consistency", Value: &c.LogicalConsistency}, {Name: "specificity_and_detail", Value: &c.SpecificityAndDetail},
		{Name: "intuitive_depth", Value: &c.IntuitiveDepth}, {Name: "clarity_and_conciseness", Value: &c.ClarityAndConciseness},
	}
}

var credibilityTask = task.New(files, task.Definition[CredibilityIn, Credibility]{
	About: task.About{
		Name: "credibility", Summary: "rate an utterance by four measures", Tokens: 150, Heat: 0,
		Source: "yharada 2025: micro-belief",
	},
	Rule:  func(in *CredibilityIn) Credibility { return in.Heard },
	Mends: func(_ *CredibilityIn, out *Credibility) string { return personality.OutOfHundred(out.parts()) },
	Check: func(_ *CredibilityIn, out *Credibility) error { return personality.InRange(out.parts()) },
})
