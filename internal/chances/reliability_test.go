package chances

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestReliabilityOfTrueChances: chances that are right look right, however few games tell them.
func TestReliabilityOfTrueChances(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	share := func(chance float64) float64 {
		won := 0
		for range 4 {
			if rng.Float64() < chance {
				won++
			}
		}
		return float64(won) / 4
	}
	var list []Prediction
	for game := range 8000 {
		chance := .2 + .6*rng.Float64()
		list = append(list, Prediction{Game: game, First: share(chance), Rest: share(chance), Won: rng.Float64() < chance})
	}
	lines := reliability(list, make([]float64, len(list)), 5, func(i int) (line, chance, off float64) { return list[i].First, list[i].Rest, .25 })
	for n, at := range lines {
		if math.Abs(at.Chance-at.Won.Value) > 4*math.Sqrt(.25*1.25/float64(at.Moments)) || at.Moments != at.Games || at.Error != .25 {
			t.Errorf("line %d: a mean chance of %.3f, won %.3f, %d moments of %d games, squared error %v", n, at.Chance, at.Won.Value, at.Moments, at.Games, at.Error)
		}
		if math.Abs(at.Share-at.Won.Value) > 1e-9 {
			t.Errorf("line %d: a share of 0 has the squared error %v, where %v are won", n, at.Share, at.Won.Value)
		}
	}
	if len(lines) != 5 {
		t.Errorf("%d lines", len(lines))
	}
}
