package stats

import (
	"fmt"
	"math"
)

// Decision is the result of a sequential test. The zero Decision is none.
type Decision uint8

// Undecided: go on. Lower, Higher: the rate is taken for the lower or the
// higher of the two in question.
const (
	Undecided Decision = iota
	Lower
	Higher
)

// String is the word for people.
func (d Decision) String() string {
	return [...]string{"undecided", "lower", "higher"}[min(d, Higher)]
}

// SPRT is Wald's sequential probability ratio test of a rate (1945): it may stop after any trial, as soon as
// it has decided. It is not safe for concurrent use.
//
// Two players that get the same deals are compared by the deals that only one of them won. The tested rate is
// the share of these deals that the first one won; low and high are 0.5 minus and plus half the difference
// that matters.
type SPRT struct {
	low, high    float64
	alpha, beta  float64
	ifSuccess    float64 // what a success adds to the log likelihood ratio
	ifFailure    float64
	accept, drop float64 // bounds of the ratio: for the higher, for the lower rate
	ratio        float64
	trials       int
	decision     Decision
}

// NewSPRT tests whether a rate is low or high. The probability of deciding for high when it is low is at most
// alpha, that of deciding for low when it is high at most beta. The bounds 1/alpha and beta guarantee this
// (Ville 1939). Wald's own, (1-beta)/alpha and beta/(1-alpha), stop a little earlier and guarantee only the
// sum of the two. It needs 0 < low < high < 1, and alpha and beta above 0 and below 0.5.
func NewSPRT(low, high, alpha, beta float64) (*SPRT, error) {
	if !(0 < low && low < high && high < 1) {
		return nil, fmt.Errorf("stats: cannot test a rate of %v against %v; give 0 < low < high < 1", low, high)
	}
	if !(0 < alpha && alpha < 0.5 && 0 < beta && beta < 0.5) {
		return nil, fmt.Errorf("stats: error rates %v and %v; give two above 0 and below 0.5", alpha, beta)
	}
	return &SPRT{
		low: low, high: high, alpha: alpha, beta: beta,
		ifSuccess: math.Log(high / low), ifFailure: math.Log((1 - high) / (1 - low)),
		accept: -math.Log(alpha), drop: math.Log(beta),
	}, nil
}

// Add takes the next trial and returns what is decided. Trials after the
// decision change nothing.
func (s *SPRT) Add(success bool) Decision {
	if s.decision != Undecided {
		return s.decision
	}
	s.trials++
	if success {
		s.ratio += s.ifSuccess
	} else {
		s.ratio += s.ifFailure
	}
	switch {
	case s.ratio >= s.accept:
		s.decision = Higher
	case s.ratio <= s.drop:
		s.decision = Lower
	}
	return s.decision
}

// Decision returns the decision so far and the number of trials it took.
func (s *SPRT) Decision() (d Decision, trials int) { return s.decision, s.trials }

// Lines are the bounds in Wald's form: the test goes on while the successes of
// n trials lie between below + slope n and above + slope n.
func (s *SPRT) Lines() (below, above, slope float64) {
	step := s.ifSuccess - s.ifFailure
	return s.drop / step, s.accept / step, -s.ifFailure / step
}

// ExpectedTrials returns about how many trials the test takes when the rate is the low or the high one (Wald
// 1945, section 4). For rates between the two it takes longer.
func (s *SPRT) ExpectedTrials() (ifLow, ifHigh float64) {
	drift := func(p float64) float64 { return p*s.ifSuccess + (1-p)*s.ifFailure }
	ifLow = ((1-s.alpha)*s.drop + s.alpha*s.accept) / drift(s.low)
	ifHigh = (s.beta*s.drop + (1-s.beta)*s.accept) / drift(s.high)
	return ifLow, ifHigh
}

// Warnings are what a reader must know before quoting the decision.
func (s *SPRT) Warnings() []string {
	if s.decision == Undecided {
		return []string{fmt.Sprintf("undecided after %d trials: no sign of equality", s.trials)}
	}
	return []string{"stopped when decided: the rate seen so far lies further out than the true one"}
}
