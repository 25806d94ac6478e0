package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// How weights are learned.
const (
	rounds   = 25   // how often every example is seen
	rate     = 0.3  // of the first steps, which become smaller with what was learned
	shrink   = 0.01 // how strongly weights are drawn to nothing
	seldom   = 4    // clues of fewer examples have no weight
	smallest = 0.05 // smaller weights are not written
)

// weights are those of one act, by clue.
type weights struct {
	bias  float64
	clues []string // sorted
	by    []float64
}

func (w *weights) index(clue string) (int, bool) { return slices.BinarySearch(w.clues, clue) }

// sum is how much an example's clues weigh.
func (w *weights) sum(e *example) float64 {
	sum := w.bias
	for _, c := range e.clues {
		if i, ok := w.index(c); ok {
			sum += w.by[i]
		}
	}
	return sum
}

// more reports whether the weights hear an act that the rules do not.
func (w *weights) more(e *example, act int, limit float64) bool {
	return !e.heard[act] && len(e.clues) > 0 && w.sum(e) > limit
}

// learn learns the weights of an act: a logistic regression, by steps whose length follows from the steps before.
func learn(all []example, act int) *weights {
	w := &weights{clues: common(all)}
	w.by = make([]float64, len(w.clues))
	var sets [][]int
	var meant []float64
	for i := range all {
		e := &all[i]
		if len(e.clues) == 0 {
			continue
		}
		var set []int
		for _, c := range e.clues {
			if k, ok := w.index(c); ok {
				set = append(set, k)
			}
		}
		sets = append(sets, set)
		meant = append(meant, map[bool]float64{true: 1}[e.meant[act]])
	}
	steps := make([]float64, len(w.by)+1) // of the clues, then of the bias
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same order in every run is what is wanted
	for range rounds {
		for _, i := range random.Perm(len(sets)) {
			w.step(sets[i], meant[i], steps)
		}
	}
	return w
}

// step moves the weights a little towards one example.
func (w *weights) step(set []int, meant float64, steps []float64) {
	sum := w.bias
	for _, k := range set {
		sum += w.by[k]
	}
	off := 1/(1+math.Exp(-sum)) - meant
	move := func(weight *float64, step *float64, slope float64) {
		*step += slope * slope
		if *step > 0 {
			*weight -= rate * slope / math.Sqrt(*step)
		}
	}
	move(&w.bias, &steps[len(w.by)], off)
	for _, k := range set {
		move(&w.by[k], &steps[k], off+shrink*w.by[k])
	}
}

// common returns the clues of enough examples, sorted.
func common(all []example) (clues []string) {
	count := map[string]int{}
	for i := range all {
		for _, c := range all[i].clues {
			if count[c]++; count[c] == seldom {
				clues = append(clues, c)
			}
		}
	}
	slices.Sort(clues)
	return clues
}

// text writes the weights as rows of learned.tsv.
func (w *weights) text(act string, limit float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\tlimit\t%.2f\n%s\tbias\t%.2f\n", act, limit, act, w.bias)
	for i, c := range w.clues {
		if math.Abs(w.by[i]) >= smallest {
			fmt.Fprintf(&b, "%s\t%s\t%.2f\n", act, c, w.by[i])
		}
	}
	return b.String()
}
