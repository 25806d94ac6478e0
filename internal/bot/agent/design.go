package agent

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Design describes a player: its modules and their sources. It is text for readers.
type Design struct {
	Name    string `json:"name"`
	Paper   string `json:"paper"` // authors, title, where it appeared
	Modules []Box  `json:"modules"`
	// Topics are those of notes that are no module's, of a player outside the frame.
	Topics []string `json:"topics,omitempty"`
}

// Box is a Module as it is described.
type Box struct {
	Name   string   `json:"name"`
	Does   string   `json:"does"`
	Reads  string   `json:"reads,omitempty"`
	Writes string   `json:"writes,omitempty"`
	Tasks  string   `json:"tasks,omitempty"`
	Source string   `json:"source,omitempty"`
	Params []Param  `json:"params,omitempty"`
	Silent bool     `json:"silent,omitempty"`
	Fixed  bool     `json:"fixed,omitempty"`
	Frame  string   `json:"frame,omitempty"`
	Holds  []string `json:"holds,omitempty"` // the functions that the module has
}

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

// Draw draws the modules one below the other, with the data that flows between them.
func (d *Design) Draw(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", d.Name, d.Paper)
	for i := range d.Modules {
		m := &d.Modules[i]
		if i > 0 {
			b.WriteString("        |\n")
		}
		fmt.Fprintf(&b, "\n  [ %s ]  %s\n", m.Name, m.Does)
		for _, row := range [][2]string{
			{"reads", m.Reads}, {"writes", m.Writes}, {"model", m.Tasks}, {"source", m.Source},
			{"by", cmp.Or(m.Frame, strings.Join(m.Holds, ", "))},
		} {
			if row[1] != "" {
				fmt.Fprintf(&b, "      %-7s %s\n", row[0], row[1])
			}
		}
		for _, p := range m.Params {
			fmt.Fprintf(&b, "      %-7s %s\n", "with", p.String())
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

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

// Has reports whether the design has a module of that name.
func (d *Design) Has(module string) bool {
	return slices.ContainsFunc(d.Modules, func(m Box) bool { return m.Name == module })
}

// Loose are the names of the modules that can be left out.
func (d *Design) Loose() (names []string) {
	for i := range d.Modules {
		if !d.Modules[i].Fixed {
			names = append(names, d.Modules[i].Name)
		}
	}
	return names
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

// Number returns the value of a parameter that a user may set, unless the user sets it; 0 if there is none.
func (d *Design) Number(name string) (value float64) {
	for _, p := range d.Settable() {
		if p.Name == name {
			value, _ = strconv.ParseFloat(p.Value, 64) // made by Number
		}
	}
	return value
}
