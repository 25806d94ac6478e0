package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/plain"
	"wolfden/werewolf"
)

// recorded is a game of plain players as a record.
func recorded(t *testing.T, seed uint64) *gamelog.Record {
	t.Helper()
	r, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	seats := bottest.Seats("Ada", "Bela", "Cleo", "Dora", "Ezra")
	var players []bottest.Player
	for range seats {
		p, err := plain.System.Player(agent.Config{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		players = append(players, p)
	}
	table, err := bottest.Sit(r, seats, seed, players)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Play(); err != nil {
		t.Fatal(err)
	}
	rec := &gamelog.Record{Header: gamelog.Header{ID: "game", Rules: r, Seats: seats}}
	log := table.Game.Log()
	for i := range log {
		rec.Entries = append(rec.Entries, gamelog.Entry{Event: &log[i]})
	}
	return rec
}

// sayer says what a function makes of the turn, and keeps what it saw.
type sayer struct {
	say  func(o *werewolf.Observation) string
	seen []werewolf.Observation
}

func (s *sayer) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	s.seen = append(s.seen, o)
	return s.say(&o), nil
}

func TestOnOff(t *testing.T) {
	rec := recorded(t, 3)
	turns := 0
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e.Kind == werewolf.Talked && e.Seat == 2 {
			turns++
		}
	}
	day := func(zero, later string) func(o *werewolf.Observation) string {
		return func(o *werewolf.Observation) string {
			if o.Day == 0 {
				return zero
			}
			return later
		}
	}
	tests := []struct {
		name             string
		with, without    func(o *werewolf.Observation) string
		same, quiet, bad bool
	}{
		{"the same", day("I suspect Ada.", "I suspect Ada."), day("I suspect Ada.", "I suspect Ada."), true, false, false},
		{"one is silent", day("Over", "Over"), day("I suspect Ada.", "I suspect Ada."), false, true, false},
		{"greetings and results", day("Hello!", "I am the seer and Ada is human."), day("Hi!", "I suspect Ada."), false, false, true},
		{"greetings that ask", day("Hello! Does anybody have a feeling yet?", "Good morning everybody. Who has a feeling for it?"), day("Hi!", "おはようございます。"), false, false, true},
		{"a greeting is no excuse", day("Hello! I suspect Ada.", "Good morning. I suspect Ada."), day("Hello! I suspect Dora.", "Hi! I suspect Dora."), false, false, false},
		{"pairs", day("I suspect Ada.", "I suspect Ada."), day("I suspect Dora.", "I suspect Dora."), false, false, false},
	}
	for _, tt := range tests {
		with, without := &sayer{say: tt.with}, &sayer{say: tt.without}
		told := 0
		x := OnOff{
			Record: rec, Seat: 2, Asked: func() { told++ },
			With: func() (Player, error) { return with, nil }, Without: func() (Player, error) { return without, nil },
		}
		r, err := x.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Turns != turns || told != turns || r.Silent+r.Empty+len(r.Pairs) != turns {
			t.Errorf("%s: %d turns of %d, told of %d: %+v", tt.name, r.Turns, turns, told, r)
		}
		if tt.same != (r.Same == turns) || tt.quiet != (r.Silent == turns) || tt.bad != (r.Empty == turns) {
			t.Errorf("%s: %+v", tt.name, r)
		}
		for _, p := range r.Pairs {
			if tt.same {
				continue
			}
			if !strings.Contains(p.With, "Ada") || !strings.Contains(p.Without, "Dora") || p.Player != "Bela" {
				t.Errorf("%s: %+v", tt.name, p)
			}
		}
		for i := range with.seen {
			if a, b := with.seen[i], without.seen[i]; len(a.Talks) != len(b.Talks) || a.Day != b.Day {
				t.Fatalf("%s: the two see different games", tt.name)
			}
		}
	}
}

func TestBlinded(t *testing.T) {
	var pairs []Pair
	for i := range 40 {
		pairs = append(pairs, Pair{With: fmt.Sprint("with ", i), Without: fmt.Sprint("without ", i)})
	}
	forms, keys := Blinded(pairs, 5)
	first := map[string]int{}
	for i, f := range forms {
		named := map[string]string{"a": f.A, "b": f.B}[keys[i].With]
		if f.ID != keys[i].ID || !strings.HasPrefix(named, "with ") {
			t.Errorf("form %+v, key %+v", f, keys[i])
		}
		first[keys[i].With]++
	}
	if first["a"] < 10 || first["b"] < 10 || forms[0].A == "with 0" && forms[1].A == "with 1" {
		t.Errorf("the order gives the sides away: %v", first)
	}
}

// Players that are asked again have the limits that the turn had in the game: utterances, skips and letters that were left.
func TestOnOffHasTheLimitsOfTheTurn(t *testing.T) {
	r, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	r.Talk.MaxCount.PerAgent, r.Talk.MaxSkip, r.Talk.MaxLength.PerAgent = 4, 2, 200
	seats := bottest.Seats("Ada", "Bela", "Cleo", "Dora", "Ezra")
	g, err := werewolf.New(r, seats, 5)
	if err != nil {
		t.Fatal(err)
	}
	rec := &gamelog.Record{Header: gamelog.Header{ID: "game", Rules: r, Seats: seats, Seed: 5}}
	var want []werewolf.Left
	for logged := 0; ; {
		for ; logged < len(g.Log()); logged++ {
			rec.Entries = append(rec.Entries, gamelog.Entry{Event: &g.Log()[logged]})
		}
		pending := g.Pending()
		if len(pending) == 0 {
			break
		}
		q := pending[0]
		a := werewolf.Action{Kind: werewolf.Answer, Seat: q.Seat, Request: q.Kind}
		if q.Kind.Chooses() {
			for seat := range werewolf.SeatID(6) {
				if q.Targets.Has(seat) {
					a.Target = seat
				}
			}
		} else if a.Text = strings.Repeat("Many letters. ", 12); q.Turn%2 == 1 {
			a.Text = werewolf.SkipText
		}
		if q.Seat == 2 && q.Kind == werewolf.Talk {
			want = append(want, q.Left)
		}
		rec.Entries = append(rec.Entries, gamelog.Entry{Input: &gamelog.Input{Action: a, Raw: a.Text}})
		if err := g.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	asked := &sayer{say: func(*werewolf.Observation) string { return "Well." }}
	one := func() (Player, error) { return asked, nil }
	x := &OnOff{Record: rec, Seat: 2, With: one, Without: one}
	if _, err := x.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []werewolf.Left
	for i := range asked.seen {
		if o := &asked.seen[i]; o.Request.Kind == werewolf.Talk {
			got = append(got, o.Request.Left)
		}
	}
	for _, o := range asked.seen[len(asked.seen)-2:] { // both: what they ask for later is given up
		if o.Request.Kind != werewolf.Finish {
			t.Errorf("the last that a player hears is %v", o.Request.Kind)
		}
	}
	var twice []werewolf.Left
	for _, one := range want {
		twice = append(twice, one, one)
	}
	if len(want) < 4 || want[1].Length == want[0].Length || !slices.Equal(got, twice) {
		t.Errorf("asked with %v, in the game %v", got, want)
	}
}
