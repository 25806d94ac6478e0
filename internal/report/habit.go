package report

import (
	"wolfden/internal/analysis"
	"wolfden/internal/sheet"
)

// habits are the shares of package analysis. Those of which no entry had a case are left out.
func habits(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "habits", Title: "What players did", Keys: []string{"run", "share", "entry"},
		Note: "docs/analysis.md defines each. Understood by rules, which miss some: compare entries, not studies. " +
			"95% intervals rest on games. Chance is the share that chance would give, where that is known.",
		Columns: []sheet.Column{{Name: "part"}, {Name: "whole"}, {Name: "of the whole", Unit: sheet.Percent}, {Name: "chance", Unit: sheet.Percent}},
	}
	for _, c := range all {
		for _, g := range analysis.Summarize(c.Run.Games, analysis.ByTeam) {
			for i, of := range analysis.Shares() {
				r := g.Rates[i]
				if r.Trials == 0 {
					continue
				}
				chance := sheet.Text("-")
				if r.Chance >= 0 {
					chance = sheet.Number(r.Chance)
				}
				s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, of.Name, g.Name}, Cells: []sheet.Cell{sheet.Count(r.Successes), sheet.Count(r.Trials), sheet.Share(r.Rate), chance}})
			}
		}
	}
	sorted(&s)
	return s
}

// slips are what the critic found.
func slips(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "slips", Title: "What players said that does not hold together", Keys: []string{"run", "kind", "entry"},
		Note:    "docs/critic.md defines each kind and says how often the critic is right. Of turns with words, or of questions by name.",
		Columns: []sheet.Column{{Name: "found"}, {Name: "of"}, {Name: "unit"}, {Name: "share", Unit: sheet.Percent}},
	}
	for _, c := range all {
		for _, g := range analysis.Slips(c.Run.Games, analysis.ByTeam) {
			if g.Of > 0 {
				s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, g.Kind, g.Name}, Cells: []sheet.Cell{sheet.Count(g.Found), sheet.Count(g.Of), sheet.Text(g.Unit), sheet.Share(g.Share())}})
			}
		}
	}
	sorted(&s)
	return s
}
