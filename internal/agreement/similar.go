package agreement

import "wolfden/internal/stats"

// Likeness is a figure by which Harada and Kano (2025, table 3) take two raters for similar.
type Likeness struct {
	Name  string // of the figure, as in JSON
	Bound float64
	Most  bool // the figure may be the bound at most, else at least
	of    func(*Pair) stats.Estimate
}

// Likenesses are all of them, in the order of the paper. The table is the caller's.
func Likenesses() []Likeness {
	return []Likeness{
		{"pearson", 0.7, false, func(p *Pair) stats.Estimate { return p.Pearson }},
		{"spearman", 0.7, false, func(p *Pair) stats.Estimate { return p.Spearman }},
		{"kendall", 0.6, false, func(p *Pair) stats.Estimate { return p.Kendall }},
		{"cosine", 0.8, false, func(p *Pair) stats.Estimate { return p.Cosine }},
		{"mean_abs_diff", 0.5, true, func(p *Pair) stats.Estimate { return p.MeanAbsDiff }},
	}
}

// Similar returns the names of the figures by which the two are similar, as the paper has it: by the figure alone, whatever its interval.
func (p *Pair) Similar() (names []string) {
	for _, l := range Likenesses() {
		switch v := l.of(p).Value; {
		case l.Most && v <= l.Bound, !l.Most && v >= l.Bound: // what is no number is neither
			names = append(names, l.Name)
		}
	}
	return names
}
