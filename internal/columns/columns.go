// Package columns aligns tables for people at a terminal.
//
// The law of the package: no program reads its output.
package columns

import (
	"io"
	"strings"
	"text/tabwriter"
)

// Align returns rows whose cells have tabs between with the cells below each other. Columns end where a row has no such cell.
func Align(rows string) string {
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	_, _ = io.WriteString(t, rows) // a builder takes everything
	_ = t.Flush()
	return text.String()
}
