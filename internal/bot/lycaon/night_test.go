package lycaon

import (
	"testing"

	"wolfden/werewolf"
)

// knowing is what was learnt, with other ways for liars of nine.
func knowing(t *testing.T, set func(wolf, possessed *Ways)) *Learnt {
	t.Helper()
	home, err := Home()
	if err != nil {
		t.Fatal(err)
	}
	l, table := *home, *home.Ways
	set(table.For(false, 2), table.For(true, 2))
	l.Ways = &table
	return &l
}

// A werewolf attacks whom the village trusts rather than whom it suspects, and nobody whom it takes for the possessed: who has found a
// human a werewolf.
func TestPrey(t *testing.T) {
	boldly := knowing(t, func(wolf, _ *Ways) { wolf.Dodges = 0 })
	for among, want := range map[werewolf.SeatSet]werewolf.SeatID{werewolf.SetOf(4, 7): 7, werewolf.SetOf(3, 4): 4} {
		for seed := range uint64(4) {
			p, _, _ := of9(t, seed, werewolf.Werewolf, boldly, func(o *werewolf.Observation) {
				o.Night, o.Request = true, werewolf.Request{Seat: 1, Kind: werewolf.Attack, Targets: among}
			}, blackOnDora, line{1, 4, "I am a villager."}, line{1, 5, "I suspect Dora. I will vote for Dora."}, line{1, 8, "I suspect Dora. I will vote for Dora."})
			s := p.State()
			if mine := s.reasoner.Mine().Now(); mine.Traitor(3) < sure || s.reasoner.Village().Now().Wolf(4) < s.reasoner.Village().Now().Wolf(7)+0.1 {
				t.Fatalf("seed %d: Cleo is not taken for the possessed, or Dora not suspected", seed)
			}
			if got := s.prey(p.Table()); got != want {
				t.Errorf("seed %d, of %v: it attacks seat %d, want %d", seed, among, got, want)
			}
		}
	}
}

// The seer divines whose answer it can guess least, not whom it takes for a werewolf already.
func TestDivinesWhoIsOpen(t *testing.T) {
	apart := 0
	for seed := range uint64(4) {
		p, o, _ := of9(t, seed, werewolf.Seer, nil, func(o *werewolf.Observation) {
			o.Night, o.Request = true, werewolf.Request{Seat: 1, Kind: werewolf.Divine, Targets: o.Others()}
			for day, id := range []werewolf.SeatID{5, 6, 7, 8} {
				o.Divined = append(o.Divined, werewolf.Finding{Day: day, Target: id, Species: werewolf.Human})
			}
		}, line{1, 4, "I am the medium."}, line{1, 9, "I am the bodyguard."}, line{1, 3, "I am the medium."})
		s := p.State()
		wolf := s.reasoner.Mine().Now().Wolf
		got := s.divine(p.Table())
		for id := range o.Others().All() {
			if open := wolf(id) * (1 - wolf(id)); open > wolf(got)*(1-wolf(got))+lot {
				t.Errorf("seed %d: it divines %s (%.2f), not %s (%.2f)", seed, o.Name(got), wolf(got), o.Name(id), wolf(id))
			}
		}
		if wolf(o.Others().Most(wolf)) > wolf(got)+lot {
			apart++
		}
	}
	if apart == 0 {
		t.Error("nobody is likelier a werewolf than whom it divines: this tells nothing")
	}
}

// A false medium calls who was executed a werewolf as often as its ways say, and never one of its own side.
func TestVision(t *testing.T) {
	for _, tt := range []struct {
		black float64
		out   werewolf.SeatID
		want  werewolf.Species
	}{{1, 5, werewolf.Wolf}, {0, 5, werewolf.Human}, {1, 2, werewolf.Human}} {
		medium := knowing(t, func(wolf, _ *Ways) { *wolf = Ways{Medium: 1, Black: tt.black} })
		p, _, _ := of9(t, 1, werewolf.Werewolf, medium, func(o *werewolf.Observation) {
			o.Day, o.Living = 2, o.Living.Without(tt.out)
			o.Deaths = []werewolf.Death{{Day: 1, Seat: tt.out, Cause: werewolf.ByExecution}}
		})
		if got := p.Pretence().Invented; len(got) != 1 || got[0].Target != tt.out || got[0].Species != tt.want {
			t.Errorf("%+v: it invents %+v", tt, got)
		}
	}
}
