package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// fewValues is the number of values below which the mean of a skewed
// distribution may not be normal enough for Student's interval.
const fewValues = 30

// Mean is the mean of independent values with Student's interval.
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
	default:
		half := studentsT(n-1) * standardError(values)
		e.Low, e.High = e.Value-half, e.Value+half
		if n < fewValues {
			e.Warnings = append(e.Warnings, fewWarning(n))
		}
	}
	return e
}

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
