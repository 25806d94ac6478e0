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

// markAnswered closes the seat's request.
func (g *Game) markAnswered(id SeatID) {
	s := &g.seats[id]
	g.open[s.asked] = g.open[s.asked].Without(id)
	s.asked = NoRequest
}

// Pending lists everything the game waits for. The order is the same in every run: first what is due now, then
// what was asked early, each by seat (a synchronized turn goes by speaking order). If the answers are applied
// in this order, they give the same game whatever order they came in. The list is empty when the game is over.
// The slice is valid until the next Apply.
func (g *Game) Pending() []Request {
	g.pending = g.pending[:0]
	if g.over() {
		return g.pending
	}
	now := asks[g.current().act]
	if now.Speaks() {
		for _, id := range g.floor.order {
			g.listPending(now, g.open[now]&SetOf(id))
		}
	} else {
		g.listPending(now, g.open[now])
	}
	for kind := Talk; kind <= Attack; kind++ {
		if kind != now {
			g.listPending(kind, g.open[kind])
		}
	}
	return g.pending
}

// listPending appends the requests of one kind.
func (g *Game) listPending(kind RequestKind, who SeatSet) {
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

// Apply takes one input. An input that nobody waits for, or that comes after the end, is an error and leaves
// the game unchanged. An illegal target or a missing answer is no error: the rules treat both as a void
// choice.
func (g *Game) Apply(a Action) error {
	if g.over() {
		return fmt.Errorf("%s: %w", a.Kind, errOver)
	}
	switch a.Kind {
	case Answer:
		if err := g.answer(a); err != nil {
			return err
		}
	case CloseFloor:
		kind := asks[g.current().act]
		if !kind.Speaks() || g.floor.rules.Mode != Anytime {
			return fmt.Errorf("no open floor to close: %w", errNotPending)
		}
		g.closeFloor(kind)
	case Fail:
		if !SeatsUpTo(len(g.names)).Has(a.Seat) || g.gone.Has(a.Seat) {
			return fmt.Errorf("seat %d cannot fail (again): %w", a.Seat, errNotPending)
		}
		g.fail(a.Seat)
	case Stop:
		if a.Blamed&^SeatsUpTo(len(g.names)) != 0 || a.Blamed&g.gone != 0 {
			return fmt.Errorf("seats %v cannot be to blame: %w", a.Blamed.Slice(), errNotPending)
		}
		g.stop(a.Blamed)
	default:
		return fmt.Errorf("unknown action %d: %w", a.Kind, errNotPending)
	}
	g.advance()
	return nil
}

func (g *Game) answer(a Action) error {
	if !SeatsUpTo(len(g.names)).Has(a.Seat) || a.Request == NoRequest || g.seats[a.Seat].asked != a.Request {
		return fmt.Errorf("%s of seat %d: %w", a.Request, a.Seat, errNotPending)
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
	g.markAnswered(a.Seat)
	return nil
}

// accepts reports whether the choice is cast: its target is legal, or the server that played the game recorded
// void ones and this is one.
func (g *Game) accepts(a Action) bool {
	void, h := false, &g.rules.Habits
	switch a.Request {
	case Attack:
		void = h.VoidVotes && g.living.Has(a.Target)
	case Divine:
		void = h.VoidChoices && a.Target == a.Seat
	case Guard:
		void = h.VoidChoices && SeatsUpTo(len(g.names)).Without(a.Seat).Has(a.Target)
	default:
	}
	return void || g.targets(a.Request, a.Seat).Has(a.Target)
}

// stop ends the game.
func (g *Game) stop(blamed SeatSet) {
	how := Stopped
	for id := range blamed.All() {
		g.gone, how = g.gone.With(id), Failure
		g.emit(Event{Kind: Failed, Seat: id, Audience: Nobody})
	}
	g.finish(NoTeam, how)
}

// fail removes a player for good. A request it has not answered counts as missing; its seat stays at the
// table.
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
		g.markAnswered(id)
	}
}
