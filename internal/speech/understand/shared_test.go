package understand

import (
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/werewolf"
)

// Listeners of other games, of which each has heard something else, understand what they would alone.
func TestSharedChangesNothing(t *testing.T) {
	names := []string{"Alice", "Bob", "Carol", "Dave", "Erin"}
	sentences := []string{
		"I am the seer.", "I am the medium.", "I take it back, I am not the seer.", "I divined Bob and he is human.", "Carol is a werewolf, I divined her.",
		"I agree with the seer.", "The real seer is the other one.", "I vote for whoever the seer found.", "Bob is white.", "Bob is a werewolf.",
		"I suspect both seers.", "What about the one that was found black?", "The remaining claimant is lying.", "I found another human, Erin.", "I divined Dave: human.", "As I said, human.",
		"The black result on Bob came early.", "Bob was found to be human.", "I believe the white on Dave.",
		"黒を打たれたCarolに入れる。", "白をもらったBobは信用できる。", "Bobを占って黒でした。", "Daveは白だと判定しました。", "Aliceの結果は信用できない。",
		"私は占い師です。", "Bobは白でした。", "占い師を信じます。", "Carolは黒。", "占い師COを撤回します。", "残った占い師が偽物だと思います。",
	}
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	shared, said := NewShared(), 0
	for game := range 1500 {
		table := Table{Names: names, Roles: rules.Roles, Specs: rules.Table}
		alone := New(table)
		table.Shared = shared
		together := New(table)
		for range 8 {
			if rng.IntN(8) == 0 {
				dead := werewolf.SeatID(1 + rng.IntN(5))
				alone.Died(dead)
				together.Died(dead)
			}
			u := werewolf.Utterance{Seat: werewolf.SeatID(1 + rng.IntN(5)), Day: 1 + rng.IntN(2), Text: sentences[rng.IntN(len(sentences))]}
			want, got := alone.Hear(u, false), together.Hear(u, false)
			if !slices.Equal(got, want) {
				t.Fatalf("game %d: %d says %q: %v, alone %v", game, u.Seat, u.Text, got, want)
			}
			said++
		}
	}
	if kept := len(shared.rows); kept > said*9/10 {
		t.Errorf("%d of %d utterances were understood anew", kept, said)
	}
}
