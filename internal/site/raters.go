package site

import (
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/story"
)

// Raters are those who judged games of a division: what they gave its teams, and how far they agree.
type Raters struct {
	Division string // "" where nobody knows; foreign text
	Asked    []Asked
	Tables   []Table
	Notes    []string // in English
	Text     string   // in the place of tables: what another program says of it
}

// Asked is a question that raters were asked.
type Asked struct {
	Letter string
	In     func(lang string) string
}

// Word stands before words of the site, by their keys; all else is shown as it is.
const Word = "\x01site.raters."

// Table is a table of a page.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string
}

// ratersPage tells what raters said.
type ratersPage struct {
	viewer.Frame
	Spoken string // its language
	Raters []Raters
}

func (w *writer) writeRaters() error {
	p := &ratersPage{w.frame(w.pages.T("site.raters"), "", nil), w.pages.Lang(), nil}
	for _, r := range w.o.Raters {
		shown := Raters{Division: chronicle.Label(r.Division), Asked: r.Asked, Notes: r.Notes, Text: story.Show(r.Text)}
		for _, t := range r.Tables {
			show := Table{w.word(t.Title), w.words(t.Head), nil}
			for _, row := range t.Rows {
				show.Rows = append(show.Rows, w.words(row))
			}
			shown.Tables = append(shown.Tables, show)
		}
		p.Raters = append(p.Raters, shown)
	}
	return w.page("raters.html", "site-raters", p)
}

func (w *writer) words(cells []string) (shown []string) {
	for _, cell := range cells {
		shown = append(shown, w.word(cell))
	}
	return shown
}

func (w *writer) word(cell string) string {
	if strings.HasPrefix(cell, Word) {
		return w.pages.T(cell[1:])
	}
	return story.Show(cell)
}
