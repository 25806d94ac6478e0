package analysis

import (
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/critic"
	"wolfden/internal/stats"
)

// SlipGroup is how often what players of a group say does not hold together in one way.
type SlipGroup struct {
	Name  string  `json:"name"`
	Kind  string  `json:"kind"`
	Found int     `json:"found"`
	Of    int     `json:"of"`   // how many of the unit there were
	Unit  string  `json:"unit"` // turns with words; of unanswered and evaded, questions by name
	Games int     `json:"games"`
	Value float64 `json:"value"` // Found in Of, 0 of none, with its 95% interval
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"` // Of, as every figure has it

	byGame [][2]int // found, and of how many
	first  example
}

// Share is that of the turns, or questions, in which it was found. Where findings fall unevenly on games the interval is as wide as
// that of fewer turns that are independent.
func (g *SlipGroup) Share() stats.Rate {
	share := float64(g.Found) / float64(max(1, g.Of))
	uneven := 1.0
	if even := share * (1 - share) * float64(g.Of); even > 0 {
		spread := 0.0
		for _, game := range g.byGame {
			off := float64(game[0]) - share*float64(game[1])
			spread += off * off
		}
		uneven = max(1, spread/even)
	}
	return stats.Clustered(min(g.Found, g.Of), g.Of, int(float64(g.Of)/uneven))
}

// add takes in a game.
func (g *SlipGroup) add(found, of int) {
	g.Found, g.Of, g.Games = g.Found+found, g.Of+of, g.Games+1
	g.byGame = append(g.byGame, [2]int{found, of})
}

// SlipTable has a line for everything the critic finds, and tells of it by groups and kinds.
func SlipTable(games []*Game, by By) *Table {
	t := newTable("slips", "line", "kind", "why", "said", "with")
	groups := t.slips(games, by)
	t.groups, t.text = groups, printed(SlipSheet(groups, by))
	return t
}

// Slips is what the critic finds, by groups and kinds.
func Slips(games []*Game, by By) []*SlipGroup {
	return new(Table).slips(games, by)
}

// slips adds the findings of the critic, a line each, and returns what they come to.
func (t *Table) slips(games []*Game, by By) (groups []*SlipGroup) {
	all, first := map[string][]*SlipGroup{}, map[[2]string]example{} // by name, one a kind; by name and kind
	for _, g := range games {
		report := critic.Read(g.Game)
		found, of := map[string][]int{}, map[string][]int{}
		for i := range g.Players {
			name := groupName(g, i, by)
			if of[name] == nil {
				found[name], of[name] = make([]int, len(critic.Kinds())), make([]int, len(critic.Kinds()))
			}
			for n, k := range critic.Kinds() {
				if k.OfQuestion() {
					of[name][n] += report.Questions[i+1]
				} else {
					of[name][n] += report.Turns[i+1]
				}
			}
		}
		for _, f := range report.Findings {
			name, l, with := groupName(g, int(f.Seat)-1, by), &g.Lines[f.Line], ""
			found[name][slices.Index(critic.Kinds(), f.Kind)]++
			if key := [2]string{name, f.Kind.String()}; first[key] == (example{}) {
				first[key] = g.example(f.Seat, l.Day, l.Number)
			}
			if f.With >= 0 {
				with = strconv.Itoa(g.Lines[f.With].Number)
			}
			t.add(g, l.Day, []string{strconv.Itoa(l.Number)}, f.Seat, f.Kind.String(), f.Why, f.Said, with)
		}
		for name := range of {
			if all[name] == nil {
				all[name] = slipGroups(name)
			}
			for n, group := range all[name] {
				group.add(found[name][n], of[name][n])
			}
		}
	}
	groups = []*SlipGroup{}
	for _, of := range all {
		groups = append(groups, of...)
	}
	for _, g := range groups {
		share := g.Share()
		g.first = first[[2]string{g.Name, g.Kind}]
		g.Value, g.Low, g.High, g.N = float64(g.Found)/float64(max(1, g.Of)), share.Low, share.High, g.Of
	}
	slices.SortStableFunc(groups, func(a, b *SlipGroup) int { return strings.Compare(a.Name, b.Name) })
	return groups
}

// slipGroups are the groups of a name, one a kind.
func slipGroups(name string) (all []*SlipGroup) {
	for _, k := range critic.Kinds() {
		group := &SlipGroup{Name: name, Kind: k.String(), Unit: "turns"}
		if k.OfQuestion() {
			group.Unit = "questions"
		}
		all = append(all, group)
	}
	return all
}
