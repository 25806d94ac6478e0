package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/league"
)

// writePairs prints which entries differ and who won against whom, where there are more than two.
func writePairs(w io.Writer, t *league.Table) error {
	if len(t.Rows) < 3 {
		return nil
	}
	tables := [][][]string{t.Pairs.Meetings()}
	if len(t.Pairs.All) > 0 {
		tables = [][][]string{t.Pairs.Differences(math.MaxInt), t.Pairs.Meetings()}
	}
	for _, lines := range tables {
		var rows strings.Builder
		for _, line := range lines {
			rows.WriteString("\n" + strings.Join(line, "\t"))
		}
		if err := columns.Write(w, rows.String()+"\n"); err != nil {
			return err
		}
	}
	if part := t.Pairs.Disagreement(math.MaxInt); part != "" {
		_, _ = fmt.Fprintln(w, part)
	}
	if circles := t.Pairs.Circles(); circles != "" {
		_, _ = fmt.Fprintln(w, circles)
	}
	return nil
}
