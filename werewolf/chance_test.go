package werewolf

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
)

// The tests here ask whether what the rules leave to chance is fair: over the
// seeds 0 to n-1, so that they always come out the same, at the level 0.001.

// chiLimit is the 0.999 quantile of chi-square (Wilson and Hilferty 1931).
func chiLimit(df int) float64 {
	const z = 3.0902323
	d := 2 / (9 * float64(df))
	return float64(df) * math.Pow(1-d+z*math.Sqrt(d), 3)
}

func TestChiLimit(t *testing.T) {
	for df, want := range map[int]float64{4: 18.467, 10: 29.588, 30: 59.703, 100: 149.449} { // printed tables
		if got := chiLimit(df); math.Abs(got-want) > want/50 {
			t.Errorf("%d degrees: %.3f, want %.3f", df, got, want)
		}
	}
}

// counts is a table of how often row met column.
type counts [][]int

func newCounts(rows, columns int) counts {
	c := make(counts, rows)
	for i := range c {
		c[i] = make([]int, columns)
	}
	return c
}

// chiSquare is the distance from what the weights make expect; each row and
// each column is expected by its weight.
func (c counts) chiSquare(rows, columns []float64) (x float64) {
	total, sumRows, sumColumns := 0.0, 0.0, 0.0
	for i := range c {
		sumRows += rows[i]
		for j := range c[i] {
			total += float64(c[i][j])
		}
	}
	for _, w := range columns {
		sumColumns += w
	}
	for i := range c {
		for j := range c[i] {
			want := total * rows[i] / sumRows * columns[j] / sumColumns
			x += (float64(c[i][j]) - want) * (float64(c[i][j]) - want) / want
		}
	}
	return x
}

func even(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1
	}
	return w
}

// overSeeds counts over all seeds, on all processors.
func overSeeds(t *testing.T, rows, columns int, note func(seed uint64, c counts)) counts {
	t.Helper()
	// Most of the time would go into clearing away games just begun.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	n, workers := seeds(100_000, 20_000), uint64(runtime.GOMAXPROCS(0))
	sum := newCounts(rows, columns)
	var all sync.WaitGroup
	var lock sync.Mutex
	for w := range workers {
		all.Go(func() {
			own := newCounts(rows, columns)
			for seed := w; seed < n; seed += workers {
				note(seed, own)
			}
			lock.Lock()
			defer lock.Unlock()
			for i := range own {
				for j := range own[i] {
					sum[i][j] += own[i][j]
				}
			}
		})
	}
	all.Wait()
	return sum
}

func fair(t *testing.T, what string, x float64, df int) {
	t.Helper()
	if limit := chiLimit(df); x > limit {
		t.Errorf("%s: chi-square %.1f of %d degrees of freedom, at most %.1f", what, x, df, limit)
	}
}

// quick begins a game of which only the beginning is wanted.
func quick(r *Rules, seats []Seat, seed uint64) *Game {
	g, err := New(*r, seats, seed)
	if err != nil {
		panic(err)
	}
	return g
}

