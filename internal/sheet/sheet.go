// Package sheet is a table of figures as a value.
//
// The law of the package: a table is described once, by what its lines and columns are, and every form in which people and programs
// read it follows from that. Figures stand with their intervals; what is not known is not a number. Whoever makes a sheet has worked
// out its figures; nothing is worked out here.
package sheet

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/stats"
)

// Unit is what the figures of a column are, which says how they are printed. The zero Unit is of text and of counts.
type Unit string

const (
	// Percent is of a fraction. People, CSV and LaTeX have it in percent, JSON as it is.
	Percent Unit = "%"
	// Points is of a difference of fractions. People have it in percentage points with a sign.
	Points Unit = "points"
	// LogOdds is of a strength.
	LogOdds Unit = "log-odds"
	// Agreement is of coefficients such as a correlation, which papers print with four decimals, rounded as by hand.
	Agreement Unit = "agreement"
	// Probability is of a P value, or the chance of being the best.
	Probability Unit = "probability"
	// Seconds are of time.
	Seconds Unit = "s"
	// Dollars are of what models cost.
	Dollars Unit = "USD"
)

// Column is a column of a sheet.
type Column struct {
	Name string `json:"name"`
	Unit Unit   `json:"unit,omitempty"`
}

// Cell is a text, a count, a figure without an interval, or one with. The zero Cell is an empty text.
type Cell struct {
	kind   kind
	text   string
	count  int
	figure stats.Estimate
	withN  bool     // N is printed, for no column says it
	value  any      // of a text, what programs read in its place; nil for the text
	chance *float64 // of a share, what chance would give; nil where that is not known
}

type kind uint8

const (
	aText kind = iota
	aCount
	aNumber
	aFigure
)

// Text is a cell of text; "-" stands for nothing.
func Text(s string) Cell { return Cell{kind: aText, text: s} }

// As is a cell of what programs read otherwise than people: the value as JSON has it.
func As(text string, value any) Cell { return Cell{kind: aText, text: text, value: value} }

// Count is a cell of a number of things.
func Count(n int) Cell { return Cell{kind: aCount, count: n} }

// Number is a cell of a figure without an interval, NaN where it is not known.
func Number(v float64) Cell { return Cell{kind: aNumber, figure: stats.Estimate{Value: v}} }

// Figure is a cell of a figure with its interval.
func Figure(e stats.Estimate) Cell { return Cell{kind: aFigure, figure: e} }

// Percents is a figure that was worked out in percent.
func Percents(e stats.Estimate) Cell { return Figure(e.Scale(0.01)) }

// Share is a rate as a figure, "-" where there was nothing to count.
func Share(r stats.Rate) Cell {
	if r.Trials == 0 {
		return Text("-")
	}
	return Figure(stats.Estimate{Value: r.Share(), Low: r.Low, High: r.High, N: r.Trials})
}

// Chance is the cell of a share that chance would give.
func (c Cell) Chance(share float64) Cell {
	c.chance = &share
	return c
}

// FigureOf is a figure of something that no column counts: N stands beside it.
func FigureOf(e stats.Estimate) Cell { return Cell{kind: aFigure, figure: e, withN: true} }

// ShareOf is a share of something that no column counts: N stands beside it.
func ShareOf(r stats.Rate) Cell {
	c := Share(r)
	c.withN = true
	return c
}

// Estimate is the figure with its interval that stands in the cell, if one does.
func (c *Cell) Estimate() (e stats.Estimate, ok bool) { return c.figure, c.kind == aFigure }

// Value is the figure in the cell, with an interval or without one; NaN where there is none.
func (c *Cell) Value() float64 {
	if c.kind == aFigure || c.kind == aNumber {
		return c.figure.Value
	}
	return math.NaN()
}

// Line is a line of a sheet: what it is about, then its cells, one a column.
type Line struct {
	Keys  []string
	Cells []Cell
}

// Sheet is one table.
type Sheet struct {
	Name    string // of its files: lower case, no blanks
	Title   string
	Note    string   // what a reader must know of the figures
	Keys    []string // names of what a line is about
	Columns []Column
	Lines   []Line
}

// Add adds a line.
func (s *Sheet) Add(keys []string, cells ...Cell) { s.Lines = append(s.Lines, Line{keys, cells}) }

// Values are those of a key, in the order of the lines.
func (s *Sheet) Values(key int) (all []string) {
	for _, l := range s.Lines {
		if !slices.Contains(all, l.Keys[key]) {
			all = append(all, l.Keys[key])
		}
	}
	return all
}

// Warnings are those of the figures, each once.
func (s *Sheet) Warnings() (all []string) {
	for _, l := range s.Lines {
		for _, c := range l.Cells {
			for _, w := range c.figure.Warnings {
				if !slices.Contains(all, w) {
					all = append(all, w)
				}
			}
		}
	}
	return all
}

// Header names the columns of the printed table.
func (s *Sheet) Header() []string {
	names := slices.Clone(s.Keys)
	for _, c := range s.Columns {
		name := c.Name
		if !slices.Contains([]Unit{"", LogOdds, Agreement, Probability}, c.Unit) {
			name += " (" + string(c.Unit) + ")"
		}
		names = append(names, name)
	}
	return names
}

// Grid is the lines as people read them: a figure with its interval, "-" where it is not known.
func (s *Sheet) Grid() [][]string {
	rows := make([][]string, len(s.Lines))
	for n, l := range s.Lines {
		rows[n] = slices.Clone(l.Keys)
		for i := range l.Cells {
			rows[n] = append(rows[n], l.Cells[i].printed(s.Columns[i].Unit))
		}
	}
	return rows
}

