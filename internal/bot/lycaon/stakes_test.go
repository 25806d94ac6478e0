package lycaon

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"wolfden/werewolf"
)

// A table of stakes is written as it is read, and what is wrong with one is said.
func TestStakes(t *testing.T) {
	text, err := os.ReadFile("stakes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	table, err := ReadStakes(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := table.Write(&b); err != nil || b.String() != string(text) {
		t.Errorf("%v:\n%s", err, &b)
	}
	for at, stake := range table {
		if stake.Wolf <= stake.Human {
			t.Errorf("%+v: %+v", at, stake)
		}
	}
	const row = "9\t9\t2\t0.6\t0.9\n"
	for bad, want := range map[string]string{
		row + row: "twice", "9\t9\t2\t0.6\n": "4 fields", "9\tx\t2\t0.6\t0.9\n": "number of players", "9\t9\t2\t0.6\t1.9\n": "no probability",
	} {
		if _, err := ReadStakes(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", bad, err, want)
		}
	}
}

// An execution is worth what it is at a table of that size, with so many living and so many werewolves.
func TestStakesOfSetups(t *testing.T) {
	table := StakeTable{{5, 5, 1}: {.3, 1}, {9, 9, 2}: {.6, .9}, {9, 5, 2}: {0, .7}, {9, 5, 1}: {.5, 1}}
	for at, want := range map[At]Stake{
		{5, 5, 1}: {.3, 1}, {5, 4, 1}: {.3, 1}, {9, 5, 2}: {0, .7}, {9, 5, 1}: {.5, 1}, {9, 4, 2}: {0, .7}, {9, 8, 2}: {.6, .9},
		{6, 5, 1}: {.3, 1}, {7, 5, 1}: {.5, 1}, {15, 15, 3}: {0, 1}, {13, 9, 2}: {.6, .9},
	} {
		if got := table.For(at); got != want {
			t.Errorf("%+v: %+v, want %+v", at, got, want)
		}
	}
	if got := (StakeTable{}).For(At{5, 5, 1}); got != (Stake{Wolf: 1}) {
		t.Errorf("of no table: %+v", got)
	}
}

// What a vote wins is reckoned by the row of the moment: here of nine, with both werewolves alive.
func TestExecutionsAreWorthWhatTheMomentSays(t *testing.T) {
	p, o, _ := of9(t, 1, werewolf.Villager, nil, nil, blackOnDora)
	s := p.State()
	stake, worth := s.learnt.Stakes[At{Players: 9, Living: 9, Wolves: 2}], s.worthToVillage(o)
	for id := range o.Living.All() {
		if want := stake.Human + s.view.Wolf(id)*(stake.Wolf-stake.Human); math.Abs(worth[id]-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", o.Name(id), worth[id], want)
		}
	}
}

// An execution decides the game when as many werewolves as others would be left by morning: with two of five, not with one; a villager
// goes by how many it believes to live.
func TestDecisive(t *testing.T) {
	for _, tt := range []struct {
		role   werewolf.Role
		living werewolf.SeatSet
		want   bool
	}{
		{werewolf.Werewolf, werewolf.SetOf(1, 2, 3, 4, 5), true}, {werewolf.Werewolf, werewolf.SetOf(1, 3, 4, 5, 6), false},
		{werewolf.Werewolf, werewolf.SetOf(1, 3, 4, 5), true}, {werewolf.Villager, werewolf.SeatsUpTo(9), false},
		{werewolf.Villager, werewolf.SeatsUpTo(4), true}, {werewolf.Villager, werewolf.SetOf(1, 3, 4, 5, 6, 7, 8), false},
	} {
		p, o, _ := of9(t, 1, tt.role, nil, func(o *werewolf.Observation) { o.Living = tt.living })
		if got := p.State().decisive(o); got != tt.want {
			t.Errorf("%s, %v live: %v", tt.role, tt.living, got)
		}
	}
	// The medium has seen one werewolf die, or none: five live.
	for species, want := range map[werewolf.Species]bool{werewolf.Wolf: false, werewolf.Human: true} {
		p, o, _ := of9(t, 1, werewolf.Medium, nil, func(o *werewolf.Observation) {
			o.Day, o.Living = 3, werewolf.SeatsUpTo(5)
			for i, id := range []werewolf.SeatID{6, 7} {
				o.Deaths = append(o.Deaths, werewolf.Death{Day: 1 + i, Seat: id, Cause: werewolf.ByExecution}, werewolf.Death{Day: 1 + i, Seat: id + 2, Cause: werewolf.ByAttack})
			}
			o.Medium = []werewolf.Finding{{Day: 1, Target: 6, Species: species}, {Day: 2, Target: 7, Species: werewolf.Human}}
		})
		if got := p.State().decisive(o); got != want {
			t.Errorf("it has seen a %s: %v", species, got)
		}
	}
}
