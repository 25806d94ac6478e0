package deal

import (
	"math"
	"math/rand/v2"
	"testing"

	"wolfden/werewolf"
)

// each calls f with every way to deal the cards that the gates allow, and its worth.
func each(counts werewolf.RoleCounts, table []Weights, gates []Gate, f func(roles []werewolf.Role, worth float64)) {
	roles := make([]werewolf.Role, len(table))
	var put func(i int, worth float64)
	put = func(i int, worth float64) {
		for _, g := range gates {
			wolves := 0
			for _, r := range roles[:i] {
				if r == werewolf.Werewolf {
					wolves++
				}
			}
			if g.After == i && (wolves < g.Min || wolves > g.Max) {
				return
			}
		}
		if i == len(table) {
			f(roles, worth)
			return
		}
		for _, r := range werewolf.StandardRoles().Roles() {
			if counts[r] > 0 {
				counts[r]--
				roles[i] = r
				put(i+1, worth*table[i][r])
				counts[r]++
			}
		}
	}
	put(0, 1)
}

func randomCase(rng *rand.Rand) (counts werewolf.RoleCounts, table []Weights, gates []Gate) {
	for n := 1 + rng.IntN(7); n > 0; n-- {
		counts[1+rng.IntN(6)]++
	}
	table = make([]Weights, counts.Total())
	for i := range table {
		for r := range table[i] {
			if rng.IntN(4) > 0 {
				table[i][r] = rng.Float64() * 3
			}
		}
	}
	for i := 1; i <= len(table); i++ {
		if rng.IntN(4) == 0 {
			low := rng.IntN(3) - 1
			gates = append(gates, Gate{After: i, Min: low, Max: low + rng.IntN(3)})
		}
	}
	return counts, table, gates
}

// contestCase is a case with four single cards beside the rest.
func contestCase(rng *rand.Rand) (counts werewolf.RoleCounts, table []Weights) {
	counts = werewolf.RoleCounts{werewolf.Villager: rng.IntN(4), werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1, werewolf.Possessed: 1}
	table = make([]Weights, counts.Total())
	for i := range table {
		for r := range table[i] {
			if rng.IntN(4) > 0 {
				table[i][r] = rng.Float64() * 3
			}
		}
	}
	return counts, table
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }

func TestSumsAreThoseOfAllWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 3000 {
		counts, table, gates := randomCase(rng)
		if round%3 == 0 {
			counts, table = contestCase(rng)
			gates = nil
		}
		want, total, most := make([]Weights, len(table)), 0.0, 0.0
		each(counts, table, gates, func(roles []werewolf.Role, worth float64) {
			total += worth
			most = max(most, worth)
			for i, r := range roles {
				want[i][r] += worth
			}
		})
		d, got := NewDeck(counts, werewolf.RolesOf(werewolf.Werewolf)), make([]Weights, len(table))
		if sum := d.Marginals(table, gates, got); !near(sum, total) {
			t.Fatalf("%v: sum %v, want %v", counts, sum, total)
		}
		for i := range want {
			for r := range want[i] {
				if !near(got[i][r], want[i][r]) {
					t.Fatalf("%v: seat %d role %d: %v, want %v", counts, i, r, got[i][r], want[i][r])
				}
			}
		}
		checkBest(t, d, table, gates, most)
	}
}

// checkBest: the best way is worth as much as any, and worth what it says.
func checkBest(t *testing.T, d *Deck, table []Weights, gates []Gate, most float64) {
	t.Helper()
	roles, worth := d.Best(table, gates)
	if !near(worth, most) {
		t.Fatalf("best is worth %v, want %v", worth, most)
	}
	if worth == 0 {
		return
	}
	product := 1.0
	for i, r := range roles {
		product *= table[i][r]
	}
	if !near(product, worth) {
		t.Fatalf("the best way %v is worth %v, said to be %v", roles, product, worth)
	}
}

func TestZeroDeckDealsNothing(t *testing.T) {
	if got := NewDeck(werewolf.RoleCounts{}, 0).Sum(nil, nil); got != 1 {
		t.Errorf("there is one way to deal nothing, not %v", got)
	}
}

func BenchmarkMarginals13(b *testing.B) {
	counts := werewolf.RoleCounts{werewolf.Villager: 6, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1, werewolf.Possessed: 1, werewolf.Werewolf: 3}
	table, out := make([]Weights, 13), make([]Weights, 13)
	for i := range table {
		for r := range table[i] {
			table[i][r] = 1
		}
	}
	d := NewDeck(counts, werewolf.RolesOf(werewolf.Werewolf))
	for b.Loop() {
		d.Marginals(table, nil, out)
	}
}

// BenchmarkMarginalsOfHumans13 is the same for one set of werewolves.
func BenchmarkMarginalsOfHumans13(b *testing.B) {
	counts := werewolf.RoleCounts{werewolf.Villager: 6, werewolf.Seer: 1, werewolf.Medium: 1, werewolf.Bodyguard: 1, werewolf.Possessed: 1}
	table, out := make([]Weights, 10), make([]Weights, 10)
	for i := range table {
		for r := range table[i] {
			table[i][r] = 1
		}
	}
	d := NewDeck(counts, 0)
	for b.Loop() {
		d.Marginals(table, nil, out)
	}
}
