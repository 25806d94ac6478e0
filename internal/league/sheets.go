package league

import (
	"slices"
	"strconv"

	"wolfden/internal/sheet"
)

// Sheets are the figures of a table with whole rounds for people: how the entries stand, in each role and, where there are more than two, against
// each other. What may stop early has no pairs.
func (t *Table) Sheets() []sheet.Sheet {
	standing := sheet.Sheet{
		Name: "standing", Title: "Standing", Keys: []string{"place", "entry"}, Note: "Means of whole rounds, in which all entries had the same.",
		Columns: []sheet.Column{{Name: "weighted micro", Unit: sheet.Percent}, {Name: "behind the first", Unit: sheet.Points}},
	}
	roles := sheet.Sheet{Name: "roles", Title: "Wins by role", Keys: []string{"entry"}, Note: "A dash: it never had the role."}
	for _, role := range t.Roles {
		roles.Columns = append(roles.Columns, sheet.Column{Name: t.Known.Name(role), Unit: sheet.Percent})
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		behind := sheet.Text("-")
		if i > 0 {
			behind = sheet.Figure(row.Behind.Within(-1, 1))
		}
		standing.Add([]string{strconv.Itoa(i + 1), row.Entry}, sheet.Figure(row.Weighted.Within(0, 1)), behind)
		var rates []sheet.Cell
		for _, role := range t.Roles {
			rates = append(rates, sheet.ShareOf(row.Roles[role]))
		}
		roles.Add([]string{row.Entry}, rates...)
	}
	all := []sheet.Sheet{standing, roles}
	if len(t.Rows) > 2 {
		all = append(all, t.Pairs.PairSheet(), t.Pairs.MetSheet())
	}
	return slices.DeleteFunc(all, func(s sheet.Sheet) bool { return len(s.Lines) == 0 })
}
