package belief

import (
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// What is believed under an assumption follows the facts and the assumption, asked again or not, and does not need Now.
func TestGivenFollowsFacts(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	k := worlds.Setup(nil, five)
	assumed := k.AssumeSpecies(1, werewolf.Human)
	other := k.AssumeSpecies(2, werewolf.Human)
	b := New(standardTable(t))
	for range 5 {
		list := randomItems(rng, 5, 40)
		b.Update(k, list, 0)
		fresh := New(standardTable(t))
		fresh.Update(k, list, 0)
		fresh.Now()
		for _, under := range []worlds.Knowledge{assumed, other, other, assumed} {
			got, possible := b.Given(under)
			want, _ := fresh.Given(under)
			for id := range werewolf.SeatsUpTo(5).All() {
				if !possible || got.Wolf(id) != want.Wolf(id) {
					t.Fatalf("seat %d: %v, want %v", id, got.Wolf(id), want.Wolf(id))
				}
			}
		}
		if one, _ := b.Given(assumed); one.Wolf(1) != 0 {
			t.Error("the assumption does not count")
		}
	}
}

// What a player itself did weighs in Deeds what it weighs in Why.
func TestDeedsWeighAsReasonsDo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	k := worlds.Setup(nil, nine)
	b := New(standardTable(t))
	for range 20 {
		b.Update(k.AssumeSpecies(2, werewolf.Human), randomItems(rng, 9, 80), 1)
		for id := range werewolf.SeatsUpTo(9).All() {
			want := 0.0
			for _, why := range b.Why(id, math.MaxInt) {
				if why.Item.Actor == id && why.Item.Kind == evidence.Cast {
					want += why.Weight
				}
			}
			got, open := b.Deeds(id, func(f *evidence.Item) bool { return f.Kind == evidence.Cast })
			if math.Abs(got-want) > 1e-9 || open != (id != 2) {
				t.Errorf("seat %d: %v, want %v; open %v", id, got, want, open)
			}
		}
	}
}
