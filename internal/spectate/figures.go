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
	track  string
	header *gamelog.Header
	known  int   // entries that were looked at
	asked  int64 // when the players were last asked, milliseconds since the start
	kept   []func(*metrics)
}

// newFigures begins after the first n entries, which an earlier server counted.
func newFigures(t *timeline, n int, now time.Time) *figures {
	f := &figures{track: t.track.Name, header: t.header, known: n}
	f.asked = f.since(now)
	return f
}

// since is a time as the record has it.
func (f *figures) since(t time.Time) int64 { return t.UnixMilli() - f.header.Started }

// add takes in the entries that are new; all that was kept goes into the metrics
// when they tell that the game is over.
func (f *figures) add(m *metrics, entries []gamelog.Entry, now time.Time) {
	for _, e := range entries[f.known:] {
		if e.Input != nil {
			f.count(e.At, e.Input)
		}
		if e.Event != nil && e.Event.Kind == werewolf.GameOver {
			m.ended.WithLabelValues(f.track, e.Event.Winner.String(), e.Event.End.String()).Inc()
			f.reveal(m)
		}
	}
	f.known, f.asked = len(entries), f.since(now)
}

// count keeps a fault, and how long an answer took that came in time.
func (f *figures) count(at int64, in *gamelog.Input) {
	track, a := f.track, &in.Action
	if archive.IsFault(in) {
		team, fault := f.header.Seats[a.Seat-1].Team, in.Fault.String()
		f.kept = append(f.kept, func(m *metrics) { m.faults.WithLabelValues(track, team, fault).Inc() })
	}
	switch in.Fault {
	case gamelog.Late, gamelog.Lost, gamelog.Crashed:
		return
	default:
	}
	if a.Kind == werewolf.Answer && !onFloor(&f.header.Rules, a.Request) {
		request, took := a.Request.String(), float64(max(at-f.asked, 0))/1000
		f.kept = append(f.kept, func(m *metrics) { m.answers.WithLabelValues(track, request).Observe(took) })
	}
}

// reveal adds what was kept to the metrics.
func (f *figures) reveal(m *metrics) {
	for _, add := range f.kept {
		add(m)
	}
	f.kept = nil
}

// onFloor reports whether the request leaves it to the player when to answer.
func onFloor(r *werewolf.Rules, k werewolf.RequestKind) bool {
	return k == werewolf.Talk && r.Talk.Mode == werewolf.Anytime || k == werewolf.Whisper && r.Whisper.Mode == werewolf.Anytime
}
