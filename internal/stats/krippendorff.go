package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the scale of a rating's values.
type Level uint8

// Nominal values are the same or not, ordinal ones have an order, interval
// ones a distance.
const (
	Nominal Level = iota
	Ordinal
	Interval
)

// Krippendorff computes Krippendorff's alpha (2011, "Computing Krippendorff's Alpha-Reliability"): 1 is
// perfect agreement, 0 is agreement by chance. A unit holds the values that raters gave to one thing, in any
// order; NaN is a missing value. Units with fewer than two values do not count. The interval supposes that units do not depend on each
// other; it is that of the intraclass correlation, which alpha estimates (Shrout and Fleiss 1979, case 1), of ordinal values by their
// ranks, and of nominal ones a bootstrap.
func Krippendorff(units [][]float64, level Level) Estimate {
	clusters := make([][][]float64, len(units))
	for i := range units {
		clusters[i] = units[i : i+1]
	}
	if level == Nominal {
		return krippendorff(clusters, level, func(n int, statistic func([]int) float64) Estimate { return Bootstrap(n, 1, statistic) })
	}
	e := krippendorff(clusters, level, func(n int, statistic func([]int) float64) Estimate {
		picks := make([]int, n)
		for i := range picks {
			picks[i] = i
		}
		return Estimate{Value: statistic(picks), Low: math.NaN(), High: math.NaN(), N: n}
	})
	if math.IsNaN(e.Value) {
		return e
	}
	low, high := intraclass(units, level)
	switch {
	case math.IsNaN(low + high):
		e.Warnings = append(e.Warnings, "too few observations for an interval, or all agree")
		return e
	case e.N < fewPairs:
		e.Warnings = append(e.Warnings, fewWarning(e.N))
	}
	e.Low, e.High = min(low, e.Value), max(high, e.Value)
	return e
}

// intraclass is the interval of the correlation of values of one unit, by the F distribution of variance between units over that within;
// NaN where there is none.
func intraclass(units [][]float64, level Level) (low, high float64) {
	var flat []float64
	var ends []int
	for _, u := range units {
		values := slices.DeleteFunc(slices.Clone(u), func(v float64) bool { return !finite(v) })
		if len(values) > 1 {
			flat = append(flat, values...)
			ends = append(ends, len(flat))
		}
	}
	if level == Ordinal {
		flat = Ranks(flat)
	}
	var all moments
	within, sizes, begin := 0.0, 0.0, 0
	for _, end := range ends {
		var m moments
		for _, v := range flat[begin:end] {
			m.add(v)
		}
		all.join(m)
		within, sizes, begin = within+m.squares, sizes+m.n*m.n, end
	}
	n := float64(len(ends))
	if n < 2 || !(within > 0) {
		return math.NaN(), math.NaN()
	}
	ratio := (all.squares - within) / (n - 1) / (within / (all.n - n))
	raters := (all.n - sizes/all.n) / (n - 1) // of a unit, on average
	f := distuv.F{D1: n - 1, D2: all.n - n}
	at := func(p float64) float64 { r := ratio / f.Quantile(p); return (r - 1) / (r + raters - 1) }
	return at(0.975), at(0.025)
}

// KrippendorffOf is Krippendorff with units that depend on each other, such as the players of one game: the interval is a Jackknife
// over the clusters.
func KrippendorffOf(clusters [][][]float64, level Level) Estimate {
	return krippendorff(clusters, level, func(n int, statistic func([]int) float64) Estimate { return Jackknife(n, -1, statistic) })
}

func krippendorff(clusters [][][]float64, level Level, estimate func(int, func([]int) float64) Estimate) Estimate {
	var usable [][][]float64
	for _, units := range clusters {
		var kept [][]float64
		for _, u := range units {
			values := slices.DeleteFunc(slices.Clone(u), func(v float64) bool { return !finite(v) })
			if len(values) > 1 {
				kept = append(kept, values)
			}
		}
		if len(kept) > 0 {
			usable = append(usable, kept)
		}
	}
	if len(usable) == 0 {
		return undefined(0, "no unit has values of two raters")
	}
	levels, placed := levelled(usable)
	drawn, values := make([][]int, 0, len(usable)), make([]float64, len(levels))
	e := estimate(len(usable), func(picks []int) float64 {
		drawn = drawn[:0]
		for _, i := range picks {
			drawn = append(drawn, placed[i]...)
		}
		copy(values, levels)
		if level == Ordinal {
			midRanks(values, drawn)
		}
		return alpha(drawn, values, level)
	})
	if math.IsNaN(e.Value) {
		e.Warnings = []string{"all values are the same: nothing to agree on"}
	}
	return e
}

// levelled replaces every value by its place among all that there are, which it returns in order.
func levelled(clusters [][][]float64) (levels []float64, places [][][]int) {
	for _, units := range clusters {
		for _, u := range units {
			levels = append(levels, u...)
		}
	}
	slices.Sort(levels)
	levels = slices.Compact(levels)
	places = make([][][]int, len(clusters))
	for c, units := range clusters {
		for _, u := range units {
			row := make([]int, len(u))
			for i, v := range u {
				row[i], _ = slices.BinarySearch(levels, v)
			}
			places[c] = append(places[c], row)
		}
	}
	return levels, places
}

// midRanks replaces each value by the number of marks below it plus half the number of equal ones. The squared difference of two
// results is the ordinal metric (Krippendorff 2011, section D).
func midRanks(values []float64, units [][]int) {
	clear(values)
	for _, u := range units {
		for _, place := range u {
			values[place]++
		}
	}
	below := 0.0
	for i, n := range values {
		values[i], below = below+n/2, below+n
	}
}

// alpha is 1 less the ratio of observed to expected disagreement of units, whose marks are places among the values.
func alpha(units [][]int, values []float64, level Level) float64 {
	var all moments
	counts, observed := make([]float64, len(values)), 0.0
	for _, u := range units {
		var m moments
		equal := 0.0 // ordered pairs of equal marks, a mark with itself among them
		for _, place := range u {
			m.add(values[place])
			counts[place]++
			for _, other := range u {
				if level == Nominal && other == place {
					equal++
				}
			}
		}
		all.join(m)
		observed += m.disagreement(level, equal) / (m.n - 1)
	}
	equal := 0.0
	for _, n := range counts {
		equal += n * n
	}
	return 1 - observed*(all.n-1)/all.disagreement(level, equal)
}

// moments are how many values there are, their mean, and the sum of their squared differences from it.
type moments struct{ n, mean, squares float64 }

func (m *moments) add(v float64) { m.join(moments{1, v, 0}) }

// join takes other values in, without the loss of digits that sums of squares bring (Chan et al. 1979).
func (m *moments) join(o moments) {
	n := m.n + o.n
	d := o.mean - m.mean
	m.squares += o.squares + d*d*m.n*o.n/n
	m.mean += d * o.n / n
	m.n = n
}

// disagreement is the sum over all ordered pairs of the values: of squared differences, or of how many differ.
func (m *moments) disagreement(level Level, equal float64) float64 {
	if level == Nominal {
		return m.n*m.n - equal
	}
	return 2 * m.n * m.squares
}
