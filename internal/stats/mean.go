package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// fewValues is the number of values below which the mean of a skewed
// distribution may not be normal enough for Student's interval.
const fewValues = 30

// allTheSame is said of values that differ from each other in nothing: they do not tell how far others would.
const allTheSame = "all observations say the same: no interval"

// Mean is the mean of independent values with Student's interval; there is none where all are the same.
func Mean(values []float64) Estimate {
	n := len(values)
	if n == 0 {
		return undefined(0, "no values")
	}
	e := Estimate{Value: mean(values), N: n, Low: math.NaN(), High: math.NaN()}
	switch {
	case n < 2:
		e.Warnings = append(e.Warnings, "a single value has no interval")
	case !finite(e.Value):
		e.Warnings = append(e.Warnings, "a value is not finite: no interval")
	case standardError(values) < rounding:
		e.Warnings = append(e.Warnings, allTheSame)
	default:
		half := studentsT(n-1) * standardError(values)
		e.Low, e.High = e.Value-half, e.Value+half
		if n < fewValues {
			e.Warnings = append(e.Warnings, fewWarning(n))
		}
	}
	return e
}

// Spread is the standard deviation of values, NaN of fewer than two.
func Spread(values []float64) float64 {
	if len(values) < 2 {
		return math.NaN()
	}
	return standardError(values) * math.Sqrt(float64(len(values)))
}

// rounding is the standard error that equal values may seem to have.
const rounding = 1e-12

// standardError is that of the mean of at least two values.
func standardError(values []float64) float64 {
	m, sum, n := mean(values), 0.0, float64(len(values))
	for _, v := range values {
		sum += (v - m) * (v - m)
	}
	return math.Sqrt(sum / (n - 1) / n)
}

// studentsT is the 97.5% point of Student's distribution.
func studentsT(freedom int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile(0.975)
}

// ClusteredMean is the mean of values that came in clusters, such as the marks of a game, where each part is the sum of a cluster's
// values and how many they are; of several columns with the same clusters it is the mean of their means. The interval is Student's for
// a ratio whose clusters are a sample (Cochran 1977, section 6.3); there is none where all clusters have the same. N is the clusters.
func ClusteredMean(columns ...[]Part) Estimate {
	clusters, offs, value := 0, []float64(nil), 0.0
	for _, column := range columns {
		var of, all float64
		for _, p := range column {
			of, all = of+p.Of, all+p.All
		}
		value += of / all / float64(len(columns))
		offs = append(offs, make([]float64, max(0, len(column)-len(offs)))...)
		for i, p := range column {
			offs[i] += (p.Of - of/all*p.All) / all / float64(len(columns))
		}
	}
	squares := 0.0
	for i, d := range offs {
		squares += d * d
		if slices.ContainsFunc(columns, func(column []Part) bool { return column[i].All > 0 }) {
			clusters++
		}
	}
	if math.IsNaN(value) || len(columns) == 0 {
		return undefined(0, "no values")
	}
	e := Estimate{Value: value, Low: math.NaN(), High: math.NaN(), N: clusters}
	const least = 1e-12 // of rounding
	switch g := float64(clusters); {
	case clusters < 2:
		e.Warnings = append(e.Warnings, "a single cluster has no interval")
	case squares < least:
		e.Warnings = append(e.Warnings, "all clusters have the same mean: no interval")
	default:
		half := studentsT(clusters-1) * math.Sqrt(squares*g/(g-1))
		e.Low, e.High = value-half, value+half
		if clusters < fewValues {
			e.Warnings = append(e.Warnings, fewWarning(clusters))
		}
	}
	return e
}
