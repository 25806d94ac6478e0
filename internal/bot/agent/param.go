package agent

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Param is a value that a module works with. One with bounds is a number that a user may set, by a name that is the
// only one of its system.
type Param struct {
	Name   string  `json:"name"`
	Means  string  `json:"means,omitempty"`
	Value  string  `json:"value"`  // unless the user says otherwise
	Source string  `json:"source"` // where the paper gives it, or "ours" where it does not
	Min    float64 `json:"min,omitempty"`
	Max    float64 `json:"max,omitempty"`
	Sized  *Share  `json:"sized,omitempty"` // of one that follows the model's window; Value is that of the usual window
}

// Share is a part of the tokens in the window of a model, between two bounds.
type Share struct {
	Part  int `json:"part"` // one in so many
	Least int `json:"least"`
	Most  int `json:"most"`
}

// usualWindow is what a window that nobody knows counts as.
const usualWindow = 16_384

// Of returns the share of a window; 0 is one that nobody knows.
func (s *Share) Of(window int) int {
	return min(max(cmp.Or(window, usualWindow)/s.Part, s.Least), s.Most)
}

// Number returns a parameter that a user may set between two bounds.
func Number(name, means string, value, least, most float64, source string) Param {
	return Param{Name: name, Means: means, Value: strconv.FormatFloat(value, 'g', -1, 64), Source: source, Min: least, Max: most}
}

// Sized returns a parameter that follows the window of the player's model unless the user sets it.
func Sized(name, means string, of Share, source string) Param {
	p := Number(name, means, float64(of.Of(0)), float64(min(of.Least, 100)), 1_000_000, source)
	p.Sized = &of
	return p
}

// Settable reports whether a user may set the parameter.
func (p *Param) Settable() bool { return p.Min < p.Max }

// String returns the parameter on one line.
func (p *Param) String() string {
	text := p.Name + " = " + p.Value
	if p.Means != "" {
		text += ", " + p.Means
	}
	if s := p.Sized; s != nil {
		text += fmt.Sprintf("; with a model whose window is known, 1/%d of its tokens, %d to %d", s.Part, s.Least, s.Most)
	}
	if p.Settable() {
		text += fmt.Sprintf(" (%s; %g to %g)", p.Source, p.Min, p.Max)
	} else {
		text += " (" + p.Source + ")"
	}
	return text
}

// Settable are the parameters that a user may set.
func (d *Design) Settable() (list []Param) {
	for i := range d.Modules {
		for _, p := range d.Modules[i].Params {
			if p.Settable() {
				list = append(list, p)
			}
		}
	}
	return list
}

// Values are those of all parameters that a user may set, as set. It fails where one is set that the design does not have,
// or not within its bounds.
func (d *Design) Values(set map[string]float64) (map[string]float64, error) {
	return d.ValuesWithin(0, set)
}

// ValuesWithin is Values for a model with a window of so many tokens, 0 where nobody knows: what is not set and follows the
// window is as the window has it.
func (d *Design) ValuesWithin(window int, set map[string]float64) (map[string]float64, error) {
	all, list := map[string]float64{}, d.Settable()
	var known []string
	for i := range list {
		p := &list[i]
		known = append(known, p.String())
		all[p.Name], _ = strconv.ParseFloat(p.Value, 64) // made by Number
		if p.Sized != nil {
			all[p.Name] = float64(p.Sized.Of(window))
		}
		if value, is := set[p.Name]; is {
			if all[p.Name] = value; !(value >= p.Min && value <= p.Max) { // nor is what is no number
				return nil, fmt.Errorf("%s: %s cannot be %g: %s", d.Name, p.Name, value, p.String())
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if _, is := all[name]; !is {
			return nil, fmt.Errorf("%s has no parameter %q (it has: %s)", d.Name, name, cmp.Or(strings.Join(known, "; "), "none"))
		}
	}
	return all, nil
}
