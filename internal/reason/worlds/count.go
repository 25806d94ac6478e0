package worlds

import (
	"wolfden/internal/reason/deal"
	"wolfden/werewolf"
)

// Count is how many worlds are possible, in all and by player and role. The zero Count is of no world. Numbers up to
// 2^53 are exact, which holds for every setup of 20 players and the contest's many times over; beyond they are rounded.
type Count struct {
	Worlds uint64

	of    [werewolf.MaxSeats + 1][werewolf.MaxRoles]uint64
	seats werewolf.SeatSet
}

// Count counts. No worlds are left where an assumption contradicts what is certain.
func (k *Knowledge) Count() Count {
	order := k.Order(make([]werewolf.SeatID, 0, 16))
	table, out := make([]deal.Weights, len(order)), make([]deal.Weights, len(order))
	for i, id := range order {
		for _, r := range k.May[id].Slice() {
			table[i][r] = 1
		}
	}
	total := deal.NewDeck(k.Counts, k.Wolves()).Marginals(table, k.Gates(nil), out)
	c := Count{Worlds: uint64(total), seats: k.Seats()}
	for i, id := range order {
		for r, n := range out[i] {
			c.of[id][r] = uint64(n)
		}
	}
	return c
}

// Of is the number of worlds in which the player has the role.
func (c *Count) Of(id werewolf.SeatID, r werewolf.Role) uint64 {
	if !c.seats.Has(id) || r >= werewolf.MaxRoles {
		return 0
	}
	return c.of[id][r]
}

// Share is the share of the worlds in which the player has the role: what somebody without opinions would believe.
func (c *Count) Share(id werewolf.SeatID, r werewolf.Role) float64 {
	if c.Worlds == 0 {
		return 0
	}
	return float64(c.Of(id, r)) / float64(c.Worlds)
}

// Possible is the roles the player has in some world.
func (c *Count) Possible(id werewolf.SeatID) (s werewolf.RoleSet) {
	for r, n := range c.of[max(0, min(id, werewolf.MaxSeats))] {
		if n > 0 {
			s |= werewolf.RolesOf(werewolf.Role(r))
		}
	}
	return s
}

// Certain is the role the player has in every world, NoRole when there are several.
func (c *Count) Certain(id werewolf.SeatID) werewolf.Role { return c.Possible(id).Only() }

// Never is the players who have none of the roles in any world; everybody when no world is left.
func (c *Count) Never(set werewolf.RoleSet) (s werewolf.SeatSet) {
	for id := range c.seats.All() {
		if c.among(id, set) == 0 {
			s = s.With(id)
		}
	}
	return s
}

// among is the number of worlds in which the player has one of the roles.
func (c *Count) among(id werewolf.SeatID, set werewolf.RoleSet) (n uint64) {
	for _, r := range set.Slice() {
		n += c.Of(id, r)
	}
	return n
}

// Always is the players who have one of the roles in every world; nobody when no world is left.
func (c *Count) Always(set werewolf.RoleSet) (s werewolf.SeatSet) {
	for id := range c.seats.All() {
		if c.Worlds > 0 && c.among(id, set) == c.Worlds {
			s = s.With(id)
		}
	}
	return s
}
