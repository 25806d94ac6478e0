package situation_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/match"
	"wolfden/internal/position"
	"wolfden/internal/situation"
	"wolfden/werewolf"
)

// scribe is an observer that keeps what happens.
type scribe []gamelog.Entry

// Append adds the entry.
func (s *scribe) Append(e gamelog.Entry) { *s = append(*s, e) }

// Flush has nothing to write.
func (*scribe) Flush() error { return nil }

// game is a record of a game between built-in players.
func game(t *testing.T, players int, seed uint64) *gamelog.Record {
	t.Helper()
	rules, err := werewolf.Standard(players)
	if err != nil {
		t.Fatal(err)
	}
	h := gamelog.Header{Version: gamelog.Version, ID: "01JGFJJZ0162TTZZ1BAR982FPC", Lang: "en", Seed: seed, Rules: rules}
	m := match.Match{Clock: match.StepClock(0, 750)}
	for i := range players {
		name := fmt.Sprintf("%c%s", 'A'+i, []string{"lan", "ree", "sa"}[i%3])
		h.Seats = append(h.Seats, werewolf.Seat{Name: name, Team: name})
		p, err := bot.New("plain", bot.Config{Seed: werewolf.SubSeed(seed, i), Lang: "en"})
		if err != nil {
			t.Fatal(err)
		}
		m.Players = append(m.Players, p)
	}
	if m.Game, err = h.Game(); err != nil {
		t.Fatal(err)
	}
	for i := range h.Seats {
		h.Seats[i].Role = m.Game.Role(werewolf.SeatID(i + 1))
	}
	out := &scribe{}
	m.Observer = out
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return &gamelog.Record{Header: h, Entries: *out}
}

// hearing is a player that keeps what it knew when it was asked first.
type hearing struct{ first *werewolf.Observation }

// Answer implements match.Player.
func (p *hearing) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if q := o.Request.Kind; p.first == nil && (q.Speaks() || q.Chooses()) {
		p.first = &o
	}
	if o.Request.Kind.Chooses() {
		return o.Name(o.Request.Targets.First()), nil
	}
	return "Hm.", nil
}

// TestCutKnowsWhatTheSeatKnew: at a position that was cut out of a game, a player knows what its seat knew there in the game: all words,
// deaths, votes and results.
func TestCutKnowsWhatTheSeatKnew(t *testing.T) {
	cuts := 0
	for _, players := range []int{5, 9} {
		rec := game(t, players, 5)
		for seat := werewolf.SeatID(1); int(seat) <= players; seat++ {
			for _, moment := range []string{"d1:3", "d1:vote", "d1:night", "d2:1", "d2:vote", "d1:2,d1:vote"} {
				text, err := situation.Cut(rec, seat, strings.Split(moment, ","))
				if err != nil {
					if !strings.Contains(err.Error(), "asked nothing there") && !strings.Contains(err.Error(), "does not come in this game") {
						t.Errorf("%d players, seat %d, %s: %v", players, seat, moment, err)
					}
					continue
				}
				cuts++
				s, err := situation.Parse("cut", text)
				if err != nil {
					t.Fatal(err)
				}
				p := &hearing{}
				if _, err := s.Try(t.Context(), p); err != nil {
					t.Fatal(err)
				}
				if got, want := told(p.first), told(known(t, rec, seat, p.first)); got != want {
					t.Errorf("%d players, seat %d, %s: it knows\n%s\ninstead of\n%s", players, seat, moment, got, want)
				}
			}
		}
	}
	if cuts < 40 {
		t.Errorf("%d cuts", cuts)
	}
}

// known is what the seat knew in the game when it was asked the same.
func known(t *testing.T, rec *gamelog.Record, seat werewolf.SeatID, as *werewolf.Observation) *werewolf.Observation {
	t.Helper()
	w := werewolf.NewWatcher(&rec.Header.Rules, seat)
	for i := range rec.Entries {
		e := &rec.Entries[i]
		o := w.Observation(werewolf.Request{})
		if e.Input != nil && e.Input.Action.Seat == seat && e.Input.Action.Request == as.Request.Kind && o.Day == as.Day && spoken(&o) >= spoken(as) {
			if as.Request.Kind.Chooses() { // it was asked together with others, who have answered before
				at, err := position.At(rec, i)
				if err != nil {
					t.Fatal(err)
				}
				o = at.Observation(seat)
			}
			return &o
		}
		if e.Event != nil {
			w.See(e.Event, 0)
		}
	}
	t.Fatalf("seat %d was never asked", seat)
	return nil
}

func spoken(o *werewolf.Observation) (n int) {
	for _, u := range o.Talks {
		if u.Text != werewolf.OverText && u.Text != werewolf.SkipText {
			n++
		}
	}
	return n
}

// told is what an observation tells, without what passes a turn.
func told(o *werewolf.Observation) string {
	var b bytes.Buffer
	for _, u := range o.Talks {
		if u.Text != werewolf.OverText && u.Text != werewolf.SkipText {
			fmt.Fprintln(&b, u.Day, u.Seat, u.Text)
		}
	}
	fmt.Fprintf(&b, "%v %v %v %v %v %d\n", o.Deaths, o.Votes, o.Divined, o.Medium, o.Living.Slice(), o.Roles)
	return b.String()
}

// TestCutRefuses: a moment at which the seat is not asked is refused, and what is wrong is said.
func TestCutRefuses(t *testing.T) {
	rec := game(t, 5, 5)
	for moment, want := range map[string]string{
		"d1:99": "utterances", "d9": "does not come in this game", "soon": "a moment is", "d0:vote": "no vote",
		"d0,d1:1": "of days 0 and 1", "d1:1,d0": "of days 1 and 0",
	} {
		if _, err := situation.Cut(rec, 1, strings.Split(moment, ",")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", moment, err, want)
		}
	}
	if _, err := situation.Cut(rec, 6, []string{"d1:1"}); err == nil || !strings.Contains(err.Error(), "seats 1 to 5") {
		t.Errorf("seat 6: %v", err)
	}
}
