package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// awkward are inputs that break careless arithmetic.
var awkward = [][]float64{
	nil, {}, {1}, {1, 1}, {0, 0, 0}, {math.NaN()}, {math.NaN(), 1, 2}, {math.Inf(1), 1, 2, 3}, {math.Inf(-1), math.Inf(1)},
	{1, 2, 3, 4, 5, 6}, {math.MaxFloat64, -math.MaxFloat64, 1, 2}, {1e-320, 2e-320, 3e-320, 4e-320, 5e-320},
}

// Nothing panics, and an undefined figure says why.
// TestConstantSide: what does not vary agrees with nothing, so no figure but the difference is told of it.
func TestConstantSide(t *testing.T) {
	same, ranks := []float64{3, 3, 3, 3, 3, 3}, []float64{1, 2, 3, 4, 5, 6}
	for name, of := range map[string]func(x, y []float64) Estimate{
		"Pearson": Pearson, "Spearman": Spearman, "KendallA": KendallA, "KendallB": KendallB, "Cosine": Cosine,
	} {
		for _, pair := range [][2][]float64{{same, ranks}, {ranks, same}, {same, same}} {
			if e := of(pair[0], pair[1]); !math.IsNaN(e.Value) || !math.IsNaN(e.Low) || !math.IsNaN(e.High) || len(e.Warnings) != 1 {
				t.Errorf("%s of %v is %v", name, pair, e)
			}
		}
	}
	if e := MeanAbsDiff(same, ranks); e.Value != 1.5 {
		t.Errorf("mean difference %v", e)
	}
}

func TestAwkwardInput(t *testing.T) {
	figures := map[string]func(x, y []float64) Estimate{
		"Pearson": Pearson, "Spearman": Spearman, "KendallA": KendallA, "KendallB": KendallB, "Cosine": Cosine, "MeanAbsDiff": MeanAbsDiff,
		"ComparePaired": func(x, y []float64) Estimate { return ComparePaired(x, y, 1).Difference },
		"Mean":          func(x, _ []float64) Estimate { return Mean(x) },
		"Krippendorff":  func(x, y []float64) Estimate { return Krippendorff([][]float64{x, y, nil}, Ordinal) },
		"nominal":       func(x, y []float64) Estimate { return Krippendorff([][]float64{x, y}, Nominal) },
		"Calibrate":     func(x, y []float64) Estimate { return Calibrate(x, make([]bool, len(y)), len(x)-3).Brier },
		"Bootstrap":     func(x, _ []float64) Estimate { return Bootstrap(len(x), 1, func([]int) float64 { return math.NaN() }) },
		"Combine":       func(x, _ []float64) Estimate { return Combine(x, make([]Rate, len(x))) },
	}
	for name, of := range figures {
		for _, x := range awkward {
			for _, y := range awkward {
				e := of(x, y)
				if math.IsNaN(e.Value) && len(e.Warnings) == 0 {
					t.Errorf("%s(%v, %v) is undefined without a word", name, x, y)
				}
				if e.Low > e.High {
					t.Errorf("%s(%v, %v) = %v", name, x, y, e)
				}
			}
		}
	}
	for _, x := range awkward {
		if ranks := Ranks(x); len(ranks) != len(x) {
			t.Errorf("Ranks(%v) = %v", x, ranks)
		}
	}
}

func TestAwkwardCounts(t *testing.T) {
	for _, a := range []int{-1, 0, 1, 7} {
		for _, b := range []int{-1, 0, 3} {
			if c := McNemar(a, b, a, b); c.P < 0 || c.P > 1 {
				t.Errorf("McNemar(%d, %d, ...): P = %v", a, b, c.P)
			}
		}
	}
	for _, p := range []float64{-1, 0, 0.5, 1, 2, math.NaN()} {
		for _, q := range []float64{0, 0.5, math.NaN(), math.Inf(1)} {
			for _, n := range []Need{GamesNeeded(p, q, 0.05, 0.8), DealsNeeded(p, q, 0.05, 0.8), GamesNeeded(0.5, 0.6, p, q)} {
				if n.Games == 0 && len(n.Warnings) == 0 {
					t.Errorf("no games are needed for %v against %v, without a word", p, q)
				}
			}
		}
	}
	for _, matches := range [][]Match{
		nil, {{}}, {{Sides: [2][]int{{0}, {1}}, Winner: 2}}, {{Sides: [2][]int{{0}, {9}}}}, {{Sides: [2][]int{{0}, {-1}}}},
		{{Setting: -1, Sides: [2][]int{{0}, {1}}}}, {{Setting: 1 << 40, Sides: [2][]int{{0}, {1}}}}, {{Sides: [2][]int{{0, 0}, {0}}}},
	} {
		for _, teams := range []int{-1, 0, 1, 3} {
			if r := RateTeams(teams, matches, 1); len(r.Warnings) == 0 {
				t.Errorf("RateTeams(%d, %v) has nothing to warn of", teams, matches)
			}
		}
	}
	if e := LabelEffect([][]Labelled{{{-1, 1}, {5, 1}, {0, math.NaN()}}, nil}, 2, 1); !math.IsNaN(e.P) || len(e.Warnings) == 0 {
		t.Errorf("LabelEffect of nothing usable: %+v", e)
	}
	LabelEffect(nil, -1, 1)
}

