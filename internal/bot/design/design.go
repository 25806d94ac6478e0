// Package design describes what a player is made of.
//
// The law of the package: it is text for readers and decides nothing. Where a player's design and its code differ, the
// design is wrong.
package design

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Design describes a system: its modules and their sources.
type Design struct {
	Name    string   `json:"name"`
	Paper   string   `json:"paper"` // authors, title, where it appeared
	Modules []Module `json:"modules"`
}

// Module is one box of a paper's figure. Its findings are noted under its name in lower case.
type Module struct {
	Name   string  `json:"name"`
	Does   string  `json:"does"` // one sentence
	Reads  string  `json:"reads,omitempty"`
	Writes string  `json:"writes,omitempty"`
	Tasks  string  `json:"tasks,omitempty"`  // names of the tasks that it gives a model
	Source string  `json:"source,omitempty"` // section, figure
	Params []Param `json:"params,omitempty"`
	// Silent marks a module without notes: its work is visible in the utterance or the prompt.
	Silent bool `json:"silent,omitempty"`
	// Fixed marks a module that cannot be left out, since nothing would remain.
	Fixed bool `json:"fixed,omitempty"`
}

// Param is a number that a module works with.
type Param struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Source string `json:"source"` // where the paper gives it, or "ours" where it does not
}

// Draw draws the modules one below the other, with the data that flows between them.
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

// Has reports whether the design has a module of that name.
func (d *Design) Has(module string) bool {
	return slices.ContainsFunc(d.Modules, func(m Module) bool { return m.Name == module })
}
