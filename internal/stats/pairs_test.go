package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Among players that are all alike hardly ever any pair is called different; one that is better is found.
func TestPairsKeepTheFamilyError(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	reps := repetitions(12)
	random := rand.New(rand.NewPCG(1, 22))
	wrong, naive, found := 0, 0, 0
	for rep := range reps {
		for _, better := range []float64{0, 1.2} {
			values := make([][]float64, 6)
			for i := range values {
				values[i] = make([]float64, 24)
			}
			for k := range 24 {
				deal := random.NormFloat64()
				for i := range values {
					values[i][k] = deal + math.Round(2*random.NormFloat64())/2
				}
				values[0][k] += better
			}
			pairs := ComparePairs(values, nil, uint64(rep))
			different := func(p Pair) bool { return p.Corrected <= 0.05 }
			switch {
			case better > 0:
				if slices.ContainsFunc(pairs, func(p Pair) bool { return p.First == 0 && different(p) }) {
					found++
				}
			case slices.ContainsFunc(pairs, different):
				wrong++
				fallthrough
			default:
				if slices.ContainsFunc(pairs, func(p Pair) bool { return p.P <= 0.05 }) {
					naive++
				}
			}
		}
	}
	n := float64(reps)
	t.Logf("any of 15 pairs wrongly different: %.1f%%, without correction %.1f%%; one better by 1.2 found: %.1f%%",
		100*float64(wrong)/n, 100*float64(naive)/n, 100*float64(found)/n)
	if rate := float64(wrong) / n; rate > 0.05+3*math.Sqrt(0.05*0.95/n) {
		t.Errorf("some pair is called different without cause in %.1f%%", 100*rate)
	}
	if float64(naive)/n < 0.2 || float64(found)/n < 0.5 {
		t.Errorf("naive %d, found %d of %d", naive, found, reps)
	}
}

func TestPairsOverWhatBothPlayed(t *testing.T) {
	no := math.NaN()
	pairs := ComparePairs([][]float64{{1, 2, 3, no}, {0, 1, no, 5}, {no, no, no, no}}, nil, 1)
	if p := pairs[0]; p.Difference.N != 2 || p.Difference.Value != 1 || len(p.Difference.Warnings) == 0 {
		t.Errorf("%+v", p)
	}
	unlike := ComparePairs([][]float64{{1, 2, 3}, {0, 1, 9}}, func(_, _, block int) bool { return block < 2 }, 1)
	if p := unlike[0]; p.Difference.N != 2 || p.Difference.Value != 1 {
		t.Errorf("a block in which they had other things to do counts: %+v", p)
	}
	if p := pairs[1]; !math.IsNaN(p.P) || !math.IsNaN(p.Corrected) || p.Difference.N != 0 {
		t.Errorf("never met: %+v", p)
	}
}

// Stone, scissors, paper is found; players of different strength are not taken for it.
func TestCycles(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 23))
	play := func(games int, chance func(a, b int) float64) (all []Match) {
		for range games {
			p := random.Perm(4)
			m := Match{Sides: [2][]int{{p[0]}, {p[1]}}, Winner: 1}
			if random.Float64() < chance(p[0], p[1]) {
				m.Winner = 0
			}
			all = append(all, m)
		}
		return all
	}
	circle := FindCycles(4, play(300, func(a, b int) float64 {
		switch {
		case a == 3 || b == 3:
			return 0.5
		case (b-a+3)%3 == 1:
			return 0.75
		}
		return 0.25
	}), 1)
	if circle.P > 0.01 || circle.Circular < 1 || circle.Triples != 4 {
		t.Errorf("stone, scissors, paper: %+v", circle)
	}
	reps, false5 := repetitions(6), 0
	for rep := range reps {
		if c := FindCycles(4, play(200, func(a, b int) float64 { return logistic(0.7 * float64(a-b)) }), uint64(rep)); c.P <= 0.05 {
			false5++
		}
	}
	t.Logf("cycles seen where there are none: %.1f%%", 100*float64(false5)/float64(reps))
	if rate := float64(false5) / float64(reps); rate > 0.05+3*math.Sqrt(0.05*0.95/float64(reps)) {
		t.Errorf("cycles seen where there are none in %.1f%%", 100*rate)
	}
	if c := FindCycles(2, []Match{{Sides: [2][]int{{0}, {1}}}}, 1); !math.IsNaN(c.P) || c.Triples != 0 {
		t.Errorf("two players: %+v", c)
	}
}

