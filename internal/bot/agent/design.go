package agent

import (
	"fmt"
	"io"
	"slices"
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
	Name   string `json:"name"`
	Does   string `json:"does"`
	Reads  string `json:"reads,omitempty"`
	Writes string `json:"writes,omitempty"`
	Tasks  string `json:"tasks,omitempty"`
	// Moments are names under which a user may choose a model for what is asked at that moment of a game.
	Moments string   `json:"moments,omitempty"`
	Source  string   `json:"source,omitempty"`
	Params  []Param  `json:"params,omitempty"`
	Silent  bool     `json:"silent,omitempty"`
	Fixed   bool     `json:"fixed,omitempty"`
	Frame   string   `json:"frame,omitempty"`
	Holds   []string `json:"holds,omitempty"` // the functions that the module has
}

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
			{"reads", m.Reads}, {"writes", m.Writes}, {"model", m.Tasks}, {"moments", m.Moments}, {"source", m.Source},
			{"does", strings.Join(m.Holds, ", ")}, {"by", m.Frame},
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