// Every seat gets every role and comes at every place of the first turn as
// often, and the one has nothing to do with the other. Each seed deals all
// roles at once, so that cells hang together: the statistic of a table of
// permutations shrinks by (n-1)/n.
func TestRolesAndPlacesAreFair(t *testing.T) {
	for _, n := range []int{5, 9, 13} {
		r, seats := talkOnly(t, n), table(n)
		const kinds = len(standardRoles) - 1
		c := overSeeds(t, 2*n+1, max(n, kinds), func(seed uint64, c counts) {
			g := quick(&r, seats, seed)
			for place, q := range g.Pending() {
				c[q.Seat-1][g.Role(q.Seat)-Villager]++
				c[n+int(q.Seat)-1][place]++
				if g.Role(q.Seat) == Werewolf {
					c[2*n][place]++
				}
			}
		})
		weights := make([]float64, max(n, kinds))
		for i, role := range StandardRoles().Roles() {
			weights[i] = float64(r.Roles[role])
		}
		played := nonZero(weights)
		shrunk := float64(n-1) / float64(n)
		fair(t, fmt.Sprintf("roles of %d", n), dropEmpty(c[:n], weights).chiSquare(even(n), played)*shrunk, (n-1)*(len(played)-1))
		all := even(max(n, kinds))[:n]
		places := dropEmpty(c[n:], append(all, make([]float64, max(n, kinds)-n)...))
		fair(t, fmt.Sprintf("places of %d", n), places[:n].chiSquare(even(n), even(n))*shrunk, (n-1)*(n-1))
		// Werewolves stand at each place by their share: w of n, drawn without
		// putting back, which spreads less than counts do, by (n-w)/(n-1).
		x := places[n:].chiSquare(even(1), even(n)) * float64(n-1) / float64(n-r.Roles[Werewolf])
		fair(t, fmt.Sprintf("places of the werewolves of %d", n), x, n-1)
	}
}

func nonZero(weights []float64) (out []float64) {
	for _, w := range weights {
		if w > 0 {
			out = append(out, w)
		}
	}
	return out
}

// dropEmpty leaves out the columns of roles that are not played.
func dropEmpty(c counts, weights []float64) counts {
	out := make(counts, len(c))
	for i := range c {
		for j, w := range weights {
			if w > 0 {
				out[i] = append(out[i], c[i][j])
			}
		}
	}
	return out
}

// talkOnly is a game of nothing but talk, all of a turn at once.
func talkOnly(t *testing.T, n int) Rules {
	r := standard(t, n)
	r.Talk.Mode = Synchronized
	r.DayPhases, r.NightPhases = []Phase{{Name: "talk", Actions: []string{"talk"}}}, nil
	return r
}

// Every seat comes at every place of the order as often, in every turn.
func TestTalkOrderIsFair(t *testing.T) {
	const n, turns = 5, 4
	r, seats := talkOnly(t, n), table(n)
	places := overSeeds(t, turns*n, n, func(seed uint64, c counts) {
		g := quick(&r, seats, seed)
		for turn := range turns {
			batch := append([]Request(nil), g.Pending()...)
			for place, q := range batch {
				c[turn*n+int(q.Seat)-1][place]++
				if err := g.Apply(Action{Seat: q.Seat, Request: Talk, Text: "a"}); err != nil {
					panic(err)
				}
			}
		}
	})
	for turn := range turns {
		x := places[turn*n:(turn+1)*n].chiSquare(even(n), even(n))
		fair(t, fmt.Sprintf("turn %d", turn), x*(n-1)/n, (n-1)*(n-1))
	}
}

// The turns and days of one seed are as independent as two seeds.
func TestOrdersAreIndependent(t *testing.T) {
	const n = 5
	occasions := []Occasion{{1, 1, 0}, {1, 1, 1}, {2, 1, 0}, {1, 2, 0}}
	for i, one := range occasions {
		for _, other := range occasions[:i] {
			c := overSeeds(t, n, n, func(seed uint64, c counts) {
				chance := Seeded(seed)
				a, b := SeatsUpTo(n).Slice(), SeatsUpTo(n).Slice()
				chance.Shuffle(a, DrawTalkOrder, one)
				chance.Shuffle(b, DrawTalkOrder, other)
				c[a[0]-1][b[0]-1]++
			})
			fair(t, fmt.Sprintf("%v and %v", one, other), c.chiSquare(even(n), even(n)), n*n-1)
		}
	}
}

// Neighbouring seeds are as independent as distant ones.
func TestNeighbouringSeedsAreIndependent(t *testing.T) {
	const n = 5
	c := overSeeds(t, n, n, func(seed uint64, c counts) {
		a, b := SeatsUpTo(n).Slice(), SeatsUpTo(n).Slice()
		Seeded(2*seed).Shuffle(a, DrawRoles, Occasion{})
		Seeded(2*seed+1).Shuffle(b, DrawRoles, Occasion{})
		c[a[0]-1][b[0]-1]++
	})
	fair(t, "neighbouring seeds", c.chiSquare(even(n), even(n)), n*n-1)
}

