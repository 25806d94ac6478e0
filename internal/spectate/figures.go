package spectate

import (
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
	"wolfden/werewolf"
)

// figures keeps what a game adds to the metrics until it is over: whoever reads
// the figures meanwhile would see by whose fault, and by what is asked at all,
// who has which role and who of them lives.
type figures struct {
	track   string
	header  *gamelog.Header
	asked   int64 // when the players were last asked, milliseconds since the start
	faults  map[fault]int
	answers map[answer]int
}

type fault struct{ team, name string }

type answer struct {
	request string
	took    int64 // milliseconds
}

// newFigures begins with what is played from now on.
func newFigures(t *timeline, now time.Time) *figures {
	f := &figures{track: t.track.Name, header: t.header, faults: map[fault]int{}, answers: map[answer]int{}}
	f.asked = f.since(now)
	return f
}

// since is a time as the record has it.
func (f *figures) since(t time.Time) int64 { return t.UnixMilli() - f.header.Started }

// add takes in the entries that are new; all that was kept goes into the metrics
// when they tell that the game is over.
func (f *figures) add(m *metrics, entries []gamelog.Entry, now time.Time) {
	for _, e := range entries {
		if e.Input != nil {
			f.count(e.At, e.Input)
		}
		if e.Event != nil && e.Event.Kind == werewolf.GameOver {
			m.ended.WithLabelValues(f.track, e.Event.Winner.String(), e.Event.End.String()).Inc()
			f.reveal(m)
		}
	}
	f.asked = f.since(now)
}

// count keeps a fault, and how long an answer took that came in time.
func (f *figures) count(at int64, in *gamelog.Input) {
	a := &in.Action
	if archive.IsFault(in) {
		f.faults[fault{f.header.Seats[a.Seat-1].Team, in.Fault.String()}]++
	}
	switch in.Fault {
	case gamelog.Late, gamelog.Lost, gamelog.Crashed:
		return
	default:
	}
	if a.Kind == werewolf.Answer && !onFloor(&f.header.Rules, a.Request) {
		f.answers[answer{a.Request.String(), max(at-f.asked, 0)}]++
	}
}

// reveal adds what was kept to the metrics.
func (f *figures) reveal(m *metrics) {
	for of, n := range f.faults {
		m.faults.WithLabelValues(f.track, of.team, of.name).Add(float64(n))
	}
	for of, n := range f.answers {
		for range n {
			m.answers.WithLabelValues(f.track, of.request).Observe(float64(of.took) / 1000)
		}
	}
	clear(f.faults)
	clear(f.answers)
}

// onFloor reports whether the request leaves it to the player when to answer.
func onFloor(r *werewolf.Rules, k werewolf.RequestKind) bool {
	return k == werewolf.Talk && r.Talk.Mode == werewolf.Anytime || k == werewolf.Whisper && r.Whisper.Mode == werewolf.Anytime
}
