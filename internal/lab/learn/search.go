package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"wolfden/internal/bot/lycaon"
	"wolfden/werewolf"
)

// contender is a table of ways that is tried, and how well it does.
type contender struct {
	ways    *lycaon.WayTable
	village float64 // the village's share among its own kind, which knows the ways
	mixed   float64 // how often its liars win among others
}

// worth weighs both halves alike.
func (c *contender) worth() float64 { return (1 - c.village + c.mixed) / 2 }

// chance is by how much one contender may seem better than another by luck, times the root of the number of games.
const chance = 0.5

// search tries other ways for a size of table. The better half stays and is tried again in twice as many games, until one is left,
// beside the ways as they are. These go only where the difference is more than luck.
func (l *learner) search(s *setup, now *lycaon.WayTable, seed uint64, tried int) (*lycaon.WayTable, error) {
	rng := rand.New(rand.NewPCG(seed, 5))
	old, field := contender{ways: now}, make([]contender, 0, tried)
	for range tried {
		field = append(field, contender{ways: varied(now, s, rng)})
	}
	games := l.count(s.trial)
	for ; ; games *= 2 {
		for _, c := range append([]*contender{&old}, pointers(field)...) {
			if err := l.try(s, c, games, werewolf.SubSeed(seed, games)); err != nil {
				return nil, err
			}
		}
		slices.SortStableFunc(field, func(a, b contender) int { return cmp.Compare(b.worth(), a.worth()) })
		if len(field) == 1 {
			break
		}
		field = field[:(len(field)+1)/2]
	}
	best := &field[0]
	if best.worth() < old.worth()+chance/math.Sqrt(float64(games)) {
		best = &old
	}
	_, _ = fmt.Fprintf(l.log, "%2d players: village %.1f%%, liars among others %.1f%%: werewolf %v, possessed %v\n", s.players, 100*best.village,
		100*best.mixed, *best.ways.For(false, s.wolves), *best.ways.For(true, s.wolves))
	return best.ways, nil
}

func pointers(field []contender) (all []*contender) {
	for i := range field {
		all = append(all, &field[i])
	}
	return all
}

// varied changes two of the ways of a size of table.
func varied(now *lycaon.WayTable, s *setup, rng *rand.Rand) *lycaon.WayTable {
	other := *now
	for range 2 {
		all := other.For(rng.IntN(2) == 0, s.wolves).Each()
		*all[rng.IntN(len(all))] = float64(rng.IntN(11)) / 10
	}
	return &other
}

// try lets the others learn the ways from games, and then plays against them, and among players who mostly know other ways.
func (l *learner) try(s *setup, c *contender, games int, seed uint64) error {
	with := &lycaon.Learnt{Ways: c.ways, Evidence: l.current.Evidence, Stakes: l.current.Stakes}
	known, err := playAll(ownKind(s, with, games), werewolf.SubSeed(seed, 0))
	if err != nil {
		return err
	}
	with.Evidence = with.Evidence.Fit(slices.Concat(viewsOf(known)...), fitting)
	own, err := playAll(ownKind(s, with, games), werewolf.SubSeed(seed, 1))
	if err != nil {
		return err
	}
	tables := l.mixedTables(s, with, games, seed)
	mixed, err := playAll(tables, werewolf.SubSeed(seed, 2))
	if err != nil {
		return err
	}
	c.village, c.mixed = village(own), liars(mixed, tables, with)
	return nil
}

// liars is how often the player's liars win: as the possessed, and three times as much as the werewolf.
func liars(games []played, tables [][]seat, who *lycaon.Learnt) float64 {
	var won, sat [2]float64 // by whether it is a werewolf
	for i := range games {
		for id, s := range tables[i] {
			spec := games[i].rules.Table.Spec(games[i].roles[id+1])
			if s.learnt != who || spec.Team != werewolf.WerewolfTeam {
				continue
			}
			at := 0
			if spec.IsWolf() {
				at = 1
			}
			sat[at]++
			if games[i].winner == werewolf.WerewolfTeam {
				won[at]++
			}
		}
	}
	return won[0]/max(1, sat[0])/4 + 3*won[1]/max(1, sat[1])/4
}