// Unbounded stands where the interval of a figure would.
const Unbounded = "[-]"

func (c *Cell) printed(unit Unit) string {
	switch c.kind {
	case aCount:
		return strconv.Itoa(c.count)
	case aNumber:
		return signed(c.figure.Value, unit)
	case aFigure:
		e := c.figure
		if math.IsNaN(e.Value) {
			return "-"
		}
		of := ""
		if c.withN {
			of = " of " + strconv.Itoa(e.N)
		}
		if math.IsNaN(e.Low + e.High) {
			return signed(e.Value, unit) + of + " " + Unbounded
		}
		bound := unit
		if unit == Agreement {
			bound = "" // four decimals of a bound are too many
		}
		return fmt.Sprintf("%s%s [%s, %s]", signed(e.Value, unit), of, signed(e.Low, bound), signed(e.High, bound))
	default: // a text
		return c.text
	}
}

// signed is a figure as people read it.
func signed(v float64, unit Unit) string {
	if s := decimal(v, unit); unit == Points && v > 0 && s != "-" {
		return "+" + s
	}
	return decimal(v, unit)
}

// decimal is a figure as printed, "-" where it is not known. Zero has no sign.
func decimal(v float64, unit Unit) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "-"
	}
	digits := 2
	switch unit {
	case Agreement: // a half goes up, even where the nearest binary number lies below it
		if exact, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64)); ok {
			return exact.FloatString(4)
		}
	case Percent, Points:
		v *= 100
	case Probability:
		digits = 3
	case Dollars:
		digits = 4
	default: // as it is
	}
	if unit == Probability && v > 0 && v < 0.0005 {
		return strconv.FormatFloat(v, 'g', 2, 64) // which is not 0
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if zero, err := strconv.ParseFloat(s, 64); err == nil && zero == 0 {
		return strconv.FormatFloat(0, 'f', digits, 64)
	}
	return s
}

// MarshalJSON writes a text, a count or a figure: {"value": v, "low": l, "high": h, "n": n}, where a figure without an interval is
// only its value, and what is not known is null.
func (c Cell) MarshalJSON() ([]byte, error) {
	switch {
	case c.kind == aCount:
		return json.Marshal(c.count)
	case c.kind == aFigure:
		return json.Marshal(c.figure)
	case c.value != nil:
		return json.Marshal(c.value)
	case c.kind == aText:
		return json.Marshal(c.text)
	case math.IsNaN(c.figure.Value) || math.IsInf(c.figure.Value, 0):
		return []byte("null"), nil
	default:
		return json.Marshal(c.figure.Value)
	}
}

// MarshalJSON writes the sheet with an object a line: the keys and columns by their names.
func (s *Sheet) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{
		"name": s.Name, "title": s.Title, "note": s.Note, "keys": s.Keys, "columns": s.Columns, "lines": s.objects(func(name string) string { return name }),
	})
}

// Objects are the lines for JSON, the keys and columns by their names, with _ for blanks.
func (s *Sheet) Objects() []map[string]any { return s.objects(snake) }

// snake is the name of a column as programs have it.
func snake(name string) string { return strings.ReplaceAll(name, " ", "_") }

func (s *Sheet) objects(called func(string) string) []map[string]any {
	lines := []map[string]any{}
	for _, l := range s.Lines {
		line := map[string]any{}
		for i, key := range l.Keys {
			line[called(s.Keys[i])] = key
		}
		for i, cell := range l.Cells {
			line[called(s.Columns[i].Name)] = cell
		}
		lines = append(lines, line)
	}
	return lines
}

// ByNumber is the order of keys of which some begin with a number, such as "5 players" and "13 players".
func ByNumber(a, b string) int {
	number := func(s string) (n int) {
		if _, err := fmt.Sscanf(s, "%d", &n); err != nil {
			return math.MaxInt // behind those that do
		}
		return n
	}
	return cmp.Or(cmp.Compare(number(a), number(b)), cmp.Compare(a, b))
}

// Part is a sheet of a number of them that have one name, with what sets its lines apart from those of the others.
type Part struct {
	Keys []string
	Sheet
}

// Join is the parts below each other, with their keys, which bear these names, in front. Columns are told by their names; where a part has
// none of a name its lines have "-". Of no parts it is the zero Sheet.
func Join(keys []string, parts []Part) (all Sheet) {
	for i := range parts {
		p := &parts[i]
		if i == 0 {
			all = p.Sheet
			all.Keys, all.Columns, all.Lines = append(slices.Clone(keys), p.Sheet.Keys...), nil, nil
		}
		at := make([]int, len(p.Columns))
		for c, column := range p.Columns {
			if at[c] = slices.IndexFunc(all.Columns, func(x Column) bool { return x.Name == column.Name }); at[c] < 0 {
				at[c] = len(all.Columns)
				all.Columns = append(all.Columns, column)
			}
		}
		for _, l := range p.Lines {
			cells := make([]Cell, len(all.Columns))
			for c := range cells {
				cells[c] = Text("-")
			}
			for c, cell := range l.Cells {
				cells[at[c]] = cell
			}
			all.Add(slices.Concat(p.Keys, l.Keys), cells...)
		}
	}
	for i := range all.Lines {
		for len(all.Lines[i].Cells) < len(all.Columns) {
			all.Lines[i].Cells = append(all.Lines[i].Cells, Text("-"))
		}
	}
	return all
}
