package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Ranking is a fit of the Bradley-Terry model to wins between pairs.
type Ranking struct {
	// Strengths are in log-odds and sum to 0: the stronger by d beats the weaker
	// with odds of e to the d. Players that met nobody have NaN.
	Strengths []Estimate
	// Warnings are what a reader must know before comparing any of them.
	Warnings []string

	group      []int // of players that can be compared
	covariance *mat.SymDense
}

// BradleyTerry fits the model of Bradley and Terry (1952) by maximum likelihood. wins[i][j] is how often i
// beat j; a draw is half a win for both. The table is square. If players won or lost everything against the
// others, their strength would be infinite; then every pair that met gets half a win more in either direction,
// with a warning.
func BradleyTerry(wins [][]float64) Ranking {
	n := len(wins)
	for _, row := range wins {
		if len(row) != n {
			return Ranking{Warnings: []string{"the table of wins is not square"}}
		}
	}
	r := Ranking{Strengths: make([]Estimate, n), group: groups(n, func(i, j int) bool { return met(wins, i, j) > 0 })}
	if n == 0 {
		r.Warnings = []string{"no players"}
		return r
	}
	half := 0.0
	if !circular(wins, r.group) {
		half = 0.5
		r.Warnings = append(r.Warnings, "some players won or lost everything against others: every pair that met was given half a win each")
	}
	fitted, err := fitLogistic(duels(wins, half), sumToZero(r.group), make([]float64, n))
	if err != nil {
		r.Warnings = append(r.Warnings, err.Error())
		for i := range r.Strengths {
			r.Strengths[i] = undefined(0)
		}
		return r
	}
	r.covariance = mat.NewSymDense(n, nil)
	_ = fitted.curvature.InverseTo(r.covariance) // the condition number is of no interest
	if most(r.group) > 0 {
		r.Warnings = append(r.Warnings, "not all players are connected by games: only those of a group can be compared")
	}
	for i := range r.Strengths {
		r.Strengths[i] = r.strength(wins, i, fitted.beta[i])
	}
	return r
}

func (r *Ranking) strength(wins [][]float64, i int, beta float64) Estimate {
	played, size := 0.0, 0.0
	for j := range wins {
		played += met(wins, i, j)
		if r.group[j] == r.group[i] {
			size++
		}
	}
	if played == 0 {
		return undefined(0, "no games")
	}
	// The constraint adds 1/size² to every entry of the covariance of a group.
	half := z95 * math.Sqrt(max(0, r.covariance.At(i, i)-1/(size*size)))
	e := Estimate{Value: beta, Low: beta - half, High: beta + half, N: int(math.Round(played))}
	if e.N < fewTrials {
		e.Warnings = append(e.Warnings, "only "+games(e.N))
	}
	return e
}

// Difference is how much stronger i is than j, in log-odds.
func (r *Ranking) Difference(i, j int) Estimate {
	n := len(r.Strengths)
	switch {
	case i < 0 || j < 0 || i >= n || j >= n || r.covariance == nil:
		return undefined(0, "no such player")
	case r.group[i] != r.group[j]:
		return undefined(0, "not connected by games")
	}
	c := r.covariance
	d := r.Strengths[i].Value - r.Strengths[j].Value
	half := z95 * math.Sqrt(max(0, c.At(i, i)+c.At(j, j)-2*c.At(i, j)))
	return Estimate{Value: d, Low: d - half, High: d + half, N: min(r.Strengths[i].N, r.Strengths[j].N)}
}

// met returns how often two players met; invalid figures count as 0.
func met(wins [][]float64, i, j int) float64 {
	if i == j {
		return 0
	}
	return count(wins[i][j]) + count(wins[j][i])
}

func count(wins float64) float64 {
	if finite(wins) && wins > 0 {
		return wins
	}
	return 0
}

func duels(wins [][]float64, half float64) (trials []trial) {
	for i := range wins {
		for j := range i {
			if played := met(wins, i, j); played > 0 {
				trials = append(trials, trial{terms: []term{{i, 1}, {j, -1}}, won: count(wins[i][j]) + half, played: played + 2*half})
			}
		}
	}
	return trials
}

// sumToZero returns a penalty on the sum of every group. The likelihood does not depend on these sums, so the
// penalty does not move its maximum.
func sumToZero(group []int) *mat.SymDense {
	penalty := mat.NewSymDense(len(group), nil)
	for i := range group {
		for j := range i + 1 {
			if group[i] == group[j] {
				penalty.SetSym(i, j, 1)
			}
		}
	}
	return penalty
}

// groups numbers the connected parts of a graph from 0.
func groups(n int, linked func(i, j int) bool) []int {
	group := make([]int, n)
	for i := range group {
		group[i] = -1
	}
	next := 0
	for start := range n {
		if group[start] >= 0 {
			continue
		}
		group[start] = next
		for todo := []int{start}; len(todo) > 0; {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for j := range n {
				if group[j] < 0 && (linked(i, j) || linked(j, i)) {
					group[j] = next
					todo = append(todo, j)
				}
			}
		}
		next++
	}
	return group
}

func most(group []int) (highest int) {
	for _, g := range group {
		highest = max(highest, g)
	}
	return highest
}

// circular reports whether within every group each player reaches every other by a chain of wins. Then, and
// only then, the maximum is finite (Ford 1957).
func circular(wins [][]float64, group []int) bool {
	n := len(wins)
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
		for j := range reach[i] {
			reach[i][j] = i == j || count(wins[i][j]) > 0
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	for i := range n {
		for j := range n {
			if group[i] == group[j] && !reach[i][j] {
				return false
			}
		}
	}
	return true
}
