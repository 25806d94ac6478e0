package report

import (
	"wolfden/internal/analysis"
)

// habits are the shares of package analysis. Those of which no entry had a case are left out.
func habits(all []counted) Sheet {
	s := Sheet{
		Name: "habits", Title: "What players did", Keys: []string{"run", "share", "entry"},
		Note: "docs/analysis.md defines each. Understood by rules, which miss some: compare entries, not studies. " +
			"95% intervals rest on games. Chance is the share that chance would give, where that is known.",
		Columns: []Column{{"part", ""}, {"whole", ""}, {"of the whole", Share}, {"chance", Share}},
	}
	for _, c := range all {
		for _, g := range analysis.Summarize(c.Run.Games, analysis.ByTeam) {
			for i, of := range analysis.Shares() {
				r := g.Rates[i]
				if r.Trials == 0 {
					continue
				}
				chance := text("-")
				if r.Chance >= 0 {
					chance = number(r.Chance)
				}
				s.Lines = append(s.Lines, Line{[]string{c.Name, of.Name, g.Name}, []Cell{count(r.Successes), count(r.Trials), share(r.Rate), chance}})
			}
		}
	}
	s.sort()
	return s
}

// slips are what the critic found.
func slips(all []counted) Sheet {
	s := Sheet{
		Name: "slips", Title: "What players said that does not hold together", Keys: []string{"run", "kind", "entry"},
		Note:    "docs/critic.md defines each kind and says how often the critic is right. Of turns with words, or of questions by name.",
		Columns: []Column{{"found", ""}, {"of", ""}, {"unit", ""}, {"share", Share}},
	}
	for _, c := range all {
		for _, g := range analysis.Slips(c.Run.Games, analysis.ByTeam) {
			if g.Of > 0 {
				s.Lines = append(s.Lines, Line{[]string{c.Name, g.Kind, g.Name}, []Cell{count(g.Found), count(g.Of), text(g.Unit), share(g.Share())}})
			}
		}
	}
	s.sort()
	return s
}
