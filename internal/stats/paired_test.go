package stats

import (
	"math"
	"math/rand/v2"
	"reflect"
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

// TestPairedSumCovers: of many sets of pairs with different chances, which are known, the interval of the sum has the truth in it as often as
// it says, and not more often; of one set it is that of Bonett and Price.
func TestPairedSumCovers(t *testing.T) {
	const trials = 1500
	rng := rand.New(rand.NewPCG(17, 4))
	for _, c := range []struct{ sets, pairs int }{{5, 60}, {20, 60}, {20, 15}, {40, 15}, {30, 8}} {
		p, q, truth := make([]float64, c.sets), make([]float64, c.sets), 0.0
		for i := range p {
			p[i], q[i] = .2*rng.Float64(), .15*rng.Float64()
			truth += p[i] - q[i]
		}
		holds := 0
		for range trials {
			list := make([]Pairs, c.sets)
			for i := range list {
				list[i].All = c.pairs
				for range c.pairs {
					switch x := rng.Float64(); {
					case x < p[i]:
						list[i].More++
					case x < p[i]+q[i]:
						list[i].Fewer++
					}
				}
			}
			if e := PairedSum(list); e.Low <= truth && truth <= e.High {
				holds++
			}
		}
		if share := float64(holds) / trials; share < .93 || share > .97 {
			t.Errorf("%d sets of %d pairs: the truth is inside in %.1f%%", c.sets, c.pairs, 100*share)
		} else {
			t.Logf("%d sets of %d pairs: the truth is inside in %.1f%%", c.sets, c.pairs, 100*share)
		}
	}
	// 3 more, 1 less of 8 pairs: shares of 4/10 and 2/10, an error of the square root of (.6 - .04)/10.
	if e, half := Paired(3, 1, 8), 1.959964*math.Sqrt(.056); math.Abs(e.Low-(.2-half))+math.Abs(e.High-(.2+half)) > 1e-5 || e.Value != .25 {
		t.Errorf("one set: %+v", e)
	}
	if e := PairedSum([]Pairs{{3, 1, 8}, {0, 0, 0}}); !reflect.DeepEqual(e, Paired(3, 1, 8)) {
		t.Errorf("a set without a pair counts: %+v", e)
	}
}
