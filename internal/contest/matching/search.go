package matching

import (
	"math/bits"
	"math/rand/v2"
)

// dice is the one source of chance of a plan. Its generator is one that cannot be told from what it has drawn: of a plan
// every match is public in the end.
type dice struct{ *rand.ChaCha8 }

// below is a number under n. Its bias is n in 2^64, which no plan can show.
func (d *dice) below(n int) int {
	high, _ := bits.Mul64(d.Uint64(), uint64(n))
	return int(high)
}

// shuffle orders a slice by chance, in place.
func shuffle[E any](d *dice, s []E) {
	for i := len(s) - 1; i > 0; i-- {
		j := d.below(i + 1)
		s[i], s[j] = s[j], s[i]
	}
}

// puzzle is a plan in the making, with a cost that moves change.
type puzzle interface {
	// propose thinks of a move and says by how much it would change the cost;
	// ok is false when what it thought of is no move.
	propose(d *dice) (change int, ok bool)
	// commit does the move that was proposed last.
	commit()
	// excess is by how much the cost is above a bound that no plan is below.
	excess() int
}

// How long a search is, in moves, and how cold it gets. Counted in steps and
// whole numbers, since a plan must not depend on the machine that makes it.
// The figures are where longer or colder searches stop paying; TestContests holds them to it.
const (
	movesPerChair = 600
	minMoves      = 20_000
	maxMoves      = 2_000_000
	coldest       = 400
)

// improve anneals the puzzle: a move that raises the cost by c units is taken
// with probability 2^-(c*cold/16), and it gets colder from step to step. It
// stops early where nothing can be gained. The unit is what the puzzle thinks a
// small rise.
func improve(p puzzle, d *dice, chairs, unit int) {
	const steps = 64
	moves := min(max(movesPerChair*chairs, minMoves), maxMoves)
	for step := range steps {
		cold := 1 + step*coldest/steps
		for range moves / steps {
			if p.excess() == 0 {
				return
			}
			change, ok := p.propose(d)
			if !ok || change > 0 && bits.TrailingZeros64(d.Uint64()) < change*cold/(16*unit) {
				continue
			}
			p.commit()
		}
	}
}

// spread is the least sum of squares of n whole numbers with the given sum.
func spread(sum, n int) int {
	low, more := sum/n, sum%n
	return (n-more)*low*low + more*(low+1)*(low+1)
}

// grid is rows x columns of zeros.
func grid(rows, columns int) [][]int {
	all := make([]int, rows*columns)
	g := make([][]int, rows)
	for i := range g {
		g[i] = all[i*columns:][:columns:columns]
	}
	return g
}
