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
	team   []int            // the werewolves chosen so far, as places counted from 0
	rows   [][]deal.Weights // by how many are chosen and by player: what the roles of a human are worth
	seats  []int            // the players who are not in the team, by place in table
	table  []deal.Weights
	out    []deal.Weights
}

// fit prepares the working space for a setup.
func (w *workspace) fit(k *worlds.Knowledge, n int) {
	if w.deck != nil && w.counts == k.Counts && w.wolves.table == k.Roles {
		return
	}
	humans, counts, wolves := k.Counts, k.Counts, k.Counts.Of(k.Wolves())
	for _, r := range k.Wolves().Slice() {
		humans[r] = 0
	}
	*w = workspace{
		deck: deal.NewDeck(humans, 0), humans: (humans.InPlay() | werewolf.RolesOf(werewolf.Villager)).Slice(), wolves: newSplit(k), counts: counts,
		team: make([]int, 0, wolves), rows: make([][]deal.Weights, wolves+1),
		seats: make([]int, 0, n), table: make([]deal.Weights, n), out: make([]deal.Weights, n),
	}
	for i := range w.rows {
		w.rows[i] = make([]deal.Weights, n)
	}
}

// solve sums over all worlds that the knowledge leaves and reports whether there are any.
func (b *Belief) solve(k *worlds.Knowledge, p *Posterior) bool {
	b.work.fit(k, b.n)
	p.begin(b.n, k.Roles)
	if teams(b.n, k.Counts.Of(k.Wolves())) > mostTeams {
		return b.approximate(k, p)
	}
	b.eachTeam(k, func() { b.addTeam(k, p) })
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

// eachTeam calls try with every possible set of werewolves as the team of the working space.
func (b *Belief) eachTeam(k *worlds.Knowledge, try func()) {
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
	w := &b.work
	w.team = w.team[:0]
	b.weighHumans(k)
	var choose func(from, set werewolf.SeatSet)
	choose = func(from, set werewolf.SeatSet) {
		if len(w.team) == cap(w.team) {
			if must&^set == 0 && k.GoesOn(set) {
				try()
			}
			return
		}
		for ; from.Len() >= cap(w.team)-len(w.team); from = from.Without(from.First()) {
			id := from.First()
			w.team = append(w.team, int(id)-1)
			b.join()
			choose(from.Without(id), set.With(id))
			w.team = w.team[:len(w.team)-1]
		}
	}
	choose(may, 0)
}

// weighHumans sets what the roles of humans are worth before any werewolf is chosen.
func (b *Belief) weighHumans(k *worlds.Knowledge) {
	w := &b.work
	for i := range b.n {
		row, may := &w.rows[0][i], k.May[i+1]
		for _, r := range w.humans {
			if row[r] = 0; may.Has(r) {
				row[r] = b.own[i][r]
			}
		}
	}
}

// join weighs the roles of humans anew with one werewolf more, but not those of the last one: they are weighed where they are used.
func (b *Belief) join() {
	w, chosen := &b.work, len(b.work.team)
	if chosen == cap(w.team) {
		return
	}
	j := w.team[chosen-1]
	from, to := w.rows[chosen-1], w.rows[chosen]
	for i := range b.n {
		b.times(&to[i], &from[i], i, j)
	}
}

// times sets what the roles of a player are worth where another one is a werewolf too.
func (b *Belief) times(to, from *deal.Weights, i, j int) {
	bond := &b.bond[i*b.n+j]
	for _, r := range b.work.humans {
		to[r] = from[r] * bond[r]
	}
}

// weighTeam fills the table of the working space with the weights of every other player's roles for the case that the chosen are the
// werewolves, and returns the weight of the team itself.
func (b *Belief) weighTeam() float64 {
	w := &b.work
	w.seats = w.seats[:0]
	worth, next := 1.0, 0
	for i := range b.n {
		if next < len(w.team) && w.team[next] == i {
			next++
			worth *= b.own[i][w.wolves.lead]
			for _, j := range w.team {
				worth *= b.bond[i*b.n+j][w.wolves.lead]
			}
			continue
		}
		row := &w.table[len(w.seats)]
		w.seats = append(w.seats, i)
		if last := len(w.team) - 1; last >= 0 {
			b.times(row, &w.rows[last][i], i, w.team[last])
		} else {
			*row = w.rows[0][i]
		}
	}
	return worth
}

// addTeam adds the worlds of the chosen team.
func (b *Belief) addTeam(k *worlds.Knowledge, p *Posterior) {
	w := &b.work
	worth := b.weighTeam() * w.wolves.ways(k, w.team)
	all := w.deck.Marginals(w.table[:len(w.seats)], nil, w.out) * worth
	if all == 0 {
		return
	}
	p.total += all
	for place, i := range w.seats {
		out, role := &w.out[place], &p.role[i]
		for _, r := range w.humans {
			out[r] *= worth
			role[r] += out[r]
		}
		for _, j := range w.team {
			joint := &p.joint[i*b.n+j]
			for _, r := range w.humans {
				joint[r] += out[r]
			}
		}
	}
	for place, i := range w.team {
		for _, r := range w.wolves.roles {
			share := all * w.wolves.shares[place][r]
			p.role[i][r] += share
			for _, j := range w.team {
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
	b.eachTeam(&k, func() {
		worth := b.weighTeam() * b.work.wolves.ways(&k, b.work.team)
		roles, x := b.work.deck.Best(b.work.table[:len(b.work.seats)], nil)
		if x *= worth; x <= most {
			return
		}
		most = x
		best = make([]werewolf.Role, b.n+1)
		for place, i := range b.work.seats {
			best[i+1] = roles[place]
		}
		for place, i := range b.work.team {
			best[i+1] = b.work.wolves.best[place]
		}
	})
	return best
}
