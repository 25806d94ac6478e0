package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/sheet"
	"wolfden/internal/stats"
)

// cells are the line of a game, by the columns of GameTable. What there is not is empty.
func (g *Game) cells() []string {
	n, taken := g.SeerClaimants(), 0.0
	for i := range g.figures {
		taken += g.figures[i][retractions]
	}
	open := ""
	if ways, known := g.OpenDeals(); known {
		open = strconv.Itoa(ways)
	}
	return []string{
		g.ID, g.Lang, strconv.Itoa(len(g.Players)), g.winner(), strconv.Itoa(g.Days), strconv.Itoa(n.All), strconv.Itoa(n.FirstDays), strconv.Itoa(n.Ordinary),
		number(taken), open, strconv.Itoa(g.Chains), strconv.Itoa(g.Longest),
	}
}

// setup is how many players there are, and what else sets its games apart from others, such as "5" or "5, ja".
func (g *Game) setup() string {
	return cmp.Or(strings.Replace(g.Division, " players", "", 1), strconv.Itoa(len(g.Players)))
}

// roleGames is what games of one size tell of claims and open roles.
type roleGames struct {
	games, several, many, ordinary int // several: two or more claimants, many: three or more
	reached, solved, lied          int
	claimants, ways                []float64 // by game
}

func (r *roleGames) add(g *Game) {
	n := g.SeerClaimants()
	r.games, r.claimants = r.games+1, append(r.claimants, float64(n.All))
	for _, one := range []struct {
		to *int
		is bool
	}{{&r.several, n.All > 1}, {&r.many, n.All > 2}, {&r.ordinary, n.Ordinary > 0}} {
		if one.is {
			*one.to++
		}
	}
	ways, known := g.OpenDeals()
	if !known {
		return
	}
	r.reached, r.ways = r.reached+1, append(r.ways, float64(ways))
	switch ways {
	case 0:
		r.lied++
	case 1:
		r.solved++
	}
}

// GameTable has a line for every game, and tells of claims and open roles by the number of players.
func GameTable(games []*Game) *Table {
	t, sizes := &Table{name: "games", columns: []string{
		"game", "lang", "players", "winner", "last_day", "seer_claimants", "seer_claimants_to_day_1", "villagers_as_seer", "retractions", "open_deals_day_2",
		"agreement_chains", "longest_chain",
	}}, map[string]*roleGames{}
	for _, g := range games {
		n := g.setup()
		if sizes[n] == nil {
			sizes[n] = &roleGames{}
		}
		sizes[n].add(g)
		t.lines = append(t.lines, g.cells())
	}
	s := sheet.Sheet{
		Name: "games", Title: "Claims and open roles", Keys: []string{"players"},
		Note: "Of games: with two or more, three or more who said to be the seer, a villager among them; of those that reached day 2, with one deal of the " +
			"roles left, and with none.",
		Columns: []sheet.Column{
			{Name: "games"}, {Name: "seers a game"}, {Name: "two or more", Unit: sheet.Percent}, {Name: "three or more", Unit: sheet.Percent},
			{Name: "with a villager", Unit: sheet.Percent}, {Name: "to day 2"}, {Name: "solved", Unit: sheet.Percent}, {Name: "a village lie", Unit: sheet.Percent}, {Name: "deals"},
		},
	}
	for _, n := range slices.SortedFunc(maps.Keys(sizes), sheet.ByNumber) {
		r := sizes[n]
		share := func(part, whole int) sheet.Cell { return sheet.Share(stats.Wilson(part, whole)) }
		s.Add([]string{n}, sheet.Count(r.games), sheet.Figure(stats.Mean(r.claimants).Within(0, math.Inf(1))), share(r.several, r.games), share(r.many, r.games), share(r.ordinary, r.games),
			sheet.Count(r.reached), share(r.solved, r.reached), share(r.lied, r.reached), sheet.Figure(stats.Mean(r.ways).Within(0, math.Inf(1))))
	}
	t.text = printed(s)
	return t
}
