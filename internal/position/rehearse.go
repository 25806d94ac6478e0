package position

import (
	"context"
	"fmt"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// rehearsal asks players again what their seats were asked, in the way of match.Run.
type rehearsal struct {
	ctx      context.Context
	game     *werewolf.Game
	players  []match.Player // by seat, nil where nobody is asked
	watchers []*werewolf.Watcher
	times    []int64 // of the game's events, Unix milliseconds
	shown    int     // events that the players have seen

	wave  []question // what was asked at the same time, and is not answered
	open  bool       // the wave is one of an open floor: all have answered, and those with nothing to say are not in it
	quiet bool       // nobody has spoken in the wave so far
	wrong error      // a player has answered otherwise than the record
}

// question is what a seat was asked, and what it knew then.
type question struct {
	werewolf.Request

	knows  werewolf.Observation
	answer string // on an open floor, where it was given at once
}

// rehearse asks those players of m who are there from the beginning everything that their seats were asked.
func (p *Position) rehearse(ctx context.Context, m *match.Match) error {
	g, err := werewolf.NewWithChance(p.header.Rules, p.header.Seats, p.header.Chance())
	if err != nil {
		return err
	}
	r := &rehearsal{ctx: ctx, game: g, players: make([]match.Player, len(m.Players))}
	for i := range m.Players {
		id := werewolf.SeatID(i + 1)
		if m.Present.Has(id) {
			r.players[i] = m.Players[i]
		}
		r.watchers = append(r.watchers, werewolf.NewWatcher(g.Rules(), id))
	}
	for _, e := range p.past {
		if e.Event != nil {
			r.times = append(r.times, p.header.Started+e.At)
		}
	}
	for i := range p.past {
		if in := p.past[i].Input; in != nil {
			if err := r.take(in); err != nil {
				return fmt.Errorf("line %d: %w", i+2, err)
			}
		}
	}
	r.catchUp()
	return ctx.Err()
}

// take lets the seat of an input answer, and gives the game what the record has.
func (r *rehearsal) take(in *gamelog.Input) error {
	if in.Action.Kind != werewolf.Fail && !r.belongs(in) {
		r.begin()
		if !r.belongs(in) && in.Action.Kind == werewolf.Answer && r.players[in.Action.Seat-1] != nil {
			return r.differs(in, "")
		}
	}
	if r.wrong != nil {
		return r.wrong
	}
	return r.game.Apply(in.Action)
}

// differs is the error about a player who answers otherwise than the record.
func (r *rehearsal) differs(in *gamelog.Input, answer string) error {
	return fmt.Errorf("%w: seat %d says %.80q there and now %.80q", ErrOther, in.Action.Seat, in.Raw, answer)
}

// begin asks all that is pending. Where there is no open floor, each answers when the record has its answer.
func (r *rehearsal) begin() {
	r.catchUp()
	r.wave, r.open, r.quiet = nil, false, true
	for _, q := range r.game.Pending() {
		r.open = r.open || q.Open
		r.wave = append(r.wave, question{Request: q, knows: r.watchers[q.Seat-1].Observation(q)})
	}
	if !r.open {
		return
	}
	for i := range r.wave {
		r.wave[i].answer = r.ask(r.wave[i].knows)
	}
	r.wave = slices.DeleteFunc(r.wave, func(q question) bool { return q.answer == "" && r.players[q.Seat-1] != nil })
}

// belongs reports whether the input is one of the wave's, and takes it from there.
func (r *rehearsal) belongs(in *gamelog.Input) bool {
	if in.Action.Kind == werewolf.CloseFloor {
		closes := r.open && r.quiet
		r.open = r.open && !closes // the next floor has waves of its own
		return closes
	}
	for i, q := range r.wave {
		if q.Seat != in.Action.Seat || q.Kind != in.Action.Request {
			continue
		}
		if r.open {
			r.quiet = r.quiet && !q.Open
			r.wave = r.wave[i+1:] // whoever comes before has lost its turn
		} else {
			r.wave = slices.Delete(r.wave, i, i+1)
			q.answer = r.ask(q.knows)
		}
		if r.players[q.Seat-1] != nil && in.Fault == gamelog.NoFault && q.answer != in.Raw {
			r.wrong = r.differs(in, q.answer)
		}
		return true
	}
	return false
}

// catchUp shows the players what has happened since they were last shown anything.
func (r *rehearsal) catchUp() {
	for log := r.game.Log(); r.shown < len(log); r.shown++ {
		e := &log[r.shown]
		for _, w := range r.watchers {
			w.See(e, r.times[min(r.shown, len(r.times)-1)])
		}
		switch {
		case e.Kind == werewolf.DayBegan && e.Day == 0:
			r.tell(werewolf.Initialize)
			r.tell(werewolf.DailyInitialize)
		case e.Kind == werewolf.DayBegan:
			r.tell(werewolf.DailyInitialize)
		case e.Kind == werewolf.NightBegan:
			r.tell(werewolf.DailyFinish)
		}
	}
}

// tell makes an announcement.
func (r *rehearsal) tell(kind werewolf.RequestKind) {
	for i, w := range r.watchers {
		q := werewolf.Request{Seat: werewolf.SeatID(i + 1), Kind: kind}
		o := w.Observation(q)
		if h, ok := r.players[i].(match.Herald); ok {
			h.Announce(o)
			continue
		}
		r.ask(o)
	}
}

// ask lets a player answer and returns what it says; nothing where nobody is asked, or where the player fails.
func (r *rehearsal) ask(o werewolf.Observation) (text string) {
	p := r.players[o.Seat-1]
	if p == nil {
		return ""
	}
	defer func() { _ = recover() }() // as in the game: a panic loses the answer
	text, err := p.Answer(r.ctx, o)
	// Notes of silence on an open floor go with the next answer, which may be the first after the moment.
	if t, ok := p.(match.Thinker); ok && o.Request.Kind < werewolf.Initialize && (text != "" || !o.Request.Open) {
		for range t.Notes() {
			continue // the record has those of the first time
		}
	}
	if err != nil {
		return ""
	}
	return text
}
