package agreement

import (
	"math"

	"wolfden/internal/stats"
)

// Marks are what raters gave the players of one game, rater by rater: ranks or ratings, seat by seat. NaN is a missing mark, and a
// rater who gave none may be nil. All games have the same raters in the same places.
type Marks [][]float64

// Within says how far raters agree on the players of each game by one criterion.
type Within struct {
	Raters int // who gave marks in a game that counts
	Games  int // with marks of at least two
	Sheets int // a rater's marks in one of these games
	W      stats.Estimate
	Tau    stats.Estimate
	Alpha  stats.Estimate // ordinal
	Spaced stats.Estimate // alpha of marks as distances: interval level
	ByLuck float64        // what W comes to on average among raters who draw lots
}

// Compare compares raters within games. W is Kendall's coefficient of concordance, corrected for ties, of those who marked everybody;
// tau is Kendall's tau-b between every two raters, over the players both marked. Both are taken in each game, and averaged over
// games. Krippendorff's alpha has one unit for every player of every game. The intervals are jackknives by game.
func Compare(games []Marks) Within {
	var w Within
	var counted []Marks
	var units [][][]float64
	seen := map[int]bool{}
	for _, g := range games {
		var marked []int
		for i, row := range g {
			if given(row) > 0 {
				marked = append(marked, i)
			}
		}
		if len(marked) < 2 {
			continue
		}
		counted, units = append(counted, g), append(units, unitsOf(g))
		w.Sheets += len(marked)
		for _, i := range marked {
			seen[i] = true
		}
	}
	w.Raters, w.Games = len(seen), len(counted)
	w.W, w.Tau, w.ByLuck = perGame(counted, 0, concordance), perGame(counted, -1, meanTau), luck(counted)
	w.Alpha, w.Spaced = stats.KrippendorffOf(units, stats.Ordinal), stats.KrippendorffOf(units, stats.Interval)
	return w
}

// Beside says how far one rater agrees with others on the players of each game.
type Beside struct {
	Games int            // that the rater and another marked
	Tau   stats.Estimate // with each of the others, averaged within a game
	Rho   stats.Estimate // Spearman's, with the mean of the others
}

// Against compares the rater in the first place with all others within games.
func Against(games []Marks) Beside {
	tau := perGame(games, -1, func(g Marks) float64 {
		return meanOf(len(g)-1, func(i int) float64 { return tauB(g[0], g[i+1]) })
	})
	rho := perGame(games, -1, func(g Marks) float64 {
		if len(g) < 2 {
			return math.NaN()
		}
		return stats.Spearman(g[0], meanRow(g[1:], len(g[0]))).Value
	})
	return Beside{Games: max(tau.N, rho.N), Tau: tau, Rho: rho}
}

// perGame is the mean of a figure over the games that define it, with a jackknife by game. It is never below least.
func perGame(games []Marks, least float64, figure func(Marks) float64) stats.Estimate {
	var values []float64
	for _, g := range games {
		if v := figure(g); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return stats.Jackknife(len(values), least, func(picks []int) float64 {
		sum := 0.0
		for _, i := range picks {
			sum += values[i]
		}
		return sum / float64(len(picks))
	})
}

// given is how many players have a mark.
func given(row []float64) (n int) {
	for _, v := range row {
		if !math.IsNaN(v) {
			n++
		}
	}
	return n
}

// complete are the raters who marked everybody.
func complete(g Marks) (rows Marks) {
	for _, row := range g {
		if len(row) > 0 && given(row) == len(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// concordance is Kendall's W, with his correction for ties: the variance of the players' sums of ranks as a share of what it would
// be if all raters agreed (Siegel and Castellan 1988, section 9.6).
func concordance(g Marks) float64 {
	rows := complete(g)
	if len(rows) < 2 || len(rows[0]) < 2 {
		return math.NaN()
	}
	m, n := float64(len(rows)), float64(len(rows[0]))
	sums, ties := make([]float64, len(rows[0])), 0.0
	for _, row := range rows {
		ranks := stats.Ranks(row)
		ties += tied(row)
		for i, r := range ranks {
			sums[i] += r
		}
	}
	squares := 0.0
	for _, s := range sums {
		d := s - m*(n+1)/2
		squares += d * d
	}
	whole := m*m*(n*n*n-n) - m*ties
	if whole == 0 { // nobody tells anybody apart
		return math.NaN()
	}
	return 12 * squares / whole
}

// tied is the sum of t^3 - t over the groups of t equal marks.
func tied(row []float64) (sum float64) {
	groups := map[float64]float64{}
	for _, v := range row {
		groups[v]++
	}
	for _, t := range groups {
		sum += t*t*t - t
	}
	return sum
}

// luck is 1/m for m raters, averaged over the games that define W.
func luck(games []Marks) float64 {
	return meanOf(len(games), func(i int) float64 {
		if math.IsNaN(concordance(games[i])) {
			return math.NaN()
		}
		return 1 / float64(len(complete(games[i])))
	})
}

// meanTau is the mean over all pairs of raters of whom it is defined.
func meanTau(g Marks) float64 {
	var pairs [][2]int
	for i := range g {
		for j := range i {
			pairs = append(pairs, [2]int{j, i})
		}
	}
	return meanOf(len(pairs), func(i int) float64 { return tauB(g[pairs[i][0]], g[pairs[i][1]]) })
}

// tauB is Kendall's tau-b over the players both marked.
func tauB(x, y []float64) float64 {
	if len(x) != len(y) {
		return math.NaN()
	}
	return stats.KendallB(x, y).Value
}

// meanRow is the mean mark of every player, NaN where nobody gave one.
func meanRow(g Marks, players int) []float64 {
	row := make([]float64, players)
	for seat := range row {
		row[seat] = meanOf(len(g), func(i int) float64 {
			if seat >= len(g[i]) {
				return math.NaN()
			}
			return g[i][seat]
		})
	}
	return row
}

// meanOf is the mean of the values that are numbers, NaN where none is.
func meanOf(n int, value func(int) float64) float64 {
	sum, numbers := 0.0, 0.0
	for i := range n {
		if v := value(i); !math.IsNaN(v) {
			sum, numbers = sum+v, numbers+1
		}
	}
	return sum / numbers
}

// unitsOf are the marks of each player.
func unitsOf(g Marks) (units [][]float64) {
	for _, row := range g {
		for seat, v := range row {
			for seat >= len(units) {
				units = append(units, nil)
			}
			units[seat] = append(units[seat], v)
		}
	}
	return units
}
