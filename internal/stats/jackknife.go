package stats

import "math"

// Jackknife computes a coefficient of agreement, from least to 1, of n clusters of observations, such as games. The statistic gets
// the indices of the clusters to use, each once, and returns NaN if they do not define it. The interval is Student's with the standard
// error of Tukey's jackknife, on the scale -log(1 - x), where such coefficients are nearly normal; it needs no draws and, unlike a
// bootstrap, holds with five clusters, too. N is the clusters.
func Jackknife(n int, least float64, statistic func(picks []int) float64) Estimate {
	if n == 0 {
		return undefined(0, "no observations")
	}
	picks := make([]int, n)
	for i := range picks {
		picks[i] = i
	}
	e := Estimate{Value: statistic(picks), Low: math.NaN(), High: math.NaN(), N: n}
	if n < 2 || math.IsNaN(e.Value) {
		e.Warnings = append(e.Warnings, "too few observations for an interval")
		return e
	}
	var without []float64
	for left := range n {
		rest := append(append(make([]int, 0, n-1), picks[:left]...), picks[left+1:]...)
		without = append(without, statistic(rest))
	}
	scale, back := func(x float64) float64 { return -math.Log(1 - x) }, func(y float64) float64 { return 1 - math.Exp(-y) }
	half := jackknifed(scale, without)
	if !finite(scale(e.Value)) || !finite(half) { // leaving one out, all agree: there is no such scale
		scale, back = func(x float64) float64 { return x }, func(x float64) float64 { return min(x, 1) }
		half = jackknifed(scale, without)
	}
	switch {
	case !finite(half):
		e.Warnings = append(e.Warnings, "some observations alone define the figure: no interval")
	case half == 0:
		e.Warnings = append(e.Warnings, allTheSame)
	default:
		e.Low, e.High = max(least, back(scale(e.Value)-half)), back(scale(e.Value)+half)
		if n < fewToJackknife {
			e.Warnings = append(e.Warnings, fewWarning(n))
		}
	}
	return e
}

// fewToJackknife is the number of clusters below which the interval holds somewhat less than it promises.
const fewToJackknife = 5

// jackknifed is half the interval by the values with one cluster left out each.
func jackknifed(scale func(float64) float64, without []float64) float64 {
	n, m := float64(len(without)), 0.0
	for _, v := range without {
		m += scale(v) / n
	}
	squares := 0.0
	for _, v := range without {
		d := scale(v) - m
		squares += d * d
	}
	if squares < rounding*rounding {
		return 0
	}
	return studentsT(len(without)-1) * math.Sqrt(squares*(n-1)/n)
}
