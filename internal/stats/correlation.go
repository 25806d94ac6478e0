package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Pearson is the product-moment correlation of the pairs, with the interval of
// Fisher's z (1921), which supposes a normal distribution of both.
func Pearson(x, y []float64) Estimate {
	return correlate(x, y, pearson, func(_ float64, n int) float64 { return 1 / float64(n-3) })
}

// Spearman is the correlation of ranks, ties with their average rank. The
// interval is that of Bonett and Wright (2000).
func Spearman(x, y []float64) Estimate {
	return correlate(x, y, spearman, func(r float64, n int) float64 { return (1 + r*r/2) / float64(n-3) })
}

// KendallA is Kendall's tau-a: the concordant less the discordant pairs of observations, as a share of all
// pairs. Ties count for neither, so with ties it cannot reach 1; of constants it is undefined. The interval is that of Fieller, Hartley and
// Pearson (1957).
func KendallA(x, y []float64) Estimate {
	return correlate(x, y, kendallA, kendallVariance)
}

// KendallB is Kendall's tau-b, which is corrected for ties. The interval is
// that of Fieller, Hartley and Pearson (1957).
func KendallB(x, y []float64) Estimate {
	return correlate(x, y, kendallB, kendallVariance)
}

func kendallVariance(_ float64, n int) float64 { return 0.437 / float64(n-4) }

// Cosine is the cosine of the angle between x and y as vectors. It is near 1 for any positive numbers, such as
// ranks. Of constants, which tell nothing apart, it is undefined. The interval is a bootstrap over the pairs.
func Cosine(x, y []float64) Estimate {
	if a, b, warnings := complete(x, y); len(a) > 1 && (constant(a) || constant(b)) {
		return undefined(len(a), append(warnings, constantWarning)...)
	}
	return overPairs(x, y, func(x, y []float64) float64 {
		return dot(x, y) / math.Sqrt(dot(x, x)*dot(y, y))
	})
}

// MeanAbsDiff is the mean absolute difference, in the unit of the values. The
// interval is a bootstrap over the pairs.
func MeanAbsDiff(x, y []float64) Estimate {
	return overPairs(x, y, func(x, y []float64) float64 {
		sum := 0.0
		for i := range x {
			sum += math.Abs(x[i] - y[i])
		}
		return sum / float64(len(x))
	})
}

// correlate returns a correlation with an interval by Fisher's transformation; variance is that of the
// transformed estimate.
func correlate(x, y []float64, of func(x, y []float64) float64, variance func(r float64, n int) float64) Estimate {
	x, y, warnings := complete(x, y)
	n := len(x)
	r := of(x, y)
	e := Estimate{Value: r, Low: math.NaN(), High: math.NaN(), N: n, Warnings: warnings}
	switch v := variance(r, n); {
	case n < 2:
		e.Value = math.NaN()
		e.Warnings = append(e.Warnings, "too few pairs")
	case math.IsNaN(r):
		e.Warnings = append(e.Warnings, constantWarning)
	case v <= 0 || math.IsInf(v, 0):
		e.Warnings = append(e.Warnings, fewWarning(n)+": no interval")
	case math.Abs(r) >= 1:
		// Fisher's transform of it is infinite.
		e.Warnings = append(e.Warnings, fewWarning(n)+", in perfect agreement: no interval")
	default:
		half := z95 * math.Sqrt(v)
		e.Low, e.High = math.Tanh(math.Atanh(r)-half), math.Tanh(math.Atanh(r)+half)
		if n < fewPairs {
			e.Warnings = append(e.Warnings, fewWarning(n))
		}
	}
	return e
}

// overPairs returns a figure of the pairs with a bootstrap interval. The seed is fixed, so the same pairs give
// the same figures.
func overPairs(x, y []float64, of func(x, y []float64) float64) Estimate {
	x, y, warnings := complete(x, y)
	a, b := make([]float64, 0, len(x)), make([]float64, 0, len(x))
	e := Bootstrap(len(x), 1, func(picks []int) float64 {
		a, b = a[:0], b[:0]
		for _, i := range picks {
			a, b = append(a, x[i]), append(b, y[i])
		}
		return of(a, b)
	})
	e.Warnings = append(warnings, e.Warnings...)
	return e
}

// complete leaves out the pairs in which a value is missing or infinite.
func complete(x, y []float64) (a, b []float64, warnings []string) {
	if len(x) != len(y) {
		return nil, nil, []string{fmt.Sprintf("%d values against %d: there are no pairs", len(x), len(y))}
	}
	for i := range x {
		if finite(x[i]) && finite(y[i]) {
			a, b = append(a, x[i]), append(b, y[i])
		}
	}
	if left := len(x) - len(a); left > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of %d pairs have no value and are left out", left, len(x)))
	}
	return a, b, warnings
}

const constantWarning = "all values of one side are the same"

// constant reports whether all values, of which there are some, are the same.
func constant(values []float64) bool { return slices.Min(values) == slices.Max(values) }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func fewWarning(n int) string { return fmt.Sprintf("only %d observations", n) }

func pearson(x, y []float64) float64 {
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy += dx * dy
		xx += dx * dx
		yy += dy * dy
	}
	// Rounding must not lead out of [-1, 1].
	return min(max(xy/math.Sqrt(xx*yy), -1), 1)
}

func spearman(x, y []float64) float64 { return pearson(Ranks(x), Ranks(y)) }

// Ranks are the ranks of the values, 1 for the smallest, ties with their
// average. NaN ranks first.
func Ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && cmp.Compare(values[order[to]], values[order[from]]) == 0 {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return ranks
}

// concordance counts the concordant less the discordant pairs of observations, and the pairs not tied in x and
// in y.
func concordance(x, y []float64) (surplus, untiedX, untiedY float64) {
	for i := range x {
		for j := range i {
			a, b := cmp.Compare(x[i], x[j]), cmp.Compare(y[i], y[j])
			surplus += float64(a * b)
			untiedX += float64(a * a)
			untiedY += float64(b * b)
		}
	}
	return surplus, untiedX, untiedY
}

func kendallA(x, y []float64) float64 {
	surplus, untiedX, untiedY := concordance(x, y)
	if untiedX == 0 || untiedY == 0 {
		return math.NaN()
	}
	n := float64(len(x))
	return surplus / (n * (n - 1) / 2)
}

func kendallB(x, y []float64) float64 {
	surplus, untiedX, untiedY := concordance(x, y)
	return surplus / math.Sqrt(untiedX*untiedY)
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}
