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
	figures []func(*metrics)
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
		if e.Event != nil && e.Event.Kind == werewolf.GameOver {
			o.reveal()
		}
	}
	now := time.Now()
	o.host.server.gallery.publish(o.tape, o.pending, now)
	o.pending, o.asked = o.pending[:0], o.since(now)
	return nil
}

// count keeps a fault, and how long an answer took that came in time, for when
// the game is over: whoever reads the figures meanwhile would see by whose fault,
// and by what is asked at all, who has which role and who of them lives.
func (o *recorder) count(at int64, in *gamelog.Input) {
	track, a := o.host.track, &in.Action
	if counts(in) {
		team, fault := o.running.header.Seats[a.Seat-1].Team, in.Fault.String()
		o.figures = append(o.figures, func(m *metrics) { m.faults.WithLabelValues(track.Name, team, fault).Inc() })
	}
	switch in.Fault {
	case gamelog.Late, gamelog.Lost, gamelog.Crashed:
		return
	default:
	}
	if a.Kind == werewolf.Answer && !onFloor(&track.Rules, a.Request) {
		request, took := a.Request.String(), float64(max(at-o.asked, 0))/1000
		o.figures = append(o.figures, func(m *metrics) { m.answers.WithLabelValues(track.Name, request).Observe(took) })
	}
}

// reveal adds what was kept to the figures.
func (o *recorder) reveal() {
	for _, add := range o.figures {
		add(o.host.server.metrics)
	}
	o.figures = nil
}

// onFloor reports whether the request leaves it to the player when to answer.
func onFloor(r *werewolf.Rules, k werewolf.RequestKind) bool {
	return k == werewolf.Talk && r.Talk.Mode == werewolf.Anytime || k == werewolf.Whisper && r.Whisper.Mode == werewolf.Anytime
}

// counts reports whether the input is an answer with a fault.
func counts(in *gamelog.Input) bool {
	return in.Fault != gamelog.NoFault && in.Action.Kind == werewolf.Answer
}
