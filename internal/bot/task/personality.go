package task

import (
	_ "embed"
)

// traitText lists what profiles say of somebody, by the pole that it speaks for.
//
//go:embed traits.txt
var traitText string

// InferPersonalityIn asks what a profile says about a personality.
type InferPersonalityIn struct {
	Name    string `json:"name,omitempty"`
	Profile string `json:"profile"`
}

// Personality holds the eight values of the Myers-Briggs types, each from 0 to 1. The two of a pair are estimated
// separately and need not sum to 1 (yharada 2025, section 3.4.3 and appendix B).
type Personality struct {
	Extroversion float64 `json:"extroversion" jsonschema:"0 to 1: seeks company and speaks out"`
	Introversion float64 `json:"introversion" jsonschema:"0 to 1: keeps to itself and reflects"`
	Sensing      float64 `json:"sensing" jsonschema:"0 to 1: looks at facts and details"`
	Intuition    float64 `json:"intuition" jsonschema:"0 to 1: looks at ideas and possibilities"`
	Thinking     float64 `json:"thinking" jsonschema:"0 to 1: decides by logic"`
	Feeling      float64 `json:"feeling" jsonschema:"0 to 1: decides by sympathy"`
	Judging      float64 `json:"judging" jsonschema:"0 to 1: plans and keeps order"`
	Perceiving   float64 `json:"perceiving" jsonschema:"0 to 1: takes things as they come"`
}

// pole is a value of a personality by the name of its property.
type pole struct {
	name  string
	value *float64
}

// pairs are the values by opposites.
func (p *Personality) pairs() [][2]pole {
	return [][2]pole{
		{{"extroversion", &p.Extroversion}, {"introversion", &p.Introversion}},
		{{"sensing", &p.Sensing}, {"intuition", &p.Intuition}},
		{{"thinking", &p.Thinking}, {"feeling", &p.Feeling}},
		{{"judging", &p.Judging}, {"perceiving", &p.Perceiving}},
	}
}

func inferPersonality() (*definition[InferPersonalityIn, Personality], map[string][]string) {
	return &definition[InferPersonalityIn, Personality]{
		about: About{
			Name: "infer-personality", Summary: "estimate the eight values of the Myers-Briggs types from a profile", Tokens: 200, Heat: 0,
			Source: "yharada 2025: macro-belief",
		},
		rule:  func(in *InferPersonalityIn) Personality { return byTraits(in.Profile) },
		mends: func(_ *InferPersonalityIn, out *Personality) string { return outOfHundred(values(out.parts())...) },
		check: func(_ *InferPersonalityIn, out *Personality) error { return inRange(out.parts()) },
	}, nil
}

// parts are the values one after the other.
func (p *Personality) parts() (list []pole) {
	for _, pair := range p.pairs() {
		list = append(list, pair[0], pair[1])
	}
	return list
}

// values are where the numbers of some poles stand.
func values(poles []pole) (list []*float64) {
	for _, p := range poles {
		list = append(list, p.value)
	}
	return list
}

// outOfHundred brings numbers that were asked for from 0 to 1, and came as percentages, to that: where the largest is over 10
// and none over 100. Up to 10 they may be points of ten as well.
func outOfHundred(numbers ...*float64) (repaired string) {
	const least, most = 10, 100
	largest := 0.0
	for _, n := range numbers {
		if largest = max(largest, *n); *n > 0 && *n < 1 {
			return "" // some are out of one, and some of something else
		}
	}
	if !(largest > least && largest <= most) {
		return ""
	}
	for _, n := range numbers {
		*n /= most
	}
	return repairedPercent
}

// byTraits counts the words of each pole in a profile. Without any, both poles of a pair are one half.
func byTraits(profile string) (p Personality) {
	found := readWords(traitText).count(profile)
	for _, pair := range p.pairs() {
		a, b := found[pair[0].name], found[pair[1].name]
		*pair[0].value = float64(2*a+1) / float64(2*a+2*b+2)
		*pair[1].value = 1 - *pair[0].value
	}
	return p
}
