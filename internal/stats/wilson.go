// Package stats is numbers only: rates, intervals, ratings.
//
// It knows nothing of Werewolf. Every figure comes with its interval, and with
// a warning where the figure cannot carry what a reader would put on it.
package stats

import (
	"fmt"
	"math"
)

// Rate is a share of successes with its interval. The zero Rate is no data.
type Rate struct {
	Successes int
	Trials    int
	Low, High float64 // bounds of the interval, between 0 and 1
}

// fewTrials is the number below which a rate is only a hint: its 95% interval
// is then wider than 30 points at worst.
const fewTrials = 40

// Wilson is the rate of successes in trials with Wilson's score interval at
// 95% (Wilson 1927), which also holds for few trials and extreme rates. It
// needs 0 <= successes <= trials.
func Wilson(successes, trials int) Rate {
	r := Rate{Successes: successes, Trials: trials, Low: 0, High: 1}
	if trials == 0 {
		return r
	}
	const z = 1.959963984540054 // the 97.5% point of the normal distribution
	n, p := float64(trials), float64(successes)/float64(trials)
	scale := 1 + z*z/n
	centre := (p + z*z/(2*n)) / scale
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)) / scale
	r.Low, r.High = math.Max(0, centre-half), math.Min(1, centre+half)
	return r
}

// Share is the rate itself, 0 without trials.
func (r Rate) Share() float64 {
	if r.Trials == 0 {
		return 0
	}
	return float64(r.Successes) / float64(r.Trials)
}

// Warning is what a reader must know before quoting the rate, "" for nothing.
func (r Rate) Warning() string {
	switch {
	case r.Trials == 0:
		return "no games"
	case r.Trials < fewTrials:
		return fmt.Sprintf("only %d games", r.Trials)
	default:
		return ""
	}
}

// String is like "56.2% [53.1, 59.2]", with the warning behind it.
func (r Rate) String() string {
	s := fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*r.Share(), 100*r.Low, 100*r.High)
	if w := r.Warning(); w != "" {
		s += " (" + w + ")"
	}
	return s
}
