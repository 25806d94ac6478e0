package score

import (
	"fmt"
	"io"

	"wolfden/internal/sheet"
)

// WriteHTML writes the report as one page, which needs nothing from
// outside and runs no script.
func (r *Report) WriteHTML(w io.Writer) error {
	page := sheet.Page{Title: "Who won how often"}
	if r.Games > 0 {
		page.Lead = fmt.Sprintf("%d games, %d with a winner.", r.Games, r.Counted)
	}
	for i := range r.Tables {
		t := &r.Tables[i]
		page.Sections = append(page.Sections, sheet.Section{Title: t.title(), Sheets: t.shown(), Notes: append(t.pairNotes(), t.Warnings...)})
		for j := range t.Effects {
			e := &t.Effects[j]
			page.Sections = append(page.Sections, sheet.Section{Sheets: []sheet.Sheet{e.sheet()}, Notes: e.Warnings})
		}
	}
	page.Sections = append(page.Sections, sheet.Section{Notes: r.notes()})
	return page.Write(w)
}

// sheet has a line for every group.
func (e *Effect) sheet() sheet.Sheet {
	s := sheet.Sheet{
		Title: "Won by " + e.Of, Keys: []string{e.Of}, Columns: []sheet.Column{{Name: "games"}, {Name: "won", Unit: sheet.Percent}},
	}
	for _, g := range e.Groups {
		s.Add([]string{g.Label}, sheet.Count(g.Rate.Trials), sheet.Share(g.Rate))
	}
	return s
}
