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
// where it had no part. The intervals hold each by itself; Corrected holds for all pairs at once.
func ComparePairs(values [][]float64, seed uint64) (pairs []Pair) {
	var ps []float64
	for i := range values {
		for j := i + 1; j < len(values); j++ {
			var a, b []float64
			for k := range values[i] {
				if finite(values[i][k]) && finite(values[j][k]) {
					a, b = append(a, values[i][k]), append(b, values[j][k])
				}
			}
			p := Pair{First: i, Second: j, Comparison: compareMany(a, b, seed)}
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
	if e := standardError(differences); e > 0 {
		c.P = 2 * distuv.StudentsT{Sigma: 1, Nu: float64(len(a) - 1)}.Survival(math.Abs(c.Difference.Value)/e)
	}
	return c
}
