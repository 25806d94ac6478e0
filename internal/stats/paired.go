package stats

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Comparison is the difference between two players, with a test against no difference.
type Comparison struct {
	// Difference is that of the first less the second. N counts pairs.
	Difference Estimate
	P          float64 // two-sided; NaN where there is nothing to test
	Method     string  // how P was found, for people
}

const (
	// exactSigns is the largest number of pairs for which every assignment of
	// signs is looked at.
	exactSigns = 16
	signDraws  = 20_000
)

// ComparePaired compares values that come in pairs, such as what two players did with the same deal. The
// interval is Student's for the differences. P is Fisher's test over all ways to swap within pairs (1935), or
// over draws of them from the seed if there are too many. Pairs without a value on one side are left out.
func ComparePaired(a, b []float64, seed uint64) Comparison {
	x, y, warnings := complete(a, b)
	differences := make([]float64, len(x))
	for i := range x {
		differences[i] = x[i] - y[i]
	}
	c := Comparison{Difference: Mean(differences), P: math.NaN(), Method: "no pairs"}
	c.Difference.Warnings = append(warnings, c.Difference.Warnings...)
	switch n := len(differences); {
	case n == 0:
	case n <= exactSigns:
		c.P, c.Method = everySign(differences), "permutation test, exact"
	default:
		c.P, c.Method = drawnSigns(differences, seed), fmt.Sprintf("permutation test, %d draws", signDraws)
	}
	return c
}

// everySign returns the share of all assignments of signs whose sum is at least as far from zero. A Gray code
// changes one sign at a time.
func everySign(differences []float64) float64 {
	sum, size := 0.0, 0.0
	signs := make([]float64, len(differences))
	for i, d := range differences {
		signs[i] = d
		sum += d
		size += math.Abs(d)
	}
	seen := math.Abs(sum) - 1e-9*size
	all, extreme := 1<<len(differences), 1
	for k := 1; k < all; k++ {
		i := bits.TrailingZeros(uint(k))
		signs[i] = -signs[i]
		sum += 2 * signs[i]
		if math.Abs(sum) >= seen {
			extreme++
		}
	}
	return float64(extreme) / float64(all)
}

// drawnSigns estimates the same share; the observed assignment counts as one
// of the draws, so that P is never 0.
func drawnSigns(differences []float64, seed uint64) float64 {
	random := rand.New(rand.NewPCG(seed, 1))
	observed, size := 0.0, 0.0
	for _, d := range differences {
		observed += d
		size += math.Abs(d)
	}
	seen := math.Abs(observed) - 1e-9*size
	extreme := 1
	for range signDraws {
		sum := 0.0
		var word uint64
		for i, d := range differences {
			if i%64 == 0 {
				word = random.Uint64()
			}
			if word&1 == 0 {
				d = -d
			}
			word >>= 1
			sum += d
		}
		if math.Abs(sum) >= seen {
			extreme++
		}
	}
	return float64(extreme) / float64(signDraws+1)
}

// McNemar compares the success rates of two players in the same trials, from how often both succeeded, only
// the first, only the second, and neither. P is the mid-P of McNemar's test, the interval that of Bonett and
// Price (2012), both as Fagerland, Lydersen and Laake (2014) recommend. No count may be negative.
func McNemar(both, onlyFirst, onlySecond, neither int) Comparison {
	n := both + onlyFirst + onlySecond + neither
	if min(both, onlyFirst, onlySecond, neither) < 0 || n == 0 {
		return Comparison{Difference: undefined(0, "no pairs"), P: math.NaN(), Method: "no pairs"}
	}
	c := Comparison{Method: "McNemar, mid-P", P: midP(onlyFirst, onlyFirst+onlySecond)}
	first, second := float64(onlyFirst+1)/float64(n+2), float64(onlySecond+1)/float64(n+2)
	centre := first - second
	half := z95 * math.Sqrt((first+second-centre*centre)/float64(n+2))
	c.Difference = Estimate{
		Value: float64(onlyFirst-onlySecond) / float64(n),
		Low:   math.Max(-1, centre-half), High: math.Min(1, centre+half), N: n,
	}
	if d := onlyFirst + onlySecond; d < fewPairs {
		c.Difference.Warnings = append(c.Difference.Warnings, fmt.Sprintf("only %d pairs differ", d))
	}
	return c
}

// midP returns the two-sided mid-P of k out of n when both outcomes are equally likely: half the probability
// of k, plus that of everything further out.
func midP(k, n int) float64 {
	if n == 0 || 2*k == n {
		return 1
	}
	coin := distuv.Binomial{N: float64(n), P: 0.5}
	k = min(k, n-k)
	return 2*coin.CDF(float64(k)) - coin.Prob(float64(k))
}

// Pairs counts pairs: in so many of all something happened only in the first of two ways, in so many only in the second.
type Pairs struct{ More, Fewer, All int }

// Paired is how much more often something happens in one of two ways than in the other, from pairs: in so many of them it happened
// only in the first way, in so many only in the second. The interval is the adjusted one of Bonett and Price (2012). It has a width
// also where no pair differs, and ends at -1 and 1.
func Paired(more, fewer, pairs int) Estimate { return PairedSum([]Pairs{{more, fewer, pairs}}) }

// PairedSum is the sum of what Paired is of each of several sets of pairs that do not depend on each other; sets without a pair are left
// out. The interval is that of Bonett and Price with their two pairs shared among all sets: if each had two of its own, the sum of many
// would be much too wide.
func PairedSum(sets []Pairs) (sum Estimate) {
	sets = slices.DeleteFunc(slices.Clone(sets), func(s Pairs) bool { return s.All == 0 })
	if len(sets) == 0 {
		return undefined(0, "no pairs")
	}
	number := float64(len(sets))
	share := 1 / number
	centre, variance := 0.0, 0.0
	for _, s := range sets {
		n := float64(s.All)
		p, q := (float64(s.More)+share)/(n+2*share), (float64(s.Fewer)+share)/(n+2*share)
		sum.Value += float64(s.More-s.Fewer) / n
		sum.N += s.All
		centre += p - q
		// The mean of each set takes a pair of it away, but for the one that Bonett and Price have not taken away either.
		variance += (p + q - (p-q)*(p-q)) / max(n+2*share-(1-share), 1)
	}
	half := z95 * math.Sqrt(variance)
	sum.Low, sum.High = max(-number, min(centre-half, sum.Value)), min(number, max(centre+half, sum.Value))
	return sum
}
