package belief

import (
	"math"

	"wolfden/internal/reason/deal"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// rounds is how often the approximation goes round; it has settled by then.
const rounds = 6

// approximate is solve for tables with too many sets of werewolves to try: each player takes the others for what they
// were believed to be in the round before, so that all roles can be summed over at once (mean field).
func (b *Belief) approximate(k *worlds.Knowledge, posterior *Posterior) bool {
	deck, order, gates := deal.NewDeck(k.Counts, k.Wolves()), k.Order(nil), k.Gates(nil)
	table, out := make([]deal.Weights, len(order)), make([]deal.Weights, len(order))
	total := 0.0
	for round := range rounds {
		for place, id := range order {
			table[place] = b.expected(k, int(id)-1, round > 0, posterior)
		}
		if total = deck.Marginals(table, gates, out); total == 0 {
			return false
		}
		for place, id := range order {
			for r := range out[place] {
				posterior.role[id-1][r] = out[place][r] / total
			}
		}
	}
	posterior.total = 1
	for i := range b.n {
		for j := range b.n {
			for r := range posterior.joint[i*b.n+j] {
				posterior.joint[i*b.n+j][r] = posterior.role[i][r] * posterior.Wolf(werewolf.SeatID(j+1))
				if i == j {
					posterior.joint[i*b.n+j][r] = 0
				}
			}
		}
		for _, r := range posterior.wolves {
			posterior.joint[i*b.n+i][r] = posterior.role[i][r]
		}
	}
	return true
}

// expected is what each role is worth to a player, its bonds weighed by what is believed of the others.
func (b *Belief) expected(k *worlds.Knowledge, i int, believed bool, p *Posterior) deal.Weights {
	row, wolves := b.own[i], k.Wolves()
	for r := range row {
		log := 0.0
		for j := range b.n {
			if !believed || i == j {
				continue
			}
			if b.touched[i*b.n+j] {
				log += p.Wolf(werewolf.SeatID(j+1)) * math.Log(b.bond[i*b.n+j][r])
			}
			if wolves.Has(werewolf.Role(r)) && b.touched[j*b.n+i] {
				for other, q := range p.role[j] {
					if other != int(werewolf.NoRole) {
						log += q * math.Log(b.bond[j*b.n+i][other])
					}
				}
			}
		}
		row[r] *= math.Exp(max(-30, min(30, log)))
		if !k.May[i+1].Has(werewolf.Role(r)) {
			row[r] = 0
		}
	}
	// What the best role is worth is set to 1, so that products stay within the range of numbers.
	top := 0.0
	for _, x := range row {
		top = max(top, x)
	}
	floor := math.Exp(lowest(b.n))
	for r := range row {
		if row[r] > 0 {
			row[r] = max(row[r]/top, floor)
		}
	}
	return row
}

// roughly is Likeliest for such tables.
func (b *Belief) roughly(k *worlds.Knowledge) []werewolf.Role {
	order := k.Order(nil)
	table := make([]deal.Weights, len(order))
	for place, id := range order {
		table[place] = b.expected(k, int(id)-1, true, &b.now)
	}
	roles, x := deal.NewDeck(k.Counts, k.Wolves()).Best(table, k.Gates(nil))
	if x == 0 {
		return nil
	}
	best := make([]werewolf.Role, b.n+1)
	for place, id := range order {
		best[id] = roles[place]
	}
	return best
}
