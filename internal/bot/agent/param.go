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
}

// Number returns a parameter that a user may set between two bounds.
func Number(name, means string, value, least, most float64, source string) Param {
	return Param{Name: name, Means: means, Value: strconv.FormatFloat(value, 'g', -1, 64), Source: source, Min: least, Max: most}
}

// Settable reports whether a user may set the parameter.
func (p *Param) Settable() bool { return p.Min < p.Max }

// String returns the parameter on one line.
func (p *Param) String() string {
	text := p.Name + " = " + p.Value
	if p.Means != "" {
		text += ", " + p.Means
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
	all, list := map[string]float64{}, d.Settable()
	var known []string
	for i := range list {
		p := &list[i]
		known = append(known, p.String())
		all[p.Name], _ = strconv.ParseFloat(p.Value, 64) // made by Number
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