// Correlations do not change with the unit or the order of the pairs; they lie
// in [-1, 1]; reversing one side turns their sign.
func TestCorrelationProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := 3 + random.IntN(12)
		x, y, scaled, turned := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(random.IntN(6)), float64(random.IntN(6))
			scaled[i], turned[i] = 3*x[i]+7, -x[i]
		}
		for name, of := range map[string]func(x, y []float64) Estimate{"Pearson": Pearson, "Spearman": Spearman, "tau-a": KendallA, "tau-b": KendallB} {
			r, s, m := of(x, y).Value, of(scaled, y).Value, of(turned, y).Value
			if math.IsNaN(r) {
				continue
			}
			if math.Abs(r) > 1 || math.Abs(r-s) > 1e-12 || math.Abs(r+m) > 1e-12 || math.Abs(r-of(y, x).Value) > 1e-12 {
				t.Fatalf("%s of %v and %v: %v, scaled %v, turned %v", name, x, y, r, s, m)
			}
		}
		if a, b := KendallA(x, y).Value, KendallB(x, y).Value; math.Abs(a) > math.Abs(b)+1e-12 {
			t.Fatalf("tau-a %v is further out than tau-b %v", a, b)
		}
	}
}

// slowAlpha is alpha from its definition: every pair, every value counted.
func slowAlpha(units [][]float64, level Level) float64 {
	var all []float64
	for _, u := range units {
		all = append(all, u...)
	}
	delta := func(a, b float64) float64 {
		switch {
		case level == Nominal && a == b:
			return 0
		case level == Nominal:
			return 1
		case level == Interval:
			return (a - b) * (a - b)
		}
		low, high, sum := min(a, b), max(a, b), 0.0
		for _, v := range all {
			switch {
			case a == b:
			case v == low || v == high:
				sum += 0.5
			case v > low && v < high:
				sum++
			}
		}
		return sum * sum
	}
	observed, expected, n := 0.0, 0.0, float64(len(all))
	for _, u := range units {
		for i := range u {
			for j := range u {
				observed += delta(u[i], u[j]) / float64(len(u)-1)
			}
		}
	}
	for _, a := range all {
		for _, b := range all {
			expected += delta(a, b)
		}
	}
	return 1 - observed/n/(expected/n/(n-1))
}

func TestAlphaAgainstItsDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for range 200 {
		units := make([][]float64, 2+random.IntN(6))
		for u := range units {
			for range 2 + random.IntN(3) {
				units[u] = append(units[u], float64(random.IntN(4)))
			}
		}
		for _, level := range []Level{Nominal, Ordinal, Interval} {
			got, want := KrippendorffOf([][][]float64{units}, level).Value, slowAlpha(units, level)
			if math.Abs(got-want) > 1e-9 && !math.IsNaN(want) && !math.IsInf(want, 0) {
				t.Fatalf("alpha(%v, %d) = %v, by definition %v", units, level, got, want)
			}
		}
	}
}

// slowSigns looks at every assignment of signs, one bit a pair.
func slowSigns(d []float64) float64 {
	observed, extreme := 0.0, 0
	for _, v := range d {
		observed += v
	}
	for k := range 1 << len(d) {
		sum := 0.0
		for i, v := range d {
			if k>>i&1 == 1 {
				v = -v
			}
			sum += v
		}
		if math.Abs(sum) >= math.Abs(observed)-1e-9 {
			extreme++
		}
	}
	return float64(extreme) / float64(int(1)<<len(d))
}

func TestPermutationAgainstEverySign(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for range 50 {
		d := make([]float64, 1+random.IntN(11))
		for i := range d {
			d[i] = float64(random.IntN(9) - 3)
		}
		want := slowSigns(d)
		if got := everySign(d); math.Abs(got-want) > 1e-12 {
			t.Fatalf("everySign(%v) = %v, want %v", d, got, want)
		}
		if got := drawnSigns(d, 1); math.Abs(got-want) > 0.02 {
			t.Fatalf("drawnSigns(%v) = %v, want about %v", d, got, want)
		}
	}
}

