// Package columns aligns tables for people at a terminal.
//
// The law of the package: no program reads its output.
package columns

import (
	"io"
	"strings"
	"text/tabwriter"
)

// Align returns rows whose cells have tabs between with the cells below each other. Columns end where a row has no such cell; no line
// ends in blanks.
func Align(rows string) string {
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	_, _ = io.WriteString(t, rows) // a builder takes everything
	_ = t.Flush()
	lines := strings.Split(text.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// Write writes what Align makes of the rows.
func Write(w io.Writer, rows string) error {
	_, err := io.WriteString(w, Align(rows))
	return err
}
