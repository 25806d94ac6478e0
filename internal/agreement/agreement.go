// Package agreement measures how far raters of the same teams, or of the same players of a game, agree.
//
// Its law: it compares raters criterion by criterion, never makes up a missing score, gives every figure with its
// interval, and counts nobody twice: who is part of another rater is not compared with it.
package agreement

import (
	"math"
	"slices"
	"strings"

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

// Whole says how far several raters agree with each other on one criterion.
type Whole struct {
	Criterion string
	Among     string // Everybody, or People
	Raters    int
	Interval  stats.Estimate // Krippendorff's alpha of the scores as distances
	Ordinal   stats.Estimate // and as an order
}

// pooled is what all people together are called, as package judge writes tables; each is called by it, a hyphen and more.
const pooled = "Human"

// isPerson reports whether a rater is one of those who are pooled.
func isPerson(rater string) bool { return strings.HasPrefix(rater, pooled+"-") }

// apart are the raters of whom none is part of another: people rather than all of them together, and of a rater's two rows the one for
// the games that people judged, too.
func (t *Table) apart() []string {
	return slices.DeleteFunc(slices.Clone(t.Raters), func(r string) bool {
		name, all := strings.CutSuffix(r, "-all")
		return all && t.Has(name+"-same") || r == pooled && slices.ContainsFunc(t.Raters, isPerson)
	})
}

// Pairs compares every other rater with the reference, criterion by criterion, but for people with all of them together.
// A reference that rated nothing agrees with nobody: its figures are NaN.
func (t *Table) Pairs(reference string) []Pair {
	var pairs []Pair
	for _, criterion := range t.criteria {
		x := t.column(reference, criterion)
		for _, rater := range t.Raters {
			if rater == reference || isPerson(rater) && reference == pooled || rater == pooled && isPerson(reference) {
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

// Whose agreement a Whole is.
const (
	Everybody = "everybody"
	People    = "people"
)

// Wholes compares all raters on every criterion, and people with each other where there are two. Nobody is in it twice.
func (t *Table) Wholes() []Whole {
	var all []Whole
	apart := t.apart()
	people := slices.DeleteFunc(slices.Clone(apart), func(r string) bool { return !isPerson(r) })
	for _, criterion := range t.criteria {
		if len(people) > 1 {
			all = append(all, t.whole(criterion, People, people))
		}
		if len(apart) > 1 && len(apart) > len(people) {
			all = append(all, t.whole(criterion, Everybody, apart))
		}
	}
	return all
}

func (t *Table) whole(criterion, among string, raters []string) Whole {
	units := t.units(criterion, raters...)
	return Whole{
		Criterion: criterion, Among: among, Raters: len(raters),
		Interval: stats.Krippendorff(units, stats.Interval), Ordinal: stats.Krippendorff(units, stats.Ordinal),
	}
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
