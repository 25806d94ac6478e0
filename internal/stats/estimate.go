package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Estimate is a figure with its 95% interval. A figure that is undefined (a correlation of constants, an
// interval of one observation) is NaN, and a warning says why.
type Estimate struct {
	Value     float64
	Low, High float64
	N         int // observations it rests on
	// Warnings are what a reader must know before quoting the figure.
	Warnings []string
}

// MarshalJSON writes {"value": v, "low": l, "high": h, "n": n}, with warnings where there are any. What is not known is null. Every
// interval that a command writes as JSON has these fields, and shares are fractions there.
func (e Estimate) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Value    *float64 `json:"value"`
		Low      *float64 `json:"low"`
		High     *float64 `json:"high"`
		N        int      `json:"n"`
		Warnings []string `json:"warnings,omitempty"`
	}{known(e.Value), known(e.Low), known(e.High), e.N, e.Warnings})
}

// known is nil for what JSON has no number for.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// fewPairs is the number of observations below which an interval of a
// correlation is too wide to tell weak from strong.
const fewPairs = 10

// undefined returns an estimate without a value.
func undefined(n int, warnings ...string) Estimate {
	return Estimate{Value: math.NaN(), Low: math.NaN(), High: math.NaN(), N: n, Warnings: warnings}
}

// Scale is the estimate in another unit, such as 100 for percent. The factor
// is positive.
func (e Estimate) Scale(factor float64) Estimate {
	e.Value *= factor
	e.Low *= factor
	e.High *= factor
	return e
}

// Within is the estimate of what cannot lie outside of these bounds; intervals of few observations may.
func (e Estimate) Within(low, high float64) Estimate {
	e.Low, e.High = max(low, e.Low), min(high, e.High)
	return e
}

// Of names in the warnings what the figure rests on, such as "rounds", in place of observations.
func (e Estimate) Of(units string) Estimate {
	e.Warnings = slices.Clone(e.Warnings)
	for i, w := range e.Warnings {
		e.Warnings[i] = strings.ReplaceAll(w, "observations", units)
	}
	return e
}

// String is like "0.8384 [0.3302, 0.9699]", with the warnings behind it.
func (e Estimate) String() string {
	s := fmt.Sprintf("%.4f [%.4f, %.4f]", e.Value, e.Low, e.High)
	if len(e.Warnings) > 0 {
		s += " (" + strings.Join(e.Warnings, "; ") + ")"
	}
	return s
}

// Separate reports whether the intervals do not overlap. That is stricter than a test at 5%; overlapping
// intervals are no sign of equality.
func (e Estimate) Separate(other Estimate) bool {
	return e.Low > other.High || other.Low > e.High
}
