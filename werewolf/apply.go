package werewolf

import "fmt"

// ask opens a request for the seats whose players are present.
func (g *Game) ask(kind RequestKind, who SeatSet) {
	who &^= g.gone
	g.open[kind] = who
	if who != 0 {
		g.idle = 0
	}
	for ; who != 0; who = who.Without(who.First()) {
		s := &g.seats[who.First()]
		s.asked, s.chosen, s.target = kind, false, 0
	}
}

// settle marks the seat's request as done.
func (g *Game) settle(id SeatID) {
	s := &g.seats[id]
	g.open[s.asked] = g.open[s.asked].Without(id)
	s.asked = NoRequest
}

// Pending is everything the game waits for, in an order that is the same in
// every run: what is due now first, then what has been asked early, each by
// seat (a synchronized turn: by speaking order). Applying the answers in this
// order gives the same game whatever order they came in. It is empty when the
// game is over. The slice is valid until the next Apply.
func (g *Game) Pending() []Request {
	g.pending = g.pending[:0]
	if g.over() {
		return g.pending
	}
	now := asks[g.current().act]
	if now.Speaks() {
		for _, id := range g.floor.order {
			g.list(now, g.open[now]&SetOf(id))
		}
	} else {
		g.list(now, g.open[now])
	}
	for kind := Talk; kind <= Attack; kind++ {
		if kind != now {
			g.list(kind, g.open[kind])
		}
	}
	return g.pending
}

// list appends the requests of one kind.
func (g *Game) list(kind RequestKind, who SeatSet) {
	for ; who != 0; who = who.Without(who.First()) {
		id := who.First()
		r := Request{Seat: id, Kind: kind}
		if kind.Speaks() {
			r.Turn, r.Left, r.Open = g.floor.turn, g.left(kind, id), g.floor.rules.Mode == Anytime
		} else {
			r.Targets = g.targets(kind, id)
			if kind == Vote || kind == Attack {
				r.Turn = g.round
			}
		}
		g.pending = append(g.pending, r)
	}
}

// targets are the legal targets of a choice.
func (g *Game) targets(kind RequestKind, id SeatID) SeatSet {
	switch {
	case kind == Attack:
		return g.living &^ g.able[Attacks]
	case kind == Vote && g.rules.Vote.AllowSelfVote:
		return g.living
	default:
		return g.living.Without(id)
	}
}

// Apply takes one input. On error, which wraps ErrOver or ErrNotPending, the
// game is unchanged. An illegal target, like a missing answer, is no error: it
// is a void choice, as the rules say.
func (g *Game) Apply(a Action) error {
	if g.over() {
		return fmt.Errorf("werewolf: %s: %w", a.Kind, ErrOver)
	}
	switch a.Kind {
	case Answer:
		if err := g.answer(a); err != nil {
			return err
		}
	case CloseFloor:
		kind := asks[g.current().act]
		if !kind.Speaks() || g.floor.rules.Mode != Anytime {
			return fmt.Errorf("werewolf: no open floor to close: %w", ErrNotPending)
		}
		g.closeFloor(kind)
	case Fail:
		if !SeatsUpTo(len(g.names)).Has(a.Seat) || g.gone.Has(a.Seat) {
			return fmt.Errorf("werewolf: seat %d cannot fail (again): %w", a.Seat, ErrNotPending)
		}
		g.fail(a.Seat)
	default:
		return fmt.Errorf("werewolf: unknown action %d: %w", a.Kind, ErrNotPending)
	}
	g.advance()
	return nil
}

func (g *Game) answer(a Action) error {
	if !SeatsUpTo(len(g.names)).Has(a.Seat) || a.Request == NoRequest || g.seats[a.Seat].asked != a.Request {
		return fmt.Errorf("werewolf: %s of seat %d: %w", a.Request, a.Seat, ErrNotPending)
	}
	if a.Request.Speaks() {
		g.speak(a)
		return nil
	}
	s := &g.seats[a.Seat]
	s.chosen = true
	if !a.Missing && g.accepts(a) {
		s.target = a.Target
	}
	g.settle(a.Seat)
	return nil
}

// accepts reports whether the target of a choice is cast.
func (g *Game) accepts(a Action) bool {
	void := a.Request == Attack && g.rules.Habits.VoidVotes && g.living.Has(a.Target)
	return void || g.targets(a.Request, a.Seat).Has(a.Target)
}

// fail takes a player out for good. What was asked of it counts as missing;
// its seat stays at the table.
func (g *Game) fail(id SeatID) {
	s := &g.seats[id]
	g.gone = g.gone.With(id)
	g.emit(Event{Kind: Failed, Seat: id, Audience: Nobody})
	switch {
	case g.gone.Len() >= g.rules.FatalLosses():
		g.finish(NoTeam, Failure)
	case s.asked.Speaks() && g.floor.rules.Mode != Anytime: // there, nothing is asked
		g.speak(Action{Seat: id, Request: s.asked, Missing: true})
	case s.asked != NoRequest:
		g.settle(id)
	}
}
