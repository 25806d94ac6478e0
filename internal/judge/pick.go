package judge

import (
	"math/rand/v2"
	"slices"
)

// Pick chooses so many of the games that teams, and roles of teams, come up as evenly as they can: one after another,
// each time the game whose players have been seen least. Equals are in an order drawn from the seed. Most 0, or more
// than there are, takes all. Those whose ids are kept are chosen in any case, and first. The games come in their given order.
func Pick(games []*Game, most int, seed uint64, kept ...string) []*Game {
	if most <= 0 || most >= len(games) {
		return games
	}
	type part struct {
		team string
		role string // "" stands for the team in any role
	}
	seen := map[part]int{}
	parts := func(g *Game) (all []part) {
		for i := range g.Players {
			p := &g.Players[i]
			all = append(all, part{p.Team, ""}, part{p.Team, p.Role})
		}
		return all
	}
	waiting := rand.New(rand.NewPCG(seed, uint64(len(games)))).Perm(len(games))
	var chosen []int
	choose := func(at int) {
		i := waiting[at]
		for _, p := range parts(games[i]) {
			seen[p]++
		}
		chosen, waiting = append(chosen, i), slices.Delete(waiting, at, at+1)
	}
	for at := len(waiting) - 1; at >= 0; at-- {
		if slices.Contains(kept, games[waiting[at]].ID) {
			choose(at)
		}
	}
	for len(chosen) < most {
		best, least := 0, 0.0
		for at, i := range waiting {
			// Adding one to what was seen n times makes the sum of squares grow by 2n + 1.
			cost, all := 0.0, parts(games[i])
			for _, p := range all {
				cost += float64(2*seen[p]+1) / float64(len(all))
			}
			if at == 0 || cost < least {
				best, least = at, cost
			}
		}
		choose(best)
	}
	slices.Sort(chosen)
	var picked []*Game
	for _, i := range chosen {
		picked = append(picked, games[i])
	}
	return picked
}
