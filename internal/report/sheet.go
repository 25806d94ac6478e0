package report

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"wolfden/internal/stats"
)

// Unit is what the figures of a column are, which says how they are printed. The zero Unit is of text and of counts.
type Unit string

const (
	// Share is a fraction. People, CSV and LaTeX have it in percent, JSON as it is.
	Share Unit = "%"
	// LogOdds is a strength.
	LogOdds Unit = "log-odds"
	// Probability is a P value, or the chance of being the best.
	Probability Unit = "probability"
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
	withN  bool // N is printed, for no column says it
}

type kind uint8

const (
	aText kind = iota
	aCount
	aNumber
	aFigure
)

func text(s string) Cell             { return Cell{kind: aText, text: s} }
func count(n int) Cell               { return Cell{kind: aCount, count: n} }
func number(v float64) Cell          { return Cell{kind: aNumber, figure: stats.Estimate{Value: v}} }
func figure(e stats.Estimate) Cell   { return Cell{kind: aFigure, figure: e} }
func percents(e stats.Estimate) Cell { return figure(e.Scale(0.01)) }

// share is a rate as a figure, "-" where there was nothing to count.
func share(r stats.Rate) Cell {
	if r.Trials == 0 {
		return text("-")
	}
	return figure(stats.Estimate{Value: r.Share(), Low: r.Low, High: r.High, N: r.Trials})
}

// shareOf is a share of something that no column counts: N stands beside it.
func shareOf(r stats.Rate) Cell {
	c := share(r)
	c.withN = true
	return c
}

// Line is a line of a sheet: what it is about, then its cells, one a column.
type Line struct {
	Keys  []string
	Cells []Cell
}

// Sheet is one table of a report.
type Sheet struct {
	Name    string // of its files: lower case, no blanks
	Title   string
	Note    string   // what a reader must know of the figures
	Keys    []string // names of what a line is about; the first is the run
	Columns []Column
	Lines   []Line

	runs []string // of the report, in their order
}

// header names the columns of the printed table.
func (s *Sheet) header() []string {
	names := append([]string{}, s.Keys...)
	for _, c := range s.Columns {
		name := c.Name
		if c.Unit == Share {
			name += " (%)"
		}
		names = append(names, name)
	}
	return names
}

// printed is the cell for people: a figure with its interval, "-" where it is not known.
func (c *Cell) printed(unit Unit) string {
	switch c.kind {
	case aCount:
		return strconv.Itoa(c.count)
	case aNumber:
		return decimal(c.figure.Value, unit)
	case aFigure:
		e := c.figure
		if math.IsNaN(e.Value) {
			return "-"
		}
		if math.IsNaN(e.Low + e.High) {
			return decimal(e.Value, unit)
		}
		of := ""
		if c.withN {
			of = " of " + strconv.Itoa(e.N)
		}
		return fmt.Sprintf("%s%s [%s, %s]", decimal(e.Value, unit), of, decimal(e.Low, unit), decimal(e.High, unit))
	default: // a text
		return c.text
	}
}

// decimal is a figure as printed, "-" where it is not known. Zero has no sign.
func decimal(v float64, unit Unit) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "-"
	}
	digits := 2
	switch unit {
	case Share:
		v *= 100
		digits = 2 // as package score prints them
	case Probability:
		digits = 3
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
	switch c.kind {
	case aCount:
		return json.Marshal(c.count)
	case aNumber:
		return json.Marshal(known(c.figure.Value))
	case aFigure:
		return json.Marshal(c.figure)
	default: // a text
		return json.Marshal(c.text)
	}
}

// known is nil for what JSON has no number for.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// MarshalJSON writes the sheet with an object a line: the keys and columns by their names.
func (s *Sheet) MarshalJSON() ([]byte, error) {
	lines := []map[string]any{}
	for _, l := range s.Lines {
		line := map[string]any{}
		for i, key := range l.Keys {
			line[s.Keys[i]] = key
		}
		for i, cell := range l.Cells {
			line[s.Columns[i].Name] = cell
		}
		lines = append(lines, line)
	}
	return json.Marshal(map[string]any{
		"name": s.Name, "title": s.Title, "note": s.Note, "keys": s.Keys, "columns": s.Columns, "lines": lines,
	})
}
