package belief

import (
	"math/rand/v2"
	"testing"

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
