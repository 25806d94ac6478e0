package league

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A comparison that is asked for an interval of a width stops with one that is no wider and holds the difference, in about as many games
// as foreseen, whatever the difference is.
func TestWidthIsHeld(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	s := testSpec(t, 2, 5, 100, Duplicate)
	s.Stop = DefaultStop(0, 1)
	s.Stop.Width = 0.2
	p := PowerOf(s, 0, Plan(s))
	foreseen := p.Narrow()
	runs := 2 * *simulated
	for _, difference := range []float64{0, 0.05, 0.3} {
		shift := difference / p.most() / 2
		held, early, most := 0, 0, 0
		random := rand.New(rand.NewPCG(8, math.Float64bits(difference)))
		for range runs {
			q := newSequential(*s.Stop, p.reach)
			for q.Add(p.chance(len(q.rounds), shift, random)) == Undecided {
				if len(q.rounds) > 2*foreseen {
					t.Fatalf("difference %v: %v after %d rounds", difference, q.Difference(), len(q.rounds))
				}
			}
			d := q.Difference()
			if q.verdict != Known || d.High-d.Low > s.Stop.Width+1e-6 || len(d.Warnings) > 0 {
				t.Fatalf("difference %v: %v: %v", difference, q.verdict, d)
			}
			if d.Low <= difference && difference <= d.High {
				held++
			}
			if most = max(most, len(q.rounds)*p.perRound); len(q.rounds)*p.perRound <= foreseen {
				early++
			}
		}
		rate := float64(held) / float64(runs)
		t.Logf("difference %v: the interval holds in %.1f%% of %d; %.1f%% within the %d games foreseen, all within %d",
			difference, 100*rate, runs, 100*float64(early)/float64(runs), foreseen, most)
		if slack := 3 * math.Sqrt(0.05*0.95/float64(runs)); rate < 0.95-slack {
			t.Errorf("difference %v: the interval holds in %.1f%%", difference, 100*rate)
		}
		if float64(early) < 0.7*float64(runs) {
			t.Errorf("difference %v: %d of %d within what is foreseen", difference, early, runs)
		}
	}
}
