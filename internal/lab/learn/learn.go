package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"wolfden/internal/bot/lycaon"
	"wolfden/internal/reason/belief"
	"wolfden/werewolf"
)

// setup is a size of table: of how many games among its own kind and among others the evidence is learnt, how many each trial of
// ways plays, and whom the player meets.
type setup struct {
	players, wolves int
	own, mixed      int
	trial           int
	others          []string
}

// papers are the players of the papers that play games of any size.
var papers = []string{
	"kanolab", "kanolab-nw", "yharada", "sunamelli", "sUper_IL", "Character-Lab", "UEC-IL", "CanisLupus", "CamelliaDragons",
}

// allSetups are all sizes of table. Who is named twice is met twice as often.
func allSetups() []setup {
	others := append([]string{"plain", "plain", "mille", "mille", "random"}, papers...)
	return []setup{
		{players: 5, wolves: 1, own: 200, mixed: 5000, trial: 200, others: append([]string{"gptaku", "gptaku"}, others...)},
		{players: 9, wolves: 2, own: 400, mixed: 800, trial: 30, others: others},
		{players: 13, wolves: 3, own: 200, mixed: 400, trial: 20, others: others},
	}
}

// setups are those that were asked for.
func (o *options) setups() []setup {
	return slices.DeleteFunc(allSetups(), func(s setup) bool { return o.players != 0 && s.players != o.players })
}

// learner is the state of the learning.
type learner struct {
	*options
	prior   *belief.Table
	current *lycaon.Learnt
	earlier []*lycaon.Learnt // the versions of the rounds before
	views   [][]belief.View  // of the games of the last round, game by game
	log     io.Writer
}

// learn plays the rounds. In each the evidence is learnt from the games of the population, and then the ways of every size of
// table are tried against those who know them. The last evidence is of the last ways.
func (l *learner) learn(rounds, tried int) error {
	for round := range rounds + 1 {
		if err := l.gather(werewolf.SubSeed(l.seed, 100*round)); err != nil {
			return err
		}
		if round == rounds {
			break
		}
		ways := *l.current.Ways
		for i, s := range l.setups() {
			if tried == 0 {
				break
			}
			best, err := l.search(&s, &ways, werewolf.SubSeed(l.seed, 100*round+10+i), tried)
			if err != nil {
				return err
			}
			ways = *best
		}
		l.earlier = append(l.earlier, l.current)
		l.current = &lycaon.Learnt{Ways: &ways, Evidence: l.current.Evidence, Stakes: l.current.Stakes}
	}
	return nil
}

// gather plays the population's games and learns the evidence from them.
func (l *learner) gather(seed uint64) error {
	var all belief.Tally
	worth := stakes{}
	l.views = nil
	for i, s := range l.setups() {
		own, err := playAll(ownKind(&s, l.current, l.count(s.own)), werewolf.SubSeed(seed, 2*i))
		if err != nil {
			return err
		}
		tables := l.mixedTables(&s, l.current, l.count(s.mixed), seed)
		mixed, err := playAll(tables, werewolf.SubSeed(seed, 2*i+1))
		if err != nil {
			return err
		}
		l.views = append(l.views, viewsOf(own)...)
		l.views = append(l.views, viewsOf(mixed)...)
		include(&all, own)
		include(&all, mixed)
		worth.include(own)
		worth.include(mixed)
		_, _ = fmt.Fprintf(l.log, "%2d players: of %d games among its own kind the village wins %.1f%%; liars among others %.1f%%\n", s.players, len(own),
			100*village(own), 100*liars(mixed, tables, l.current))
	}
	evidence := all.Estimate(belief.Prior{Table: l.prior, Weight: 30, Sizes: 30})
	l.current = &lycaon.Learnt{Ways: l.current.Ways, Evidence: l.fit(evidence), Stakes: worth.estimate()}
	return nil
}

// count is a number of games at the scale that was asked for.
func (l *learner) count(games int) int { return max(2, int(float64(games)*l.scale)) }

// fitting is how tables are fitted.
var fitting = belief.Fitting{Rounds: 12, Batch: 400, Step: 0.03, Prior: 50, Roles: 0.1}

// fit fits an estimate to the views of the last games, and tells how much better it judges those of every tenth game, which are kept aside.
func (l *learner) fit(table *belief.Table) *belief.Table {
	const tenth = 10
	var known, aside []belief.View
	for i, game := range l.views {
		if i%tenth == 0 {
			aside = append(aside, game...)
		} else {
			known = append(known, game...)
		}
	}
	fitted := table.Fit(known, fitting)
	loss, hit := table.Loss(aside)
	less, more := fitted.Loss(aside)
	_, _ = fmt.Fprintf(l.log, "of %d views kept aside: loss %.4f, fitted %.4f; the likeliest is a werewolf in %.1f%%, fitted %.1f%%\n",
		len(aside), loss, less, 100*hit, 100*more)
	return fitted
}

// viewsOf are the views of each game.
func viewsOf(games []played) (views [][]belief.View) {
	for i := range games {
		views = append(views, games[i].views)
	}
	return views
}

// ownKind seats the player with itself.
func ownKind(s *setup, with *lycaon.Learnt, games int) [][]seat {
	tables := make([][]seat, games)
	for i := range tables {
		for range s.players {
			tables[i] = append(tables[i], seat{learnt: with})
		}
	}
	return tables
}

// mixedTables seat the player in every third place, by a draw, and in each of the others anybody else or an earlier version.
func (l *learner) mixedTables(s *setup, with *lycaon.Learnt, games int, seed uint64) [][]seat {
	rng := rand.New(rand.NewPCG(seed, uint64(s.players)))
	tables := make([][]seat, games)
	for i := range tables {
		for range s.players {
			one := seat{learnt: with}
			if rng.IntN(3) > 0 {
				one = l.another(s, rng)
			}
			tables[i] = append(tables[i], one)
		}
	}
	return tables
}

// another is one of the others or an earlier version.
func (l *learner) another(s *setup, rng *rand.Rand) seat {
	which := rng.IntN(len(s.others) + len(l.earlier))
	if which < len(s.others) {
		return seat{kind: s.others[which]}
	}
	return seat{learnt: l.earlier[which-len(s.others)]}
}

func include(t *belief.Tally, games []played) {
	for i := range games {
		t.Include(&games[i].counts, 1)
	}
}

// village is the share of the games that the village won.
func village(games []played) float64 {
	won := 0
	for i := range games {
		if games[i].winner == werewolf.VillagerTeam {
			won++
		}
	}
	return float64(won) / float64(len(games))
}
