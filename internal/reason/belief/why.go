package belief

import (
	"cmp"
	"math"
	"slices"

	"wolfden/internal/reason/deal"
	"wolfden/internal/reason/evidence"
	"wolfden/werewolf"
)

// Reason is one fact and how far it moves a belief. The weight is what the fact adds to the logarithm of the odds that
// the player is a werewolf, with all other facts in place. Positive speaks against the player. The zero Reason is none.
type Reason struct {
	Item   evidence.Item
	Cell   Cell
	Weight float64
}

// Why returns the facts that move the belief that the player is a werewolf, the weightiest first, at most as many as
// asked for. It is empty where the matter is certain: then no fact moves anything. Weights are marginal: they say how
// much the odds would change if the fact counted a little more, so for small ones this is also what leaving the fact
// out would change. They do not include the bound on what one player does to another.
func (b *Belief) Why(id werewolf.SeatID, most int) []Reason {
	now := b.Now()
	wolf, may := b.Given(b.know.AssumeSpecies(id, werewolf.Wolf))
	if !may {
		return nil
	}
	human, mayNot := now.without(now.Wolf(id), wolf)
	if !mayNot {
		return nil
	}
	var list []Reason
	for i := range b.list {
		f := &b.list[i]
		c := cellOf(b.know.Roles, f)
		if c == noCell || f.Actor == b.me || f.Actor < 1 || int(f.Actor) > b.n {
			continue
		}
		if w := b.mean(f, c, wolf) - b.mean(f, c, human); math.Abs(w) > 1e-3 {
			list = append(list, Reason{Item: *f, Cell: c, Weight: w})
		}
	}
	slices.SortStableFunc(list, func(x, y Reason) int { return cmp.Compare(math.Abs(y.Weight), math.Abs(x.Weight)) })
	return list[:min(max(most, 0), len(list))]
}

// certain is how near to 1 a probability is where nothing else is left.
const certain = 1 - 1e-9

// without returns what is believed where something is not so that has the probability, and under which the other would be
// believed. It reports false where that is certain.
func (p *Posterior) without(probability float64, other *Posterior) (*Posterior, bool) {
	if probability > certain {
		return nil, false
	}
	rest := &Posterior{}
	rest.begin(p.n, p.roles)
	rest.total = 1
	for _, rows := range [...]struct{ to, all, part []deal.Weights }{{rest.role, p.role, other.role}, {rest.joint, p.joint, other.joint}} {
		for i := range rows.to {
			for r := range rows.to[i][:p.length] {
				rows.to[i][r] = max(0, (rows.all[i][r]-probability*rows.part[i][r])/(1-probability))
			}
		}
	}
	return rest, true
}

// mean returns the expected log-likelihood of a fact.
func (b *Belief) mean(f *evidence.Item, c Cell, p *Posterior) (sum float64) {
	rates := &b.rates[c]
	for _, role := range b.roles {
		all := p.Role(f.Actor, role)
		if !c.aimed() {
			sum += all * rates[role][0]
			continue
		}
		wolf := p.With(f.Actor, role, f.Target)
		sum += wolf*rates[role][1] + (all-wolf)*rates[role][0]
	}
	return sum
}
