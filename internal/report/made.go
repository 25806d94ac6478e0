package report

import (
	"cmp"

	"wolfden/internal/chronicle"
	"wolfden/internal/origin"
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

// players has a line for everything that sat in the seats of an entry.
func (r *Report) players() Sheet {
	s := Sheet{
		Name: "players", Title: "What the entries were", Keys: []string{"run", "entry", "player", "lang", "models"},
		Note:    "As the records say. Prompts and settings are hashes: the same where a model was asked the same in the same way.",
		Columns: []Column{{"prompts", ""}, {"settings", ""}, {"seats", ""}},
	}
	for _, made := range r.Made {
		for _, one := range made.Origin.Seated() {
			s.Lines = append(s.Lines, Line{
				[]string{made.Run, one.Entry, one.Player, cmp.Or(one.Lang, "not told"), cmp.Or(one.Models, "none")},
				[]Cell{text(cmp.Or(one.Prompts, "-")), text(cmp.Or(one.Settings, "-")), count(one.Seats)},
			})
		}
	}
	s.sort()
	return s
}

// comments are what the runs were made by, each in a line.
func (r *Report) comments() (lines []string) {
	for _, made := range r.Made {
		lines = append(lines, chronicle.Label(made.Run)+": "+made.Line)
	}
	return lines
}
