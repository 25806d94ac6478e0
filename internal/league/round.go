package league

import (
	"math/rand/v2"
	"slices"

	"wolfden/werewolf"
)

// planner makes the rounds of one setup, one after the other. What it does in a
// round depends on the rounds before, never on how many there will be.
type planner struct {
	spec  *Spec
	setup int
	seed  uint64
	deck  []werewolf.Role // of a table, one a seat
	roles []werewolf.Role // of the round, by seat
	rng   *rand.Rand      // of the round

	mates, foes [][]int // of entries, so far: games on one side, on two
	bags        [2][]werewolf.Role
	cards       []werewolf.Role // that one that plays alone has not had yet
	next        int             // of Against, who has the next seat
}

// Streams of chance, so that one draw more in a round does not shift others.
const (
	seedGames = iota + 1
	seedRounds
	seedDecks
)

func newPlanner(s *Spec, setup int) *planner {
	p := &planner{spec: s, setup: setup, mates: grid(len(s.Entries)), foes: grid(len(s.Entries))}
	p.seed = p.stream(seedGames)
	rules := &s.Setups[setup].Rules
	for _, r := range rules.Roles.InPlay().Slice() {
		for range rules.Roles[r] {
			p.deck = append(p.deck, r)
		}
	}
	p.roles = make([]werewolf.Role, len(p.deck))
	return p
}

// stream is the seed of a stream of the setup.
func (p *planner) stream(which int) uint64 {
	if p.spec.Drawn {
		return p.spec.key.Seed("stream", p.setup, which)
	}
	return werewolf.SubSeed(werewolf.SubSeed(p.spec.Seed, p.setup+1), -which)
}

func grid(n int) [][]int {
	g := make([][]int, n)
	for i := range g {
		g[i] = make([]int, n)
	}
	return g
}

// round is the chairs of the games of a round.
func (p *planner) round(n int) [][]chair {
	p.rng = rand.New(rand.NewPCG(werewolf.SubSeed(p.stream(seedRounds), n), 0))
	p.deal(n)
	if p.spec.Seating == Alone {
		return p.alone()
	}
	if len(p.spec.Against) > 0 {
		return p.guests()
	}
	return p.everybody()
}

// deal gives the seats their roles: in as many rounds as there are seats every
// seat has every card of the deck once.
func (p *planner) deal(n int) {
	players := len(p.deck)
	from := werewolf.DrawRoles.Permutation(werewolf.SubSeed(p.stream(seedDecks), n/players), players)
	for seat := range p.roles {
		p.roles[seat] = p.deck[from[(seat+n)%players]]
	}
}

// everybody is a round in which the entries have all seats. They stand in a
// circle that is turned by one from game to game.
func (p *planner) everybody() [][]chair {
	c := p.drawCircle()
	c.settle(p.rng, p.mates, p.foes)
	entries := len(p.spec.Entries)
	games := make([][]chair, entries)
	for g := range games {
		games[g] = make([]chair, len(p.roles))
		for seat, at := range c.at {
			games[g][seat] = chair{entry: c.order[(at+g)%entries], own: true}
		}
	}
	c.meet(p.mates, p.foes)
	return games
}

// guests is a round in which the entries have a seat on each side in turn, with
// another distance on the circle from round to round, so that in the end all
// have met.
func (p *planner) guests() [][]chair {
	entries, apart := len(p.spec.Entries), 1
	own := [2]int{p.place(werewolf.VillagerTeam), p.place(werewolf.WerewolfTeam)}
	table := p.fill(own[:])
	order := p.rng.Perm(entries)
	if entries > 2 {
		apart += p.rng.IntN(entries - 1)
	}
	games := make([][]chair, entries)
	for g := range games {
		games[g] = append([]chair(nil), table...)
		first, second := order[g], order[(g+apart)%entries]
		games[g][own[0]], games[g][own[1]] = chair{first, true}, chair{second, true}
		p.foes[first][second]++
		p.foes[second][first]++
	}
	return games
}

// alone is a round of one game, in which one entry has one seat. In as many rounds as there are seats it has every card of the
// deck once.
func (p *planner) alone() [][]chair {
	if len(p.cards) == 0 {
		p.cards = slices.Clone(p.deck)
		p.rng.Shuffle(len(p.cards), func(i, j int) { p.cards[i], p.cards[j] = p.cards[j], p.cards[i] })
	}
	own := p.seatWith(p.cards[0])
	p.cards = p.cards[1:]
	table := p.fill([]int{own})
	table[own] = chair{entry: 0, own: true}
	return [][]chair{table}
}

// fill gives all seats but those to the players of Against in turn.
func (p *planner) fill(but []int) []chair {
	table := make([]chair, len(p.roles))
	for _, seat := range p.rng.Perm(len(table)) {
		if !slices.Contains(but, seat) {
			table[seat] = chair{entry: len(p.spec.Entries) + p.next%len(p.spec.Against)}
			p.next++
		}
	}
	return table
}

// place is the entries' seat on a side. Its role comes out of a bag in which
// each role is as often as it weighs.
func (p *planner) place(side werewolf.Team) int {
	bag := &p.bags[side-werewolf.VillagerTeam]
	if len(*bag) == 0 {
		rules := &p.spec.Setups[p.setup].Rules
		for _, role := range (rules.Roles.InPlay() & rules.Table.OfTeam(side)).Slice() {
			for range weightOf(rules, role) {
				*bag = append(*bag, role)
			}
		}
		p.rng.Shuffle(len(*bag), func(i, j int) { (*bag)[i], (*bag)[j] = (*bag)[j], (*bag)[i] })
	}
	role := (*bag)[0]
	*bag = (*bag)[1:]
	return p.seatWith(role)
}

// seatWith is a seat that has the role in this round, by lot.
func (p *planner) seatWith(role werewolf.Role) int {
	for _, seat := range p.rng.Perm(len(p.roles)) {
		if p.roles[seat] == role {
			return seat
		}
	}
	return 0 // not reached: bags hold only roles of the table
}

// papers is the setup of the papers' weights. Whoever settles a round asks for a weight at every seat, so it is made once.
var papers, _ = werewolf.Standard(13) // there is one

// weightOf is the weight of a role that is played: the papers', and for one that
// the contest does not have, how often the setup has it.
func weightOf(r *werewolf.Rules, role werewolf.Role) int {
	if w := papers.Roles[role]; w > 0 {
		return w
	}
	return r.Roles[role]
}
