package check

import (
	"testing"

	"wolfden/werewolf"
)

// Only a talk that allows several skips in a row, asked turn by turn, puts to the test whether an agent skips on and on.
func TestSkipsAreTriedWhereTheyAreAllowed(t *testing.T) {
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		most  int
		open  bool
		tried bool
	}{{manySkips, false, true}, {manySkips + 1, false, true}, {manySkips - 1, false, false}, {0, false, false}, {manySkips, true, false}} {
		rules.Talk.MaxSkip = c.most
		j := judge{book: newFindingLog()}
		j.tryWords(&werewolf.Observation{Rules: &rules, Seat: 1, Request: werewolf.Request{Seat: 1, Kind: werewolf.Talk, Open: c.open}})
		if got := j.book.tried[skipped]; got != c.tried {
			t.Errorf("%d skips allowed, open %v: tried %v", c.most, c.open, got)
		}
	}
}
