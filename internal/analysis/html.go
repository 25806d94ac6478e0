package analysis

import (
	"fmt"
	"io"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/sheet"
)

// WriteHTML writes the summary as one page with a plot for every share. It needs nothing from outside and runs no
// script.
func WriteHTML(w io.Writer, games []*Game, by By, warnings []string) error {
	groups := Summarize(games, by)
	page := sheet.Page{Title: "What players did", Lead: fmt.Sprintf("%d games, by %s.", len(games), by)}
	note := ""
	for i := range shares {
		s := &shares[i]
		if n := len(page.Sections); n == 0 || page.Sections[n-1].Title != s.Theme {
			page.Sections = append(page.Sections, sheet.Section{Title: s.Theme})
			one := habits(groups, by, s.Theme)
			if one.Title, note, one.Note = "", one.Note, ""; len(one.Lines) > 0 { // both stand once on the page
				page.Sections[n].Sheets = []sheet.Sheet{one}
			}
		}
		last := &page.Sections[len(page.Sections)-1]
		last.Terms = append(last.Terms, sheet.Term{Name: strings.ReplaceAll(s.Name, "_", " "), Text: s.Text})
	}
	asked := sheet.Sheet{Title: "Who answered what players asked, and what it took", Keys: []string{by.grouped()}}
	for _, name := range append(chronicle.CallColumns(), "why rules answered") {
		asked.Columns = append(asked.Columns, sheet.Column{Name: name})
	}
	for i := range groups {
		if calls := groups[i].Calls; calls != nil {
			var cells []sheet.Cell
			for _, text := range append(calls.Cells(), calls.Commonest(4)) {
				cells = append(cells, sheet.Text(text))
			}
			asked.Add([]string{groups[i].Name}, cells...)
		}
	}
	if len(asked.Lines) > 0 {
		page.Sections = append(page.Sections, sheet.Section{Title: "Language models", Sheets: []sheet.Sheet{asked}})
	}
	list := sheet.Sheet{
		Keys: []string{"game", "language"}, Columns: []sheet.Column{{Name: "players"}, {Name: "last day"}, {Name: "agreement chains"}, {Name: "longest"}},
	}
	for _, g := range games {
		list.Add([]string{g.ID, g.Lang}, sheet.Count(len(g.Players)), sheet.Count(g.Days), sheet.Count(g.Chains), sheet.Count(g.Longest))
	}
	counted := sheet.Section{Title: "What is counted", Notes: append([]string{note}, warnings...)}
	for _, c := range counts {
		counted.Terms = append(counted.Terms, sheet.Term(c))
	}
	page.Sections = append(page.Sections, sheet.Section{Title: "Games", Sheets: []sheet.Sheet{list}}, counted)
	return page.Write(w)
}
