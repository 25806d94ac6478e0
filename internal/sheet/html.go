package sheet

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
)

//go:embed page.html
var page string

// Page is a page of sheets, which needs nothing from outside and runs no script. A figure with an interval is drawn beside its text.
type Page struct {
	Title, Lead string
	Sections    []Section
}

// Section is sheets that belong together. What is empty is left out.
type Section struct {
	Title  string
	Sheets []Sheet
	Terms  []Term
	Notes  []string
}

// Term is a word and what it stands for.
type Term struct {
	Name, Text string
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	parsed, err := template.New("page").Parse(page)
	if err != nil {
		return fmt.Errorf("sheet: the page's template: %w", err)
	}
	return parsed.Execute(w, p)
}

// Shown is a cell as a page shows it: text, and where there is a Plot, where on its scale of 120 the figure and its bounds are drawn.
type Shown struct {
	Text                  string
	Plot                  bool
	X, Low, High, Against float64
}

// Drawn is the lines as a page shows them.
func (s *Sheet) Drawn() [][]Shown {
	from := make([]float64, len(s.Columns))
	for c := range from {
		from[c] = s.least(c)
	}
	var rows [][]Shown
	for n, texts := range s.Grid() {
		var row []Shown
		for _, text := range texts {
			row = append(row, Shown{Text: text})
		}
		for c, cell := range s.Lines[n].Cells {
			e, unit := cell.figure, s.Columns[c].Unit
			if cell.kind != aFigure || math.IsNaN(e.Value+e.Low+e.High+from[c]) {
				continue
			}
			to := max(1, -from[c])
			x := func(v float64) float64 { return 120 * min(1, max(0, (v-from[c])/(to-from[c]))) }
			against := (from[c] + to) / 2
			if unit == Percent && cell.chance != nil {
				against = *cell.chance
			}
			row[len(s.Keys)+c] = Shown{texts[len(s.Keys)+c], true, x(e.Value), x(e.Low), x(e.High), x(against)}
		}
		rows = append(rows, row)
	}
	return rows
}

// least is where the scale of a column begins: that of shares at 0, of differences and strengths as far below 0 as it ends above, and NaN
// of what has no scale.
func (s *Sheet) least(column int) float64 {
	switch s.Columns[column].Unit {
	case Percent:
		return 0
	case Points:
		return -1
	case LogOdds:
		reach := 1.0
		for _, l := range s.Lines {
			if e, ok := l.Cells[column].Estimate(); ok && !math.IsNaN(e.Low+e.High) {
				reach = max(reach, math.Ceil(max(-e.Low, e.High)))
			}
		}
		return -reach
	default:
		return math.NaN()
	}
}
