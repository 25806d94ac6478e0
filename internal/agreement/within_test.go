package agreement

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"wolfden/internal/stats"
)

var long = flag.Bool("long", false, "simulate more")

// marks reads null as a missing mark.
func marks(games [][][]*float64) (all []Marks) {
	for _, g := range games {
		m := make(Marks, len(g))
		for i, row := range g {
			for _, v := range row {
				if v == nil {
					m[i] = append(m[i], math.NaN())
				} else {
					m[i] = append(m[i], *v)
				}
			}
		}
		all = append(all, m)
	}
	return all
}

// TestWithinAsComputedElsewhere compares with figures that testdata/within.py has computed from the definitions.
func TestWithinAsComputedElsewhere(t *testing.T) {
	text, err := os.ReadFile("testdata/within.json")
	if err != nil {
		t.Fatal(err)
	}
	var tables []struct {
		Name    string
		Games   [][][]*float64
		Figures map[string]*float64
		Counts  map[string]int
	}
	if err := json.Unmarshal(text, &tables); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, table := range tables {
		games := marks(table.Games)
		w, b := Compare(games), Against(games)
		if w.Games != table.Counts["games"] || w.Sheets != table.Counts["sheets"] {
			t.Errorf("%s: %d games, %d sheets, want %v", table.Name, w.Games, w.Sheets, table.Counts)
		}
		for name, got := range map[string]stats.Estimate{
			"w": w.W, "tau": w.Tau, "ordinal": w.Alpha, "interval": w.Spaced, "beside_tau": b.Tau, "beside_rho": b.Rho,
		} {
			want, known := table.Figures[name]
			compared++
			switch {
			case !known:
				t.Fatalf("%s: no %s", table.Name, name)
			case want == nil && !math.IsNaN(got.Value), want != nil && !(math.Abs(got.Value-*want) < 1e-9):
				t.Errorf("%s: %s is %v, want %v", table.Name, name, got.Value, want)
			case want != nil && got.N > 1 && !math.IsNaN(got.Low) && !(got.Low <= got.Value+1e-9 && got.Value <= got.High+1e-9):
				t.Errorf("%s: %s %v lies outside of its interval", table.Name, name, got)
			}
		}
	}
	if compared < 60 {
		t.Errorf("only %d figures compared", compared)
	}
}

func TestLuckIsThatOfTheRaters(t *testing.T) {
	lots := rand.New(rand.NewPCG(1, 2))
	var games []Marks
	for range 400 {
		g := Marks{nil, nil, nil}
		for i := range g {
			for _, p := range lots.Perm(5) {
				g[i] = append(g[i], float64(p))
			}
		}
		games = append(games, g)
	}
	w := Compare(games)
	if math.Abs(w.ByLuck-1.0/3) > 1e-12 || math.Abs(w.W.Value-w.ByLuck) > 0.03 || math.Abs(w.Tau.Value) > 0.03 || math.Abs(w.Alpha.Value) > 0.03 {
		t.Errorf("by lot: %+v", w)
	}
}

// noisy is a game whose raters see a common order through noise.
func noisy(chance *rand.Rand, raters, players int) Marks {
	g := make(Marks, raters)
	for i := range g {
		seen := make([]float64, players)
		for p := range seen {
			seen[p] = float64(p) + 2*chance.NormFloat64()
		}
		g[i] = stats.Ranks(seen)
	}
	return g
}

// whole are W, tau and alpha without intervals.
func whole(games []Marks) [3]float64 {
	var units [][]float64
	for _, g := range games {
		units = append(units, unitsOf(g)...)
	}
	mean := func(of func(Marks) float64) float64 {
		return meanOf(len(games), func(i int) float64 { return of(games[i]) })
	}
	return [3]float64{mean(concordance), mean(meanTau), stats.KrippendorffOf([][][]float64{units}, stats.Ordinal).Value}
}

// TestIntervalsByGameHoldTheTruth simulates raters; the truth is the figure of a great many games.
func TestIntervalsByGameHoldTheTruth(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 4))
	sample := func(n int) (games []Marks) {
		for range n {
			games = append(games, noisy(chance, 3, 5))
		}
		return games
	}
	times, sizes := 200, []int{5, 20}
	if *long {
		times, sizes = 2000, []int{3, 5, 10, 20, 40}
	}
	truth := whole(sample(4000))
	for _, n := range sizes {
		held := [3]int{}
		for range times {
			w := Compare(sample(n))
			for i, e := range []stats.Estimate{w.W, w.Tau, w.Alpha} {
				if e.Low <= truth[i] && truth[i] <= e.High {
					held[i]++
				}
			}
		}
		t.Logf("%d games: W %d, tau %d, alpha %d of %d", n, held[0], held[1], held[2], times)
		for i, h := range held {
			if float64(h) < 0.9*float64(times) {
				t.Errorf("%d games, figure %d: the interval holds the truth %d times of %d", n, i, h, times)
			}
		}
	}
}
