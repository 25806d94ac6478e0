package stats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	ratingDraws = 4000
	// settingSpread is the prior spread of a setting's log-odds, wide enough for a side that wins 99 of 100
	// games.
	settingSpread = 2.5
	// widthSpread is the scale of the Rayleigh prior of how far strengths lie apart. The prior is 0 for no
	// spread at all: few games often look like that, and all intervals would become too narrow (Chung et al.
	// 2013).
	widthSpread = 1.0
)

// The grid over which the prior of the strengths is averaged: how far they lie
// apart, and how much the two strengths of a team go together.
var (
	widths    = [...]float64{0.05, 0.1, 0.18, 0.3, 0.45, 0.65, 0.95, 1.4, 2}
	alliances = [...]float64{0, 0.5, 0.9}
)

// belief is the normal approximation of the posterior under one prior.
type belief struct {
	fit    *fit
	weight float64 // how well the prior explains the games; all sum to 1
}

// posterior fits the league under every prior of the grid.
func (l *league) posterior() []belief {
	var all []belief
	var logs []float64
	start := make([]float64, l.size())
	for w := range widths {
		for _, a := range alliances {
			penalty, logDet := l.prior(widths[w], a)
			f, err := fitLogistic(l.trials, penalty, start)
			if err != nil {
				continue
			}
			start = f.beta
			// Laplace's approximation of the likelihood of the prior.
			evidence := f.logPost + (logDet-f.curvature.LogDet())/2
			all = append(all, belief{fit: f})
			logs = append(logs, evidence+math.Log(widthMass(w)))
		}
	}
	if len(all) == 0 {
		return nil
	}
	best, sum := slices.Max(logs), 0.0
	for i := range all {
		all[i].weight = math.Exp(logs[i] - best)
		sum += all[i].weight
	}
	for i := range all {
		all[i].weight /= sum
	}
	return all
}

// widthMass returns the prior mass of a width of the grid, up to a factor.
func widthMass(w int) float64 {
	below, above := 0.0, widths[len(widths)-1]
	if w > 0 {
		below = (widths[w-1] + widths[w]) / 2
	}
	if w < len(widths)-1 {
		above = (widths[w] + widths[w+1]) / 2
	}
	x := widths[w] / widthSpread
	return x * math.Exp(-x*x/2) * (above - below)
}

// prior returns the precision of the coefficients before any game, and the logarithm of its determinant.
func (l *league) prior(width, alliance float64) (*mat.SymDense, float64) {
	p := mat.NewSymDense(l.size(), nil)
	setting := 1 / (settingSpread * settingSpread)
	for s := range l.settings {
		p.SetSym(s, s, setting)
	}
	own := 1 / (width * width * (1 - alliance*alliance))
	for t := range l.teams {
		a, b := l.at(t, 0), l.at(t, 1)
		p.SetSym(a, a, own)
		p.SetSym(b, b, own)
		p.SetSym(a, b, -alliance*own)
	}
	team := own*own - alliance*alliance*own*own
	return p, float64(l.settings)*math.Log(setting) + float64(l.teams)*math.Log(team)
}

// draws holds every figure in each draw.
type draws struct {
	overall, rate, rank [][]float64 // by team
	side                [2][][]float64
	advantage           [][]float64 // by setting
}

