package league

import (
	"math/rand/v2"

	"wolfden/werewolf"
)

// circle is who stands where in a round: the entries in an order, and for every
// seat the place in it that it begins from. Games of the round turn the circle,
// so how often two entries meet depends on how far apart they stand alone.
type circle struct {
	order       []int // of places, the entry that stands there
	at          []int // of seats, the place
	mates, foes []int // of distances, games on one side, on two
}

// exchanges are how many are tried in a round, by the number of entries. More do
// not even out the pairs any further (TestPairs).
const exchanges = 100

// drawCircle draws an order, and places for the seats: of their own while there
// are any left. The places stay as they are drawn, whatever that does to the
// pairs: to choose among them would favour tables where an entry that has
// several seats has them on both sides.
func (p *planner) drawCircle() *circle {
	entries, players := len(p.spec.Entries), len(p.roles)
	table := p.spec.Setups[p.setup].Rules.Table
	c := &circle{order: p.rng.Perm(entries), at: make([]int, players), mates: make([]int, entries), foes: make([]int, entries)}
	places := p.rng.Perm(entries)
	for i, seat := range p.rng.Perm(players) {
		c.at[seat] = places[i%entries]
		if p.spec.Seating == Sides {
			c.at[seat] = places[table.Team(p.roles[seat])-werewolf.VillagerTeam]
		}
	}
	for i, a := range c.at {
		for j, b := range c.at {
			if i == j {
				continue
			}
			if d := (a - b + entries) % entries; sameSide(table, p.roles[i], p.roles[j]) {
				c.mates[d]++
			} else {
				c.foes[d]++
			}
		}
	}
	return c
}

func sameSide(t *werewolf.RoleTable, a, b werewolf.Role) bool { return t.Team(a) == t.Team(b) }

// settle exchanges entries on the circle where chance finds an exchange that
// evens out the meetings so far. It returns by how much their squares rise.
func (c *circle) settle(rng *rand.Rand, mates, foes [][]int) int {
	n := len(c.order)
	cost := 0
	for place := range n {
		cost += c.cost(place, mates, foes)
	}
	cost /= 2 // every pair was seen from both sides
	for range exchanges * n {
		a, b := rng.IntN(n), rng.IntN(n)
		if a == b {
			continue
		}
		before := c.cost(a, mates, foes) + c.cost(b, mates, foes)
		c.order[a], c.order[b] = c.order[b], c.order[a]
		// The pair of the two is in both sums, but an exchange leaves it as far
		// apart as it was.
		change := c.cost(a, mates, foes) + c.cost(b, mates, foes) - before
		if change > 0 {
			c.order[a], c.order[b] = c.order[b], c.order[a]
			continue
		}
		cost += change
	}
	return cost
}

// cost is by how much the squares of the meetings of the entry in a place rise.
func (c *circle) cost(place int, mates, foes [][]int) (sum int) {
	n, x := len(c.order), c.order[place]
	for other, y := range c.order {
		if d := (place - other + n) % n; d != 0 {
			m, f := c.mates[d], c.foes[d]
			sum += m*(2*mates[x][y]+m) + f*(2*foes[x][y]+f)
		}
	}
	return sum
}

// meet counts the meetings of the round.
func (c *circle) meet(mates, foes [][]int) {
	n := len(c.order)
	for a, x := range c.order {
		for b, y := range c.order {
			if d := (a - b + n) % n; d != 0 {
				mates[x][y] += c.mates[d]
				foes[x][y] += c.foes[d]
			}
		}
	}
}
