package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/internal/stats"
)

// TestLogisticHoldsTheTruth: of worlds whose weights lie where the ridge says, the intervals of chances hold what they promise.
func TestLogisticHoldsTheTruth(t *testing.T) {
	const worlds, rows, ridge = 2000, 24, 4.
	rng := rand.New(rand.NewPCG(1, 1))
	chance := func(weights, signs []float64) float64 {
		x := 0.0
		for i, w := range weights {
			x += w * signs[i]
		}
		return 1 / (1 + math.Exp(-x))
	}
	inside, width := 0, 0.0
	for range worlds {
		weights := []float64{rng.NormFloat64() / math.Sqrt(ridge), rng.NormFloat64() / math.Sqrt(ridge)}
		draw := func() []float64 { return []float64{1, 2 * rng.NormFloat64()} }
		var signs [][]float64
		var happened, counts []float64
		for range rows {
			s, did := draw(), 0.0
			if rng.Float64() < chance(weights, s) {
				did = 1
			}
			for range 2 { // two rows of one game count half each
				signs, happened, counts = append(signs, s), append(happened, did), append(counts, .5)
			}
		}
		l, err := stats.FitLogistic(signs, happened, counts, ridge)
		if err != nil {
			t.Fatal(err)
		}
		s := draw()
		got := l.Chance(s)
		if width += got.High - got.Low; got.Low <= chance(weights, s) && chance(weights, s) <= got.High {
			inside++
		}
	}
	if share := float64(inside) / worlds; share < .93 || share > .97 || width/worlds > .6 {
		t.Errorf("the truth is inside in %.1f%%, of intervals %.2f wide", 100*share, width/worlds)
	}
}
