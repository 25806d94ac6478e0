package main

import (
	"context"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/lycaon"
	"wolfden/internal/match"
	"wolfden/internal/parallel"
	"wolfden/internal/reason/belief"
	"wolfden/internal/reason/evidence"
	"wolfden/internal/reason/worlds"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// people sit at the tables.
var people = []string{"Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Mallory", "Niaj", "Olivia"}

// seat is who sits somewhere: a player by what it has learnt, or another one by its name.
type seat struct {
	learnt *lycaon.Learnt
	kind   string
}

// played is what is kept of a game.
type played struct {
	roles  []werewolf.Role // by seat; the first is not used
	rules  *werewolf.Rules
	winner werewolf.Team
	counts belief.Tally
	out    []execution
	views  []belief.View // of players of the village, before each vote
}

// playAll plays a game for each table. Which games run at once makes no difference.
func playAll(tables [][]seat, seed uint64) ([]played, error) {
	games := make([]played, len(tables))
	return games, parallel.Each(context.Background(), len(games), 0, func(_ context.Context, i int) error {
		return games[i].play(tables[i], werewolf.SubSeed(seed, i))
	})
}

// play plays one game.
func (p *played) play(seats []seat, seed uint64) error {
	rules, err := werewolf.Standard(len(seats))
	if err != nil {
		return err
	}
	rules.Timeout = werewolf.Timeout{} // no game hangs on how busy the machine is
	players, shared := make([]match.Player, len(seats)), understand.NewShared()
	for i := range seats {
		if players[i], err = seats[i].player(werewolf.SubSeed(seed, i), shared); err != nil {
			return err
		}
	}
	places := make([]werewolf.Seat, len(seats))
	for i := range places {
		places[i].Name = people[i]
	}
	game, err := werewolf.New(rules, places, seed)
	if err != nil {
		return err
	}
	m := match.Match{Game: game, Players: players, Observer: nobody{}, Clock: match.StepClock(0, 1)}
	result, err := m.Run(context.Background())
	if err != nil {
		return err
	}
	p.rules, p.winner = game.Rules(), result.Winner
	p.watch(game)
	return nil
}

// nobody keeps no record.
type nobody struct{}

// Append forgets the entry.
func (nobody) Append(gamelog.Entry) {}

// Flush has nothing to write.
func (nobody) Flush() error { return nil }

func (s *seat) player(seed uint64, shared *understand.Shared) (match.Player, error) {
	if s.learnt == nil {
		return bot.New(s.kind, bot.Config{Seed: seed, Shared: shared})
	}
	system := lycaon.With(s.learnt)
	return system.Player(agent.Config{Seed: seed, Shared: shared})
}

// watch counts what was said and done as somebody sees it who watches from outside.
func (p *played) watch(g *werewolf.Game) {
	n := p.rules.Players()
	names := people[:n]
	listener := understand.New(understand.Table{Names: names, Roles: p.rules.Roles, Specs: p.rules.Table})
	seats := make([]*werewolf.Watcher, n+1) // the first watches from outside
	for id := range seats {
		seats[id] = werewolf.NewWatcher(p.rules, werewolf.SeatID(id))
	}
	p.roles = make([]werewolf.Role, n+1)
	for i := range n {
		p.roles[i+1] = g.Role(werewolf.SeatID(i + 1))
	}
	var signs evidence.List
	hear := func() {
		o := seats[0].Observation(werewolf.Request{})
		for i := listener.Ledger().Heard(); i < len(o.Talks); i++ {
			listener.Hear(o.Talks[i], false)
		}
		signs.See(&o, listener.Ledger())
	}
	log := g.Log()
	for i := range log {
		if log[i].Kind == werewolf.VoteCast && log[i-1].Kind != werewolf.VoteCast {
			hear()
			p.look(seats, signs.Items())
		}
		for _, w := range seats {
			w.See(&log[i], 0)
		}
		if log[i].Kind == werewolf.Executed {
			o := seats[0].Observation(werewolf.Request{})
			p.out = append(p.out, p.execution(o.Living.With(log[i].Seat), log[i].Seat))
		}
		switch log[i].Kind {
		case werewolf.Executed, werewolf.FoundDead:
			listener.Died(log[i].Seat)
		case werewolf.NightBegan, werewolf.GameOver:
			hear()
		default: // it comes with the next one
		}
	}
	p.counts.Add(signs.Items(), p.roles, p.rules)
}

// mostViews is how many views are kept of a moment.
const mostViews = 3

// look keeps what some of the living players of the village know now. It begins with another seat each time.
func (p *played) look(seats []*werewolf.Watcher, signs []evidence.Item) {
	items, n := slices.Clone(signs), len(seats)-1
	for next, kept, first := 0, 0, len(p.views); next < n && kept < mostViews; next++ {
		id := werewolf.SeatID(1 + (first+next)%n)
		o := seats[id].Observation(werewolf.Request{})
		if o.Living.Has(id) && o.Team() == werewolf.VillagerTeam {
			p.views = append(p.views, belief.View{Me: id, Know: worlds.Known(&o), Items: items, Roles: p.roles})
			kept++
		}
	}
}
