package report

import (
	"wolfden/internal/score"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// byRole has the strengths of every entry in every role.
func byRole(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "strengths", Title: "Strengths by role", Keys: []string{"run", "setup", "entry"},
		Note: "What a player adds to the log-odds of its side, compared with the mean of the entries in the role. A role that was seldom " +
			"played has about the strength of its side.",
	}
	names := roleNames(all)
	for _, name := range names {
		s.Columns = append(s.Columns, sheet.Column{Name: name, Unit: sheet.LogOdds})
	}
	lines(&s, all, func(t *score.Table, r *score.Row) (cells []sheet.Cell) {
		if r.Strength == nil || r.Strength.Role == nil {
			return nil
		}
		for _, name := range names {
			cell := sheet.Text("-")
			if role, err := t.Known.Parse(name); err == nil && int(role) < len(r.Strength.Role) {
				cell = sheet.Figure(r.Strength.Role[role])
			}
			cells = append(cells, cell)
		}
		return cells
	})
	return s
}

// pairsOfEntries compares the entries of every run with each other.
func pairsOfEntries(all []counted) sheet.Sheet {
	s := sheet.Sheet{
		Name: "pairs", Title: "Pairs of entries", Keys: []string{"run", "setup", "first", "second"},
		Note: "Wins of all seats of the first less those of the second: by rounds of a plan in which both had the same roles, where " +
			"there are such rounds, else by all games, with luck in roles and company in them. P for all is corrected for all pairs of " +
			"the run and setup by Holm's method. The last columns are the games in which the two were on different sides.",
		Columns: []sheet.Column{{Name: "difference", Unit: sheet.Percent}, {Name: "rounds"}, {Name: "P", Unit: sheet.Probability}, {Name: "P for all", Unit: sheet.Probability}, {Name: "first won"}, {Name: "met"}},
	}
	for _, c := range all {
		for i := range c.Tables {
			t := &c.Tables[i]
			for _, p := range t.Pairs.All {
				s.Lines = append(s.Lines, sheet.Line{Keys: []string{c.Name, t.Name(), t.Pairs.Names[p.First], t.Pairs.Names[p.Second]}, Cells: pairCells(t, p)})
			}
		}
	}
	sorted(&s)
	return s
}

func pairCells(t *score.Table, p stats.Pair) []sheet.Cell {
	rounds := sheet.Text("-")
	if t.Paired > 0 {
		rounds = sheet.Count(p.Difference.N)
	}
	won, lost := t.Pairs.Met.Won[p.First][p.Second], t.Pairs.Met.Won[p.Second][p.First]
	return []sheet.Cell{sheet.Figure(p.Difference), rounds, sheet.Number(p.P), sheet.Number(p.Corrected), sheet.Count(won), sheet.Count(won + lost)}
}
