package analysis

import (
	"strconv"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// DayDifference is how much more often one player's attempts came off than another's in games of the same deals, by those of a role on
// all days.
type DayDifference struct {
	Players  int    `json:"players"`
	Role     string `json:"role"`
	Attempts [2]int `json:"attempts"` // the first's, the other's
	Executed [2]int `json:"executed"`
	// Difference is that of the shares executed. It rests on deals: what both did on one hangs together.
	Difference stats.Estimate `json:"difference"`
}

// dayDifferences compares the groups of two players, in the order of the first's.
func dayDifferences(first, other []*DayGroup) (all []DayDifference) {
	for _, a := range first {
		for _, b := range other {
			if a.Day != allDays || a.Kind != anyKind || b.Day != a.Day || b.Kind != a.Kind || b.Setup != a.Setup || b.Role != a.Role ||
				a.Attempts == 0 || b.Attempts == 0 {
				continue
			}
			all = append(all, DayDifference{
				a.Players, a.Role, [2]int{a.Attempts, b.Attempts}, [2]int{a.Executed, b.Executed}, a.More(b),
			})
		}
	}
	return all
}

// Attempts are all attempts of days, whatever the roles.
func Attempts(days []VoteDay) *DayGroup {
	g := &DayGroup{Day: allDays, Kind: anyKind}
	for i := range days {
		g.add(&days[i])
	}
	g.Success = g.success().Estimate()
	return g
}

// More is how much more often the attempts came off than those of another group on the same deals.
func (g *DayGroup) More(other *DayGroup) stats.Estimate {
	return stats.CompareRates(byDeal(g, other))[0].Difference
}

// byDeal are the attempts of groups, deal by deal, and how many came off.
func byDeal(groups ...*DayGroup) [][]stats.Part {
	deals := 0
	for _, g := range groups {
		for _, p := range g.parts.list {
			deals = max(deals, p.deal+1)
		}
	}
	all := make([][]stats.Part, len(groups))
	for i, g := range groups {
		all[i] = make([]stats.Part, deals)
		for _, p := range g.parts.list {
			all[i][p.deal] = p.success
		}
	}
	return all
}

func differenceSheet(all []DayDifference) sheet.Sheet {
	s := sheet.Sheet{
		Name: "day-differences", Title: "On the same deals", Keys: []string{"players", "role"},
		Note: "Attempts of the first player and of the other, whose target was executed. 95% intervals rest on deals.",
		Columns: []sheet.Column{
			{Name: "attempts"}, {Name: "executed"}, {Name: "the other's attempts"}, {Name: "the other's executed"}, {Name: "more often", Unit: sheet.Points},
		},
	}
	for _, d := range all {
		s.Add([]string{strconv.Itoa(d.Players), d.Role}, sheet.Count(d.Attempts[0]), sheet.Count(d.Executed[0]), sheet.Count(d.Attempts[1]), sheet.Count(d.Executed[1]),
			sheet.Figure(d.Difference))
	}
	return s
}
