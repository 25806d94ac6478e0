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
	now, assumed, wolf, human := b.Now(), b.know.AssumeSpecies(id, werewolf.Wolf), &b.asWolf, &b.asHuman
	if !b.solve(&assumed, wolf) || !human.without(now, now.Wolf(id), wolf) {
		return nil
	}
	var list []Reason
	for i := range b.list {
		f := &b.list[i]
		c := cellOf(b.know.Roles, f)
		if c == noCell || f.Actor == b.me || f.Actor < 1 || int(f.Actor) > b.n {
			continue
		}
		if w := b.mean(f, c, wolf) - b.mean(f, c, human); math.Abs(w) > least {
			list = append(list, Reason{Item: *f, Cell: c, Weight: w})
		}
	}
	slices.SortStableFunc(list, func(x, y Reason) int { return cmp.Compare(math.Abs(y.Weight), math.Abs(x.Weight)) })
	return list[:min(max(most, 0), len(list))]
}

// least is the smallest weight of a fact that moves anything.
const least = 1e-3

// certain is how near to 1 a probability is where nothing else is left.
const certain = 1 - 1e-9

// without sets the posterior to what is believed where something is not so that has the probability, and under which the other would be
// believed. It reports false where that is certain.
func (p *Posterior) without(now *Posterior, probability float64, other *Posterior) bool {
	if probability > certain {
		return false
	}
	p.begin(now.n, now.roles)
	p.total = 1
	for _, rows := range [...]struct{ to, all, part []deal.Weights }{{p.role, now.role, other.role}, {p.joint, now.joint, other.joint}} {
		for i := range rows.to {
			for r := range rows.to[i][:p.length] {
				rows.to[i][r] = max(0, (rows.all[i][r]-probability*rows.part[i][r])/(1-probability))
			}
		}
	}
	return true
}

// Deeds returns how far what the player itself said and did moves the belief that it is a werewolf, counting what is asked for: the sum of
// the weights that Why gives these facts. It reports false where the matter is certain. It costs less than Why.
func (b *Belief) Deeds(id werewolf.SeatID, counts func(*evidence.Item) bool) (sum float64, open bool) {
	wolf := b.Now().Wolf(id)
	if wolf <= 0 || wolf > certain {
		return 0, false
	}
	wolves := b.know.Wolves()
	for i := range b.list {
		f := &b.list[i]
		if f.Actor != id || id == b.me || !counts(f) {
			continue
		}
		if c := cellOf(b.know.Roles, f); c != noCell {
			w := b.meanIn(f, c, &b.now, wolves)/wolf - b.meanIn(f, c, &b.now, ^wolves)/(1-wolf)
			if math.Abs(w) > least {
				sum += w
			}
		}
	}
	return sum, true
}

// mean returns the expected log-likelihood of a fact.
func (b *Belief) mean(f *evidence.Item, c Cell, p *Posterior) float64 {
	return b.meanIn(f, c, p, ^werewolf.RoleSet(0))
}

// meanIn returns what the worlds in which the actor has one of the roles add to it.
func (b *Belief) meanIn(f *evidence.Item, c Cell, p *Posterior, actor werewolf.RoleSet) (sum float64) {
	rates := &b.rates[c]
	for _, role := range b.roles {
		if !actor.Has(role) {
			continue
		}
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