// A tie of any number of seats is drawn evenly, on every day.
func TestTiesAreFair(t *testing.T) {
	for _, why := range []Decision{DrawExecution, DrawAttack} {
		for _, tied := range []SeatSet{SetOf(1, 2), SetOf(3, 60), SetOf(2, 4, 5), SetOf(1, 2, 3, 4, 5), SeatsUpTo(13)} {
			c := overSeeds(t, 1, MaxSeats+1, func(seed uint64, c counts) {
				c[0][Seeded(seed).Pick(tied, why, Occasion{Day: int(seed % 9), Phase: 3})]++
			})
			weights := make([]float64, MaxSeats+1)
			for id := range tied.All() {
				weights[id] = 1
			}
			fair(t, fmt.Sprintf("decision %d of %s", why, tied), dropEmpty(c, weights).chiSquare(even(1), even(tied.Len())), tied.Len()-1)
		}
	}
}

// The same through the game: two of five tie, whoever is drawn dies.
func TestTiedVotesAreFair(t *testing.T) {
	r := standard(t, 5)
	r.DayPhases, r.NightPhases = nil, []Phase{{Name: "vote", Actions: []string{"execution"}}}
	seats := fixed(Werewolf, Possessed, Seer, Villager, Villager)
	c := overSeeds(t, 1, 6, func(seed uint64, c counts) {
		g := quick(&r, seats, seed)
		for voter, target := range []SeatID{2, 4, 2, 4, 5} {
			if err := g.Apply(Action{Seat: SeatID(voter + 1), Request: Vote, Target: target}); err != nil {
				panic(err)
			}
		}
		c[0][5-(SeatsUpTo(5)&^g.Living()).First()]++
	})
	if c[0][3]+c[0][1] != int(seeds(100_000, 20_000)) {
		t.Fatalf("others than the tied die: %v", c[0])
	}
	fair(t, "a tie of two", counts{{c[0][3], c[0][1]}}.chiSquare(even(1), even(2)), 1)
}

// Every order of five is as likely, and every place of thirteen.
func TestPermutationIsFair(t *testing.T) {
	index := map[[5]int]int{}
	permute(5, func(order []int) { index[[5]int(order)] = len(index) })
	for _, why := range []Decision{DrawSeats, DrawCharacters} {
		c := overSeeds(t, 1, len(index), func(seed uint64, c counts) { c[0][index[[5]int(why.Permutation(seed, 5))]]++ })
		fair(t, "orders of five", c.chiSquare(even(1), even(len(index))), len(index)-1)
	}
	c := overSeeds(t, 13, 13, func(seed uint64, c counts) {
		for place, who := range DrawSeats.Permutation(seed, 13) {
			c[who][place]++
		}
	})
	fair(t, "places of thirteen", c.chiSquare(even(13), even(13))*12/13, 144)
}

func TestPermutationOfAnySize(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100} {
		seen := map[int]bool{}
		for _, i := range DrawSeats.Permutation(9, n) {
			seen[i] = i >= 0 && i < n
		}
		if len(seen) != n {
			t.Errorf("%d of %d", len(seen), n)
		}
	}
}

// Draws from the incomplete last span of the generator must be thrown away; a
// span of nearly all numbers shows at once when they are not.
func TestBelowIsUnbiased(t *testing.T) {
	const n = 3 << 62
	low := 0
	s := &seeded{}
	for seed := range uint64(3000) {
		s.seed = seed
		s.open(DrawRoles, Occasion{})
		if v := s.below(n); v >= n {
			t.Fatalf("%d is not below %d", v, uint64(n))
		} else if v < n/3 {
			low++
		}
	}
	fair(t, "below", counts{{low, 3000 - low}}.chiSquare(even(1), []float64{1, 2}), 1)
}
