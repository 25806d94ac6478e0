// Package agreement measures how far raters of the same teams agree.
//
// Its law: it compares raters team by team and criterion by criterion, never
// makes up a missing score, and gives every figure with its interval.
package agreement

import (
	"math"
	"slices"

	"wolfden/internal/stats"
)

// Table holds the scores that raters gave teams.
type Table struct {
	criteria []string // in the order of the columns
	Raters   []string // in the order of their first lines
	Teams    []string
	scores   map[key]float64
}

type key struct{ rater, team, criterion string }

// score is what the rater gave the team, NaN where nothing is given.
func (t *Table) score(rater, team, criterion string) float64 {
	if v, ok := t.scores[key{rater, team, criterion}]; ok {
		return v
	}
	return math.NaN()
}

// Pair says how far a rater agrees with the reference on one criterion.
type Pair struct {
	Criterion, Rater string
	Teams            int // that both rated
	Pearson          stats.Estimate
	Spearman         stats.Estimate // of average ranks
	Kendall          stats.Estimate // tau-a
	KendallB         stats.Estimate // tau-b, corrected for ties
	Cosine           stats.Estimate
	MeanAbsDiff      stats.Estimate
	Alpha            stats.Estimate // Krippendorff's of the two, interval level
}

// Whole says how far all raters agree with each other on one criterion.
type Whole struct {
	Criterion string
	Raters    int
	Interval  stats.Estimate // Krippendorff's alpha of the scores as distances
	Ordinal   stats.Estimate // and as an order
}

// Pairs compares every other rater with the reference, criterion by criterion.
// A reference that rated nothing agrees with nobody: its figures are NaN.
func (t *Table) Pairs(reference string) []Pair {
	var pairs []Pair
	for _, criterion := range t.criteria {
		x := t.column(reference, criterion)
		for _, rater := range t.Raters {
			if rater == reference {
				continue
			}
			y := t.column(rater, criterion)
			p := Pair{
				Criterion: criterion, Rater: rater,
				Pearson: stats.Pearson(x, y), Spearman: stats.Spearman(x, y),
				Kendall: stats.KendallA(x, y), KendallB: stats.KendallB(x, y),
				Cosine: stats.Cosine(x, y), MeanAbsDiff: stats.MeanAbsDiff(x, y),
				Alpha: stats.Krippendorff(t.units(criterion, reference, rater), stats.Interval),
			}
			p.Teams = p.Pearson.N
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// Wholes compares all raters on every criterion.
func (t *Table) Wholes() []Whole {
	var all []Whole
	for _, criterion := range t.criteria {
		units := t.units(criterion, t.Raters...)
		all = append(all, Whole{
			Criterion: criterion, Raters: len(t.Raters),
			Interval: stats.Krippendorff(units, stats.Interval), Ordinal: stats.Krippendorff(units, stats.Ordinal),
		})
	}
	return all
}

// Has reports whether the rater is in the table.
func (t *Table) Has(rater string) bool { return slices.Contains(t.Raters, rater) }

// column is a rater's scores, one a team.
func (t *Table) column(rater, criterion string) []float64 {
	scores := make([]float64, len(t.Teams))
	for i, team := range t.Teams {
		scores[i] = t.score(rater, team, criterion)
	}
	return scores
}

// units is the raters' scores, team by team.
func (t *Table) units(criterion string, raters ...string) [][]float64 {
	units := make([][]float64, len(t.Teams))
	for i, team := range t.Teams {
		for _, rater := range raters {
			units[i] = append(units[i], t.score(rater, team, criterion))
		}
	}
	return units
}
