package agreement

import (
	"fmt"
	"strings"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// ByLot is the name of the last column of a sheet: whether nothing tells the agreement of a line from that of raters who draw lots.
const ByLot = "as by lot"

// LotCell is the cell of that column by a figure which is 0 by chance: its interval holds 0, or lies below it.
func LotCell(e stats.Estimate) sheet.Cell {
	if e.Low <= 0 {
		return sheet.As("yes", true)
	}
	return sheet.As("no", false)
}

// Columns are those of counts, then those of coefficients.
func Columns(counts []string, coefficients ...string) (all []sheet.Column) {
	for _, name := range counts {
		all = append(all, sheet.Column{Name: name})
	}
	for _, name := range coefficients {
		all = append(all, sheet.Column{Name: name, Unit: sheet.Agreement})
	}
	return all
}

// PairSheet has the pairs, and by which figures the two are similar.
func (t *Table) PairSheet(reference string) sheet.Sheet {
	var bounds []string
	for _, l := range Likenesses() {
		sign := "at least"
		if l.Most {
			sign = "at most"
		}
		bounds = append(bounds, fmt.Sprintf("%s %s %g", strings.ReplaceAll(l.Name, "_", " "), sign, l.Bound))
	}
	s := sheet.Sheet{
		Name: "agreement", Title: fmt.Sprintf("agreement with %s over %d teams, with 95%% intervals", reference, len(t.Teams)), Keys: []string{"criterion", "rater"},
		Note:    "similar, as Harada and Kano (2025, table 3) have it: " + strings.Join(bounds, ", "),
		Columns: append(Columns([]string{"teams"}, "pearson", "spearman", "kendall", "cosine", "mean abs diff", "kendall b", "alpha"), sheet.Column{Name: "similar"}),
	}
	for _, p := range t.Pairs(reference) {
		cells := []sheet.Cell{sheet.Count(p.Teams)}
		for _, e := range []stats.Estimate{p.Pearson, p.Spearman, p.Kendall, p.Cosine, p.MeanAbsDiff, p.KendallB, p.Alpha} {
			cells = append(cells, sheet.Figure(e.Of("teams")))
		}
		similar := append([]string{}, p.Similar()...)
		text := fmt.Sprintf("%d of %d  %s", len(similar), len(bounds), strings.Join(similar, ", "))
		s.Add([]string{p.Criterion, p.Rater}, append(cells, sheet.As(text, similar))...)
	}
	return s
}

// WholeSheet has Krippendorff's alpha of several raters.
func (t *Table) WholeSheet() sheet.Sheet {
	s := sheet.Sheet{
		Name: "alpha", Title: "Krippendorff's alpha of several raters; nobody is in it twice", Keys: []string{"criterion", "among"},
		Columns: append(Columns([]string{"raters", "teams"}, "interval", "ordinal"), sheet.Column{Name: ByLot}),
	}
	for _, w := range t.Wholes() {
		s.Add([]string{w.Criterion, w.Among}, sheet.Count(w.Raters), sheet.Count(w.Interval.N), sheet.Figure(w.Interval.Of("teams")), sheet.Figure(w.Ordinal.Of("teams")), LotCell(w.Interval))
	}
	return s
}
