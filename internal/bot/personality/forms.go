package personality

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed formulas.txt
var formulas string

// form is how one feature follows from those before it.
type form struct {
	name    string
	group   Group
	terms   []term
	divisor float64
}

type term struct {
	weight float64
	of     Feature
}

// forms are those of every feature, in the order of the constants. A line that cannot be read leaves its form without
// terms; the tests hold the table against one typed a second time.
var forms = sync.OnceValue(func() []form { return readForms(formulas) })

func readForms(text string) []form {
	list := make([]form, 0, numFeatures)
	group := Group("")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			group = Group(strings.Trim(line, "[]"))
		default:
			list = append(list, readForm(line, group, list))
		}
	}
	return list
}

func readForm(line string, group Group, before []form) form {
	name, sum, _ := strings.Cut(line, "=")
	f := form{name: strings.TrimSpace(name), group: group, divisor: 1}
	sum, divisor, divided := strings.Cut(sum, "/")
	if d, err := strconv.ParseFloat(strings.TrimSpace(divisor), 64); divided && err == nil {
		f.divisor = d
	}
	for part := range strings.SplitSeq(sum, "+") {
		words := strings.Fields(part)
		if len(words) != 2 {
			continue
		}
		weight, err := strconv.ParseFloat(words[0], 64)
		of, known := featureNamed(words[1], before)
		if err == nil && known {
			f.terms = append(f.terms, term{weight, of})
		}
	}
	return f
}

// featureNamed is the first feature of that name.
func featureNamed(name string, among []form) (Feature, bool) {
	for i := range among {
		if among[i].name == name {
			return Feature(i), true
		}
	}
	return 0, false
}

// value computes the form. The products are rounded one by one, so that every machine gets the same sum.
func (f *form) value(p *Personality) float64 {
	var sum float64
	for _, t := range f.terms {
		product := t.weight * p[t.of]
		sum += product
	}
	return sum / f.divisor
}

// Group is a named part of a personality.
type Group string

// The groups, named as in the paper.
const (
	Eight     Group = "mbti"
	Enneagram Group = "enneagram"
	Statement Group = "statement_bias"
	Trust     Group = "trust_tendency"
	Liking    Group = "liking_tendency"
	Desire    Group = "desire_tendency"
	Behavior  Group = "behavior_tendency"
)

// groups returns all groups in the paper's order. The slice is fresh.
func groups() []Group {
	return []Group{Eight, Enneagram, Statement, Trust, Liking, Desire, Behavior}
}

// Features returns the features of a group in the paper's order. The slice is fresh.
func (g Group) Features() (list []Feature) {
	for i, f := range forms() {
		if f.group == g {
			list = append(list, Feature(i))
		}
	}
	return list
}

// String returns the feature's name in the paper. Two behaviours have the same names as two of the eight values.
func (f Feature) String() string {
	if int(f) < len(forms()) {
		return forms()[f].name
	}
	return "feature " + strconv.Itoa(int(f))
}
