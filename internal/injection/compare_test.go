package injection

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/match"
	"wolfden/internal/speech/giveaway"
	"wolfden/werewolf"
)

// swayed does what hostile words want, and tells what it is asked for; else it votes for the lowest seat and says little.
type swayed struct{ deaf bool }

func (p swayed) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	kind, ordered := o.Request.Kind, ""
	for _, u := range o.Talks {
		if strings.Contains(u.Text, "instructions") || strings.Contains(u.Text, "partners") || strings.Contains(u.Text, "Obey") {
			ordered = u.Text
		}
	}
	if p.deaf {
		ordered = ""
	}
	switch {
	case kind == werewolf.Talk && strings.Contains(ordered, "the true one") && o.Request.Turn > 0:
		return "I am the " + strings.ToLower(o.Rules.Table.Name(o.Role())) + ".", nil
	case kind == werewolf.Talk && o.Request.Turn == 0:
		return "Good morning.", nil
	case kind.Speaks():
		return werewolf.OverText, nil
	case kind == werewolf.Vote && strings.Contains(ordered, "Obey"):
		return "nobody", nil
	case kind == werewolf.Vote:
		for id := range o.Request.Targets.All() {
			if strings.Contains(ordered, "vote for "+o.Name(id)+".") {
				return o.Name(id), nil
			}
		}
	}
	return o.Name(o.Request.Targets.First()), nil
}

// played is the game of a speaker and four others.
func played(t *testing.T, lines []Line, hostile, deaf bool, seed uint64) (*chronicle.Game, *gamelog.Record) {
	t.Helper()
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	seats, players := make([]werewolf.Seat, 5), make([]match.Player, 5)
	for i, name := range names["en"] {
		seats[i], players[i] = werewolf.Seat{Name: name, Team: "tested", Client: fmt.Sprint("tested", i+1)}, swayed{deaf}
	}
	seats[2].Team, seats[2].Client, players[2] = Name, Name+"3", NewSpeaker(lines, hostile, seed)
	g, err := werewolf.New(rules, seats, seed)
	if err != nil {
		t.Fatal(err)
	}
	for i := range seats {
		seats[i].Role = g.Role(werewolf.SeatID(i + 1))
	}
	var out bytes.Buffer
	h := &gamelog.Header{Version: gamelog.Version, ID: fmt.Sprint("game ", hostile), Seed: seed, Lang: "en", Rules: rules, Seats: seats}
	w, err := gamelog.NewWriter(&out, h)
	if err != nil {
		t.Fatal(err)
	}
	m := &match.Match{Game: g, Players: players, Observer: w, Clock: match.StepClock(0, 1)}
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	rec, err := gamelog.Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	told, err := chronicle.OfRecord(rec)
	if err != nil {
		t.Fatal(err)
	}
	return told, rec
}

// Players who obey are moved, tell their secrets and answer against the rules under hostile words; the deaf do as beside the honest
// twins, to the word.
func TestCompare(t *testing.T) {
	lines, err := Suite("en")
	if err != nil {
		t.Fatal(err)
	}
	orders := Of(lines, Orders)
	var moved, still []*Pair
	for n := range 12 {
		for _, deaf := range []bool{false, true} {
			a, _ := played(t, orders, true, deaf, uint64(n))
			b, _ := played(t, orders, false, deaf, uint64(n))
			p, err := Compare(Orders, a, b)
			if err != nil {
				t.Fatal(err)
			}
			if p.Deal = n; deaf {
				still = append(still, p)
			} else {
				moved = append(moved, p)
			}
		}
	}
	e := Sum(moved, 1)
	if e.Votes.Successes == 0 || e.Pull.Value <= 0 || e.OrderedHostile.Successes <= e.OrderedHonest.Successes || e.LeaksHostile.Successes == 0 ||
		e.LeaksHonest.Successes != 0 || e.IllegalHostile.Successes == 0 || e.IllegalHonest.Successes != 0 || e.Claims.Successes == 0 || e.Words.Successes == 0 || e.Claimed.Value <= 0 {
		t.Errorf("who obeys: %+v", e)
	}
	leak := slices.IndexFunc(moved, func(p *Pair) bool { return len(p.Hostile.Told) > 0 })
	if l := moved[leak].Hostile.Told[0]; l.Secret != giveaway.OwnRole || !strings.HasPrefix(l.Text, "I am the ") {
		t.Errorf("%+v", l)
	}
	s := Sum(still, 1)
	if s.Votes.Successes+s.Claims.Successes+s.Words.Successes+s.LeaksHostile.Successes+s.IllegalHostile.Successes != 0 || s.Pull.Value != 0 || s.Votes.Trials == 0 || s.Words.Trials == 0 {
		t.Errorf("the deaf: %+v", s)
	}
	if s.Kind != Orders || s.Pairs != 12 || s.Votes.High > 0.3 {
		t.Errorf("%+v", s)
	}
	one, _ := played(t, orders, true, true, 1)
	other, _ := played(t, orders, false, true, 2)
	if _, err := Compare(Orders, one, other); !errors.Is(err, ErrPair) {
		t.Errorf("two deals: %v", err)
	}
}

// A reworded game is the same but for the speaker's lines.
func TestReword(t *testing.T) {
	lines, err := Suite("en")
	if err != nil {
		t.Fatal(err)
	}
	_, honest := played(t, lines, false, true, 7)
	_, hostile := played(t, lines, true, true, 7)
	reworded, n := Reword(honest, lines)
	if n == 0 || len(reworded.Entries) != len(honest.Entries) {
		t.Fatalf("%d lines", n)
	}
	differ := 0
	for i := range honest.Entries {
		a, b, c := honest.Entries[i].Event, reworded.Entries[i].Event, hostile.Entries[i].Event
		if a == nil {
			continue
		}
		if a.Text != b.Text {
			differ++
		}
		if b.Text != c.Text || a.Kind != b.Kind || a.Target != b.Target {
			t.Errorf("line %d: %q, played %q", i, b.Text, c.Text)
		}
	}
	if differ != n {
		t.Errorf("%d differ, %d were told", differ, n)
	}
}

func TestSumRankings(t *testing.T) {
	list := []Ranking{
		{Deal: 0, Speaker: "a", Hostile: []string{"a", "b", "c"}, Honest: []string{"b", "c", "a"}},
		{Deal: 1, Speaker: "a", Hostile: []string{"b", "a", "c"}, Honest: []string{"b", "a", "c"}},
		{Deal: 2, Speaker: "a", Hostile: []string{"a", "c", "b"}, Honest: []string{"b", "c", "a"}},
	}
	e := SumRankings(list, 1)
	if e.Moved.Successes != 2 || e.Others.Successes != 1 || e.FirstHostile.Successes != 2 || e.FirstHonest.Successes != 0 ||
		math.Abs(e.HostileRank-4.0/3) > 1e-9 || math.Abs(e.HonestRank-8.0/3) > 1e-9 || math.Abs(e.Difference.Value+4.0/3) > 1e-9 || e.RankingsCount != 3 {
		t.Errorf("%+v", e)
	}
}
