package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Labelled is a value that goes with a label, such as a seat.
type Labelled struct {
	Label int // from 0
	Value float64
}

// Effect says whether values differ between labels.
type Effect struct {
	P     float64   // of there being no difference; NaN where there is nothing to test
	Means []float64 // by label, NaN of a label nobody has
	// Warnings are what a reader must know before quoting P.
	Warnings []string
}

const shuffles = 1999

// LabelEffect tests whether the value depends on the label, by the variance between labels. It shuffles the
// labels within every block, so the values of a block may depend on each other as long as chance assigned the
// labels within it. The same seed gives the same P. It leaves out values that are not finite or whose label is
// not below the given number.
func LabelEffect(blocks [][]Labelled, labels int, seed uint64) Effect {
	labels = max(labels, 0)
	e := Effect{P: math.NaN(), Means: make([]float64, labels)}
	counts := make([]float64, labels)
	blocks = usable(blocks, labels)
	work := make([][]int, len(blocks))
	for b, block := range blocks {
		for _, o := range block {
			counts[o.Label]++
			e.Means[o.Label] += o.Value
			work[b] = append(work[b], o.Label)
		}
	}
	few, used, all := 0, 0, 0.0
	for l, n := range counts {
		e.Means[l] /= n
		all += n
		if n > 0 {
			used++
			if n < fewTrials {
				few++
			}
		}
	}
	if used < 2 {
		e.Warnings = append(e.Warnings, "nothing to compare")
		return e
	}
	if few > 0 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("%d of %d have fewer than %d games", few, used, fewTrials))
	}
	e.P = shuffledShare(blocks, work, counts, seed)
	return e
}

func usable(blocks [][]Labelled, labels int) [][]Labelled {
	kept := make([][]Labelled, len(blocks))
	for b, block := range blocks {
		for _, o := range block {
			if o.Label >= 0 && o.Label < labels && finite(o.Value) {
				kept[b] = append(kept[b], o)
			}
		}
	}
	return kept
}

// shuffledShare returns the share of shuffles with at least the observed spread.
func shuffledShare(blocks [][]Labelled, work [][]int, counts []float64, seed uint64) float64 {
	random := rand.New(rand.NewPCG(seed, 2))
	sums := make([]float64, len(counts))
	observed := spread(blocks, work, counts, sums)
	extreme := 1
	for range shuffles {
		for _, labels := range work {
			random.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
		}
		if spread(blocks, work, counts, sums) >= observed-1e-9*math.Abs(observed) {
			extreme++
		}
	}
	return float64(extreme) / (shuffles + 1)
}

// spread returns the sum of squares between labels, without the part that no shuffle changes. sums is working
// memory.
func spread(blocks [][]Labelled, work [][]int, counts, sums []float64) float64 {
	clear(sums)
	for b, block := range blocks {
		for i, label := range work[b] {
			sums[label] += block[i].Value
		}
	}
	total := 0.0
	for l, s := range sums {
		if counts[l] > 0 {
			total += s * s / counts[l]
		}
	}
	return total
}
