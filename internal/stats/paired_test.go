package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The interval holds the true difference about as often as it says, also where pairs seldom differ, and never claims to be certain.
func TestPairedCovers(t *testing.T) {
	const trials = 4000
	rng := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		n    int
		p, q float64
	}{{10, 0, 0}, {10, 0.3, 0.1}, {20, 0.02, 0.02}, {60, 0.02, 0.01}, {60, 0.3, 0.2}, {400, 0.1, 0.05}, {30, 0.9, 0.05}} {
		holds := 0
		for range trials {
			more, fewer := 0, 0
			for range c.n {
				switch x := rng.Float64(); {
				case x < c.p:
					more++
				case x < c.p+c.q:
					fewer++
				}
			}
			e := Paired(more, fewer, c.n)
			if e.Low > e.Value || e.Value > e.High || e.High-e.Low <= 0 || e.Low < -1 || e.High > 1 {
				t.Fatalf("%d and %d of %d: %+v", more, fewer, c.n, e)
			}
			if e.Low <= c.p-c.q && c.p-c.q <= e.High {
				holds++
			}
		}
		if share := float64(holds) / trials; share < 0.935 {
			t.Errorf("%+v: %.3f of the intervals hold the difference", c, share)
		}
	}
	if e := Paired(0, 0, 0); !math.IsNaN(e.Value) {
		t.Errorf("of nothing: %+v", e)
	}
}
