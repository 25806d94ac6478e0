// Package design describes what a player is made of.
//
// The law of the package: it is words for readers and decides nothing; a player whose design says otherwise than its code has a
// fault.
package design

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Design describes a system: what it is made of and where that comes from.
type Design struct {
	Name    string   `json:"name"`
	Paper   string   `json:"paper"` // authors, title, where it appeared
	Modules []Module `json:"modules"`
}

// Module is one box of a paper's figure. What it finds is noted under its name, in lower case.
type Module struct {
	Name   string  `json:"name"`
	Does   string  `json:"does"` // one sentence
	Reads  string  `json:"reads,omitempty"`
	Writes string  `json:"writes,omitempty"`
	Tasks  string  `json:"tasks,omitempty"`  // of a model, by name
	Source string  `json:"source,omitempty"` // section, figure
	Params []Param `json:"params,omitempty"`
	// Silent marks what has nothing to note of its own: its work is the utterance or the prompt itself.
	Silent bool `json:"silent,omitempty"`
	// Fixed marks what cannot be taken out: nothing would be left.
	Fixed bool `json:"fixed,omitempty"`
}

// Param is a figure that a module works with.
type Param struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Source string `json:"source"` // where the paper has it, or "ours" where it has none
}

// Draw draws the modules, one under the other, with what flows between them.
func (d *Design) Draw(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", d.Name, d.Paper)
	for i, m := range d.Modules {
		if i > 0 {
			b.WriteString("        |\n")
		}
		fmt.Fprintf(&b, "\n  [ %s ]  %s\n", m.Name, m.Does)
		for _, row := range [][2]string{{"reads", m.Reads}, {"writes", m.Writes}, {"model", m.Tasks}, {"source", m.Source}} {
			if row[1] != "" {
				fmt.Fprintf(&b, "      %-7s %s\n", row[0], row[1])
			}
		}
		for _, p := range m.Params {
			fmt.Fprintf(&b, "      %-7s %s = %s (%s)\n", "with", p.Name, p.Value, p.Source)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Has reports whether a module of that name stands in the design.
func (d *Design) Has(module string) bool {
	return slices.ContainsFunc(d.Modules, func(m Module) bool { return m.Name == module })
}
