package sheet

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/csvtable"
)

// WriteCSV writes the sheet with four columns a figure: what it is, the bounds of its interval, and what it rests on. Shares are in percent;
// what is not known is empty.
func (s *Sheet) WriteCSV(w io.Writer) error {
	header := slices.Clone(s.Keys)
	bounded := make([]bool, len(s.Columns))
	for i, c := range s.Columns {
		header = append(header, c.Name)
		bounded[i] = slices.ContainsFunc(s.Lines, func(l Line) bool { return l.Cells[i].kind == aFigure })
		if bounded[i] {
			header = append(header, c.Name+" low", c.Name+" high", c.Name+" n")
		}
	}
	for i := range header {
		header[i] = snake(header[i])
	}
	rows := [][]string{header}
	for _, l := range s.Lines {
		row := slices.Clone(l.Keys)
		for i := range l.Cells {
			row = append(row, l.Cells[i].parts(s.Columns[i].Unit, bounded[i])...)
		}
		rows = append(rows, row)
	}
	return csvtable.Write(w, rows)
}

// parts is the cell in a table of a figure and its bounds.
func (c *Cell) parts(unit Unit, bounded bool) []string {
	filled := func(v float64) string { return strings.TrimSuffix(decimal(v, unit), "-") }
	e := c.figure
	var first string
	switch c.kind {
	case aFigure:
		return []string{filled(e.Value), filled(e.Low), filled(e.High), strconv.Itoa(e.N)}
	case aNumber:
		first = filled(e.Value)
	default: // a text or a count
		first = strings.TrimPrefix(c.printed(unit), "-")
	}
	if bounded {
		return []string{first, "", "", ""}
	}
	return []string{first}
}
