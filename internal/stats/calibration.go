package stats

import (
	"fmt"
	"math"
)

// Bin is one line of a reliability table: the predictions of a range.
type Bin struct {
	From, To  float64 // To belongs to the next bin, but in the last
	Predicted float64 // their mean, NaN of an empty bin
	Happened  Rate
}

// Calibration is how well predicted chances fit what happened.
type Calibration struct {
	Brier   Estimate // mean squared error of the chance, 0 best; half of Brier's own (1950), who sums over both outcomes
	LogLoss Estimate // mean negative log of the chance given to what happened, in nats, 0 best
	Error   float64  // mean distance of chance and rate over the bins, weighted with their size (expected calibration error)
	Bins    []Bin
	// Warnings are what a reader must know before quoting any of it.
	Warnings []string
}

// Calibrate compares predicted chances with what happened, in bins of equal
// width. Predictions that are no chance (NaN, outside of 0 to 1) are left out
// and warned of. At least one bin is made.
func Calibrate(predicted []float64, happened []bool, bins int) Calibration {
	bins = max(bins, 1)
	var c Calibration
	if len(predicted) != len(happened) {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d predictions for %d outcomes: nothing to compare", len(predicted), len(happened)))
		predicted = nil
	}
	var squares, logs []float64
	sums, hits, counts := make([]float64, bins), make([]int, bins), make([]int, bins)
	for i, p := range predicted {
		if math.IsNaN(p) || p < 0 || p > 1 {
			continue
		}
		b := min(int(p*float64(bins)), bins-1)
		counts[b]++
		sums[b] += p
		given := 1 - p
		if happened[i] {
			hits[b]++
			given = p
		}
		squares = append(squares, (1-given)*(1-given))
		logs = append(logs, -math.Log(given))
	}
	if left := len(predicted) - len(squares); left > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d of %d predictions are no chance between 0 and 1 and are left out", left, len(predicted)))
	}
	c.Brier, c.LogLoss = Mean(squares), Mean(logs)
	if math.IsInf(c.LogLoss.Value, 1) {
		c.Warnings = append(c.Warnings, "something happened that was given no chance: the log loss is infinite")
	}
	for b := range bins {
		bin := Bin{From: float64(b) / float64(bins), To: float64(b+1) / float64(bins), Predicted: sums[b] / float64(counts[b]), Happened: Wilson(hits[b], counts[b])}
		c.Bins = append(c.Bins, bin)
		if counts[b] > 0 {
			c.Error += math.Abs(bin.Predicted-bin.Happened.Share()) * float64(counts[b]) / float64(len(squares))
		}
	}
	return c
}
