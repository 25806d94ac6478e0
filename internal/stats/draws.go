package stats

import (
	"cmp"
	"slices"
)

// draws holds every figure in each draw.
type draws struct {
	overall, rate, rank [][]float64   // by team
	side, post          [][][]float64 // by side or post, and team
	advantage           [][]float64   // by setting
}

func (l *league) newDraws() *draws {
	d := &draws{overall: make([][]float64, l.teams), rate: make([][]float64, l.teams), rank: make([][]float64, l.teams), advantage: make([][]float64, l.settings)}
	for range 2 {
		d.side = append(d.side, make([][]float64, l.teams))
	}
	for range l.posts {
		d.post = append(d.post, make([][]float64, l.teams))
	}
	return d
}

// summarise sets every figure of the rating from the draws.
func (l *league) summarise(r *Rating, d *draws) {
	for t := range r.Teams {
		var seats [2]int
		for p, n := range l.played[t] {
			seats[l.posts[p].side] += n
		}
		games := seats[0] + seats[1]
		r.Teams[t] = Strength{
			Overall: summary(d.overall[t], games),
			Side:    [2]Estimate{summary(d.side[0][t], seats[0]), summary(d.side[1][t], seats[1])},
			Role:    l.roles(d, t),
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

// roles are the strengths of a team by role.
func (l *league) roles(d *draws, team int) (all []Estimate) {
	if !l.knowsRoles() {
		return nil
	}
	for p, at := range l.posts {
		for len(all) <= at.role {
			all = append(all, undefined(0, "no games"))
		}
		all[at.role] = summary(d.post[p][team], l.played[team][p])
	}
	return all
}

// add adds one draw of the coefficients.
func (l *league) addDraw(d *draws, x []float64) {
	middle := make([]float64, len(l.posts))
	for t := range l.teams {
		for p := range l.posts {
			middle[p] += x[l.at(t, p)] / float64(l.teams)
		}
	}
	average := make([]float64, l.settings)
	for s := range average {
		n := max(1, float64(l.games[s]))
		average[s] = x[s]
		for p, at := range l.posts {
			average[s] += at.sign() * l.seats[s][p] * middle[p] / n
		}
		d.advantage[s] = append(d.advantage[s], logistic(average[s]))
	}
	shares, sides := l.shares()
	order := make([]int, l.teams)
	overall, strength := make([]float64, l.teams), make([]float64, len(l.posts))
	for t := range l.teams {
		var side [2]float64
		for p, at := range l.posts {
			strength[p] = x[l.at(t, p)] - middle[p]
			d.post[p][t] = append(d.post[p][t], strength[p])
			overall[t] += shares[p] * strength[p]
			side[at.side] += shares[p] / sides[at.side] * strength[p]
		}
		order[t] = t
		for s := range side {
			d.side[s][t] = append(d.side[s][t], side[s])
		}
		d.overall[t] = append(d.overall[t], overall[t])
		d.rate[t] = append(d.rate[t], l.expected(average, strength))
	}
	slices.SortFunc(order, func(s, t int) int { return cmp.Compare(overall[t], overall[s]) })
	for rank, t := range order {
		d.rank[t] = append(d.rank[t], float64(rank+1))
	}
}

// expected returns the win rate of a player of these strengths in a seat drawn from all, among average players.
func (l *league) expected(average, strength []float64) float64 {
	won, seats := 0.0, 0.0
	for s, x := range average {
		for p, at := range l.posts {
			won += l.seats[s][p] * logistic(at.sign()*x+strength[p])
			seats += l.seats[s][p]
		}
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
