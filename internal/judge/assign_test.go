package judge_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/internal/judge"
)

// named are so many names that begin alike.
func named(prefix string, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("%s%d", prefix, i))
	}
	return all
}

func nothingBegun(string, string) bool { return false }

// loads are how many games each rater has, and how many raters each game.
func loads(asked map[string][]string, raters []string) (fewest, most int, of map[string]int) {
	of = map[string]int{}
	fewest = 1 << 20
	for _, r := range raters {
		fewest, most = min(fewest, len(asked[r])), max(most, len(asked[r]))
		for _, g := range asked[r] {
			of[g]++
		}
	}
	return fewest, most, of
}

// Every game has enough raters, nobody more to do than another, the order of the list does not matter, and the same again changes
// nothing.
func TestAssignmentIsFair(t *testing.T) {
	for _, c := range []struct{ games, raters, each int }{{10, 4, 2}, {7, 3, 2}, {30, 7, 3}, {1, 2, 2}, {5, 5, 5}, {2, 9, 2}, {12, 1, 1}, {0, 3, 2}} {
		games, raters := named("g", c.games), named("r", c.raters)
		asked := judge.Assign(games, raters, c.each, 7, nil, nothingBegun)
		fewest, most, of := loads(asked, raters)
		if most > fewest+1 || c.games > 0 && fewest == 0 {
			t.Errorf("%+v: raters have %d to %d games", c, fewest, most)
		}
		total := 0
		for _, g := range games {
			if total += of[g]; of[g] < c.each {
				t.Errorf("%+v: game %s has %d raters", c, g, of[g])
			}
		}
		if c.games > 0 && total != max(c.games*c.each, c.raters) {
			t.Errorf("%+v: %d assignments", c, total)
		}
		for _, r := range raters {
			if own := slices.Sorted(slices.Values(asked[r])); len(slices.Compact(own)) != len(asked[r]) {
				t.Errorf("%+v: %s has a game twice: %q", c, r, asked[r])
			}
		}
		backwards := slices.Clone(raters)
		slices.Reverse(backwards)
		for _, again := range []map[string][]string{
			judge.Assign(games, backwards, c.each, 7, nil, nothingBegun), judge.Assign(games, raters, c.each, 7, asked, nothingBegun),
		} {
			if !maps.EqualFunc(again, asked, slices.Equal) {
				t.Errorf("%+v: once %q, again %q", c, asked, again)
			}
		}
	}
}

// Two raters have games in common, so that they can agree.
func TestAssignmentMixesRaters(t *testing.T) {
	games, raters := named("g", 18), named("r", 4)
	asked := judge.Assign(games, raters, 2, 1, nil, nothingBegun)
	for i, r := range raters {
		for _, other := range raters[:i] {
			common := 0
			for _, g := range asked[r] {
				if slices.Contains(asked[other], g) {
					common++
				}
			}
			if common < 2 || common > 4 { // three of eighteen for each of six pairs
				t.Errorf("%s and %s have %d games in common", r, other, common)
			}
		}
	}
}

// When raters come and go, or games come, what was begun stays, and all that holds of a new assignment holds as far as that lets it.
func TestAssignmentGoesOn(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		games, all := named("g", 4+chance.IntN(12)), named("r", 6)
		raters := all[:3]
		asked := judge.Assign(games, raters, 2, 1, nil, nothingBegun)
		done := map[string]bool{}
		begun := func(r, g string) bool { return done[r+" "+g] }
		if first := asked["r0"]; len(first) > 0 {
			done["r0 "+first[0]] = true
		}
		done["r1 "+asked["r1"][0]] = true
		for name, now := range map[string][]string{"one more": all[:4], "three more": all, "one less": all[1:3], "another": {"r0", "r1", "r5"}} {
			next := judge.Assign(append(games, "new"), now, 2, 1, asked, begun)
			fewest, most, of := loads(next, now)
			if most > fewest+1 {
				t.Errorf("%s: raters have %d to %d games: %q after %q", name, fewest, most, next, asked)
			}
			for _, g := range append(games, "new") {
				if of[g] < 2 {
					t.Errorf("%s: game %s has %d raters", name, g, of[g])
				}
			}
			for _, r := range []string{"r0", "r1"} {
				if slices.Contains(now, r) && !slices.Contains(next[r], asked[r][0]) {
					t.Errorf("%s: %s has lost a game that it has begun", name, r)
				}
			}
			if len(next) != len(now) {
				t.Errorf("%s: %d raters of %d have games", name, len(next), len(now))
			}
		}
	}
	// Who comes back has again what it had begun.
	back := judge.Assign(named("g", 9), named("r", 4), 2, 1, nil, func(r, g string) bool { return r == "r3" && g == "g5" })
	if !slices.Contains(back["r3"], "g5") {
		t.Errorf("who has begun g5 and comes back has %q", back["r3"])
	}
	// Who has begun everything keeps it, whoever comes.
	games := named("g", 6)
	asked := judge.Assign(games, []string{"a", "b"}, 2, 1, nil, nothingBegun)
	next := judge.Assign(games, []string{"a", "b", "c"}, 2, 1, asked, func(r, _ string) bool { return r != "c" })
	if len(next["a"]) != 6 || len(next["b"]) != 6 || len(next["c"]) != 1 {
		t.Errorf("after all was begun: %q", next)
	}
}
