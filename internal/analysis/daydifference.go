package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/stats"
)

// DayDifference is how much more often the first player's attempts came off than another's in games of the same deals, by those of a role
// on all days.
type DayDifference struct {
	Than     string `json:"than"`
	Players  int    `json:"players"`
	Role     string `json:"role"`
	Attempts [2]int `json:"attempts"` // the first's, the other's
	Executed [2]int `json:"executed"`
	// Difference is that of the shares executed. It rests on deals: what both did on one hangs together.
	Difference stats.Estimate `json:"difference"`
}

// dayDifferences compares the first side with each other, role by role.
func dayDifferences(sides [][]VoteDay) (all []DayDifference) {
	deals := 0
	for _, days := range sides {
		for i := range days {
			deals = max(deals, days[i].Deal+1)
		}
	}
	for _, other := range sides[1:] {
		found := map[string]*DayDifference{}
		parts := map[string][][]stats.Part{}
		for side, days := range [][]VoteDay{sides[0], other} {
			for i := range days {
				v := &days[i]
				if v.Target == 0 {
					continue
				}
				group := fmt.Sprint(len(v.Game.Players), v.role())
				if found[group] == nil {
					found[group] = &DayDifference{Players: len(v.Game.Players), Role: v.role()}
					parts[group] = [][]stats.Part{make([]stats.Part, deals), make([]stats.Part, deals)}
				}
				d, part := found[group], &parts[group][side][v.Deal]
				if side == 1 {
					d.Than = v.Game.Player(v.Seat).Affiliation
				}
				d.Attempts[side]++
				part.All++
				if v.Executed {
					d.Executed[side]++
					part.Of++
				}
			}
		}
		for group, d := range found {
			if d.Attempts[0] > 0 && d.Attempts[1] > 0 {
				d.Difference = stats.CompareRates(parts[group])[0].Difference
				all = append(all, *d)
			}
		}
	}
	slices.SortFunc(all, func(a, b DayDifference) int {
		return cmp.Or(cmp.Compare(a.Than, b.Than), cmp.Compare(a.Players, b.Players), cmp.Compare(a.Role, b.Role))
	})
	return all
}

func differencesText(all []DayDifference) string {
	var text strings.Builder
	fmt.Fprintln(&text, "than\tplayers\trole\texecuted\tand of its\tmore often [95%]")
	for i := range all {
		d := &all[i]
		fmt.Fprintf(&text, "%s\t%d\t%s\t%d of %d\t%d of %d\t%s\n", d.Than, d.Players, d.Role, d.Executed[0], d.Attempts[0], d.Executed[1], d.Attempts[1],
			bounded("%.3f", "", d.Difference))
	}
	return "\nON THE SAME DEALS\n" + columns.Align(text.String())
}
