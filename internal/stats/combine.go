package stats

import (
	"fmt"
	"math"
)

// Sum is the sum of independent estimates, with the interval that follows from theirs (Zou and Donner 2008, "MOVER"). The sum of
// none is 0, for certain.
func Sum(list []Estimate) (sum Estimate) {
	var below, above float64
	for _, e := range list {
		sum.Value += e.Value
		sum.N += e.N
		below += (e.Value - e.Low) * (e.Value - e.Low)
		above += (e.High - e.Value) * (e.High - e.Value)
	}
	sum.Low, sum.High = sum.Value-math.Sqrt(below), sum.Value+math.Sqrt(above)
	return sum
}

// Combine is the weighted sum of the shares of independent rates, with the
// interval that follows from theirs (Zou and Donner 2008, "MOVER"; for a
// difference, the weights 1 and -1, it is method 10 of Newcombe 1998). Rates
// without trials must be left out by the caller: their share is not known.
// There are as many weights as rates.
func Combine(weights []float64, rates []Rate) Estimate {
	if len(weights) != len(rates) || len(rates) == 0 {
		return undefined(0, "no rates to combine")
	}
	var e Estimate
	var below, above float64
	few := 0
	for i, r := range rates {
		w, share := weights[i], r.Share()
		low, high := w*(share-r.Low), w*(r.High-share)
		if w < 0 {
			low, high = high, low
		}
		e.Value += w * share
		e.N += r.Trials
		below += low * low
		above += high * high
		if r.independent() < fewTrials {
			few++
		}
	}
	e.Low, e.High = e.Value-math.Sqrt(below), e.Value+math.Sqrt(above)
	if few > 0 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("%d of %d rates rest on fewer than %d games", few, len(rates), fewTrials))
	}
	return e
}

// imagined is how many successes, and as many failures, an average is drawn towards the middle by.
const imagined = 1.5

// Average is the mean of the shares of independent rates by weights that sum to 1. The interval is Price and Bonett's (2004), with
// imagined trials shared among as many rates as would weigh alike: a role played twice has hardly an interval of its own, and the sum
// of such intervals (Combine) is too narrow. Rates without trials must be left out by the caller. There are as many weights as rates.
func Average(weights []float64, rates []Rate) Estimate {
	e := Combine(weights, rates)
	if e.N == 0 || len(rates) == 1 {
		return e
	}
	squares := 0.0
	for _, w := range weights {
		squares += w * w
	}
	extra := imagined * squares
	centre, variance := 0.0, 0.0
	for i, r := range rates {
		n := float64(r.independent())
		p := (r.Share()*n + extra) / (n + 2*extra)
		centre += weights[i] * p
		variance += weights[i] * weights[i] * p * (1 - p) / (n + 2*extra)
	}
	half := z95 * math.Sqrt(variance)
	e.Low, e.High = max(0, min(e.Value, centre-half)), min(1, max(e.Value, centre+half))
	return e
}
