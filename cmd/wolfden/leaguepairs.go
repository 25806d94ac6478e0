package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/stats"
)

// pairsJSON is which entries differ and who won against whom, for machines.
type pairsJSON struct {
	Pairs  []pairJSON  `json:"pairs,omitempty"`  // the clearest first; none where the league may stop early
	Met    []metJSON   `json:"met,omitempty"`    // on different sides
	Cycles *cyclesJSON `json:"cycles,omitempty"` // none where no three met
}

type pairJSON struct {
	First      string         `json:"first"`
	Second     string         `json:"second"`
	Difference stats.Estimate `json:"difference"` // of weighted micro, the first less the second
	P          *float64       `json:"p"`
	Corrected  *float64       `json:"p_holm"`
}

type metJSON struct {
	Entry   string `json:"entry"`
	Against string `json:"against"`
	Wins    int    `json:"wins"`
	Games   int    `json:"games"`
}

type cyclesJSON struct {
	Circular int      `json:"circular"`
	Triples  int      `json:"triples"`
	Expected float64  `json:"expected"`
	P        *float64 `json:"p"`
}

func pairsOf(t *league.Table) (all pairsJSON) {
	if t.Rounds == 0 {
		return all
	}
	for _, p := range clearest(t.Pairs.All) {
		all.Pairs = append(all.Pairs, pairJSON{t.Rows[p.First].Entry, t.Rows[p.Second].Entry, p.Difference, known(p.P), known(p.Corrected)})
	}
	for i, won := range t.Pairs.Met.Won {
		for j, n := range won {
			if i != j {
				all.Met = append(all.Met, metJSON{t.Rows[i].Entry, t.Rows[j].Entry, n, n + t.Pairs.Met.Won[j][i]})
			}
		}
	}
	if c := t.Pairs.Cycles; c.Triples > 0 {
		all.Cycles = &cyclesJSON{c.Circular, c.Triples, c.Expected, known(c.P)}
	}
	return all
}

// clearest are the pairs, those that differ most clearly first.
func clearest(pairs []stats.Pair) []stats.Pair {
	pairs = slices.Clone(pairs)
	slices.SortStableFunc(pairs, func(a, b stats.Pair) int { return cmp.Compare(a.P, b.P) })
	return pairs
}

// writePairs prints which entries differ and who won against whom, where there are more than two.
func writePairs(w io.Writer, t *league.Table) error {
	if len(t.Rows) < 3 {
		return nil
	}
	if len(t.Pairs.All) > 0 {
		var rows strings.Builder
		fmt.Fprint(&rows, "\npair\tdifference, points\tP\tP for all (Holm)\n")
		for _, p := range clearest(t.Pairs.All) {
			fmt.Fprintf(&rows, "%s - %s\t%s\t%s\t%s\n", t.Rows[p.First].Entry, t.Rows[p.Second].Entry, pointsOf(p.Difference), chanceOf(p.P), chanceOf(p.Corrected))
		}
		if err := columns.Write(w, rows.String()); err != nil {
			return err
		}
	}
	var rows strings.Builder
	fmt.Fprint(&rows, "\nwon of games against")
	for _, row := range t.Rows {
		fmt.Fprintf(&rows, "\t%s", row.Entry)
	}
	for i, row := range t.Rows {
		fmt.Fprintf(&rows, "\n%s", row.Entry)
		for j := range t.Rows {
			if met := t.Pairs.Met.Won[i][j] + t.Pairs.Met.Won[j][i]; i == j || met == 0 {
				fmt.Fprint(&rows, "\t-")
			} else {
				fmt.Fprintf(&rows, "\t%d of %d", t.Pairs.Met.Won[i][j], met)
			}
		}
	}
	fmt.Fprintln(&rows)
	if err := columns.Write(w, rows.String()); err != nil {
		return err
	}
	if c := t.Pairs.Cycles; c.Triples > 0 {
		_, _ = fmt.Fprintf(w, "in a circle: %d of %s, %.1f by chance where strength explains all; P = %s\n",
			c.Circular, english.Count(c.Triples, "triple"), c.Expected, chanceOf(c.P))
	}
	return nil
}

// chanceOf is a P, "-" where there was nothing to test.
func chanceOf(p float64) string {
	if math.IsNaN(p) {
		return "-"
	}
	return fmt.Sprintf("%.3f", p)
}