// summarise draws from the posterior and sets every figure of the rating from the draws.
func (l *league) summarise(r *Rating, posterior []belief, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 3))
	d := &draws{
		overall: make([][]float64, l.teams), rate: make([][]float64, l.teams), rank: make([][]float64, l.teams),
		side:      [2][][]float64{make([][]float64, l.teams), make([][]float64, l.teams)},
		advantage: make([][]float64, l.settings),
	}
	for i := range posterior {
		b := &posterior[i]
		var upper mat.TriDense
		b.fit.curvature.UTo(&upper)
		for range int(math.Round(b.weight * ratingDraws)) {
			l.addDraw(d, drawAround(b.fit.beta, &upper, random))
		}
	}
	for t := range r.Teams {
		games := l.played[t][0] + l.played[t][1]
		r.Teams[t] = Strength{
			Overall: summary(d.overall[t], games),
			Side:    [2]Estimate{summary(d.side[0][t], l.played[t][0]), summary(d.side[1][t], l.played[t][1])},
			Rate:    summary(d.rate[t], games), Games: games, Best: bestShare(d.rank[t]),
		}
		slices.Sort(d.rank[t])
		n := len(d.rank[t])
		r.Teams[t].RankLow, r.Teams[t].RankHigh = int(d.rank[t][n/40]), int(d.rank[t][n-1-n/40])
	}
	for s := range l.settings {
		r.Advantage = append(r.Advantage, summary(d.advantage[s], l.games[s]))
	}
}

// drawAround returns one draw around beta; upper is the Cholesky factor of the precision.
func drawAround(beta []float64, upper *mat.TriDense, random *rand.Rand) []float64 {
	raw := upper.RawTriangular()
	x := make([]float64, len(beta))
	for i := len(x) - 1; i >= 0; i-- {
		v := random.NormFloat64()
		row := raw.Data[i*raw.Stride:]
		for j := i + 1; j < len(x); j++ {
			v -= row[j] * x[j]
		}
		x[i] = v / row[i]
	}
	for i := range x {
		x[i] += beta[i]
	}
	return x
}

// addDraw adds one draw of the coefficients.
func (l *league) addDraw(d *draws, x []float64) {
	var middle [2]float64
	for t := range l.teams {
		middle[0] += x[l.at(t, 0)] / float64(l.teams)
		middle[1] += x[l.at(t, 1)] / float64(l.teams)
	}
	average := make([]float64, l.settings)
	for s := range average {
		n := max(1, float64(l.games[s]))
		average[s] = x[s] + (l.seats[s][0]*middle[0]-l.seats[s][1]*middle[1])/n
		d.advantage[s] = append(d.advantage[s], logistic(average[s]))
	}
	first := l.share(0)
	order := make([]int, l.teams)
	overall := make([]float64, l.teams)
	for t := range l.teams {
		a, b := x[l.at(t, 0)]-middle[0], x[l.at(t, 1)]-middle[1]
		order[t], overall[t] = t, first*a+(1-first)*b
		d.side[0][t] = append(d.side[0][t], a)
		d.side[1][t] = append(d.side[1][t], b)
		d.overall[t] = append(d.overall[t], overall[t])
		d.rate[t] = append(d.rate[t], l.expected(average, a, b))
	}
	slices.SortFunc(order, func(s, t int) int { return cmp.Compare(overall[t], overall[s]) })
	for rank, t := range order {
		d.rank[t] = append(d.rank[t], float64(rank+1))
	}
}

// expected returns the win rate of a player of strengths a and b in a seat drawn from all, among average
// players.
func (l *league) expected(average []float64, a, b float64) float64 {
	won, seats := 0.0, 0.0
	for s, x := range average {
		won += l.seats[s][0]*logistic(x+a) + l.seats[s][1]*logistic(b-x)
		seats += l.seats[s][0] + l.seats[s][1]
	}
	return won / seats
}

// summary is the mean of the draws with the middle 95% of them, which it sorts.
func summary(draws []float64, n int) Estimate {
	slices.Sort(draws)
	e := Estimate{Value: mean(draws), Low: sortedQuantile(draws, 0.025), High: sortedQuantile(draws, 0.975), N: n}
	if n < fewTrials {
		e.Warnings = append(e.Warnings, fewWarning(n))
	}
	return e
}

func bestShare(ranks []float64) float64 {
	first := 0
	for _, r := range ranks {
		if r == 1 {
			first++
		}
	}
	return float64(first) / float64(len(ranks))
}
