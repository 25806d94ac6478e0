package chances

import (
	"math"

	"wolfden/internal/stats"
)

// Prediction is what was told of a moment of a game whose end is known.
type Prediction struct {
	Game, Players int // games are numbered from 0
	Sketch        float64
	Village       float64 // of the games that were played on, the share that the village won
	First, Rest   float64 // the same of one half of them, and of the other
	Playouts      int
	Won           bool // by the village
}

// Forecast is how chances of one kind did.
type Forecast struct {
	Error Interval        `json:"squared_error"`
	Less  Interval        `json:"less_that_of_share"`
	Fit   *stats.Logistic `json:"fit,omitempty"` // of chances that were learned: what the signs add to the logarithm of the odds
}

// Measured is how chances did on games whose end is known. Its intervals count games, since the moments of one end alike.
type Measured struct {
	By       string `json:"by"`         // the players that went on
	Playouts int    `json:"games_each"` // that were played on from each moment
	Eyes     string `json:"eyes"`       // roles, village or seat
	Games    int    `json:"games"`
	Moments  int    `json:"moments"`
	// Share is the squared error of the share of the other games with as many players that the village won, with one more won and lost.
	Share  Interval `json:"share_squared_error"`
	Sketch Forecast `json:"sketch"`
	Played Forecast `json:"played"` // less what the few games scatter
	// Alone and Together are learned from the other games: from the sketch, and from the sketch with what was played on.
	Alone    Forecast `json:"sketch_recalibrated"`
	Together Forecast `json:"together_recalibrated"`
	Added    Interval `json:"together_less_alone"` // squared error
}

// ridge draws the weights towards 0, which is a chance of one half, as strongly as a few dozen games tell of them: so many say little.
const ridge = 8

// mostFolds are the parts of the games each of which is told by what is learned from the others.
const mostFolds = 25

// Measure compares chances with the ends of games. told are, by prediction, what is learned from the other games makes of it.
func Measure(list []Prediction, seed uint64) (m Measured, told []float64, err error) {
	byGame := map[int][]int{}
	for i := range list {
		byGame[list[i].Game] = append(byGame[list[i].Game], i)
	}
	m.Games, m.Moments = len(byGame), len(list)
	mean := func(of func(i int) float64) Interval {
		return Of(stats.Bootstrap(m.Games, seed, func(picks []int) float64 {
			sum, n := 0.0, 0
			for _, game := range picks {
				for _, i := range byGame[game] {
					sum, n = sum+of(i), n+1
				}
			}
			return sum / float64(n)
		}))
	}
	share := ShareOfOthers(list)
	base := func(i int) float64 { return list[i].Off(share[i]) }
	forecast := func(of func(i int) float64) Forecast {
		return Forecast{Error: mean(of), Less: mean(func(i int) float64 { return of(i) - base(i) })}
	}
	learned := func(signs func(*Prediction) []float64) (f Forecast, told []float64) {
		var fit stats.Logistic
		if fit, told, err = learn(list, byGame, signs); err != nil {
			return f, told
		}
		f = forecast(func(i int) float64 { return list[i].Off(told[i]) })
		f.Fit = &fit
		return f, told
	}
	m.Share, m.Sketch = mean(base), forecast(func(i int) float64 { return list[i].Off(list[i].Sketch) })
	m.Played = forecast(func(i int) float64 { return list[i].PlayedOff() })
	m.Alone, told = learned(func(p *Prediction) []float64 { return signsOf(p.Sketch) })
	if err != nil {
		return m, nil, err
	}
	var together []float64
	m.Together, together = learned(func(p *Prediction) []float64 { return signsOf(p.Sketch, smoothed(p.Village, p.Playouts)) })
	if err != nil {
		return m, nil, err
	}
	m.Added = mean(func(i int) float64 { return list[i].Off(together[i]) - list[i].Off(told[i]) })
	if m.PlayedTells() {
		told = together
	}
	return m, told, nil
}

// PlayedTells reports whether what was played on tells more of the games than their sketches do, for certain.
func (m *Measured) PlayedTells() bool { return m.Added.High < 0 }

// learn finds what the signs mean by all games, in which each counts once, whatever its moments; and tells each by other games alone.
func learn(list []Prediction, byGame map[int][]int, signs func(*Prediction) []float64) (fit stats.Logistic, told []float64, err error) {
	folds := min(len(byGame), mostFolds)
	without := func(fold int) (stats.Logistic, error) {
		var rows [][]float64
		var won, counts []float64
		for i := range list {
			p := &list[i]
			if p.Game%folds != fold {
				rows, won, counts = append(rows, signs(p)), append(won, p.won()), append(counts, 1/float64(len(byGame[p.Game])))
			}
		}
		if len(rows) == 0 {
			return stats.Logistic{}, nil
		}
		return stats.FitLogistic(rows, won, counts, ridge)
	}
	told = make([]float64, len(list))
	for fold := range folds {
		others, err := without(fold)
		if err != nil {
			return fit, nil, err
		}
		for i := range list {
			switch {
			case list[i].Game%folds != fold:
			case others.Weights == nil: // there is no other game
				told[i] = .5
			default:
				told[i] = others.Chance(signs(&list[i])).Value
			}
		}
	}
	fit, err = without(-1)
	return fit, told, err
}

// signsOf are what a chance is learned from: that it is one, and the logarithms of the odds of others.
func signsOf(chances ...float64) []float64 {
	signs := []float64{1}
	for _, c := range chances {
		c = min(max(c, .001), .999)
		signs = append(signs, math.Log(c/(1-c)))
	}
	return signs
}

// smoothed is a share of so many games that is never certain.
func smoothed(share float64, games int) float64 {
	return (share*float64(games) + .5) / float64(games+1)
}

// Off is the squared error of a chance of the village.
func (p *Prediction) Off(chance float64) float64 { return (chance - p.won()) * (chance - p.won()) }

// PlayedOff is the squared error of the chance that the games scatter around; what their scatter adds to the error is taken off.
func (p *Prediction) PlayedOff() float64 {
	return p.Off(p.Village) - p.Village*(1-p.Village)/float64(p.Playouts-1)
}

// won is 1 where the village won, and else 0.
func (p *Prediction) won() float64 {
	if p.Won {
		return 1
	}
	return 0
}

// ShareOfOthers are, for each prediction, the share of the other games with as many players that the village won, with one more won and
// one more lost.
func ShareOfOthers(list []Prediction) []float64 {
	games := map[int]*Prediction{}
	for i := range list {
		games[list[i].Game] = &list[i]
	}
	rates := make([]float64, len(list))
	for i := range list {
		all, won := 2.0, 1.0
		for game, p := range games {
			if game != list[i].Game && p.Players == list[i].Players {
				all++
				won += p.won()
			}
		}
		rates[i] = won / all
	}
	return rates
}
