package chances_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/internal/chances"
)

// TestErrorWithoutScatter: the error of a chance that a few games tell is on the mean, over all ways in which these can end, that of the
// chance itself.
func TestErrorWithoutScatter(t *testing.T) {
	for _, chance := range []float64{0, .1, .5, .85, 1} {
		for _, games := range []int{2, 3, 7} {
			for _, won := range []bool{false, true} {
				mean, p := 0.0, chances.Prediction{Playouts: games, Won: won}
				for ends := range 1 << games {
					wins := bits.OnesCount(uint(ends))
					p.Village = float64(wins) / float64(games)
					mean += math.Pow(chance, float64(wins)) * math.Pow(1-chance, float64(games-wins)) * p.PlayedOff()
				}
				if want := p.Off(chance); math.Abs(mean-want) > 1e-12 {
					t.Errorf("a chance of %v by %d games, won %v: %v instead of %v", chance, games, won, mean, want)
				}
			}
		}
	}
}

// TestMeasure: two games, reckoned by hand. The chances 3/4 and 1/4 of four games have an error of 1/16, all of it scatter; the
// share of the other games is 1/3 beside a game that was won, and 2/3 beside one that was lost.
func TestMeasure(t *testing.T) {
	list := []chances.Prediction{{Game: 0, Players: 5, Village: .75, Sketch: .5, Playouts: 4, Won: true}, {Game: 1, Players: 5, Village: .25, Sketch: .5, Playouts: 4}}
	m, _, err := chances.Measure(list, 1)
	if err != nil {
		t.Fatal(err)
	}
	got := []float64{m.Played.Error.Value, m.Sketch.Error.Value, m.Share.Value, m.Played.Less.Value, m.Sketch.Less.Value}
	for i, want := range []float64{0, .25, 4. / 9, -4. / 9, .25 - 4./9} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("figure %d is %v, want %v", i, got[i], want)
		}
	}
	if m.Games != 2 || m.Moments != 2 {
		t.Errorf("%d games, %d moments", m.Games, m.Moments)
	}
}

// predictions are of made-up games of several moments each. The sketch knows the chance; what was played on does so, too, or is another's.
func predictions(seed uint64, games int, knows bool) (list []chances.Prediction) {
	rng := rand.New(rand.NewPCG(seed, 1))
	logistic := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for game := range games {
		told, shown := rng.NormFloat64(), rng.NormFloat64()
		truth := logistic(told)
		if knows {
			truth = logistic(told + 2*shown)
		}
		won := rng.Float64() < truth
		for range 1 + rng.IntN(4) {
			list = append(list, chances.Prediction{Game: game, Players: 5, Sketch: logistic(told), Village: logistic(2 * shown), Playouts: 400, Won: won})
		}
	}
	return list
}

// TestWhatIsLearned: what was played on counts where it tells of the games, and not where it does not; and what tells a game is not
// learned from it.
func TestWhatIsLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	for _, knows := range []bool{true, false} {
		list := predictions(3, 300, knows)
		m, told, err := chances.Measure(list, 1)
		if err != nil {
			t.Fatal(err)
		}
		if m.PlayedTells() != knows {
			t.Errorf("what was played on tells %v, found %v: %+v", knows, m.PlayedTells(), m.Added)
		}
		if used := m.Used(); used.Less.High > 0 || len(used.Fit.Weights) != 2+map[bool]int{true: 1}[knows] {
			t.Errorf("knows %v: %+v", knows, used)
		}
		first := list[0].Game
		for i := range list {
			if list[i].Game == first {
				list[i].Won = !list[i].Won
			}
		}
		if _, again, err := chances.Measure(list, 1); err != nil || again[0] != told[0] || slices.Equal(again, told) {
			t.Errorf("knows %v, %v: a game told %v by its own end, and %v by another", knows, err, told[0], again[0])
		}
	}
	if _, told, err := chances.Measure(predictions(1, 1, true), 1); err != nil || told[0] != .5 {
		t.Errorf("of one game alone %v, %v", told, err)
	}
}
