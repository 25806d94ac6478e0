package chances

import (
	"encoding/json"
	"math"

	"wolfden/internal/stats"
)

// Interval is a figure with its 95% interval. One that rests on too few games has no bounds: they are NaN, and null in JSON.
type Interval struct {
	Value     float64
	Low, High float64
	N         int // games it rests on, 0 where that was not kept
}

// Of returns the interval of an estimate.
func Of(e stats.Estimate) Interval { return Interval{e.Value, e.Low, e.High, e.N} }

// Share is the interval of a rate.
func Share(r stats.Rate) Interval { return Interval{r.Share(), r.Low, r.High, r.Trials} }

// Estimate is the interval as a figure to reckon with.
func (i Interval) Estimate() stats.Estimate {
	return stats.Estimate{Value: i.Value, Low: i.Low, High: i.High, N: i.N}
}

// negative is what the other side has of it.
func (i Interval) negative() Interval { return Interval{-i.Value, -i.High, -i.Low, i.N} }

// Bounded reports whether there are bounds.
func (i Interval) Bounded() bool { return !math.IsNaN(i.Low) && !math.IsNaN(i.High) }

// chance reports whether it can be one: from 0 to 1, within its bounds.
func (i Interval) chance() bool {
	return i.Value >= 0 && i.Value <= 1 && (!i.Bounded() || 0 <= i.Low && i.Low <= i.Value && i.Value <= i.High && i.High <= 1)
}

// intervalJSON is an interval for programs.
type intervalJSON struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	N     int      `json:"n,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (i Interval) MarshalJSON() ([]byte, error) {
	j := intervalJSON{Value: i.Value, N: i.N}
	if i.Bounded() {
		j.Low, j.High = &i.Low, &i.High
	}
	return json.Marshal(j)
}

// UnmarshalJSON implements json.Unmarshaler.
func (i *Interval) UnmarshalJSON(text []byte) error {
	var j intervalJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	*i = Interval{j.Value, math.NaN(), math.NaN(), j.N}
	if j.Low != nil && j.High != nil {
		i.Low, i.High = *j.Low, *j.High
	}
	return nil
}