// Several seats of a player on a side are one meeting.
func TestMeet(t *testing.T) {
	m := Meet(3, []Match{{Sides: [2][]int{{0, 0, 1}, {2, 2}}}, {Sides: [2][]int{{0, 1}, {2, 0}}, Winner: 1}, {Winner: 5}})
	if want := [][]int{{0, 1, 1}, {0, 0, 1}, {1, 1, 0}}; !slices.EqualFunc(m.Won, want, slices.Equal) {
		t.Errorf("%v, want %v", m.Won, want)
	}
}

// Who wins together differs less by chance than who wins one against the other. Winning all of a few games is no certainty.
func TestRatesOfOneGame(t *testing.T) {
	won, lost := Part{1, 1}, Part{0, 1}
	var a, b, against []Part
	for g := range 40 {
		if g%2 == 0 {
			a, b, against = append(a, won), append(b, won), append(against, lost)
		} else {
			a, b, against = append(a, lost), append(b, lost), append(against, won)
		}
	}
	pairs := CompareRates([][]Part{a, b, against, make([]Part, 40)})
	width := func(p Pair) float64 { return p.Difference.High - p.Difference.Low }
	together, apart := pairs[0], pairs[1]
	// Of independent rates of 20 in 40: 2 * 1.96 * sqrt(2 * 0.25 / 42).
	if alone := 0.4277; width(together) > 0.5*alone || width(apart) < 1.3*alone {
		t.Errorf("together %v, against each other %v", together.Difference, apart.Difference)
	}
	if none := pairs[2]; !math.IsNaN(none.P) || !math.IsNaN(none.Corrected) || none.Difference.N != 0 {
		t.Errorf("no games: %+v", none)
	}
	few := CompareRates([][]Part{{won, won, won, {}, {}, {}}, {{}, {}, {}, lost, lost, lost}})[0]
	if few.Difference.Value != 1 || few.Difference.High != 1 || few.P < 0.01 || few.P > 0.2 || few.Difference.Low > 0.5 {
		t.Errorf("three won and three lost: %+v", few)
	}
	// Two seats that win together are worth one game.
	double := make([]Part, 40)
	for g := range double {
		double[g] = Part{2 * a[g].Of, 2}
	}
	if one := CompareRates([][]Part{a, against})[0]; math.Abs(width(CompareRates([][]Part{double, against})[0])-width(one)) > 1e-9 {
		t.Errorf("two seats that win together count twice")
	}
}

// Who wins every round is better, however many there are; and values that are all the same do not tell how far others would be.
func TestTheSameInEveryRound(t *testing.T) {
	for _, n := range []int{10, 100, manyBlocks, 1000} {
		won, lost := make([]float64, n), make([]float64, n)
		for i := range won {
			won[i] = 0.7 + 0.1 + 0.2 // rounding
		}
		for _, c := range []struct {
			pair  Pair
			value float64
		}{{ComparePairs([][]float64{won, lost}, nil, 1)[0], 1}, {ComparePairs([][]float64{won, won}, nil, 1)[0], 0}} {
			d := c.pair.Difference
			if math.Abs(d.Value-c.value) > 1e-9 || (c.pair.P < 0.01) != (c.value > 0) || c.pair.P > 1 {
				t.Errorf("%d rounds: %+v, want %v", n, c.pair, c.value)
			}
			if !math.IsNaN(d.Low) || !math.IsNaN(d.High) || !slices.Contains(d.Warnings, "all rounds say the same: no interval") {
				t.Errorf("%d rounds: an interval without width, %v", n, d)
			}
		}
		boot := Bootstrap(n, 1, func(picks []int) float64 {
			sum := 0.0
			for _, i := range picks {
				sum += won[i]
			}
			return sum / float64(n)
		})
		if !math.IsNaN(boot.Low) || !math.IsNaN(boot.High) || !slices.Contains(boot.Warnings, allTheSame) {
			t.Errorf("%d values: an interval without width, %v", n, boot)
		}
	}
}
