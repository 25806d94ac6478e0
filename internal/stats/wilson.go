// Package stats computes rates, intervals and ratings from numbers.
//
// It knows nothing of Werewolf. Every figure comes with its interval, and with a warning when it is weaker
// evidence than a reader would assume.
package stats

import (
	"fmt"
	"math"
)

// Rate is a share of successes with its interval. The zero Rate has no data.
type Rate struct {
	Successes int
	Trials    int
	Low, High float64 // bounds of the interval, between 0 and 1
	// Clusters is the number of independent groups of trials, if these are fewer than Trials; else 0. The
	// interval rests on it.
	Clusters int
}

// fewTrials is the number of trials below which a rate is only a hint: its 95% interval can be wider than 30
// points.
const fewTrials = 40

// Wilson is the rate of successes in trials with Wilson's score interval at
// 95% (Wilson 1927), which also holds for few trials and extreme rates. It
// needs 0 <= successes <= trials.
func Wilson(successes, trials int) Rate {
	r := Rate{Successes: successes, Trials: trials, Low: 0, High: 1}
	if trials > 0 {
		r.Low, r.High = wilson(r.Share(), float64(trials))
	}
	return r
}

// Clustered is the rate of successes in trials that come in clusters, such as players who win a game together.
// The interval counts a cluster as one trial. That is right if all of a cluster succeed or fail together, and
// too wide otherwise. It needs 0 < clusters <= trials; other numbers count as trials.
func Clustered(successes, trials, clusters int) Rate {
	r := Wilson(successes, trials)
	if clusters > 0 && clusters < trials {
		r.Clusters = clusters
		r.Low, r.High = wilson(r.Share(), float64(clusters))
	}
	return r
}

// z95 is the 97.5% point of the normal distribution.
const z95 = 1.959963984540054

// wilson is the score interval of a share p of n trials, n > 0.
func wilson(p, n float64) (low, high float64) {
	scale := 1 + z95*z95/n
	centre := (p + z95*z95/(2*n)) / scale
	half := z95 * math.Sqrt(p*(1-p)/n+z95*z95/(4*n*n)) / scale
	return math.Max(0, min(p, centre-half)), math.Min(1, max(p, centre+half)) // rounding would leave a share of 1 outside
}

// independent returns the number of trials that the interval rests on.
func (r Rate) independent() int {
	if r.Clusters > 0 {
		return r.Clusters
	}
	return r.Trials
}

// Share is the rate itself, 0 without trials.
func (r Rate) Share() float64 {
	if r.Trials == 0 {
		return 0
	}
	return float64(r.Successes) / float64(r.Trials)
}

// Estimate is the rate as a figure, which is undefined without trials.
func (r Rate) Estimate() Estimate {
	if r.Trials == 0 {
		return undefined(0)
	}
	return Estimate{Value: r.Share(), Low: r.Low, High: r.High, N: r.Trials}
}

// Warning is what a reader must know before quoting the rate of games, "" for nothing.
func (r Rate) Warning() string { return r.WarningOf("game") }

// WarningOf is that of a rate of something else: of what its independent trials are, in one word.
func (r Rate) WarningOf(of string) string {
	switch n := r.independent(); {
	case r.Trials == 0:
		return "no " + of + "s"
	case n < fewTrials:
		return "only " + counted(n, of)
	default:
		return ""
	}
}

// String is like "56.2% [53.1, 59.2]", with the warning behind it.
func (r Rate) String() string { return r.Of("game") }

// Of is String for a rate of something else than games, such as "discussion".
func (r Rate) Of(what string) string {
	s := fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*r.Share(), 100*r.Low, 100*r.High)
	if w := r.WarningOf(what); w != "" {
		s += " (" + w + ")"
	}
	return s
}

// games is a number of games in words.
func games(n int) string { return counted(n, "game") }

// counted is a number of something in words.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
