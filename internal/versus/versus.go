// Package versus tells which of several players differ, who won against whom, and whether that goes in circles.
//
// Its law: what people read and what machines read are the same figures, whatever they were counted from.
package versus

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/english"
	"wolfden/internal/stats"
)

// Table compares all players with each other. Pairs and meetings number them as Names does.
type Table struct {
	Names []string
	All   []stats.Pair   // none where no difference can be told
	Met   stats.Meetings // on different sides
	stats.Cycles
}

// Clearest are the pairs, those that differ most clearly first; those without a test stand last.
func (t *Table) Clearest() []stats.Pair {
	rank := func(p stats.Pair) float64 {
		if math.IsNaN(p.P) {
			return 2
		}
		return p.P
	}
	pairs := slices.Clone(t.All)
	slices.SortStableFunc(pairs, func(a, b stats.Pair) int { return cmp.Compare(rank(a), rank(b)) })
	return pairs
}

// Differences are the pairs for people, below a header; at most so many of them.
func (t *Table) Differences(most int) [][]string {
	lines := [][]string{{"pair", "difference, points", "n", "P", "P for all (Holm)"}}
	pairs := t.Clearest()
	for _, p := range pairs[:min(most, len(pairs))] {
		lines = append(lines, []string{t.Names[p.First] + " - " + t.Names[p.Second], Points(p.Difference), strconv.Itoa(p.Difference.N), Chance(p.P), Chance(p.Corrected)})
	}
	return lines
}

// Disagreement names the pairs, of so many clearest, whose interval and P say different things, "" where there are none.
func (t *Table) Disagreement(most int) string {
	const level = 0.05
	var names []string
	pairs := t.Clearest()
	for _, p := range pairs[:min(most, len(pairs))] {
		d := p.Difference
		if outside := d.Low > 0 || d.High < 0; !math.IsNaN(p.P+d.Low+d.High) && outside != (p.P <= level) {
			names = append(names, fmt.Sprintf("%s - %s (n = %d)", t.Names[p.First], t.Names[p.Second], d.N))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "interval and P say different things of " + strings.Join(names, ", ") + ": each has a method of its own, and the two part where there is little to count; go by P"
}

// Meetings are who won how often against whom, below a header.
func (t *Table) Meetings() [][]string {
	lines := [][]string{append([]string{"won of games against"}, t.Names...)}
	for i, name := range t.Names {
		line := []string{name}
		for j := range t.Names {
			if met := t.Met.Won[i][j] + t.Met.Won[j][i]; i == j || met == 0 {
				line = append(line, "-")
			} else {
				line = append(line, fmt.Sprintf("%d of %d", t.Met.Won[i][j], met))
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// Circles says how many triples beat each other in a circle, "" where no three met.
func (t *Table) Circles() string {
	if t.Triples == 0 {
		return ""
	}
	return fmt.Sprintf("in a circle: %d of %s, %.1f by chance where strength explains all; P = %s",
		t.Circular, english.Count(t.Triples, "triple"), t.Expected, Chance(t.P))
}

// Chance is a P, "-" where there was nothing to test.
func Chance(p float64) string {
	if math.IsNaN(p) {
		return "-"
	}
	return fmt.Sprintf("%.3f", p)
}

// Points is a difference of shares and its interval, in percentage points.
func Points(e stats.Estimate) string {
	switch {
	case e.N == 0:
		return "not known"
	case math.IsNaN(e.Low):
		return fmt.Sprintf("%+.1f", 100*e.Value)
	}
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*e.Value, 100*max(-1, e.Low), 100*min(1, e.High))
}
