package matching

import (
	"math"
	"slices"
	"testing"

	"wolfden/internal/secret"
	"wolfden/werewolf"
)

// guesser knows every game that was played, and how the plan is dealt: a team's
// chance of a role is what is left of it for the team, and two teams that were
// team-mates more often than opponents are opponents now.
type guesser struct {
	had   [][]int
	share []float64 // of each role, what a team has in all deals together
	kin   [][]int   // of each pair, games as team-mates less games as opponents
}

// pairing is how much the pairs count for a guess; with it most guesses are
// right.
const pairing = 0.4

func newGuesser(s *Spec) *guesser {
	g := &guesser{had: grid(s.Teams, werewolf.MaxRoles), share: make([]float64, werewolf.MaxRoles), kin: grid(s.Teams, s.Teams)}
	for role, k := range s.Roles {
		g.share[role] = float64(s.Games*k) / float64(s.Teams)
		if s.Loose {
			g.share[role] *= 2
		}
	}
	return g
}

// werewolf is the chair it takes for the werewolf's: every way to deal the roles
// counts by what is left of them.
func (g *guesser) werewolf(s *Spec, chairs []chair) int {
	weight, counts, dealt := make([]float64, len(chairs)), s.Roles, slices.Clone(chairs)
	var deal func(i, wolf int, w float64)
	deal = func(i, wolf int, w float64) {
		if i == len(chairs) {
			weight[wolf] += w * math.Exp(-pairing*float64(g.uneven(dealt)))
			return
		}
		for role := range counts {
			if counts[role] == 0 {
				continue
			}
			next := wolf
			if werewolf.Role(role) == werewolf.Werewolf {
				next = i
			}
			counts[role]--
			dealt[i].Role = werewolf.Role(role)
			deal(i+1, next, w*math.Max(g.share[role]-float64(g.had[chairs[i].slot][role]), 0.01))
			counts[role]++
		}
	}
	deal(0, 0, 1)
	best := 0
	for i, w := range weight {
		if w > weight[best] {
			best = i
		}
	}
	return best
}

// uneven is how much more uneven a game would make the pairs: the sum of their
// squares.
func (g *guesser) uneven(chairs []chair) (more int) {
	for i, c := range chairs {
		for _, x := range chairs[:i] {
			if kin := g.kin[c.slot][x.slot]; mates(c.Role, x.Role) {
				more += 2*kin + 1
			} else {
				more -= 2*kin - 1
			}
		}
	}
	return more
}

func (g *guesser) learn(chairs []chair) {
	(&roles{kin: g.kin}).count([][]chair{chairs})
	for _, c := range chairs {
		g.had[c.slot][c.Role]++
	}
}

// TestWhatBalanceTells: who has followed a whole contest and guesses the next
// werewolf is right more often than one time in five, by the balance alone. A
// loose plan tells it less. docs/config.md has the figures.
func TestWhatBalanceTells(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	rate := func(loose bool) (all, last, spread float64) {
		hits, late, games, variance := 0, 0, 0, 0.0
		plans := 2
		if *long {
			plans = 12
		}
		for i := range plans {
			s := specOf(18, 5, 360, 0)
			s.Seed, s.Loose = nil, loose
			var key secret.Key
			key[0] = byte(i)
			p, err := NewPlan(s, key, 1)
			must(t, err)
			g := newGuesser(&s)
			for n, m := range p.Matches {
				if m.Chairs[g.werewolf(&s, m.Chairs)].Role == werewolf.Werewolf {
					hits++
					if n >= s.Games-36 {
						late++
					}
				}
				g.learn(m.Chairs)
				games++
			}
			for _, row := range g.had {
				d := float64(row[werewolf.Werewolf]) - 20
				variance += d * d / float64(plans*len(g.had))
			}
		}
		return float64(hits) / float64(games), float64(late) / float64(plans*36), math.Sqrt(variance)
	}
	most := 0.35 // of few games
	if *long {
		most = 0.3
	}
	tight, tightLast, even := rate(false)
	loose, looseLast, spread := rate(true)
	t.Logf("tight: %.1f%% right, %.1f%% in the last tenth, %.1f games as werewolf more or less", 100*tight, 100*tightLast, even)
	t.Logf("loose: %.1f%% right, %.1f%% in the last tenth, %.1f games as werewolf more or less", 100*loose, 100*looseLast, spread)
	if tight < 0.27 || tight > 0.38 || loose > 0.25 || looseLast > most {
		t.Errorf("tight %.3f, loose %.3f, %.3f at the end", tight, loose, looseLast)
	}
	// Lots alone would make it 4.
	if even > 0.5 || spread < 1 || spread > 3.5 {
		t.Errorf("games as werewolf differ by %.2f tight, %.2f loose", even, spread)
	}
}
