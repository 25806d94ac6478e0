// Package deal sums over all ways to deal the roles of a setup to the players at a table.
//
// The law of the package: the value of a deal is the product of the values that each seat's role has. Every sum over
// the deals is exact and costs one pass over the seats; no deal is ever listed. With weights of 0 and 1 the sums are
// counts, with likelihoods they are evidence.
package deal

import "wolfden/werewolf"

// rest is the role of every seat that gets no other card, so it needs no lot of its own. Any role would do.
const rest = werewolf.Villager

// Weights are the values of each role for one seat. None is negative; the entry of NoRole is not used.
type Weights [werewolf.MaxRoles]float64

// Gate allows only deals in which the first After seats hold at least Min and at most Max werewolves.
type Gate struct{ After, Min, Max int }

// Deck holds the roles to be dealt. It reuses its working space, so it is not safe for concurrent use. The zero Deck
// has no roles.
type Deck struct {
	lots   []lot // every role except rest
	states int   // number of combinations of how many cards of each lot are dealt
	wolves []int // indices in lots of the werewolves' roles

	before, after []float64
	best          []werewolf.Role
	four          *four // nil where the lots are others
}

// lot holds the cards of one role.
type lot struct {
	role   werewolf.Role
	stride int
	count  int
	from   []int // the states in which a card is left
}

// NewDeck returns a deck of these roles. wolves names the roles of werewolves; the rest role is none of them.
func NewDeck(counts werewolf.RoleCounts, wolves werewolf.RoleSet) *Deck {
	d := &Deck{states: 1}
	for _, r := range counts.InPlay().Slice() {
		if r == rest {
			continue
		}
		if wolves.Has(r) {
			d.wolves = append(d.wolves, len(d.lots))
		}
		d.lots = append(d.lots, lot{role: r, stride: d.states, count: counts[r]})
		d.states *= counts[r] + 1
	}
	for i := range d.lots {
		l := &d.lots[i]
		for s := range d.states {
			if l.dealt(s) < l.count {
				l.from = append(l.from, s)
			}
		}
	}
	d.four = newFour(d.lots)
	return d
}

// dealt returns how many cards of the lot are gone in a state.
func (l *lot) dealt(state int) int { return state / l.stride % (l.count + 1) }

// States returns what one pass costs for each seat and role.
func (d *Deck) States() int { return d.states }

// Sum adds up the values of all deals. table has one entry for each seat, as many as there are cards; gates are in
// ascending order of After.
func (d *Deck) Sum(table []Weights, gates []Gate) float64 {
	d.forward(table, gates)
	return d.before[len(d.before)-1]
}

// Marginals is Sum; it also sets out[i][r] to the sum over the deals that give role r to seat i of the table.
func (d *Deck) Marginals(table []Weights, gates []Gate, out []Weights) float64 {
	if d.four != nil && len(gates) == 0 {
		return d.four.marginals(table, out)
	}
	total := d.Sum(table, gates)
	n, size := len(table), d.states
	d.after = grow(d.after, (n+1)*size)
	clear(d.after[n*size:])
	d.after[len(d.after)-1] = 1
	d.shut(d.after[n*size:], n, gates)
	for i := n - 1; i >= 0; i-- {
		now, next := d.after[i*size:(i+1)*size], d.after[(i+1)*size:(i+2)*size]
		prior := d.before[i*size : (i+1)*size]
		w := &table[i]
		out[i] = Weights{}
		plain, sum := w[rest], 0.0
		for s := range now {
			v := next[s] * plain
			now[s] = v
			sum += prior[s] * v
		}
		out[i][rest] = sum
		for l := range d.lots {
			lot := &d.lots[l]
			x, sum := w[lot.role], 0.0
			if x == 0 {
				continue
			}
			for _, s := range lot.from {
				v := next[s+lot.stride] * x
				now[s] += v
				sum += prior[s] * v
			}
			out[i][lot.role] = sum
		}
		d.shut(now, i, gates)
	}
	return total
}

// forward fills before: for each state, the sum over the ways to deal to the first i seats.
func (d *Deck) forward(table []Weights, gates []Gate) {
	n, size := len(table), d.states
	d.before = grow(d.before, (n+1)*size)
	clear(d.before[:size])
	d.before[0] = 1
	for i := range table {
		now, next := d.before[i*size:(i+1)*size], d.before[(i+1)*size:(i+2)*size]
		w := &table[i]
		plain := w[rest]
		for s, v := range now {
			next[s] = v * plain
		}
		for l := range d.lots {
			lot := &d.lots[l]
			x := w[lot.role]
			if x == 0 {
				continue
			}
			for _, s := range lot.from {
				next[s+lot.stride] += now[s] * x
			}
		}
		d.shut(next, i+1, gates)
	}
}

// shut sets the states to 0 that a gate after the given number of seats does not allow.
func (d *Deck) shut(states []float64, after int, gates []Gate) {
	for _, g := range gates {
		if g.After != after {
			continue
		}
		for s := range states {
			dealt := 0
			for _, l := range d.wolves {
				dealt += d.lots[l].dealt(s)
			}
			if dealt < g.Min || dealt > g.Max {
				states[s] = 0
			}
		}
	}
}

// Best returns the deal of the highest value, and that value; it is 0 when there is no deal. Among equals it always
// picks the same one. The slice is valid until the next call.
func (d *Deck) Best(table []Weights, gates []Gate) ([]werewolf.Role, float64) {
	n, size := len(table), d.states
	d.best = append(d.best[:0], make([]werewolf.Role, n)...)
	d.before = grow(d.before, (n+1)*size)
	clear(d.before)
	d.before[0] = 1
	for i := range table {
		now, next := d.before[i*size:(i+1)*size], d.before[(i+1)*size:(i+2)*size]
		for s, v := range now {
			next[s] = v * table[i][rest]
		}
		for l := range d.lots {
			lot := &d.lots[l]
			for _, s := range lot.from {
				next[s+lot.stride] = max(next[s+lot.stride], now[s]*table[i][lot.role])
			}
		}
		d.shut(next, i+1, gates)
	}
	d.trace(table)
	return d.best, d.before[len(d.before)-1]
}

// trace walks back from the full deal to the choices that led to it.
func (d *Deck) trace(table []Weights) {
	state := d.states - 1
	for i := len(table) - 1; i >= 0; i-- {
		now := d.before[i*d.states : (i+1)*d.states]
		here := d.before[(i+1)*d.states+state]
		d.best[i] = rest
		if now[state]*table[i][rest] == here {
			continue
		}
		for l := range d.lots {
			lot := &d.lots[l]
			if lot.dealt(state) > 0 && now[state-lot.stride]*table[i][lot.role] == here {
				d.best[i] = lot.role
				state -= lot.stride
				break
			}
		}
	}
}

func grow(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}
