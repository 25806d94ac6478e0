package versus

import (
	"wolfden/internal/sheet"
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
	P          sheet.Cell     `json:"p"`
	Corrected  sheet.Cell     `json:"p_holm"`
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
	Circular int        `json:"circular"`
	Triples  int        `json:"triples"`
	Expected float64    `json:"expected"`
	P        sheet.Cell `json:"p"`
}

// JSON is the table for machines.
func (t *Table) JSON() (all JSON) {
	for _, p := range t.Clearest() {
		all.Pairs = append(all.Pairs, Pair{t.Names[p.First], t.Names[p.Second], p.Difference, sheet.Number(p.P), sheet.Number(p.Corrected)})
	}
	for i, won := range t.Met.Won {
		for j, n := range won {
			if i != j {
				all.Met = append(all.Met, Met{t.Names[i], t.Names[j], n, n + t.Met.Won[j][i]})
			}
		}
	}
	if t.Triples > 0 {
		all.Cycles = &Cycles{t.Circular, t.Triples, t.Expected, sheet.Number(t.P)}
	}
	return all
}

// Rate is how often somebody won.
type Rate struct {
	Wins     int        `json:"wins"`
	Games    int        `json:"games"`
	Value    sheet.Cell `json:"value"`
	Low      sheet.Cell `json:"low"`
	High     sheet.Cell `json:"high"`
	N        int        `json:"n"` // the games, as every figure has them
	Warnings []string   `json:"warnings,omitempty"`
}

// RateOf is a rate with what to know of it, "" for nothing.
func RateOf(r stats.Rate, warning string) Rate {
	e := r.Estimate()
	rate := Rate{Wins: r.Successes, Games: r.Trials, Value: sheet.Number(e.Value), Low: sheet.Number(e.Low), High: sheet.Number(e.High), N: r.Trials}
	if warning != "" {
		rate.Warnings = []string{warning}
	}
	return rate
}
