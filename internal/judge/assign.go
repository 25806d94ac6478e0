package judge

import (
	"cmp"
	"hash/fnv"
	"slices"
)

// Assign gives games, by their ids, to raters so that every game has at least each of them, who are different, and a rater as many
// games as another, give or take one; where there are more raters than that needs, each has a game. It gives two raters games in
// common as evenly as it can. Equals are in an order drawn from the seed, whatever order they come in.
//
// Before is what raters had so far, nil for nothing. Each keeps that, but for games that no longer are and for those that another needs
// to have as many; games that a rater has begun stay with it, or come back to it. What those had who are no raters any more goes to the others. So the same
// raters and games give the same again. There are at least each raters.
func Assign(games, raters []string, each int, seed uint64, before map[string][]string, begun func(rater, game string) bool) map[string][]string {
	a := assignment{games: games, raters: raters, seed: seed, begun: begun, of: map[string][]string{}}
	for _, game := range games {
		for _, rater := range raters {
			if slices.Contains(before[rater], game) || begun(rater, game) {
				a.give(rater, game)
			}
		}
	}
	for _, game := range games {
		for len(a.of[game]) < each {
			a.give(a.least(game), game)
		}
	}
	a.even()
	asked := map[string][]string{}
	for _, rater := range raters {
		if a.load(rater) == 0 && len(games) > 0 {
			a.give(rater, slices.MinFunc(games, func(x, y string) int {
				return cmp.Or(cmp.Compare(len(a.of[x]), len(a.of[y])), cmp.Compare(a.lot(rater, x), a.lot(rater, y)))
			}))
		}
		for _, game := range games {
			if slices.Contains(a.of[game], rater) {
				asked[rater] = append(asked[rater], game)
			}
		}
	}
	return asked
}

// assignment is one that is being made.
type assignment struct {
	games, raters []string
	seed          uint64
	begun         func(rater, game string) bool
	of            map[string][]string // the raters of a game
}

func (a *assignment) give(rater, game string) { a.of[game] = append(a.of[game], rater) }

func (a *assignment) load(rater string) (n int) {
	for _, game := range a.games {
		if slices.Contains(a.of[game], rater) {
			n++
		}
	}
	return n
}

// shared is how many games the rater has in common with those of a game.
func (a *assignment) shared(rater, game string) (n int) {
	for _, raters := range a.of {
		if slices.Contains(raters, rater) {
			for _, other := range a.of[game] {
				if other != rater && slices.Contains(raters, other) {
					n++
				}
			}
		}
	}
	return n
}

// lot orders equals.
func (a *assignment) lot(rater, game string) uint64 {
	h := fnv.New64a()
	for i := range 8 {
		_, _ = h.Write([]byte{byte(a.seed >> (8 * i))})
	}
	_, _ = h.Write([]byte(game + "\n" + rater))
	return h.Sum64()
}

// least is the rater without the game who is to have it: with the fewest games.
func (a *assignment) least(game string) string {
	free := slices.DeleteFunc(slices.Clone(a.raters), func(r string) bool { return slices.Contains(a.of[game], r) })
	return slices.MinFunc(free, func(x, y string) int {
		return cmp.Or(cmp.Compare(a.load(x), a.load(y)), cmp.Compare(a.shared(x, game), a.shared(y, game)), cmp.Compare(a.lot(x, game), a.lot(y, game)))
	})
}

// even moves games that have not been begun from raters with many to raters with few.
func (a *assignment) even() {
	for a.move() {
	}
}

// move moves one game, if it can: between those who differ most.
func (a *assignment) move() bool {
	var from, to, what string
	most := 1
	for _, game := range a.games {
		for _, rater := range a.of[game] {
			if a.begun(rater, game) {
				continue
			}
			for _, other := range a.raters {
				more := a.load(rater) - a.load(other)
				if slices.Contains(a.of[game], other) || more < most || more == most &&
					(what == "" || cmp.Or(cmp.Compare(a.shared(other, game), a.shared(to, what)), cmp.Compare(a.lot(other, game), a.lot(to, what))) >= 0) {
					continue
				}
				from, to, what, most = rater, other, game, more
			}
		}
	}
	if what != "" {
		a.of[what] = slices.DeleteFunc(a.of[what], func(r string) bool { return r == from })
		a.give(to, what)
	}
	return what != ""
}
