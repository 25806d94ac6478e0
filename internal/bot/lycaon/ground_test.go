package lycaon

import (
	"testing"

	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/doubt"
	"wolfden/werewolf"
)

// TestReasonsAreBelieved: no reason rests on a teller whom the player takes for a liar, on a werewolf that it holds for human or on a
// deed that its evidence counts for the player. The rules alone would give such reasons in the same games.
func TestReasonsAreBelieved(t *testing.T) {
	rules, err := werewolf.Standard(13)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Ada", "Bela", "Cleo", "Dora", "Ezra", "Finn", "Gus", "Hana", "Ivo", "Jana", "Kai", "Lea", "Milo"}
	given, dropped := 0, 0
	for seed := range uint64(2) {
		var all []*Player
		var players []bottest.Player
		for range names {
			p, err := New(seed, "en")
			if err != nil {
				t.Fatal(err)
			}
			all, players = append(all, p), append(players, p)
		}
		table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
		if err != nil {
			t.Fatal(err)
		}
		table.Observe = func(o *werewolf.Observation, _ string) {
			if o.Request.Kind != werewolf.Talk || o.Day == 0 {
				return
			}
			p := all[o.Seat-1]
			for id := range o.Others().All() {
				believed := p.Table().Self.Opinion()
				byRules := *believed
				byRules.Reweigh(nil)
				for _, r := range append(believed.ReasonsAgainst(id), believed.For(id)) {
					if given++; !p.believes(r) {
						t.Errorf("seed %d, day %d: %s says %+v of %s", seed, o.Day, o.Name(o.Seat), r, o.Name(id))
					}
				}
				for _, r := range append(byRules.ReasonsAgainst(id), byRules.For(id)) {
					if !p.believes(r) {
						dropped++
					}
				}
			}
		}
		if err := table.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if given == 0 || dropped == 0 {
		t.Errorf("%d reasons given, %d of the rules not believed", given, dropped)
	}
}

// believes reports whether a reason fits what the player shows to believe, for those reasons of which that can be said.
func (p *Player) believes(r doubt.Reason) bool {
	view, heard := p.State().view, p.Table().Heard
	has := func(id werewolf.SeatID) float64 { return view.Power(id, heard.ClaimSpec(id).Power) }
	switch r.Why {
	case doubt.Black, doubt.FoundBy:
		return has(r.Other) > 0.1
	case doubt.Split:
		return has(r.Other) > has(r.Seat)
	case doubt.Sole, doubt.Confirmed:
		return has(r.Seat) > 0.1
	case doubt.VotedWell, doubt.Missed, doubt.Alike:
		return view.Wolf(r.Other) > 0.5
	case doubt.Pushed:
		return view.Wolf(r.Other) < 0.5
	case doubt.Sides:
		return has(r.Other) < 0.5
	default:
		return true
	}
}

// Who spoke for somebody is blamed for it only while that player is held for a werewolf; who voted for somebody, only where that one is
// known to be human.
func TestReasonsOfManner(t *testing.T) {
	for _, tt := range []struct {
		why     doubt.Why
		species werewolf.Species // what the speaker has divined about Dora
		holds   bool
	}{
		{doubt.Shield, werewolf.Wolf, true}, {doubt.Shield, werewolf.Human, false},
		{doubt.Pushed, werewolf.Human, true}, {doubt.Pushed, werewolf.Wolf, false},
	} {
		p, o, _ := of9(t, 1, werewolf.Seer, nil, func(o *werewolf.Observation) {
			o.Day, o.Divined = 2, []werewolf.Finding{{Target: 4, Species: tt.species}}
			o.Votes = []werewolf.Choice{{Day: 1, Seat: 7, Target: 4}}
		}, line{1, 7, "I trust Dora."})
		r := doubt.Reason{Why: tt.why, Seat: 7, Other: 4, Weight: 1}
		if got := p.State().grounded(o, p.Table().Heard, r); (got > 0) != tt.holds {
			t.Errorf("reason %v, Dora is a %s: weight %v", tt.why, tt.species, got)
		}
	}
}
