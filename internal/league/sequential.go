package league

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"wolfden/internal/stats"
)

// Verdict is what a comparison has come to. The zero Verdict is none.
type Verdict uint8

// Undecided: go on. FirstBetter, SecondBetter: one of them is. TooClose: they
// differ by less than the difference that matters. Known: the interval is as
// narrow as was asked.
const (
	Undecided Verdict = iota
	FirstBetter
	SecondBetter
	TooClose
	Known
)

// String is the word of the JSON forms.
func (v Verdict) String() string {
	return [...]string{"undecided", "first better", "second better", "too close", "known"}[min(v, Known)]
}

// Sequential compares two entries by what they did in round after round. It may
// be asked after any round and stopped when it has decided: its error rates and
// its interval hold all the same.
//
// It is a test by betting (Waudby-Smith and Ramdas 2023, "Estimating means of
// bounded random variables by betting"): against a hypothesis such as "the first
// is not better" somebody bets fair odds on every round. If it is true the
// capital reaches 1/alpha with a chance of at most alpha (Ville 1939), whatever
// values come and however they are spread. Several bets of fixed size are made
// beside one another, so that one of them fits. With values of -1 and 1 each of
// them is Wald's ratio (1945); a test compares it with that of package stats.
//
// Where the rule has a width, nothing is bet: it goes on until Student's interval is no wider (Chow and Robbins 1965). It may be looked
// at after every round since how far values lie apart, which is all that it stops by, tells nothing of their mean; the interval holds
// at the end, and not wherever else somebody likes to stop.
//
// The zero Sequential is not ready; it is not safe for concurrent use.
type Sequential struct {
	stop    Stop
	reach   float64
	rounds  []float64 // by how much more the first won of each than the second
	squares float64   // of them, added up
	sum     float64
	better  [2]wager // against: the first, the second is not better
	matters [2]wager // against: the first, the second is better by what matters
	verdict Verdict
}

// newSequential begins a comparison of values from -reach to reach, which must
// be known before they are: a bet that knew more of some rounds than of others
// would favour those. The entries of the stop rule do not matter here.
func newSequential(stop Stop, reach float64) *Sequential {
	q := &Sequential{stop: stop, reach: reach}
	for i := range q.better {
		q.better[i] = newWager(0, reach)
		// That one is better by what matters is, seen from the other, a mean of at
		// most minus that.
		q.matters[i] = newWager(-stop.Difference, reach)
	}
	return q
}

// Add takes the next round, by how much more weighted micro the first entry had
// of it than the second, and returns what is decided. Rounds after the decision
// change nothing.
func (q *Sequential) Add(value float64) Verdict {
	if q.verdict != Undecided {
		return q.verdict
	}
	q.rounds = append(q.rounds, value)
	q.sum, q.squares = q.sum+value, q.squares+value*value
	if q.stop.Width > 0 {
		// The normal quantile is below Student's, which takes time.
		if most := q.stop.Width / 2; distuv.UnitNormal.Quantile(1-q.stop.Alpha/2)*q.standardError() <= most && q.half() <= most {
			q.verdict = Known
		}
		return q.verdict
	}
	q.better[0].add(value)
	q.better[1].add(-value)
	q.matters[0].add(-value)
	q.matters[1].add(value)
	better := math.Log(2 / q.stop.Alpha)
	// No less than better, so that too close is never said of a difference that
	// the interval holds.
	near := max(better, math.Log(1/q.stop.Beta))
	switch {
	case q.better[0].capital() >= better:
		q.verdict = FirstBetter
	case q.better[1].capital() >= better:
		q.verdict = SecondBetter
	case q.matters[0].capital() >= near && q.matters[1].capital() >= near:
		q.verdict = TooClose
	}
	return q.verdict
}

// Verdict is what is decided so far, after how many rounds.
func (q *Sequential) Verdict() (v Verdict, rounds int) { return q.verdict, len(q.rounds) }

// Difference is how much more weighted micro the first entry has than the
// second. The interval holds the truth with a chance of 1-alpha after all rounds
// at once, so also where a comparison was stopped because of it.
func (q *Sequential) Difference() stats.Estimate {
	e := stats.Estimate{Low: -1, High: 1, N: len(q.rounds)}
	if len(q.rounds) == 0 {
		e.Value = math.NaN()
		e.Warnings = []string{"no whole round yet"}
		return e
	}
	e.Value = q.sum / float64(len(q.rounds))
	if q.stop.Width > 0 {
		half := q.half()
		e.Low, e.High = max(-1, e.Value-half), min(1, e.Value+half)
		if q.verdict == Undecided {
			e.Warnings = append(e.Warnings, fmt.Sprintf("the interval is not as narrow as the %s points asked for; play more games", points(q.stop.Width)))
		}
		return e
	}
	e.Low, e.High = q.bound(1), -q.bound(-1)
	switch q.verdict {
	case Undecided:
		e.Warnings = append(e.Warnings, "undecided: no sign of equality; play more games")
	case TooClose:
		e.Warnings = append(e.Warnings, "stopped when decided: the difference seen lies nearer to 0 than the true one")
	case FirstBetter, SecondBetter:
		e.Warnings = append(e.Warnings, "stopped when decided: the difference seen lies further out than the true one")
	case Known: // of a width that was asked for, above
	}
	return e
}

// half is half of the width of Student's interval.
func (q *Sequential) half() float64 {
	n := float64(len(q.rounds))
	if n < 2 {
		return 2
	}
	return distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(1-q.stop.Alpha/2) * q.standardError()
}

// standardError is that of the mean of rounds, with the square of the reach once more among those of the rounds: a few first ones that
// are all the same tell too little of how far others lie apart, and always the same must come to an end.
func (q *Sequential) standardError() float64 {
	n := float64(len(q.rounds))
	spread := max(0, q.squares-q.sum*q.sum/n)/max(1, n-1) + q.reach*q.reach/n
	return math.Sqrt(spread / n)
}

// bound is the greatest mean that is refuted from below, by bisection: capital
// against "at most m" falls with m.
func (q *Sequential) bound(sign float64) float64 {
	low, high := -q.reach, q.reach
	for range 30 {
		middle := (low + high) / 2
		w := newWager(middle, q.reach)
		for _, r := range q.rounds {
			w.add(sign * r)
		}
		if w.capital() >= math.Log(2/q.stop.Alpha) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// stakes are the shares of the capital that the bets risk in every round.
func stakes() []float64 { return []float64{0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 0.9} }

// wager is bets against "the mean is at most this".
type wager struct {
	mean   float64
	span   float64 // from there down to the least value
	stakes []float64
	logs   []float64 // of the capital of each
}

func newWager(mean, reach float64) wager {
	s := stakes()
	return wager{mean: mean, span: max(mean+reach, 1e-9), stakes: s, logs: make([]float64, len(s))}
}

// add settles a round. A bet loses no more than its stake, since no value is
// below -reach.
func (w *wager) add(value float64) {
	for i, stake := range w.stakes {
		w.logs[i] += math.Log1p(stake * (value - w.mean) / w.span)
	}
}

// capital is the logarithm of the mean capital.
func (w *wager) capital() float64 {
	top := w.logs[0]
	for _, l := range w.logs {
		top = max(top, l)
	}
	sum := 0.0
	for _, l := range w.logs {
		sum += math.Exp(l - top)
	}
	return top + math.Log(sum/float64(len(w.logs)))
}
