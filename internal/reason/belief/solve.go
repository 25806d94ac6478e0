package belief

import (
	"wolfden/internal/reason/deal"
	"wolfden/internal/reason/worlds"
	"wolfden/werewolf"
)

// workspace is the working space of the sums.
type workspace struct {
	deck   *deal.Deck // all roles of humans
	humans []werewolf.Role
	wolves wolfRoles // the roles of werewolves
	counts werewolf.RoleCounts
	seats  []int // the players who are not in the team, by place in table
	table  []deal.Weights
	out    []deal.Weights
}

// fit prepares the working space for a setup.
func (w *workspace) fit(k *worlds.Knowledge, n int) {
	if w.deck != nil && w.counts == k.Counts && w.wolves.table == k.Roles {
		return
	}
	humans, counts := k.Counts, k.Counts
	for _, r := range k.Wolves().Slice() {
		humans[r] = 0
	}
	*w = workspace{
		deck: deal.NewDeck(humans, 0), humans: (humans.InPlay() | werewolf.RolesOf(werewolf.Villager)).Slice(), wolves: newSplit(k), counts: counts, seats: make([]int, 0, n),
		table: make([]deal.Weights, n), out: make([]deal.Weights, n),
	}
}

// solve sums over all worlds that the knowledge leaves and reports whether there are any.
func (b *Belief) solve(k *worlds.Knowledge, p *Posterior) bool {
	b.work.fit(k, b.n)
	p.begin(b.n, k.Roles)
	if teams(b.n, k.Counts.Of(k.Wolves())) > mostTeams {
		return b.approximate(k, p)
	}
	b.eachTeam(k, func(team []int, _ werewolf.SeatSet) { b.addTeam(k, team, p) })
	return p.finish()
}

// teams returns the number of sets of werewolves, or more than anybody would try.
func teams(n, wolves int) int {
	count := 1
	for i := range wolves {
		if count > mostTeams {
			break
		}
		count = count * (n - i) / (i + 1)
	}
	return count
}

// eachTeam calls try with every possible set of werewolves, as places counted from 0.
func (b *Belief) eachTeam(k *worlds.Knowledge, try func(team []int, set werewolf.SeatSet)) {
	must, may, wolves := werewolf.SeatSet(0), werewolf.SeatSet(0), k.Wolves()
	for id := range k.Seats().All() {
		set := k.May[id]
		if set&wolves != 0 {
			may = may.With(id)
		}
		if set != 0 && set&^wolves == 0 {
			must = must.With(id)
		}
	}
	team := make([]int, 0, k.Counts.Of(wolves))
	var choose func(left, set werewolf.SeatSet)
	choose = func(left, set werewolf.SeatSet) {
		if len(team) == cap(team) {
			if must&^set == 0 && k.GoesOn(set) {
				try(team, set)
			}
			return
		}
		for ; left.Len() >= cap(team)-len(team); left = left.Without(left.First()) {
			id := left.First()
			team = append(team, int(id)-1)
			choose(left.Without(id), set.With(id))
			team = team[:len(team)-1]
		}
	}
	choose(may, 0)
}

// weighTeam fills the working space with the weights of every other player's roles for the case that these are the
// werewolves, and returns the weight of the team itself.
func (b *Belief) weighTeam(k *worlds.Knowledge, team []int) float64 {
	w := &b.work
	w.seats = w.seats[:0]
	worth, next := 1.0, 0
	for i := range b.n {
		if next < len(team) && team[next] == i {
			next++
			worth *= b.own[i][w.wolves.lead]
			for _, j := range team {
				if b.touched[i*b.n+j] {
					worth *= b.bond[i*b.n+j][w.wolves.lead]
				}
			}
			continue
		}
		row := &w.table[len(w.seats)]
		w.seats = append(w.seats, i)
		*row = b.own[i]
		for _, j := range team {
			if !b.touched[i*b.n+j] {
				continue
			}
			bond := &b.bond[i*b.n+j]
			for _, r := range w.humans {
				row[r] *= bond[r]
			}
		}
		may := k.May[i+1]
		for _, r := range w.humans {
			if !may.Has(r) {
				row[r] = 0
			}
		}
	}
	return worth
}

// addTeam adds the worlds of one team.
func (b *Belief) addTeam(k *worlds.Knowledge, team []int, p *Posterior) {
	w := &b.work
	worth := b.weighTeam(k, team) * w.wolves.ways(k, team)
	all := w.deck.Marginals(w.table[:len(w.seats)], nil, w.out) * worth
	if all == 0 {
		return
	}
	p.total += all
	for place, i := range w.seats {
		for _, r := range w.humans {
			x := w.out[place][r]
			if x == 0 {
				continue
			}
			x *= worth
			p.role[i][r] += x
			for _, j := range team {
				p.joint[i*b.n+j][r] += x
			}
		}
	}
	for place, i := range team {
		for _, r := range w.wolves.roles {
			share := all * w.wolves.shares[place][r]
			p.role[i][r] += share
			for _, j := range team {
				p.joint[i*b.n+j][r] += share
			}
		}
	}
}

// Likeliest returns the world of the greatest weight by seat (its first entry is not used), nil when no world is
// possible. It is slower than Now.
func (b *Belief) Likeliest() []werewolf.Role {
	b.Now()
	k := b.know
	if teams(b.n, k.Counts.Of(k.Wolves())) > mostTeams {
		return b.roughly(&k)
	}
	var best []werewolf.Role
	most := 0.0
	b.work.fit(&k, b.n)
	b.eachTeam(&k, func(team []int, _ werewolf.SeatSet) {
		worth := b.weighTeam(&k, team) * b.work.wolves.ways(&k, team)
		roles, x := b.work.deck.Best(b.work.table[:len(b.work.seats)], nil)
		if x *= worth; x <= most {
			return
		}
		most = x
		best = make([]werewolf.Role, b.n+1)
		for place, i := range b.work.seats {
			best[i+1] = roles[place]
		}
		for place, i := range team {
			best[i+1] = b.work.wolves.best[place]
		}
	})
	return best
}
