package mille

import (
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/ledger"
	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// TestPrey: whom a werewolf attacks, by situation. The places of the table are suspicions that others have raised.
func TestPrey(t *testing.T) {
	rules, err := werewolf.Standard(9)
	if err != nil {
		t.Fatal(err)
	}
	type say struct {
		seat werewolf.SeatID
		role werewolf.Role
	}
	for _, test := range []struct {
		name      string
		claims    []say
		suspected map[werewolf.SeatID]float64
		allies    map[werewolf.SeatID]werewolf.SeatID // whom each wants
		want      werewolf.SeatID
	}{
		{name: "the least suspected", suspected: map[werewolf.SeatID]float64{3: 2, 4: 1, 5: -1, 6: 3, 7: 1, 8: 1, 9: 1}, want: 5},
		{name: "the least suspected is not the first", suspected: map[werewolf.SeatID]float64{3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: -2}, want: 9},
		{name: "the only seer", claims: []say{{6, werewolf.Seer}}, suspected: map[werewolf.SeatID]float64{4: -9}, want: 6},
		{name: "of two seers neither, so the medium", claims: []say{{6, werewolf.Seer}, {7, werewolf.Seer}, {8, werewolf.Medium}}, want: 8},
		{name: "what allies want goes before", claims: []say{{6, werewolf.Seer}}, allies: map[werewolf.SeatID]werewolf.SeatID{2: 4}, want: 4},
		{name: "what most allies want", allies: map[werewolf.SeatID]werewolf.SeatID{1: 7, 2: 5, 4: 5}, want: 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, err := New(agent.Config{Seed: 1, Lang: "en"})
			if err != nil {
				t.Fatal(err)
			}
			p := a.State()
			o := &werewolf.Observation{Rules: &rules, Seat: 1, Living: werewolf.SeatsUpTo(9), Roles: make([]werewolf.Role, 10)}
			o.Roles[1], o.Roles[2], p.o = werewolf.Werewolf, werewolf.Werewolf, o
			p.estimate.heard = &ledger.Writer{}
			for _, c := range test.claims {
				p.estimate.heard.Hear(&werewolf.Utterance{Seat: c.seat}, speech.Claim(c.seat, c.role))
			}
			for id, s := range test.suspected {
				p.estimate.opinion[id] += s
			}
			for ally, target := range test.allies {
				p.attackWishes[ally] = target
			}
			if got := p.prey(); got != test.want {
				t.Errorf("attacks %d, want %d (among %v)", got, test.want, o.Living.Slice())
			}
		})
	}
}
