package belief

import (
	"testing"

	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// Of somebody who is not at the table nothing is believed, whichever of two players it is.
func TestNobodyOutsideTheTableIsBelievedAnything(t *testing.T) {
	b := New(standardTable(t))
	b.Update(worlds.Setup(nil, five), nil, 0)
	p := b.Now()
	for _, out := range []werewolf.SeatID{-1, 0, 6, werewolf.MaxSeats} {
		for id := range werewolf.SeatID(6) {
			for r := range werewolf.Role(werewolf.MaxRoles) {
				if a, z := p.With(out, r, id), p.With(id, r, out); p.Role(out, r) != 0 || a != 0 || z != 0 {
					t.Errorf("seat %d as %s: %v; with %d: %v and %v", out, r, p.Role(out, r), id, a, z)
				}
			}
			if a, z := p.Both(out, id), p.Both(id, out); a != 0 || z != 0 {
				t.Errorf("seats %d and %d: %v and %v", out, id, a, z)
			}
		}
	}
}
