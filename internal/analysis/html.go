package analysis

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"wolfden/internal/chronicle"
)

//go:embed page.html
var page string

// theme is a table of the page.
type theme struct {
	Title  string
	Shares []Share
	Rows   []htmlRow
}

type htmlRow struct {
	Name  string
	Cells []shown
}

// shown is a rate in a cell, drawn on a scale of plotWidth.
type shown struct {
	Text, Of, Chance   string
	X, Low, High, Luck float64
}

// plotWidth is how wide the plot of a cell is.
const plotWidth = 120

// WriteHTML writes the summary as one page with a plot for every figure. It needs nothing from outside and runs no
// script.
func WriteHTML(w io.Writer, games []*Game, by By, warnings []string) error {
	parsed, err := template.New("page").Parse(page)
	if err != nil {
		return fmt.Errorf("analysis: the page's template: %w", err)
	}
	groups := Summarize(games, by)
	return parsed.Execute(w, struct {
		Games    []*Game
		By       By
		Width    int
		Themes   []theme
		Counts   []definition
		Columns  []string // of what groups asked of models
		Asked    []Group  // those that asked
		Warnings []string
	}{games, by, plotWidth, themes(groups), allCounts(), chronicle.CallColumns(), asking(groups), warnings})
}

// asking are the groups that asked a language model.
func asking(groups []Group) (all []Group) {
	for i := range groups {
		if groups[i].Calls != nil {
			all = append(all, groups[i])
		}
	}
	return all
}

func themes(groups []Group) (all []theme) {
	for i := range shares {
		if len(all) == 0 || all[len(all)-1].Title != shares[i].Theme {
			all = append(all, theme{Title: shares[i].Theme})
			for j := range groups {
				all[len(all)-1].Rows = append(all[len(all)-1].Rows, htmlRow{Name: groups[j].Name})
			}
		}
		t := &all[len(all)-1]
		t.Shares = append(t.Shares, shares[i])
		for j := range groups {
			t.Rows[j].Cells = append(t.Rows[j].Cells, draw(groups[j].Rates[i]))
		}
	}
	return all
}

func draw(r Rate) shown {
	if r.Trials == 0 {
		return shown{}
	}
	chance := ""
	if r.Chance >= 0 {
		chance = fmt.Sprintf("%.1f%%", 100*r.Chance)
	}
	return shown{
		Text: fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*r.Share(), 100*r.Low, 100*r.High), Of: fmt.Sprintf("%d of %d", r.Successes, r.Trials), Chance: chance,
		X: plotWidth * r.Share(), Low: plotWidth * r.Low, High: plotWidth * r.High, Luck: plotWidth * r.Chance,
	}
}
