package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"

	"wolfden/internal/analysis"
	"wolfden/internal/sheet"
)

//go:embed page.html
var page string

// section is a sheet as the page shows it.
type section struct {
	*sheet.Sheet
	Charts  []picture
	replays map[Moment]string
}

// Href is where the cell of a line leads to, "" for nowhere: the name of a game to its page.
func (s section) Href(line, cell int) string {
	if cell >= len(s.Keys) || s.Keys[cell] != analysis.ExampleGame {
		return ""
	}
	return s.replays[momentOf(s.Sheet, s.Lines[line].Keys)]
}

type picture struct {
	Name, Title string
	Source      template.URL // of the drawing itself
}

// html is the page. It needs nothing from outside and runs no script; drawn has the charts as SVG, by name.
func (r *Report) html(drawn map[string]string) ([]byte, error) {
	parsed, err := template.New("report").Parse(page)
	if err != nil {
		return nil, fmt.Errorf("report: the page's template: %w", err)
	}
	var sections []section
	for i := range r.Sheets {
		s := section{Sheet: &r.Sheets[i], replays: r.Replays}
		for _, c := range r.Charts {
			if c.Sheet == s.Name {
				// An image runs no script, whatever names stand in it.
				source := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(drawn[c.Name]))
				s.Charts = append(s.Charts, picture{c.Name, c.Title, template.URL(source)}) // base64 of our own drawing
			}
		}
		sections = append(sections, s)
	}
	var b bytes.Buffer
	err = parsed.Execute(&b, struct {
		*Report
		Sections []section
	}{r, sections})
	return b.Bytes(), err
}
