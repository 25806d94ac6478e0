package report

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"strings"

	"wolfden/internal/analysis"
	"wolfden/internal/english"
	"wolfden/internal/sheet"
)

// html is the page. It needs nothing from outside and runs no script; drawn has the charts as SVG, by name.
func (r *Report) html(drawn map[string]string) ([]byte, error) {
	p := sheet.Page{Title: "Report on " + english.Count(len(r.Runs), "run"), Lead: strings.Join(r.Runs, ", ") + ".", Notes: r.comments(), Undrawn: true}
	if r.Home != "" {
		p.Back = &sheet.Link{Name: r.Runs[0], Address: r.Home}
	}
	if len(r.Warnings) > 0 {
		p.Sections = []sheet.Section{{Title: "To know before quoting", Notes: r.Warnings}}
	}
	for _, whole := range r.Sheets {
		one := read(whole)
		s := sheet.Section{ID: one.Name, Title: one.Title, Lead: one.Note, Files: files("tables/"+one.Name, "CSV", "csv", "LaTeX", "tex"), Href: r.href}
		for _, c := range r.Charts {
			if c.Sheet == one.Name {
				// An image runs no script, whatever names stand in it.
				source := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(drawn[c.Name]))
				s.Pictures = append(s.Pictures, sheet.Picture{Title: c.Title, Source: template.URL(source), Files: files("charts/"+c.Name, "SVG", "svg", "PNG", "png")}) // base64 of our own drawing
			}
		}
		one.Title, one.Note = "", "" // they are the section's
		s.Sheets = []sheet.Sheet{one}
		p.Sections = append(p.Sections, s)
	}
	var b bytes.Buffer
	err := p.Write(&b)
	return b.Bytes(), err
}

// files are those of one path with several endings, each behind its name.
func files(path string, names ...string) (all []sheet.Link) {
	for i := 0; i < len(names); i += 2 {
		all = append(all, sheet.Link{Name: names[i], Address: path + "." + names[i+1]})
	}
	return all
}

// href is where a key leads to: the name of a game to its page.
func (r *Report) href(s *sheet.Sheet, line, key int) string {
	if s.Keys[key] != analysis.ExampleGame {
		return ""
	}
	return r.Replays[momentOf(s, s.Lines[line].Keys)]
}
