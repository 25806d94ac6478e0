package analysis

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"wolfden/internal/csvtable"
	"wolfden/internal/origin"
)

// Table is one of the tables beside the counts: lines of cells, and what they come to.
type Table struct {
	Made *origin.Origin // what the games were made by, nil if that is not to be told

	name        string // of the lines, in JSON
	columns     []string
	lines       [][]string
	groups      any    // what the lines come to, in JSON; nil for nothing
	differences any    // what sets several players apart, in JSON; nil for nothing
	text        string // all of it for people
}

// WriteText writes what the lines come to, for people, with what they should know.
func (t *Table) WriteText(w io.Writer, warnings []string) error {
	return writeNoted(w, t.text, warnings)
}

// WriteCSV writes the lines.
func (t *Table) WriteCSV(w io.Writer) error {
	return csvtable.Write(w, append([][]string{t.columns}, t.lines...))
}

// WriteJSON writes one object: the lines as WriteCSV has them, what they come to, warnings, and what the games were made by.
func (t *Table) WriteJSON(w io.Writer, warnings []string) error {
	rows := []map[string]string{}
	for _, line := range t.lines {
		row := map[string]string{}
		for at, cell := range line {
			row[t.columns[at]] = cell
		}
		rows = append(rows, row)
	}
	object := map[string]any{t.name: rows, "warnings": warnings}
	if t.Made != nil {
		object["made_by"] = t.Made
	}
	if t.groups != nil {
		object["groups"] = t.groups
	}
	if t.differences != nil {
		object["differences"] = t.differences
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(object)
}

// writeNoted writes a text for people and the notes below it.
func writeNoted(w io.Writer, text string, warnings []string) error {
	var b strings.Builder
	b.WriteString(text + "\n")
	for _, warning := range warnings {
		fmt.Fprintf(&b, "note: %s\n", warning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
