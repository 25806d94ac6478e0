package analysis

import (
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

	latest *Game // of those that were added
	byGame parts
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
			off := game.Of - share*game.All
			spread += off * off
		}
		uneven = max(1, spread/even)
	}
	return stats.Clustered(min(g.Found, g.Of), g.Of, int(float64(g.Of)/uneven))
}

// add counts in the game of a number.
func (g *SlipGroup) add(game, found, of int) {
	g.Found, g.Of = g.Found+found, g.Of+of
	g.byGame.add(game, float64(found), float64(of))
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
func (t *Table) slips(games []*Game, by By) []*SlipGroup {
	var found grouping[[2]string, SlipGroup]
	for at, g := range games {
		report := critic.Read(g.Game)
		group := func(player int, k critic.Kind) *SlipGroup {
			first := SlipGroup{Name: groupName(g, player, by), Kind: k.String(), Unit: "turns"}
			if k.OfQuestion() {
				first.Unit = "questions"
			}
			return found.of([2]string{first.Name, first.Kind}, first)
		}
		for i := range g.Players {
			for _, k := range critic.Kinds() {
				one, of := group(i, k), report.Turns[i+1]
				if k.OfQuestion() {
					of = report.Questions[i+1]
				}
				if one.latest != g {
					one.latest, one.Games = g, one.Games+1
				}
				one.add(at, 0, of)
			}
		}
		for _, f := range report.Findings {
			one, l, with := group(int(f.Seat)-1, f.Kind), &g.Lines[f.Line], ""
			if one.add(at, 1, 0); one.Found == 1 {
				one.first = g.example(f.Seat, l.Day, l.Number)
			}
			if f.With >= 0 {
				with = strconv.Itoa(g.Lines[f.With].Number)
			}
			t.add(g, l.Day, []string{strconv.Itoa(l.Number)}, f.Seat, f.Kind.String(), f.Why, f.Said, with)
		}
	}
	for _, g := range found.list {
		share := g.Share()
		g.Value, g.Low, g.High, g.N = float64(g.Found)/float64(max(1, g.Of)), share.Low, share.High, g.Of
	}
	return found.sorted(func(a, b *SlipGroup) int { return strings.Compare(a.Name, b.Name) })
}
