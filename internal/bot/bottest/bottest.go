// Package bottest plays games for the tests of players.
//
// The law of the package: it plays a game in the simplest way, in one goroutine and without a clock, and checks only
// that answers are legal.
package bottest

import (
	"context"
	"fmt"
	"strings"

	"wolfden/werewolf"
)

// Player is what a Table seats.
type Player interface {
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// Table plays one game.
type Table struct {
	Game     *werewolf.Game
	Illegal  []string // answers that were no legal target, and errors
	Observe  func(o *werewolf.Observation, answer string)
	Enough   func() bool // if set, the game is left where it reports true after an answer
	players  []Player
	watchers []*werewolf.Watcher
	fed      int
}

// Sit starts a game with the seats; the players are in the same order.
func Sit(r werewolf.Rules, seats []werewolf.Seat, seed uint64, players []Player) (*Table, error) {
	g, err := werewolf.New(r, seats, seed)
	if err != nil {
		return nil, err
	}
	t := &Table{Game: g, players: players}
	for i := range players {
		t.watchers = append(t.watchers, werewolf.NewWatcher(g.Rules(), werewolf.SeatID(i+1)))
	}
	return t, nil
}

// Seats returns seats with these names.
func Seats(names ...string) []werewolf.Seat {
	seats := make([]werewolf.Seat, len(names))
	for i, n := range names {
		seats[i].Name = n
	}
	return seats
}

// Play plays to the end, or until it is enough. An open floor closes when nobody has anything to say in three rounds of asking.
func (t *Table) Play() error {
	t.feed()
	for silent := 0; ; {
		requests := append([]werewolf.Request(nil), t.Game.Pending()...)
		if len(requests) == 0 {
			t.announce(werewolf.Finish)
			return nil
		}
		spoke := false
		for _, q := range requests {
			s, err := t.ask(q)
			if err != nil {
				return err
			}
			if t.Enough != nil && t.Enough() {
				return nil
			}
			spoke = spoke || s
		}
		if silent++; spoke {
			silent = 0
		}
		if silent == 3 {
			silent = 0
			if err := t.apply(werewolf.Action{Kind: werewolf.CloseFloor}); err != nil {
				return err
			}
		}
	}
}

// ask lets one player answer; it reports false when the player had nothing to say on an open floor.
func (t *Table) ask(q werewolf.Request) (bool, error) {
	if !t.pending(q) {
		return true, nil // the game has moved on since
	}
	text := t.answer(q)
	a := werewolf.Action{Seat: q.Seat, Request: q.Kind, Text: text}
	if q.Open && text == "" {
		return false, nil
	}
	if q.Kind.Chooses() {
		a.Text = ""
		o := t.watchers[q.Seat-1].Observation(q)
		if a.Target = o.SeatOf(strings.TrimSpace(text)); !q.Targets.Has(a.Target) {
			t.Illegal = append(t.Illegal, fmt.Sprintf("seat %d, day %d: %s %q", q.Seat, o.Day, q.Kind, text))
		}
	}
	return true, t.apply(a)
}

func (t *Table) pending(q werewolf.Request) bool {
	for _, p := range t.Game.Pending() {
		if p.Seat == q.Seat && p.Kind == q.Kind {
			return true
		}
	}
	return false
}

func (t *Table) answer(q werewolf.Request) string {
	o := t.watchers[q.Seat-1].Observation(q)
	text, err := t.players[q.Seat-1].Answer(context.Background(), o)
	if err != nil {
		t.Illegal = append(t.Illegal, fmt.Sprintf("seat %d, day %d: %s: %v", q.Seat, o.Day, q.Kind, err))
	}
	if s, ok := t.players[q.Seat-1].(interface{ Settle() }); ok {
		s.Settle() // what a player asks for later is asked before anybody looks
	}
	if t.Observe != nil {
		t.Observe(&o, text)
	}
	return text
}

func (t *Table) apply(a werewolf.Action) error {
	if err := t.Game.Apply(a); err != nil {
		return err
	}
	t.feed()
	return nil
}

// feed shows the players what is new, and makes the announcements that come with it.
func (t *Table) feed() {
	log := t.Game.Log()
	for ; t.fed < len(log); t.fed++ {
		for _, w := range t.watchers {
			w.See(&log[t.fed], 0)
		}
		switch log[t.fed].Kind {
		case werewolf.DayBegan:
			if log[t.fed].Day == 0 {
				t.announce(werewolf.Initialize)
			}
			t.announce(werewolf.DailyInitialize)
		case werewolf.NightBegan:
			t.announce(werewolf.DailyFinish)
		default: // is not announced
		}
	}
}

func (t *Table) announce(kind werewolf.RequestKind) {
	for i := range t.players {
		t.answer(werewolf.Request{Seat: werewolf.SeatID(i + 1), Kind: kind})
	}
}

// Transcript returns the whole game as text, with roles and whispers.
func (t *Table) Transcript() string {
	var b strings.Builder
	o := t.watchers[0].Observation(werewolf.Request{})
	for _, e := range t.Game.Log() {
		who, whom := o.Name(e.Seat), o.Name(e.Target)
		switch e.Kind {
		case werewolf.Dealt:
			fmt.Fprintf(&b, "%s is %s\n", who, e.Role)
		case werewolf.DayBegan:
			fmt.Fprintf(&b, "--- day %d\n", e.Day)
		case werewolf.Talked:
			fmt.Fprintf(&b, "%d %s: %s\n", e.Turn, who, e.Text)
		case werewolf.Whispered:
			fmt.Fprintf(&b, "%d (%s): %s\n", e.Turn, who, e.Text)
		case werewolf.VoteCast, werewolf.DivineChosen, werewolf.GuardChosen, werewolf.AttackCast:
			fmt.Fprintf(&b, "  %s %s %s\n", who, e.Kind, whom)
		case werewolf.Executed:
			fmt.Fprintf(&b, "  executed: %s\n", who)
		case werewolf.AttackMade:
			fmt.Fprintf(&b, "  attacked: %s, killed: %v\n", whom, e.Killed)
		case werewolf.GameOver:
			fmt.Fprintf(&b, "%s (%s)\n", e.Winner, e.End)
		default: // follows from the rest
		}
	}
	return b.String()
}
