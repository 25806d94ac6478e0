package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// contest is what is played again and again, each time in another world.
type contest struct {
	name         string
	teams, games int
	table        [2][]int
	prior        *prior // of all worlds; nil: each has its own, drawn from that of the rating
}

// What a rating says of teams holds, and what rates and pairs say: in worlds drawn from the prior, and in some that the prior
// finds odd. Sizes of contests are those that were played, and others.
func TestContestsHoldTheTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, c := range []contest{
		{"8 teams, 5 players, 10 games", 8, 10, fivePlayers(), nil},
		{"8 teams, 5 players, 120 games", 8, 120, fivePlayers(), nil},
		{"15 teams, 13 players, 18 games", 15, 18, thirteenPlayers(), nil},
		{"11 teams, 9 players, 44 games", 11, 44, ninePlayers(), nil},
		{"6 teams, 5 players, 500 games", 6, 500, fivePlayers(), nil},
		{"8 teams, 5 players, 300 games, skill by role", 8, 300, fivePlayers(), &prior{width: 0.4, alliance: 0.5, apart: 0.6}},
		{"8 teams, 5 players, 16 games, all alike", 8, 16, fivePlayers(), &prior{}},
		{"8 teams, 5 players, 120 games, all alike", 8, 120, fivePlayers(), &prior{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			reps := repetitions(3)
			s := &contestStudy{}
			for rep := range reps {
				random := rand.New(rand.NewPCG(uint64(rep), 31))
				w := likely(random, c.teams, c.table)
				if c.prior != nil {
					w.prior = *c.prior
					w.draw(random)
				}
				s.see(w, w.play(random, c.games), random)
			}
			s.report(t, reps)
		})
	}
}

// contestStudy gathers how the figures of contests compare with the truth.
type contestStudy struct {
	overall, side, role, adjusted, advantage, ranks held
	rates, often, weighted, pairs                   held // often: rates of roles played five times and more
	wrong, alike                                    int  // leagues in which some pair that is alike was called different
}

// studyDraws are fewer than a rating draws, to save time: its intervals are rougher, not narrower.
const studyDraws = 600

func (s *contestStudy) see(w *world, matches []Match, random *rand.Rand) {
	s.seeRates(w, matches, random)
	if w.alike() || !*ratings { // shrunken estimates of equals hold too often
		return
	}
	r := rateTeams(len(w.strength), matches, random.Uint64(), studyDraws)
	s.advantage.see(r.Advantage[0], logistic(w.advantage))
	for t, rated := range r.Teams {
		s.overall.see(rated.Overall, w.overall(t))
		s.adjusted.see(rated.Rate, w.adjusted(t))
		for side := range rated.Side {
			s.side.see(rated.Side[side], w.over(t, func(p post) bool { return p.side == side }))
		}
		rank := 1
		for p, at := range w.posts {
			s.role.see(rated.Role[at.role], w.strength[t][p])
		}
		for other := range r.Teams {
			if w.overall(other) > w.overall(t) {
				rank++
			}
		}
		s.ranks.see(Estimate{Low: float64(rated.RankLow), High: float64(rated.RankHigh)}, float64(rank))
	}
}

// seeRates looks at what needs no model: the rates by role, their average, the pairs.
func (s *contestStudy) seeRates(w *world, matches []Match, random *rand.Rand) {
	truth := w.wins(random)
	parts, posts := make([][]Part, len(w.strength)), make([][]Part, len(w.strength))
	for t := range parts {
		parts[t], posts[t] = make([]Part, len(matches)), make([]Part, len(w.posts))
	}
	for g, m := range matches {
		for side := range m.Sides {
			for k, t := range m.Sides[side] {
				p, won := slices.Index(w.posts, post{side, m.Roles[side][k]}), float64(0)
				if side == m.Winner {
					won = 1
				}
				parts[t][g] = Part{parts[t][g].Of + won, parts[t][g].All + 1}
				posts[t][p] = Part{posts[t][p].Of + won, posts[t][p].All + 1}
			}
		}
	}
	for t := range posts {
		s.seeAverage(w, posts[t], truth[t])
	}
	s.seePairs(w, parts, truth)
}

// seeAverage looks at a team's rates and at their mean as the contest weighs roles.
func (s *contestStudy) seeAverage(w *world, posts []Part, truth []float64) {
	var weights []float64
	var rates []Rate
	sum, all := 0.0, 0.0
	for p, part := range posts {
		if part.All == 0 {
			continue
		}
		weight := [...]float64{1, 1, 1, 6, 1, 3}[p]
		if len(posts) == 4 {
			weight = [...]float64{1, 6, 1, 3}[p]
		}
		r := Wilson(int(part.Of), int(part.All))
		s.rates.see(Estimate{Low: r.Low, High: r.High}, truth[p])
		if part.All >= 5 {
			s.often.see(Estimate{Low: r.Low, High: r.High}, truth[p])
		}
		weights, rates = append(weights, weight), append(rates, r)
		sum, all = sum+weight*truth[p], all+weight
	}
	if all == 0 {
		return
	}
	for i := range weights {
		weights[i] /= all
	}
	s.weighted.see(Average(weights, rates), sum/all)
}

// seePairs looks at all pairs at once. The true rate of a team is that of a seat drawn from all.
func (s *contestStudy) seePairs(w *world, parts [][]Part, truth [][]float64) {
	rate := func(t int) (sum float64) {
		for _, p := range w.seats {
			sum += truth[t][p] / float64(len(w.seats))
		}
		return sum
	}
	wrong := false
	for _, p := range CompareRates(parts) {
		if math.IsNaN(p.P) {
			continue
		}
		s.pairs.see(p.Difference, rate(p.First)-rate(p.Second))
		wrong = wrong || p.Corrected <= 0.05
	}
	if w.alike() {
		s.alike++
		if wrong {
			s.wrong++
		}
	}
}

func (s *contestStudy) report(t *testing.T, reps int) {
	if s.overall.all > 0 {
		s.overall.between(t, "overall strength", reps)
		s.side.between(t, "strength on a side", reps)
		s.role.between(t, "strength in a role", reps)
		s.adjusted.between(t, "adjusted rate", reps)
		s.advantage.between(t, "advantage", reps)
		s.ranks.atLeast(t, "rank range", reps)
	}
	// Wilson's interval of a role played once or twice holds more than it promises.
	s.rates.atLeast(t, "rate of one role", reps)
	s.often.between(t, "rate of one role played five times and more", reps)
	s.weighted.between(t, "weighted micro", reps)
	s.pairs.between(t, "difference of a pair", reps)
	if s.alike > 0 {
		share := float64(s.wrong) / float64(s.alike)
		t.Logf("some pair of equals called different: %.1f%%", 100*share)
		if share > 0.05+3*math.Sqrt(0.05*0.95/float64(s.alike)) {
			t.Errorf("some pair of equals called different in %.1f%%", 100*share)
		}
	}
}
