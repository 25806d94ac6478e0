package sheet

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
)

//go:embed page.html
var page string

// Style is how pages look that nobody serves, by day and by night: every colour has a name in it.
//
//go:embed page.css
var Style template.CSS

// Page is a page of sheets, which needs nothing from outside and runs no script.
type Page struct {
	Title, Lead string
	Back        *Link // to where the page belongs, nil for nowhere
	Notes       []string
	Undrawn     bool // a figure with an interval is text alone, not drawn below it, too
	Sections    []Section
}

// Section is sheets that belong together. What is empty is left out.
type Section struct {
	ID, Title, Lead string // a section with an ID stands in the contents
	Files           []Link // that have the same
	Pictures        []Picture
	Sheets          []Sheet
	Terms           []Term
	Notes           []string
	// Href is where a key of a line leads to, "" for nowhere; nil where none leads anywhere.
	Href func(s *Sheet, line, key int) string
}

// Link is a name that leads to an address.
type Link struct{ Name, Address string }

// Picture is a drawing that stands above the sheets, with the files that it is in.
type Picture struct {
	Title  string
	Source template.URL // of the drawing itself
	Files  []Link
}

// Contents are the sections that are listed.
func (p *Page) Contents() []Section {
	return slices.DeleteFunc(slices.Clone(p.Sections), func(s Section) bool { return s.ID == "" })
}

// To is where a key of a line leads to, "" for nowhere.
func (s *Section) To(one Sheet, line, key int) string {
	if s.Href == nil {
		return ""
	}
	return s.Href(&one, line, key)
}

// Term is a word and what it stands for.
type Term struct {
	Name, Text string
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	parsed, err := template.New("page").Funcs(template.FuncMap{"style": func() template.CSS { return Style }}).Parse(page)
	if err != nil {
		return fmt.Errorf("the page's template: %w", err)
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
