package analysis

import (
	"fmt"
	"strings"

	"wolfden/internal/columns"
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
				a.Players, a.Role, [2]int{a.Attempts, b.Attempts}, [2]int{a.Executed, b.Executed}, stats.CompareRates(byDeal(a, b))[0].Difference,
			})
		}
	}
	return all
}

// byDeal are the attempts of groups, deal by deal, and how many came off.
func byDeal(groups ...*DayGroup) [][]stats.Part {
	deals := 0
	for _, g := range groups {
		for _, p := range g.parts {
			deals = max(deals, p.deal+1)
		}
	}
	parts := make([][]stats.Part, len(groups))
	for i, g := range groups {
		parts[i] = make([]stats.Part, deals)
		for _, p := range g.parts {
			parts[i][p.deal] = p.success
		}
	}
	return parts
}

func differencesText(all []DayDifference) string {
	var text strings.Builder
	fmt.Fprintln(&text, "players\trole\texecuted\tand of the other's\tmore often [95%]")
	for i := range all {
		d := &all[i]
		fmt.Fprintf(&text, "%d\t%s\t%d of %d\t%d of %d\t%s\n", d.Players, d.Role, d.Executed[0], d.Attempts[0], d.Executed[1], d.Attempts[1],
			bounded("%.3f", "", d.Difference))
	}
	return "\nON THE SAME DEALS\n" + columns.Align(text.String())
}
