package score

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
)

//go:embed report.html
var page string

// WriteHTML writes the report as one page with plots, which needs nothing from
// outside and runs no script.
func (r *Report) WriteHTML(w io.Writer) error {
	parsed, err := template.New("report").Parse(page)
	if err != nil {
		return fmt.Errorf("score: the page's template: %w", err)
	}
	return parsed.Execute(w, struct {
		*Report
		Sections []section
		Notes    []string
	}{r, r.sections(), r.notes()})
}

// section is a table as the page shows it.
type section struct {
	Title    string
	Sheets   []sheet.Sheet
	Plots    []plot
	Effects  []effectPlot
	Warnings []string
}

type effectPlot struct {
	Of, P, All string
	Plot       plot
	Warnings   []string
}

func (r *Report) sections() (sections []section) {
	for i := range r.Tables {
		t := &r.Tables[i]
		s := section{Title: t.title(), Sheets: t.shown(), Warnings: append(t.pairNotes(), t.Warnings...)}
		s.Plots = append(s.Plots, t.plotRates())
		if t.rated() {
			s.Plots = append(s.Plots, t.plotStrengths())
		}
		for _, e := range t.Effects {
			s.Effects = append(s.Effects, effectPlot{e.Of, versus.Chance(e.P), versus.Chance(e.Corrected), e.plot(), e.Warnings})
		}
		sections = append(sections, s)
	}
	return sections
}

func (t *Table) plotRates() plot {
	p := newPlot("Win rate, macro, %", 0, 100, 25)
	for i := range t.Rows {
		p.add(t.Rows[i].name(), t.Rows[i].Macro)
	}
	return p.done(50)
}

func (t *Table) plotStrengths() plot {
	reach := 0.5
	for i := range t.Rows {
		o := t.Rows[i].Strength.Overall
		for _, v := range []float64{-o.Low, o.High} {
			// NaN is never greater.
			if v > reach {
				reach = v
			}
		}
	}
	reach = math.Ceil(2*reach) / 2
	p := newPlot("Strength, log-odds that a player adds", -reach, reach, reach/2)
	for i := range t.Rows {
		p.add(t.Rows[i].Team, t.Rows[i].Strength.Overall)
	}
	return p.done(0)
}

func (e *Effect) plot() plot {
	p := newPlot("Win rate by "+e.Of+", %", 0, 100, 25)
	for _, g := range e.Groups {
		p.add(g.Label, stats.Estimate{Value: 100 * g.Rate.Share(), Low: 100 * g.Rate.Low, High: 100 * g.Rate.High})
	}
	return p.done(50)
}
