package report

import (
	"cmp"

	"wolfden/internal/chronicle"
	"wolfden/internal/origin"
	"wolfden/internal/sheet"
)

// made notes what a run was made by, and warns of games in it that were not made alike.
func (r *Report) made(run *Run) {
	var made origin.Origin
	for _, g := range run.Games {
		made.Add(&g.Summary)
	}
	for _, warning := range made.Warnings() {
		r.Warnings = append(r.Warnings, run.Name+": "+warning)
	}
	if line := made.Line(); line != "" {
		r.Made = append(r.Made, Made{run.Name, line, &made})
	}
}

// conditions is what sets the runs apart, in words: their plans' hashes tell nobody.
func (r *Report) conditions() sheet.Sheet {
	s := sheet.Sheet{
		Name: "conditions", Title: "What sets the runs apart", Keys: []string{"what"},
		Note: "Rules, versions, and what the entries were, as far as records say; of prompts and settings hashes. Plans and seeds are left out.",
	}
	var origins []*origin.Origin
	for _, made := range r.Made {
		s.Columns, origins = append(s.Columns, sheet.Column{Name: made.Run}), append(origins, made.Origin)
	}
	if len(origins) < 2 {
		return s
	}
	for _, c := range origin.Conditions(origins) {
		var cells []sheet.Cell
		for _, was := range c.Was {
			cells = append(cells, sheet.Text(was))
		}
		s.Add([]string{c.What}, cells...)
	}
	return s
}

// players has a line for everything that sat in the seats of an entry.
func (r *Report) players() sheet.Sheet {
	s := sheet.Sheet{
		Name: "players", Title: "What the entries were", Keys: []string{"run", "entry", "player", "lang", "models"},
		Note:    "As the records say. Prompts and settings are hashes: the same where a model was asked the same in the same way.",
		Columns: []sheet.Column{{Name: "prompts"}, {Name: "settings"}, {Name: "seats"}},
	}
	for _, made := range r.Made {
		for _, one := range made.Origin.Seated() {
			s.Add([]string{made.Run, one.Entry, one.Player, cmp.Or(one.Lang, "not told"), cmp.Or(one.Models, "none")},
				sheet.Text(cmp.Or(one.Prompts, "-")), sheet.Text(cmp.Or(one.Settings, "-")), sheet.Count(one.Seats))
		}
	}
	sorted(&s)
	return s
}

// comments are what the runs were made by, each in a line.
func (r *Report) comments() (lines []string) {
	for _, made := range r.Made {
		lines = append(lines, chronicle.Label(made.Run)+": "+made.Line)
	}
	return lines
}