// Labels that do something are found, labels that do nothing are found as often
// as the level says.
func TestLabelEffect(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	table := func(effect float64) [][]Labelled {
		blocks := make([][]Labelled, 120)
		for b := range blocks {
			// All of a side win or lose together, as in a game.
			side, won := random.Perm(5), random.Float64()
			for seat := range 5 {
				value := 0.0
				if (won < 0.5) == (side[seat] < 2) {
					value = 1
				}
				if seat == 0 {
					value += effect
				}
				blocks[b] = append(blocks[b], Labelled{seat, value})
			}
		}
		return blocks
	}
	if e := LabelEffect(table(0.3), 5, 1); e.P > 0.01 {
		t.Errorf("an effect of 0.3 is missed: P = %v", e.P)
	}
	found := 0
	for range 60 {
		if LabelEffect(table(0), 5, 1).P <= 0.05 {
			found++
		}
	}
	if found > 9 {
		t.Errorf("%d of 60 tables without an effect show one", found)
	}
}

// More games make the interval of a strength narrower; who wins more is
// stronger; two runs are the same; a team alone in its corner is warned of.
func TestRatingProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	w := emptyWorld(6, [2][]int{{0, 1}, {2, 2}})
	w.prior = prior{width: 0.5, alliance: 0.6, apart: 0.2}
	w.draw(random)
	few, many := RateTeams(6, w.play(random, 60), 1), RateTeams(6, w.play(random, 1200), 1)
	for team := range few.Teams {
		a, b := few.Teams[team].Overall, many.Teams[team].Overall
		if b.High-b.Low >= a.High-a.Low {
			t.Errorf("team %d: 1,200 games %v, 60 games %v", team, b, a)
		}
	}
	sum, best := 0.0, 0.0
	for _, s := range many.Teams {
		sum += s.Overall.Value
		best += s.Best
		if s.RankLow < 1 || s.RankHigh > 6 || s.RankLow > s.RankHigh {
			t.Errorf("ranks %d to %d", s.RankLow, s.RankHigh)
		}
	}
	if math.Abs(sum) > 1e-9 || math.Abs(best-1) > 1e-9 {
		t.Errorf("strengths sum to %v, chances of being best to %v", sum, best)
	}
	matches := w.play(random, 100)
	a, b := RateTeams(6, matches, 7), RateTeams(6, matches, 7)
	for team := range a.Teams {
		if a.Teams[team].Overall.Value != b.Teams[team].Overall.Value {
			t.Error("two runs with a seed differ")
		}
	}
	corner := slices.Clone(matches)
	for range 100 {
		corner = append(corner, Match{Sides: [2][]int{{6, 7}, {7, 6}}, Winner: random.IntN(2)})
	}
	mixed := RateTeams(8, corner, 1)
	if a.Teams[0].Role[2].N == 0 || mixed.Teams[0].Role != nil {
		t.Errorf("strengths by role: %v where all games tell roles, %v where not all do", a.Teams[0].Role, mixed.Teams[0].Role)
	}
	warned := mixed.Warnings
	if !slices.ContainsFunc(warned, func(s string) bool {
		return s == "not all teams are connected by games: between groups that never met, strengths cannot be compared"
	}) {
		t.Error("teams that never met are compared without a word:", warned)
	}
}

func TestClusteredIsWider(t *testing.T) {
	apart, together := Wilson(60, 100), Clustered(60, 100, 40)
	if together.High-together.Low <= apart.High-apart.Low || together.Share() != apart.Share() {
		t.Errorf("together %v, apart %v", together, apart)
	}
	if Clustered(60, 100, 100) != apart || Clustered(60, 100, 0) != apart {
		t.Error("no clusters, but another interval")
	}
	if w := Clustered(60, 100, 39).Warning(); w != "only 39 games" {
		t.Errorf("warning %q", w)
	}
}

func TestEstimatesSeparate(t *testing.T) {
	a, b, c := Estimate{Low: 0, High: 1}, Estimate{Low: 1, High: 2}, Estimate{Low: 1.5, High: 2}
	if a.Separate(b) || !a.Separate(c) || !c.Separate(a) {
		t.Error("intervals that touch are taken for apart, or the other way round")
	}
}

// Constants have nothing to do with anything: no correlation, and no cosine though it would be near 1.
func TestConstantsAgreeWithNothing(t *testing.T) {
	x, y := []float64{3, 3, 3, 3}, []float64{1, 2, 4, 3}
	for name, of := range map[string]func(x, y []float64) Estimate{"Pearson": Pearson, "Spearman": Spearman, "tau-a": KendallA, "tau-b": KendallB, "cosine": Cosine} {
		for _, e := range []Estimate{of(x, y), of(y, x), of(x, x)} {
			if !math.IsNaN(e.Value) || !math.IsNaN(e.Low) || len(e.Warnings) == 0 {
				t.Errorf("%s: %v", name, e)
			}
		}
	}
}
