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
	for _, seating := range []Seating{Mixed, Sides} {
		s := testSpec(t, 2, 5, 100, Duplicate)
		s.Seating = seating
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
		reps, found := *simulated, 0
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
			if e := stats.Mean(values); e.Low > 0 {
				found++
			}
		}
		rate := float64(found) / float64(reps)
		t.Logf("seating %v: %d games find %.0f points in %.1f%%, foreseen 80%%", seating, rounds*len(s.Entries), 100*difference, 100*rate)
		if slack := 0.03 + 3*math.Sqrt(0.16/float64(reps)); math.Abs(rate-0.8) > slack {
			t.Errorf("seating %v: found in %.1f%%", seating, 100*rate)
		}
		if d := p.Difference(p.Games(difference)); d > difference || d < 0.9*difference {
			t.Errorf("seating %v: so many games find %v", seating, d)
		}
	}
}
