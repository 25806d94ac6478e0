package stats

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// Meetings is how often each player won against each other: Won[i][j] is in how many games they were on different sides and i won.
type Meetings struct{ Won [][]int }

// Meet counts who won against whom. A pair that meets several times in a game, with several seats, has met once on either side.
func Meet(players int, matches []Match) Meetings {
	m := Meetings{make([][]int, players)}
	for i := range m.Won {
		m.Won[i] = make([]int, players)
	}
	for i := range matches {
		if g := &matches[i]; g.valid(players) {
			m.add(g.Sides[g.Winner], g.Sides[1-g.Winner])
		}
	}
	return m
}

func (m *Meetings) add(winners, losers []int) {
	for a, i := range winners {
		for b, j := range losers {
			if i != j && firstAt(winners, i) == a && firstAt(losers, j) == b {
				m.Won[i][j]++
			}
		}
	}
}

func firstAt(of []int, x int) int {
	for i, y := range of {
		if x == y {
			return i
		}
	}
	return -1
}

// lead is by how much i is ahead of j, from -1 to 1, nearer to 0 where they met seldom.
func (m *Meetings) lead(i, j int) float64 {
	return float64(m.Won[i][j]-m.Won[j][i]) / float64(m.Won[i][j]+m.Won[j][i]+2)
}

// circular returns how many triples beat each other in a circle, of how many that all met, and how far leads go round in circles: the
// sum of squares of what is left when one goes round a triple.
func (m *Meetings) circular() (circles, triples int, size float64) {
	n := len(m.Won)
	met := func(i, j int) bool { return m.Won[i][j]+m.Won[j][i] > 0 }
	for i := range n {
		for j := i + 1; j < n; j++ {
			for k := j + 1; k < n; k++ {
				if !met(i, j) || !met(j, k) || !met(i, k) {
					continue
				}
				triples++
				a, b, c := m.lead(i, j), m.lead(j, k), m.lead(k, i)
				if a > 0 && b > 0 && c > 0 || a < 0 && b < 0 && c < 0 {
					circles++
				}
				size += (a + b + c) * (a + b + c)
			}
		}
	}
	return circles, triples, size
}

// Cycles says whether one order of strength explains who won against whom.
type Cycles struct {
	Circular, Triples int     // triples in which A leads against B, B against C and C against A, of those that all met
	Expected          float64 // so many circles would come by chance if one order explained all
	P                 float64 // of leads going so far round in circles by chance; NaN where there is no triple
}

const cycleDraws = 499

// FindCycles tests whether strengths explain who won against whom. It plays the same games again between players who have a strength
// on either side, as RateTeams has it, and nothing that depends on whom they meet. The same seed gives the same P.
func FindCycles(players int, matches []Match, seed uint64) Cycles {
	met := Meet(players, matches)
	c := Cycles{P: math.NaN()}
	size := 0.0
	c.Circular, c.Triples, size = met.circular()
	if c.Triples == 0 {
		return c
	}
	var played []Match
	for i := range matches {
		if matches[i].valid(players) && matches[i].Setting < len(matches) {
			played = append(played, Match{Setting: matches[i].Setting, Sides: matches[i].Sides, Winner: matches[i].Winner})
		}
	}
	l := newLeague(players, played)
	p := prior{width: 1, alliance: 0.5}
	l.weigh(&p)
	penalty := mat.NewSymDense(l.size(), nil)
	l.penalise(penalty, &p)
	f, err := fitLogistic(l.trials, penalty, make([]float64, l.size()))
	if err != nil {
		return c
	}
	random := rand.New(rand.NewPCG(seed, 4))
	extreme, circles := 1, 0
	for range cycleDraws {
		for i := range played {
			played[i].Winner = 1
			if random.Float64() < logistic(l.trials[i].linear(f.beta)) {
				played[i].Winner = 0
			}
		}
		again := Meet(players, played)
		n, _, s := again.circular()
		circles += n
		if s >= size {
			extreme++
		}
	}
	c.Expected, c.P = float64(circles)/cycleDraws, float64(extreme)/(cycleDraws+1)
	return c
}
