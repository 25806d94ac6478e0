package league

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"
)

// TestWagerIsWald: a single bet on values of -1 and 1 is Wald's ratio of the
// rates 0.5 and 0.5 plus half of the stake.
func TestWagerIsWald(t *testing.T) {
	const alpha = 0.05
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, stake := range stakes() {
			ratio := 0.0 // the log likelihood of the higher rate less that of 0.5
			w := newWager(0, 1)
			w.stakes, w.logs = []float64{stake}, []float64{0}
			for n := range 200 {
				won := rng.Float64() < 0.6
				value, rate := -1.0, 0.5-stake/2
				if won {
					value, rate = 1, 0.5+stake/2
				}
				w.add(value)
				ratio += math.Log(rate / 0.5)
				wald := ratio >= math.Log(1/alpha)-1e-9
				if ours := w.capital() >= math.Log(1/alpha)-1e-9; ours != wald {
					t.Fatalf("seed %d, stake %v, trial %d: bet %v, Wald %v", seed, stake, n+1, ours, wald)
				}
				if wald {
					break
				}
			}
		}
	}
}

var simulated = flag.Int("simulated", 100, "how many comparisons are simulated")

// simulate is what becomes of comparisons whose rounds are -1, 0 and 1: shares
// of the verdicts, and how often the interval at the end does not hold the truth.
func simulate(first, second float64, runs, rounds int, stop Stop) (verdicts [TooClose + 1]float64, missed float64) {
	for run := range runs {
		rng := rand.New(rand.NewPCG(uint64(run), 7))
		q := newSequential(stop, 1)
		for range rounds {
			value := 0.0
			switch u := rng.Float64(); {
			case u < first:
				value = 1
			case u < first+second:
				value = -1
			}
			if q.Add(value) != Undecided {
				break
			}
		}
		v, _ := q.Verdict()
		verdicts[v] += 1 / float64(runs)
		if d := q.Difference(); first-second < d.Low || first-second > d.High {
			missed += 1 / float64(runs)
		}
	}
	return verdicts, missed
}

// TestErrorRates: with the number of runs, 0.05 is exceeded by two standard
// errors at most.
func TestErrorRates(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	runs := *simulated
	slack := 2 * math.Sqrt(0.05*0.95/float64(runs))
	stop := Stop{Alpha: 0.05, Beta: 0.05, Difference: 0.1}
	equal, missed := simulate(0.15, 0.15, runs, 3000, stop)
	if wrong := equal[FirstBetter] + equal[SecondBetter]; wrong > 0.05+slack || missed > 0.05+slack {
		t.Errorf("equal players: %.3f called different, interval misses %.3f", wrong, missed)
	}
	if equal[TooClose] < 0.9 {
		t.Errorf("equal players: only %.3f found too close", equal[TooClose])
	}
	better, lost := simulate(0.2, 0.1, runs, 3000, stop)
	if better[TooClose] > 0.05+slack || better[SecondBetter] > 0.025+slack || lost > 0.05+slack {
		t.Errorf("first better by what matters: %.3f too close, %.3f second better, interval misses %.3f",
			better[TooClose], better[SecondBetter], lost)
	}
	if better[FirstBetter] < 0.9 {
		t.Errorf("first better by what matters: found in %.3f only", better[FirstBetter])
	}
	t.Logf("equal: %.3f, interval misses %.3f; better: %.3f, %.3f (undecided, first, second, too close)", equal, missed, better, lost)
}

// TestIdenticalPlayers: two that never differ are found too close, and soon.
func TestIdenticalPlayers(t *testing.T) {
	q := newSequential(*DefaultStop(0, 1), 0.5)
	for n := 1; ; n++ {
		if v := q.Add(0); v == TooClose {
			if n > 120 {
				t.Errorf("decided after %d rounds", n)
			}
			break
		} else if v != Undecided || n > 1000 {
			t.Fatalf("%v after %d rounds", v, n)
		}
	}
	d := q.Difference()
	if d.Value != 0 || d.Low >= 0 || d.High <= 0 || math.Abs(d.Low+d.High) > 1e-6 || d.High > 0.05+1e-6 {
		t.Errorf("difference %v", d)
	}
}

// TestMirror: exchanging the entries exchanges everything that is said of them.
func TestMirror(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	a, b := newSequential(*DefaultStop(0, 1), 1), newSequential(*DefaultStop(1, 0), 1)
	if d := a.Difference(); len(d.Warnings) != 1 || !math.IsNaN(d.Value) {
		t.Errorf("before the first round: %v", d)
	}
	for range 2000 {
		x := 2*rng.Float64() - 0.9
		v, w := a.Add(x), b.Add(-x)
		if (v == FirstBetter) != (w == SecondBetter) || (v == Undecided) != (w == Undecided) {
			t.Fatalf("%v and %v", v, w)
		}
	}
	if v, n := a.Verdict(); v != FirstBetter || n == 2000 {
		t.Errorf("%v after %d rounds", v, n)
	}
	x, y := a.Difference(), b.Difference()
	if math.Abs(x.Low+y.High) > 1e-6 || math.Abs(x.Value+y.Value) > 1e-9 || x.Low <= 0 {
		t.Errorf("%v and %v", x, y)
	}
}

// After a round or two the interval holds rounds that were not played: it does not hang on how far apart those few could come.
func TestFewRoundsTellLittle(t *testing.T) {
	for _, rounds := range []int{1, 2, 5} {
		s := testSpec(t, 2, 5, rounds, Duplicate)
		s.Stop = DefaultStop(0, 1)
		long := testSpec(t, 2, 5, 200, Duplicate)
		long.Stop = s.Stop
		reach := s.reach(Plan(s))
		if all := long.reach(Plan(long)); math.Abs(reach-all) > 1e-9 {
			t.Errorf("a plan of %d rounds reaches %v, a long one %v", rounds, reach, all)
		}
		q := newSequential(*s.Stop, reach)
		for range rounds {
			q.Add(0)
		}
		if d := q.Difference(); d.High < 0.5 || d.Low > -0.5 {
			t.Errorf("after %d rounds %v", rounds, d)
		}
	}
}
