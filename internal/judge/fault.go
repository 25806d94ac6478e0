package judge

import (
	"cmp"
	"errors"
	"slices"

	"wolfden/internal/llm"
)

// Why a list of players is none.
var (
	errStranger = errors.New("is no player")
	errTwice    = errors.New("is named twice")
	errMissing  = errors.New("is missing")
)

// faults are what may be wrong with an answer, in words for those who look for the reason, and the kind that tables of calls
// count it under. The first that fits counts.
var faults = []struct {
	err        error
	what, kind string
}{
	{llm.ErrNoJSON, "no JSON", llm.CauseForm},
	{errStranger, "somebody who does not play", "does not hold: names a stranger"},
	{errTwice, "a player named twice", "does not hold: not what was asked for"},
	{errMissing, "a player left out", "does not hold: not what was asked for"},
	{errScale, "another scale", "does not hold: not what was asked for"},
	{errMark, "a rating off the scale", "does not hold: not what was asked for"},
	{nil, "not in the form asked for", llm.CauseForm},
}

// faultOf is what was wrong with an answer, and its kind.
func faultOf(err error) (what, kind string) {
	for _, f := range faults {
		if f.err == nil || errors.Is(err, f.err) {
			what, kind = f.what, f.kind
			break
		}
	}
	return what, kind
}

// Fault is why questions by one criterion got no verdict of one judge.
type Fault struct {
	Judge     string
	Criterion string
	Times     map[string]int // how often an answer was of no use, by what was wrong
	Last      string         // the last of these, as it came but for control characters
	Without   map[string]int // questions to which no more answers came, by the kind of the reason; see chronicle.Kinds
}

// countFaults adds a question without a verdict: its answers of no use, and why there were no more of them.
func (p *Progress) countFaults(q *Question, o *Outcome) {
	at := slices.IndexFunc(p.Faults, func(f Fault) bool { return f.Judge == q.Rater && f.Criterion == q.Criterion })
	if at < 0 {
		at, p.Faults = len(p.Faults), append(p.Faults, Fault{Judge: q.Rater, Criterion: q.Criterion, Times: map[string]int{}, Without: map[string]int{}})
	}
	f := &p.Faults[at]
	for i, what := range o.Wrong {
		f.Times[what]++
		f.Last = o.Failure.Tries[i].Text
	}
	if o.Cut {
		f.Without[o.Call.Kind]++
	}
}

// sortFaults puts them in the order of judges and criteria.
func (p *Progress) sortFaults() {
	slices.SortFunc(p.Faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Judge, b.Judge), cmp.Compare(a.Criterion, b.Criterion))
	})
}
