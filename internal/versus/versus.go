// Package versus tells which of several players differ, who won against whom, and whether that goes in circles.
//
// Its law: what people read and what machines read are the same figures, whatever they were counted from.
package versus

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"wolfden/internal/english"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// Table compares all players with each other. Pairs and meetings number them as Names does.
type Table struct {
	Names []string
	All   []stats.Pair   // none where no difference can be told
	Met   stats.Meetings // on different sides
	stats.Cycles
}

// Clearest are the pairs, those that differ most clearly first; those without a test stand last. Differences are of shares.
func (t *Table) Clearest() []stats.Pair {
	rank := func(p stats.Pair) float64 {
		if math.IsNaN(p.P) {
			return 2
		}
		return p.P
	}
	pairs := slices.Clone(t.All)
	for i := range pairs {
		pairs[i].Difference = pairs[i].Difference.Within(-1, 1)
	}
	slices.SortStableFunc(pairs, func(a, b stats.Pair) int { return cmp.Compare(rank(a), rank(b)) })
	return pairs
}

// PairSheet has the pairs, those that differ most clearly first.
func (t *Table) PairSheet() sheet.Sheet {
	s := sheet.Sheet{
		Name: "pairs", Title: "Pairs of entries", Keys: []string{"first", "second"},
		Note: "Wins of all seats of the first less those of the second: by rounds of a plan in which both had the same roles, where " +
			"there are such rounds, else by all games, with luck in roles and company in them. P for all is corrected for all pairs of " +
			"the table by Holm's method. The last columns are the games in which the two were on different sides.",
		Columns: []sheet.Column{
			{Name: "difference", Unit: sheet.Points}, {Name: "n"}, {Name: "P", Unit: sheet.Probability}, {Name: "P for all", Unit: sheet.Probability},
			{Name: "first won"}, {Name: "met"},
		},
	}
	for _, p := range t.Clearest() {
		won, lost := t.Met.Won[p.First][p.Second], t.Met.Won[p.Second][p.First]
		s.Add([]string{t.Names[p.First], t.Names[p.Second]},
			sheet.Figure(p.Difference), sheet.Count(p.Difference.N), sheet.Number(p.P), sheet.Number(p.Corrected), sheet.Count(won), sheet.Count(won+lost))
	}
	return s
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

// MetSheet has who won how often against whom.
func (t *Table) MetSheet() sheet.Sheet {
	s := sheet.Sheet{Name: "met", Title: "Who won against whom", Keys: []string{"won of games against"}, Note: "Games in which the two were on different sides."}
	for i, name := range t.Names {
		s.Columns = append(s.Columns, sheet.Column{Name: name})
		cells := make([]sheet.Cell, len(t.Names))
		for j := range cells {
			cells[j] = sheet.Text("-")
			if met := t.Met.Won[i][j] + t.Met.Won[j][i]; i != j && met > 0 {
				cells[j] = sheet.Text(fmt.Sprintf("%d of %d", t.Met.Won[i][j], met))
			}
		}
		s.Add([]string{name}, cells...)
	}
	return s
}

// Circles says how many triples beat each other in a circle, "" where no three met.
func (t *Table) Circles() string {
	if t.Triples == 0 {
		return ""
	}
	return fmt.Sprintf("in a circle: %d of %s, %.1f by chance where strength explains all; P = %s",
		t.Circular, english.Count(t.Triples, "triple"), t.Expected, Chance(t.P))
}

// CircleSheet has what Circles says, and P twice: by itself, and for whoever corrects it for all circles that are read together. It has no line
// where no three met, or no difference can be told.
func (t *Table) CircleSheet() sheet.Sheet {
	s := sheet.Sheet{
		Name: "circles", Title: "Three entries that beat each other in a circle",
		Note: "Of triples of entries that met, and how many go in a circle by chance where strength, as village and as werewolves, explains all. " +
			"P is of as many circles by chance; P for all is corrected for all lines by Holm's method.",
		Columns: []sheet.Column{{Name: "triples"}, {Name: "in a circle"}, {Name: "by chance"}, {Name: "P", Unit: sheet.Probability}, {Name: "P for all", Unit: sheet.Probability}},
	}
	if t.Triples > 0 && len(t.All) > 0 {
		s.Add(nil, sheet.Count(t.Triples), sheet.Count(t.Circular), sheet.Number(t.Expected), sheet.Number(t.P), sheet.Number(t.P))
	}
	return s
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
	e = e.Within(-1, 1)
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*e.Value, 100*e.Low, 100*e.High)
}
