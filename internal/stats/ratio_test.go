package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Games that hang together more or less, few and many: the interval of a share in them holds the truth.
func TestRatioHoldsTheTruth(t *testing.T) {
	for _, c := range []struct {
		games, trials int
		together      float64 // how far the log-odds of games lie apart
	}{{10, 20, 0}, {10, 20, 0.7}, {18, 10, 0.4}, {40, 6, 1}, {120, 8, 0.7}} {
		t.Run(fmt.Sprintf("%d games apart by %v", c.games, c.together), func(t *testing.T) {
			reps := repetitions(400)
			var h held
			random := rand.New(rand.NewPCG(uint64(c.games), 20))
			for range reps {
				middle := -1.5 + 3*random.Float64()
				truth := expected(middle, c.together)
				parts := make([]Part, c.games)
				for g := range parts {
					n := 1 + random.IntN(2*c.trials-1)
					p := logistic(middle + c.together*random.NormFloat64())
					parts[g] = Part{float64(binomial(random, n, p)), float64(n)}
				}
				r := Ratio(parts)
				h.see(Estimate{Low: r.Low, High: r.High}, truth)
			}
			if c.together == 0 && float64(h.inside) >= 0.95*float64(h.all) {
				return // games that do not hang together at all cannot show so: their interval is a little too wide
			}
			h.between(t, "share of clustered trials", reps)
		})
	}
}

// expected is the mean of the logistic of a normal variable.
func expected(middle, width float64) float64 {
	sum, weights := 0.0, 0.0
	for z := -6.0; z <= 6; z += 0.05 {
		w := math.Exp(-z * z / 2)
		sum, weights = sum+w*logistic(middle+width*z), weights+w
	}
	return sum / weights
}

func TestRatioAtTheEnds(t *testing.T) {
	none := Ratio([]Part{{0, 5}, {0, 7}, {0, 0}})
	if want := Clustered(0, 12, 2); none != want {
		t.Errorf("nothing of 12 in 2 games: %v, want %v", none, want)
	}
	if r := Ratio(nil); r.Trials != 0 || r.Low != 0 || r.High != 1 {
		t.Errorf("no clusters: %+v", r)
	}
	// Games that hang together by nothing are worth more than one trial each.
	parts := make([]Part, 30)
	for i := range parts {
		parts[i] = Part{float64(4 + i%3), 10}
	}
	if r, one := Ratio(parts), Clustered(150, 300, 30); r.High-r.Low > (one.High-one.Low)/2 {
		t.Errorf("%v is as wide as if every game were one trial: %v", r, one)
	}
}

func TestHolm(t *testing.T) {
	// The example of R's p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm"), in another order.
	got := Holm([]float64{0.04, 0.01, math.NaN(), 0.03, 0.05, 0.02})
	for i, want := range []float64{0.09, 0.05, math.NaN(), 0.09, 0.09, 0.08} {
		if math.IsNaN(want) != math.IsNaN(got[i]) || math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("%d: %v, want %v", i, got[i], want)
		}
	}
}

// Averages over roles at contest sizes: a team of eight or fifteen plays some roles once or twice.
func TestAverageHoldsTheTruth(t *testing.T) {
	for _, c := range []struct {
		name    string
		weights []float64
		games   []int
	}{
		{"5 players, 10 games", []float64{1, 1, 6, 3}, []int{1, 1, 2, 1}},
		{"5 players, 15 games", []float64{1, 1, 6, 3}, []int{2, 2, 4, 2}},
		{"5 players, 120 games", []float64{1, 1, 6, 3}, []int{15, 15, 30, 15}},
		{"9 players, 18 games", []float64{1, 1, 1, 6, 3}, []int{1, 1, 1, 4, 2}},
		{"13 players, 15 games", []float64{1, 1, 1, 1, 6, 3}, []int{1, 1, 1, 1, 6, 3}},
		{"13 players, 60 games", []float64{1, 1, 1, 1, 6, 3}, []int{4, 4, 4, 4, 28, 14}},
	} {
		t.Run(c.name, func(t *testing.T) {
			reps := repetitions(400)
			var h held
			random := rand.New(rand.NewPCG(3, 21))
			total := 0.0
			for _, w := range c.weights {
				total += w
			}
			for range reps {
				weights, rates, truth := make([]float64, len(c.games)), make([]Rate, len(c.games)), 0.0
				strength, village := 0.6*random.NormFloat64(), 0.2+0.4*random.NormFloat64()
				for i, n := range c.games {
					if i == len(c.games)-1 {
						village = -village // the werewolves stand last
					}
					n = max(1, n-n/3+random.IntN(2*(n/3)+1))
					p := logistic(strength + 0.4*random.NormFloat64() + village)
					weights[i], rates[i] = c.weights[i]/total, Wilson(binomial(random, n, p), n)
					truth += weights[i] * p
				}
				h.see(Average(weights, rates), truth)
			}
			h.between(t, "weighted micro", reps)
		})
	}
}
