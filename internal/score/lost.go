package score

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/werewolf"
)

// matchOf is the match of a contest that the game was played for; the zero value for none.
func matchOf(g *chronicle.Summary) (id [2]string) {
	if p := g.Provenance; p != nil && p.Match != "" {
		id = [2]string{p.Plan, p.Match}
	}
	return id
}

// lost are the players for whom a match of a contest counts as lost though none of its games was played to its end: those, in
// its last game, of the teams that were gone from most of them. Otherwise leaving would be a way not to lose.
func (c *counter) lost(games []*chronicle.Summary) (players []*chronicle.Player) {
	tries := map[[2]string][]*chronicle.Summary{}
	for _, g := range games {
		if id := matchOf(g); id != [2]string{} {
			tries[id] = append(tries[id], g)
		}
	}
	for _, all := range tries {
		if slices.ContainsFunc(all, func(g *chronicle.Summary) bool { return g.End != werewolf.Failure }) || isOpen(all) {
			continue // it was played, or is, or will be
		}
		last := slices.MaxFunc(all, func(a, b *chronicle.Summary) int {
			return cmp.Or(cmp.Compare(a.Started, b.Started), cmp.Compare(a.ID, b.ID))
		})
		gone, most := c.gone(all)
		for i := range last.Players {
			if p := &last.Players[i]; gone[c.team(p.Team)] == most {
				players = append(players, p)
			}
		}
	}
	return players
}

// isOpen reports whether a match of which all games failed is played again, as far as its records tell.
func isOpen(games []*chronicle.Summary) bool {
	failed := 0
	for _, g := range games {
		if slices.ContainsFunc(g.Players, func(p chronicle.Player) bool { return p.Gone }) {
			failed++
		}
	}
	tries := games[0].Provenance.Tries
	return tries < 0 || failed < tries
}

// gone counts from how many of the games each team was gone, and the most of them, at least one.
func (c *counter) gone(games []*chronicle.Summary) (times map[string]int, most int) {
	times, most = map[string]int{}, 1
	for _, g := range games {
		here := map[string]bool{}
		for i := range g.Players {
			if p := &g.Players[i]; p.Gone && !here[c.team(p.Team)] {
				here[c.team(p.Team)] = true
				times[c.team(p.Team)]++
				most = max(most, times[c.team(p.Team)])
			}
		}
	}
	return times, most
}

// lose counts what was lost without a game that was played to its end, a trial each.
func (c *counter) lose(players []*chronicle.Player) {
	by := map[string]int{}
	for _, p := range players {
		t := c.row(c.team(p.Team))
		t.Cells[p.Role].Games++
		t.Cells[p.Role].Clusters++
		t.Clusters++
		by[t.Team]++
	}
	var parts []string
	for _, team := range slices.Sorted(maps.Keys(by)) {
		parts = append(parts, fmt.Sprintf("%d of %s", by[team], team))
	}
	if len(parts) > 0 {
		c.Warnings = append(c.Warnings, "counted as lost, since the team was gone and no game of the match was played to its end: "+
			english.Count(len(players), "seat")+", "+strings.Join(parts, ", "))
	}
}

// substituted tells of teams for which somebody else played, as the organiser of a contest wanted it: their figures are of both.
func (c *counter) substituted(games []*chronicle.Summary) {
	by := map[string]int{}
	for _, g := range games {
		if matchOf(g) == [2]string{} {
			continue
		}
		for i, e := range g.Provenance.Players {
			if e.Remote && e.Player != "" && i < len(g.Players) {
				by[c.team(g.Players[i].Team)+" by "+e.Player]++
			}
		}
	}
	var parts []string
	for _, who := range slices.Sorted(maps.Keys(by)) {
		parts = append(parts, english.Count(by[who], "seat")+" of "+who)
	}
	if len(parts) > 0 {
		c.Warnings = append(c.Warnings, "played by somebody else for the team, and counted with it: "+strings.Join(parts, ", "))
	}
}
