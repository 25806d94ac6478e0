package analysis

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/csvtable"
	"wolfden/internal/origin"
	"wolfden/werewolf"
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

// newTable is a table of lines about players: who it was, and when, stands in front of the columns. Within is what tells times of a day
// apart, "" for nothing.
func newTable(name, within string, columns ...string) *Table {
	return &Table{name: name, columns: append(strings.Fields("game lang players day "+within+" seat team name role"), columns...)}
}

// add adds a line about the player of a seat.
func (t *Table) add(g *Game, day int, within []string, seat werewolf.SeatID, cells ...string) {
	p := g.Player(seat)
	t.lines = append(t.lines, slices.Concat([]string{g.ID, g.Lang, strconv.Itoa(len(g.Players)), strconv.Itoa(day)}, within,
		[]string{strconv.Itoa(int(seat)), p.Team, p.Name, g.Roles().Name(p.Role)}, cells))
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
