package versus

import (
	"math"

	"wolfden/internal/stats"
)

// JSON is the table for machines. Differences are fractions; what is not known is null.
type JSON struct {
	Pairs  []Pair  `json:"pairs,omitempty"`  // the clearest first
	Met    []Met   `json:"met,omitempty"`    // on different sides
	Cycles *Cycles `json:"cycles,omitempty"` // none where no three met
}

// Pair is a difference, the first less the second.
type Pair struct {
	First      string         `json:"first"`
	Second     string         `json:"second"`
	Difference stats.Estimate `json:"difference"`
	P          *float64       `json:"p"`
	Corrected  *float64       `json:"p_holm"`
}

// Met is how often one won of the games against another.
type Met struct {
	Entry   string `json:"entry"`
	Against string `json:"against"`
	Wins    int    `json:"wins"`
	Games   int    `json:"games"`
}

// Cycles is how many triples beat each other in a circle.
type Cycles struct {
	Circular int      `json:"circular"`
	Triples  int      `json:"triples"`
	Expected float64  `json:"expected"`
	P        *float64 `json:"p"`
}

// JSON is the table for machines.
func (t *Table) JSON() (all JSON) {
	for _, p := range t.Clearest() {
		all.Pairs = append(all.Pairs, Pair{t.Names[p.First], t.Names[p.Second], p.Difference, known(p.P), known(p.Corrected)})
	}
	for i, won := range t.Met.Won {
		for j, n := range won {
			if i != j {
				all.Met = append(all.Met, Met{t.Names[i], t.Names[j], n, n + t.Met.Won[j][i]})
			}
		}
	}
	if t.Triples > 0 {
		all.Cycles = &Cycles{t.Circular, t.Triples, t.Expected, known(t.P)}
	}
	return all
}

// known is a figure, nil where it is not defined.
func known(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
