package league

import (
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// So many games as are foreseen find the difference as often as foreseen, with mixed tables and a side each.
func TestPowerIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, c := range []struct {
		seating Seating
		stop    *Stop
	}{{Mixed, nil}, {Sides, nil}, {Mixed, DefaultStop(0, 1)}, {Sides, DefaultStop(0, 1)}} {
		seating := c.seating
		s := testSpec(t, 2, 5, 100, Duplicate)
		s.Seating, s.Stop = seating, c.stop
		p := PowerOf(s, 0, Plan(s))
		const difference = 0.2
		rounds := p.Games(difference) / len(s.Entries)
		s.Setups[0].Games = rounds * len(s.Entries)
		games := Plan(s)
		as := *s
		as.Stop = DefaultStop(0, 1)
		// Shift the chances of the sides so that the first wins more by just the difference.
		stake := 0.0
		for k := range games {
			village, wolves := as.stakes(&games[k])
			stake += math.Abs(village-wolves) / float64(rounds)
		}
		shift := difference / stake
		random := rand.New(rand.NewPCG(1, 30))
		reps, found, near := max(*simulated, 1000), 0, 1.0
		if c.stop != nil {
			reps, near = min(reps, 200), 1.05 // what is foreseen is simulated, too
		}
		reach := as.reach(games)
		for range reps {
			values := make([]float64, rounds)
			for r := range values {
				n := len(s.Entries)
				results := make([]Result, n)
				for k := range results {
					village, wolves := as.stakes(&games[r*n+k])
					results[k].winner = werewolf.WerewolfTeam
					if random.Float64() < 0.5+math.Copysign(shift, village-wolves) {
						results[k].winner = werewolf.VillagerTeam
					}
				}
				values[r] = as.compared(games[r*n:r*n+n], results)
			}
			if calledBetter(c.stop, values, reach) {
				found++
			}
		}
		rate := float64(found) / float64(reps)
		t.Logf("seating %v, %+v: %d games find %.0f points in %.1f%%, foreseen 80%%", seating, c.stop, rounds*len(s.Entries), 100*difference, 100*rate)
		slack := 0.03 + 3*math.Sqrt(0.16/float64(reps))
		if c.stop != nil {
			slack += 0.07
		}
		if math.Abs(rate-0.8) > slack {
			t.Errorf("seating %v: found in %.1f%%", seating, 100*rate)
		}
		if d := p.Difference(p.Games(difference)); d > near*difference || d < 0.9*difference {
			t.Errorf("seating %v: so many games find %v", seating, d)
		}
	}
}

// calledBetter reports whether the test that a plan ends with calls the first better.
func calledBetter(stop *Stop, values []float64, reach float64) bool {
	if stop == nil {
		return stats.Mean(values).Low > 0
	}
	q := newSequential(*stop, reach)
	for _, v := range values {
		q.Add(v)
	}
	return q.verdict == FirstBetter
}

// A comparison that stops never finds what it calls too small, nor anything in a round.
func TestNothingToFind(t *testing.T) {
	s := testSpec(t, 2, 5, 1, Duplicate)
	if d := PowerOf(s, 0, Plan(s)).Difference(2); !math.IsNaN(d) {
		t.Errorf("a round finds %v", d)
	}
	s.Stop = DefaultStop(0, 1)
	p := PowerOf(s, 0, Plan(s))
	if n := p.Games(0.04); n != 0 {
		t.Errorf("%d games find less than matters", n)
	}
	if d := p.Difference(10); !math.IsNaN(d) {
		t.Errorf("five rounds find %v", d)
	}
}
