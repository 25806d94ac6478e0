package server

import (
	"time"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// recorder is a game's observer: the record first, then figures and spectators,
// which are told only of what the record holds.
type recorder struct {
	*gamelog.Writer
	running *running
	host    *host
	tape    *tape
	pending []gamelog.Entry
	asked   int64 // when the players were last asked, milliseconds since the start
}

func (h *host) observe(r *running) match.Observer {
	o := &recorder{Writer: r.writer, running: r, host: h, tape: h.server.gallery.play(h, r.header)}
	o.asked = o.since(time.Now())
	return o
}

// since is a time as the record has it.
func (o *recorder) since(t time.Time) int64 { return t.UnixMilli() - o.running.header.Started }

// Append takes an entry.
func (o *recorder) Append(e gamelog.Entry) {
	o.Writer.Append(e)
	o.pending = append(o.pending, e)
}

// Flush makes the entries safe, then tells of them.
func (o *recorder) Flush() error {
	if err := o.Writer.Flush(); err != nil {
		return err
	}
	for _, e := range o.pending {
		if e.Input != nil {
			o.count(e.At, e.Input)
		}
	}
	now := time.Now()
	o.host.server.gallery.publish(o.tape, o.pending, now)
	o.pending, o.asked = o.pending[:0], o.since(now)
	return nil
}

// count counts a fault, and how long an answer took that came in time.
func (o *recorder) count(at int64, in *gamelog.Input) {
	m, track := o.host.server.metrics, o.host.track
	if counts(in) {
		team := o.running.header.Seats[in.Action.Seat-1].Team
		m.faults.WithLabelValues(track.Name, team, in.Fault.String()).Inc()
	}
	switch in.Fault {
	case gamelog.Late, gamelog.Lost, gamelog.Crashed:
		return
	default:
	}
	if a := &in.Action; a.Kind == werewolf.Answer && !onFloor(&track.Rules, a.Request) {
		m.answers.WithLabelValues(track.Name, a.Request.String()).Observe(float64(max(at-o.asked, 0)) / 1000)
	}
}

// onFloor reports whether the request leaves it to the player when to answer.
func onFloor(r *werewolf.Rules, k werewolf.RequestKind) bool {
	return k == werewolf.Talk && r.Talk.Mode == werewolf.Anytime || k == werewolf.Whisper && r.Whisper.Mode == werewolf.Anytime
}

// counts reports whether the input is a fault of its player's. That a player is
// lost is said twice, of the answer that did not come and of the player.
func counts(in *gamelog.Input) bool {
	return in.Fault != gamelog.NoFault && in.Action.Seat > 0 &&
		(in.Fault == gamelog.Lost) == (in.Action.Kind == werewolf.Fail)
}
