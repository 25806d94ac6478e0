package stats

import (
	"cmp"
	"math"
	"slices"
)

// Holm corrects the P of several tests (Holm 1979): what stays at or below alpha holds with a chance of at most alpha that any of them
// is wrong, however the tests depend on each other. NaN is no test and stays NaN.
func Holm(ps []float64) []float64 {
	corrected := slices.Clone(ps)
	var order []int
	for i, p := range ps {
		if !math.IsNaN(p) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(ps[a], ps[b]) })
	floor := 0.0
	for k, i := range order {
		floor = max(floor, min(1, ps[i]*float64(len(order)-k)))
		corrected[i] = floor
	}
	return corrected
}
