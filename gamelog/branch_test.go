package gamelog_test

import (
	"bytes"
	"slices"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/gamelogtest"
	"wolfden/werewolf"
)

// TestBranches: the first draws of chance are those of the game, the others follow from the seed of the branch; a branch
// without a seed changes none.
func TestBranches(t *testing.T) {
	h := gamelogtest.Header(t, 9, 1)
	draw := func(h *gamelog.Header) (orders [][]werewolf.SeatID) {
		chance := h.Chance()
		for turn := range 6 {
			order := werewolf.SeatsUpTo(9).Slice()
			chance.Shuffle(order, werewolf.DrawTalkOrder, werewolf.Occasion{Day: 1, Turn: turn})
			orders = append(orders, append(order, chance.Pick(werewolf.SeatsUpTo(9), werewolf.DrawExecution, werewolf.Occasion{Day: turn})))
		}
		return orders
	}
	equal := func(a, b [][]werewolf.SeatID) (n int) {
		for n < len(a) && slices.Equal(a[n], b[n]) {
			n++
		}
		return n
	}
	one, two := uint64(1<<63), uint64(2)
	own := draw(h)
	first, second, same := *h, *h, *h
	first.Branches = []gamelog.Branch{{Game: "A", Entries: 9, Draws: 4, Seed: &one}}
	second.Branches = append(slices.Clone(first.Branches), gamelog.Branch{Game: "B", Entries: 12, Draws: 8, Seed: &two})
	same.Branches = []gamelog.Branch{{Game: "A", Entries: 9, Draws: 4}}
	if n := equal(own, draw(&first)); n != 2 {
		t.Errorf("%d turns are the game's own, not 2", n)
	}
	if n := equal(draw(&first), draw(&second)); n != 4 {
		t.Errorf("%d turns are those of the first branch, not 4", n)
	}
	if equal(own, draw(&same)) != len(own) {
		t.Error("a branch without a seed has another chance")
	}
	second.Version = gamelog.BranchVersion
	var buf bytes.Buffer
	if _, err := gamelog.NewWriter(&buf, &second); err != nil {
		t.Fatal(err)
	}
	rec, err := gamelog.Parse(buf.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got := rec.Header.Branches; len(got) != 2 || *got[0].Seed != one || *got[1].Seed != two || got[1].Game != "B" || got[1].Entries != 12 || got[1].Draws != 8 {
		t.Errorf("the header comes back as %+v", got)
	}
}
