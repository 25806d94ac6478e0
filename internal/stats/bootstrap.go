package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	bootstrapDraws = 2000
	// fewToBootstrap is the sample size below which there are too few different resamples for the interval to
	// hold.
	fewToBootstrap = 20
)

// Bootstrap computes a statistic of n observations with the bias-corrected and accelerated interval (Efron
// 1987). The statistic gets the indices of the observations to use, some more than once, and must not keep or
// change them; it returns NaN if those observations do not define it. Observations that depend on each other,
// such as the players of one game, must be drawn as one. There is no interval where every draw gives the same. The same seed gives the same interval.
func Bootstrap(n int, seed uint64, statistic func(picks []int) float64) Estimate {
	picks := make([]int, n)
	for i := range picks {
		picks[i] = i
	}
	if n == 0 {
		return undefined(0, "no observations")
	}
	e := Estimate{Value: statistic(picks), N: n}
	if n < 2 || math.IsNaN(e.Value) {
		e.Low, e.High = math.NaN(), math.NaN()
		e.Warnings = append(e.Warnings, "too few observations for an interval")
		return e
	}
	draws, lost := resample(picks, seed, statistic)
	if len(draws) < bootstrapDraws/2 {
		e.Low, e.High = math.NaN(), math.NaN()
		e.Warnings = append(e.Warnings, "most resamples do not define the figure: no interval")
		return e
	}
	if draws[len(draws)-1]-draws[0] < rounding {
		e.Low, e.High = math.NaN(), math.NaN()
		e.Warnings = append(e.Warnings, allTheSame)
		return e
	}
	low, high := acceleratedAt(z95, e.Value, draws, jackknife(n, statistic))
	e.Low, e.High = sortedQuantile(draws, low), sortedQuantile(draws, high)
	if lost > 0 {
		e.Warnings = append(e.Warnings, "some resamples do not define the figure")
	}
	if n < fewToBootstrap {
		e.Warnings = append(e.Warnings, fewWarning(n)+": a bootstrap interval is too narrow for so few")
	}
	return e
}

// resample draws samples of the same size. It returns the sorted statistics, and how many samples did not
// define it.
func resample(picks []int, seed uint64, statistic func([]int) float64) (draws []float64, lost int) {
	random := rand.New(rand.NewPCG(seed, 0))
	for range bootstrapDraws {
		for i := range picks {
			picks[i] = random.IntN(len(picks))
		}
		if v := statistic(picks); math.IsNaN(v) {
			lost++
		} else {
			draws = append(draws, v)
		}
	}
	slices.Sort(draws)
	return draws, lost
}

// jackknife is the acceleration: the skewness of the statistic when one
// observation at a time is left out, 0 where that is not defined.
func jackknife(n int, statistic func([]int) float64) float64 {
	values := make([]float64, 0, n)
	rest := make([]int, n-1)
	for left := range n {
		for i := range rest {
			rest[i] = i
			if i >= left {
				rest[i] = i + 1
			}
		}
		values = append(values, statistic(rest))
	}
	m := mean(values)
	var squares, cubes float64
	for _, v := range values {
		d := m - v
		squares += d * d
		cubes += d * d * d
	}
	a := cubes / (6 * math.Pow(squares, 1.5))
	if math.IsNaN(a) || math.IsInf(a, 0) {
		return 0
	}
	return a
}

// acceleratedAt returns where in the sorted draws, as shares of them, the bounds of an interval of z standard
// errors lie (Efron 1987, equation 3.8).
func acceleratedAt(z, value float64, draws []float64, a float64) (low, high float64) {
	below := 0.0
	for _, v := range draws {
		switch {
		case v < value:
			below++
		case v == value:
			below += 0.5
		}
	}
	share := below / float64(len(draws))
	edge := 0.5 / float64(len(draws))
	bias := distuv.UnitNormal.Quantile(min(max(share, edge), 1-edge))
	at := func(z float64) float64 {
		d := 1 - a*(bias+z)
		if d <= 0 {
			return distuv.UnitNormal.CDF(z)
		}
		return distuv.UnitNormal.CDF(bias + (bias+z)/d)
	}
	return at(-z), at(z)
}

// sortedQuantile interpolates between the two nearest values (type 7 of
// Hyndman and Fan 1996). sorted is not empty.
func sortedQuantile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	i := min(max(int(at), 0), len(sorted)-1)
	j := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[j]-sorted[i])
}

// mean is NaN without values.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
