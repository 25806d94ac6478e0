package stats

import (
	"cmp"
	"math"
	"slices"
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
// order; NaN is a missing value. Units with fewer than two values do not count. The interval is a bootstrap
// over the units.
func Krippendorff(units [][]float64, level Level) Estimate {
	var usable [][]float64
	for _, u := range units {
		values := slices.DeleteFunc(slices.Clone(u), func(v float64) bool { return !finite(v) })
		if len(values) > 1 {
			usable = append(usable, values)
		}
	}
	if len(usable) == 0 {
		return undefined(0, "no unit has values of two raters")
	}
	drawn := make([][]float64, 0, len(usable))
	e := Bootstrap(len(usable), 1, func(picks []int) float64 {
		drawn = drawn[:0]
		for _, i := range picks {
			drawn = append(drawn, usable[i])
		}
		return alpha(drawn, level)
	})
	if math.IsNaN(e.Value) {
		e.Warnings = []string{"all values are the same: nothing to agree on"}
	}
	return e
}

// alpha is 1 less the ratio of observed to expected disagreement.
func alpha(units [][]float64, level Level) float64 {
	if level == Ordinal {
		units = midRanked(units)
	}
	disagreement := squaredDifferences
	if level == Nominal {
		disagreement = differences
	}
	var all []float64
	observed := 0.0
	for _, u := range units {
		observed += disagreement(u) / float64(len(u)-1)
		all = append(all, u...)
	}
	return 1 - observed*float64(len(all)-1)/disagreement(all)
}

// squaredDifferences sums them over all ordered pairs of the values.
func squaredDifferences(values []float64) float64 {
	m := mean(values)
	sum := 0.0
	for _, v := range values {
		sum += (v - m) * (v - m)
	}
	return 2 * float64(len(values)) * sum
}

// differences counts the ordered pairs of the values that differ.
func differences(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	pairs := n * n
	for from := 0; from < n; {
		to := from
		for to < n && sorted[to] == sorted[from] {
			to++
		}
		pairs -= (to - from) * (to - from)
		from = to
	}
	return float64(pairs)
}

// midRanked replaces each value by the number of values below it plus half the number of equal ones, itself
// included. The squared difference of two results is the ordinal metric (Krippendorff 2011, section D).
func midRanked(units [][]float64) [][]float64 {
	var all []float64
	for _, u := range units {
		all = append(all, u...)
	}
	slices.Sort(all)
	out := make([][]float64, len(units))
	for i, u := range units {
		out[i] = make([]float64, len(u))
		for j, v := range u {
			below, _ := slices.BinarySearch(all, v)
			upTo, _ := slices.BinarySearchFunc(all, v, func(a, b float64) int {
				if a <= b {
					return -1
				}
				return cmp.Compare(a, b)
			})
			out[i][j] = float64(below+upTo) / 2
		}
	}
	return out
}
