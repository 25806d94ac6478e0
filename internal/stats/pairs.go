package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Pair is two players compared over the blocks in which both have a value.
type Pair struct {
	First, Second int
	Comparison
	Corrected float64 // P after Holm's correction for all pairs compared together
}

// manyBlocks is from where on Student's test stands for the shuffling of so many values.
const manyBlocks = 300

// ComparePairs compares every player with every other: values holds for each player what it had in each block, such as a deal, NaN
// where it had no part. A pair is compared over the blocks in which they are alike, that is had the same to do; nil: in all. The
// intervals hold each by itself; Corrected holds for all pairs at once. Warnings call the blocks rounds.
func ComparePairs(values [][]float64, alike func(first, second, block int) bool, seed uint64) (pairs []Pair) {
	var ps []float64
	for i := range values {
		for j := i + 1; j < len(values); j++ {
			var a, b []float64
			for k := range values[i] {
				if finite(values[i][k]) && finite(values[j][k]) && (alike == nil || alike(i, j, k)) {
					a, b = append(a, values[i][k]), append(b, values[j][k])
				}
			}
			p := Pair{First: i, Second: j, Comparison: compareMany(a, b, seed)}
			p.Difference = p.Difference.Of("rounds")
			pairs, ps = append(pairs, p), append(ps, p.P)
		}
	}
	for i, p := range Holm(ps) {
		pairs[i].Corrected = p
	}
	return pairs
}

// compareMany is ComparePaired without the draws where there are so many pairs that they would show nothing new.
func compareMany(a, b []float64, seed uint64) Comparison {
	if len(a) < manyBlocks {
		return ComparePaired(a, b, seed)
	}
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	c := Comparison{Difference: Mean(differences), P: 1, Method: "Student's test"}
	switch e := standardError(differences); {
	case e < rounding && math.Abs(c.Difference.Value) > rounding:
		c.P = math.Exp2(float64(1 - len(a))) // of all ways to swap within pairs two are as far out
	case e >= rounding:
		c.P = 2 * distuv.StudentsT{Sigma: 1, Nu: float64(len(a) - 1)}.Survival(math.Abs(c.Difference.Value)/e)
	}
	return c
}

// CompareRates compares the rates of every player with every other's, from the parts that each had of each game, the zero Part
// where it had none. Who plays in one game does not do so independently: what both did in it is allowed for, and several seats of a
// player in a game count for as much as if they always won together. The interval is that of Agresti and Caffo (2000),
// P that of the score test, which supposes one rate of both.
func CompareRates(parts [][]Part) (pairs []Pair) {
	rates := make([]clusteredRate, len(parts))
	for i := range parts {
		rates[i] = newClusteredRate(parts[i])
	}
	var ps []float64
	for i := range parts {
		for j := i + 1; j < len(parts); j++ {
			p := Pair{First: i, Second: j, Comparison: rates[i].less(&rates[j])}
			pairs, ps = append(pairs, p), append(ps, p.P)
		}
	}
	for i, p := range Holm(ps) {
		pairs[i].Corrected = p
	}
	return pairs
}

// clusteredRate is a rate, worth so many independent trials; its centre is that with a win and a loss added to it.
type clusteredRate struct {
	share, centre, all, worth float64
	clusters                  int
	parts                     []Part
}

func newClusteredRate(parts []Part) clusteredRate {
	r := clusteredRate{parts: parts}
	won, squares := 0.0, 0.0
	for _, p := range parts {
		won, r.all, squares = won+p.Of, r.all+p.All, squares+p.All*p.All
		if p.All > 0 {
			r.clusters++
		}
	}
	if r.all == 0 {
		return r
	}
	r.share = won / r.all
	r.worth = r.all * r.all / squares
	r.centre = (r.share*r.worth + 1) / (r.worth + 2)
	return r
}

// leastVariance is how much of the two rates' variance their difference has at least, however often both won the same games.
const leastVariance = 0.1

// apart is the variance of the difference if the rates are these; added is how often a win and a loss were added to each.
func (r *clusteredRate) apart(other *clusteredRate, own, others, added float64) float64 {
	both := own*(1-own)/(r.worth+2*added) + others*(1-others)/(other.worth+2*added)
	together := 0.0
	for g, p := range r.parts {
		together += (p.Of - own*p.All) * (other.parts[g].Of - others*other.parts[g].All)
	}
	return max(both-2*together/(r.all*other.all), leastVariance*both)
}

func (r *clusteredRate) less(other *clusteredRate) Comparison {
	n := min(r.clusters, other.clusters)
	if n == 0 {
		return Comparison{Difference: undefined(0, "no games"), P: math.NaN(), Method: "no games"}
	}
	c := Comparison{Difference: Estimate{Value: r.share - other.share, N: n}, Method: "difference of rates"}
	centre, half := r.centre-other.centre, z95*math.Sqrt(r.apart(other, r.centre, other.centre, 1))
	c.Difference.Low, c.Difference.High = max(-1, min(c.Difference.Value, centre-half)), min(1, max(c.Difference.Value, centre+half))
	// If they do not differ they have one rate.
	pool := (r.share*r.worth + other.share*other.worth) / (r.worth + other.worth)
	c.P = 1
	if variance := r.apart(other, pool, pool, 0); variance > 0 {
		c.P = math.Erfc(math.Abs(c.Difference.Value) / math.Sqrt(2*variance))
	}
	if n < fewTrials {
		c.Difference.Warnings = append(c.Difference.Warnings, "only "+games(n))
	}
	return c
}
