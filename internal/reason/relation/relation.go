// Package relation estimates what every player thinks of every other: trust, suspicion, alliance.
//
// The law of the package: it follows what players say and do, not what they are. Every figure has bounds, moves towards
// them by the steps of one table, and fades from day to day, so that recent words weigh most (the relationship tracking
// of Character-Lab, AIWolfDial 2025).
package relation

import (
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// Tie is what one player seems to think of another. The zero Tie is indifference.
type Tie struct {
	Trust     float64 // 0 to 1
	Suspicion float64 // 0 to 1
	Alliance  float64 // -1 to 1: whether they want the same
}

// deed is what one player does to another.
type deed uint8

const (
	accuses deed = iota
	declares
	votes
	blackens
	rivals
	supports
	clears
	agrees   // both speak against a third player, or both support it
	disagree // one speaks against a third player whom the other supports
)

// step says how far a deed moves each figure: a part of the way to its upper bound or, where negative, to its lower
// bound.
type step struct{ trust, suspicion, alliance float64 }

var steps = [...]step{
	accuses:  {-0.25, 0.25, -0.15},
	declares: {-0.30, 0.35, -0.20},
	votes:    {-0.30, 0.40, -0.25},
	blackens: {-0.70, 0.70, -0.50},
	rivals:   {-0.50, 0.40, -0.40},
	supports: {0.30, -0.25, 0.20},
	clears:   {0.60, -0.50, 0.25},
	agrees:   {0.04, -0.04, 0.12},
	disagree: {-0.04, 0.06, -0.10},
}

// fade is the part of every figure that remains after a night.
const fade = 0.75

// Web holds the ties of one game. It is not safe for concurrent use. The zero Web is for a table without players.
type Web struct {
	n      int
	ties   []Tie
	stance []int8 // today: -1 against, 1 for
}

// New returns a web of so many players, all indifferent to each other.
func New(players int) *Web {
	return &Web{n: players, ties: make([]Tie, players*players), stance: make([]int8, players*players)}
}

func (w *Web) isSeat(id werewolf.SeatID) bool { return id > 0 && int(id) <= w.n }

func (w *Web) place(from, to werewolf.SeatID) int { return (int(from)-1)*w.n + int(to) - 1 }

// Tie returns what from seems to think of to; the zero Tie where they are the same or not at the table.
func (w *Web) Tie(from, to werewolf.SeatID) Tie {
	if !w.isSeat(from) || !w.isSeat(to) || from == to {
		return Tie{}
	}
	return w.ties[w.place(from, to)]
}

// Pressure returns the mean suspicion of the players against one of them, 0 where there are none.
func (w *Web) Pressure(on werewolf.SeatID, by werewolf.SeatSet) (mean float64) {
	by = by.Without(on)
	for id := range by.All() {
		mean += w.Tie(id, on).Suspicion / float64(by.Len())
	}
	return mean
}

// Friends returns the players whose alliance with the given one, both ways, is at least so strong.
func (w *Web) Friends(of werewolf.SeatID, least float64) (s werewolf.SeatSet) {
	for id := range werewolf.SeatsUpTo(w.n).Without(of).All() {
		if min(w.Tie(of, id).Alliance, w.Tie(id, of).Alliance) >= least {
			s = s.With(id)
		}
	}
	return s
}

// AddUtterance adds what one utterance says, given by its place in the ledger.
func (w *Web) AddUtterance(by werewolf.SeatID, at int, book *ledger.Ledger) {
	rows := book.Rows(at)
	if !w.isSeat(by) || !rows.Worded() {
		return
	}
	w.addClaim(by, at, book)
	for f := range rows.Results(by) {
		switch {
		case f.Verb == speech.Guarded:
		case f.Species == werewolf.Wolf:
			w.addDeed(by, f.Target, blackens, -1)
		case f.Species == werewolf.Human:
			w.addDeed(by, f.Target, clears, 1)
		}
	}
	accused := rows.Suspected()
	for id := range (rows.Trusted() &^ accused).All() {
		w.addDeed(by, id, supports, 1)
	}
	for id := range accused.All() {
		w.addDeed(by, id, accuses, -1)
	}
	request, vote := rows.Requested(speech.Vote), rows.Announced(speech.Vote)
	if request != 0 {
		w.addDeed(by, request, declares, -1)
	}
	if vote != 0 && vote != request {
		w.addDeed(by, vote, declares, -1)
	}
}

// addClaim makes rivals of those who claim the same role, except villagers.
func (w *Web) addClaim(by werewolf.SeatID, at int, book *ledger.Ledger) {
	for _, c := range book.Claims() {
		if c.Seat != by || c.At != at || book.Spec(c.Role).Ordinary() {
			continue
		}
		all := book.ClaimantsAt(c.Role, at)
		if all.Len() <= book.Places(c.Role) {
			continue // the role has a place for each of them
		}
		for id := range all.Without(by).All() {
			if w.isSeat(id) {
				w.move(by, id, rivals)
				w.move(id, by, rivals)
			}
		}
	}
}

// AddVote adds a vote that was shown.
func (w *Web) AddVote(v werewolf.Choice) {
	if w.isSeat(v.Seat) {
		w.addDeed(v.Seat, v.Target, votes, -1)
	}
}

// NextDay lets every figure fade and forgets the day's stances.
func (w *Web) NextDay() {
	clear(w.stance)
	for i := range w.ties {
		t := &w.ties[i]
		t.Trust, t.Suspicion, t.Alliance = t.Trust*fade, t.Suspicion*fade, t.Alliance*fade
	}
}

// addDeed adds what one player did to another. It also moves those who took a stance on the same player today nearer to
// or farther from the actor.
func (w *Web) addDeed(by, to werewolf.SeatID, d deed, stance int8) {
	if !w.isSeat(to) || by == to {
		return
	}
	w.move(by, to, d)
	if w.stance[w.place(by, to)] == stance {
		return // the others have reacted to it already
	}
	w.stance[w.place(by, to)] = stance
	for id := range werewolf.SeatsUpTo(w.n).Without(by).Without(to).All() {
		switch w.stance[w.place(id, to)] {
		case stance:
			w.move(by, id, agrees)
			w.move(id, by, agrees)
		case -stance:
			w.move(by, id, disagree)
			w.move(id, by, disagree)
		}
	}
}

// move applies the steps of a deed.
func (w *Web) move(from, to werewolf.SeatID, d deed) {
	t, s := &w.ties[w.place(from, to)], &steps[d]
	t.Trust = toward(t.Trust, s.trust, 0)
	t.Suspicion = toward(t.Suspicion, s.suspicion, 0)
	t.Alliance = toward(t.Alliance, s.alliance, -1)
}

// toward moves x a part of the way to 1 or, where negative, to the lower bound.
func toward(x, part, low float64) float64 {
	if part < 0 {
		return x + part*(x-low)
	}
	return x + part*(1-x)
}
