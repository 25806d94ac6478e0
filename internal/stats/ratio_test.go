package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Games that hang together more or less, few and many: the interval of a share in them holds the truth. How much they do, and the
// share, are drawn anew each time.
func TestRatioHoldsTheTruth(t *testing.T) {
	for _, c := range []struct{ games, trials int }{{7, 12}, {10, 20}, {18, 10}, {40, 6}, {120, 8}} {
		t.Run(fmt.Sprintf("%d games", c.games), func(t *testing.T) {
			reps := repetitions(400)
			random := rand.New(rand.NewPCG(uint64(c.games), 20))
			var h held
			for range reps {
				h.see(sharesOf(random, c.games, c.trials, 0.7*math.Abs(random.NormFloat64())))
			}
			h.between(t, "share of clustered trials", reps)
			// Games that do not hang together at all cannot show it: half of the time they seem to, and the interval is too wide.
			var independent held
			for range reps {
				independent.see(sharesOf(random, c.games, c.trials, 0))
			}
			independent.atLeast(t, "share of trials that are independent", reps)
		})
	}
}

// sharesOf is the share seen in so many games whose log-odds lie apart by so much, and the true one.
func sharesOf(random *rand.Rand, games, trials int, apart float64) (Estimate, float64) {
	middle := 1.2 * random.NormFloat64()
	parts := make([]Part, games)
	for g := range parts {
		n := 1 + random.IntN(2*trials-1)
		p := logistic(middle + apart*random.NormFloat64())
		parts[g] = Part{float64(binomial(random, n, p)), float64(n)}
	}
	r := Ratio(parts)
	return Estimate{Low: r.Low, High: r.High}, expected(middle, apart)
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
