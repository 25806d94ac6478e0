// Package belief computes probabilities over the worlds that are still possible, from what was said and done.
//
// The law of the package: package worlds says what is certain, one table gives the likelihoods, and the arithmetic
// between them is exact. The weight of a world is the product of the likelihoods of all facts in it; the sums try the
// sets of werewolves one by one and sum over all other roles at once. No single fact decides: the table is clipped, a
// repeated fact counts once a day, and all that one player does to another is bounded.
package belief

import (
	"math"

	"wolfden/internal/reason/deal"
	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// mostTeams is the largest number of sets of werewolves that are tried one by one; beyond it the result is
// approximated.
const mostTeams = 20000

// Belief weighs the possible worlds for one observer. It is not safe for concurrent use.
type Belief struct {
	table *Table
	rates *rates
	know  worlds.Knowledge
	list  []evidence.Item
	me    werewolf.SeatID

	roles    []werewolf.Role // of the table of roles
	n        int
	own      []deal.Weights // by seat less one: what each role is worth if its targets are human
	bond     []deal.Weights // by seat and target: the factor if the target is a werewolf
	opinions [][2]deal.Weights
	touched  []bool // by seat and target: there is an opinion or a bond

	weighed bool // the facts are factors
	now     Posterior
	valid   bool
	under   worlds.Knowledge // what given was asked under last
	given   *Posterior       // nil before it was asked, or where there is no world
	work    workspace

	asWolf, asHuman Posterior // what Why weighs facts by
}

// New returns a belief that uses the table. It knows no game before its first Update.
func New(t *Table) *Belief { return &Belief{table: t} }

// Update replaces the knowledge and the facts. What the seat me itself said and did is no evidence for it; 0 stands for
// somebody who takes no part. The list is kept, not copied. Update is cheap: the sums wait for a question.
func (b *Belief) Update(k worlds.Knowledge, list []evidence.Item, me werewolf.SeatID) {
	if b.rates == nil || b.know.Counts != k.Counts || b.know.Roles != k.Roles {
		b.rates = b.table.compile(k.Roles, sizeOf(k.Roles, k.Counts))
		b.roles = k.Roles.Roles()
		b.n = k.Seats().Len()
	}
	b.know, b.list, b.me, b.valid, b.weighed, b.given = k, list, me, false, false, nil
}

// Knowledge returns what is certain for the observer.
func (b *Belief) Knowledge() worlds.Knowledge { return b.know }

// Now returns what is believed after the last Update. It is valid until the next one.
func (b *Belief) Now() *Posterior {
	if !b.valid {
		b.weigh()
		b.settle(&b.know, &b.now)
		b.valid = true
	}
	return &b.now
}

// Given returns what would be believed under other knowledge: the belief's own with assumptions added. It reports false
// when the assumptions leave no world. What it returns is not changed by an Update.
func (b *Belief) Given(k worlds.Knowledge) (*Posterior, bool) {
	if b.given != nil && b.under.Same(&k) {
		return b.given, true
	}
	b.weigh()
	p := &Posterior{}
	if !b.solve(&k, p) {
		return p, false
	}
	b.under, b.given = k, p
	return p, true
}

// settle solves for knowledge that should leave a world. Where it leaves none, because a server plays by other rules,
// settle drops certain facts until one is left.
func (b *Belief) settle(k *worlds.Knowledge, p *Posterior) {
	if b.solve(k, p) {
		return
	}
	loose := *k
	loose.Over = true
	if b.solve(&loose, p) {
		return
	}
	none := worlds.Setup(k.Roles, k.Counts)
	b.solve(&none, p)
}

// lowest keeps the weight of the worst world within the range of numbers.
func lowest(n int) float64 { return -min(30, 400/float64(max(n, 1))) }

// weigh turns the facts into factors, once.
func (b *Belief) weigh() {
	if b.weighed {
		return
	}
	b.weighed = true
	n := b.n
	b.own = resize(b.own, n)
	b.bond = resize(b.bond, n*n)
	b.opinions = resize(b.opinions, n*n)
	b.touched = resize(b.touched, n*n)
	for i := range b.list {
		f := &b.list[i]
		c := cellOf(b.know.Roles, f)
		if c == noCell || f.Actor == b.me || f.Actor < 1 || int(f.Actor) > n {
			continue
		}
		b.apply(f, c)
	}
	b.bind()
	floor := lowest(n)
	for i := range b.own {
		top := math.Inf(-1)
		for _, r := range b.roles {
			top = max(top, b.own[i][r])
		}
		for _, r := range b.roles {
			b.own[i][r] = math.Exp(max(floor, b.own[i][r]-top))
		}
	}
}

// apply adds one fact.
func (b *Belief) apply(f *evidence.Item, c Cell) {
	rates := &b.rates[c]
	actor := int(f.Actor) - 1
	if !c.aimed() {
		for _, r := range b.roles {
			b.own[actor][r] += rates[r][0]
		}
		return
	}
	if f.Target < 1 || int(f.Target) > b.n {
		return
	}
	pair := actor*b.n + int(f.Target) - 1
	b.touched[pair] = true
	if c.choice() {
		for _, r := range b.roles {
			b.opinions[pair][0][r] += rates[r][0]
			b.opinions[pair][1][r] += rates[r][1]
		}
		return
	}
	for _, r := range b.roles {
		b.own[actor][r] += rates[r][0]
		b.bond[pair][r] += rates[r][1] - rates[r][0]
	}
}

// bind bounds what each player thinks of another and turns these bonds into factors.
func (b *Belief) bind() {
	least := -math.Log(b.table.Bond) / b.table.Temperature
	for pair := range b.bond {
		if !b.touched[pair] {
			for _, r := range b.roles {
				b.bond[pair][r] = 1
			}
			continue
		}
		actor := pair / b.n
		human, wolf := &b.opinions[pair][0], &b.opinions[pair][1]
		top := math.Inf(-1)
		for _, r := range b.roles {
			top = max(top, human[r], wolf[r])
		}
		for _, r := range b.roles {
			h, w := max(least, human[r]-top), max(least, wolf[r]-top)
			b.own[actor][r] += h
			b.bond[pair][r] = math.Exp(b.bond[pair][r] + w - h)
		}
	}
}

// resize returns n zeroes, in the memory of s if it is large enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}
