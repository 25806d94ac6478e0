package personality

import (
	"embed"

	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec { return []task.Spec{personalityTask} }

//go:embed prompts testdata/infer-personality.json variables.txt
var files embed.FS

// traitText lists what profiles say of somebody, by the pole that it speaks for.
//
//go:embed traits.txt
var traitText string

// InferPersonalityIn asks what a profile says about a personality.
type InferPersonalityIn struct {
	Name    string `json:"name,omitempty"`
	Profile string `json:"profile"`
}

// Poles holds the eight values of the Myers-Briggs types, each from 0 to 1. The two of a pair are estimated
// separately and need not sum to 1 (yharada 2025, section 3.4.3 and appendix B).
type Poles struct {
	Extroversion float64 `json:"extroversion" jsonschema:"0 to 1: seeks company and speaks out"`
	Introversion float64 `json:"introversion" jsonschema:"0 to 1: keeps to itself and reflects"`
	Sensing      float64 `json:"sensing" jsonschema:"0 to 1: looks at facts and details"`
	Intuition    float64 `json:"intuition" jsonschema:"0 to 1: looks at ideas and possibilities"`
	Thinking     float64 `json:"thinking" jsonschema:"0 to 1: decides by logic"`
	Feeling      float64 `json:"feeling" jsonschema:"0 to 1: decides by sympathy"`
	Judging      float64 `json:"judging" jsonschema:"0 to 1: plans and keeps order"`
	Perceiving   float64 `json:"perceiving" jsonschema:"0 to 1: takes things as they come"`
}

// Pole is a value of a personality by the name of its property.
type Pole struct {
	Name  string
	Value *float64
}

// pairs are the values by opposites.
func (p *Poles) pairs() [][2]Pole {
	return [][2]Pole{
		{{"extroversion", &p.Extroversion}, {"introversion", &p.Introversion}},
		{{"sensing", &p.Sensing}, {"intuition", &p.Intuition}},
		{{"thinking", &p.Thinking}, {"feeling", &p.Feeling}},
		{{"judging", &p.Judging}, {"perceiving", &p.Perceiving}},
	}
}

var personalityTask = task.New(files, task.Definition[InferPersonalityIn, Poles]{
	About: task.About{
		Name: "infer-personality", Summary: "estimate the eight values of the Myers-Briggs types from a profile", Tokens: 200, Heat: 0,
		Source: "yharada 2025: macro-belief",
	},
	Rule:  func(in *InferPersonalityIn) Poles { return byTraits(in.Profile) },
	Mends: func(_ *InferPersonalityIn, out *Poles) string { return OutOfHundred(out.parts()) },
	Check: func(_ *InferPersonalityIn, out *Poles) error { return InRange(out.parts()) },
})

// parts are the values one after the other.
func (p *Poles) parts() (list []Pole) {
	for _, pair := range p.pairs() {
		list = append(list, pair[0], pair[1])
	}
	return list
}

// OutOfHundred brings numbers that were asked for from 0 to 1, and came as percentages, to that: where the largest is over 10
// and none over 100. Up to 10 they may be points of ten as well.
func OutOfHundred(poles []Pole) (repaired string) {
	const least, most = 10, 100
	largest := 0.0
	for _, p := range poles {
		if largest = max(largest, *p.Value); *p.Value > 0 && *p.Value < 1 {
			return "" // some are out of one, and some of something else
		}
	}
	if !(largest > least && largest <= most) {
		return ""
	}
	for _, p := range poles {
		*p.Value /= most
	}
	return task.RepairedPercent
}

// byTraits counts the words of each pole in a profile. Without any, both poles of a pair are one half.
func byTraits(profile string) (p Poles) {
	found := task.ReadWords(traitText).Count(profile)
	for _, pair := range p.pairs() {
		a, b := found[pair[0].Name], found[pair[1].Name]
		*pair[0].Value = float64(2*a+1) / float64(2*a+2*b+2)
		*pair[1].Value = 1 - *pair[0].Value
	}
	return p
}

// InRange refuses numbers that are not from 0 to 1.
func InRange(poles []Pole) error {
	for _, p := range poles {
		if !(*p.Value >= 0 && *p.Value <= 1) {
			return task.Breaks(task.BreachAskedElse, "out-of-range", "part", task.Said(p.Name), "value", *p.Value)
		}
	}
	return nil
}
