package score

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Report is the tables of a number of games, one a setup.
type Report struct {
	Tables     []Table
	Games      int // given
	Counted    int // with a winner
	Undecided  int // over without a winner
	Unfinished int // records that break off
	Repeated   int // given again, by another file; not counted
	Translated int // given again, with the talk in another language; not counted
	// Merged is the entries that were counted as one team, by their own names.
	Merged   map[string]string
	Warnings []string
}

// Count counts the games. With merge, entries of one team that differ in a
// suffix are counted as one: see Merge. The games are not changed; the seed
// makes the ratings and tests repeatable, in whatever order the games are given.
func Count(games []*chronicle.Summary, merge bool, seed uint64) *Report {
	r := &Report{Games: len(games), Merged: map[string]string{}}
	if merge {
		r.Merged = Merge(teamNames(games))
	}
	var seen chronicle.Seen
	bySetup := map[string][]*chronicle.Summary{} // the same roles in the same numbers
	for _, g := range games {
		switch how, _ := seen.Add(g); {
		case how == chronicle.Repeated:
			r.Repeated++
			continue
		case how == chronicle.Translated:
			r.Translated++
			continue
		case !g.Over:
			r.Unfinished++
		case g.Winner == werewolf.NoTeam:
			r.Undecided++
		default:
			r.Counted++
		}
		roles := g.Roles()
		// Two tables may have different roles of one name.
		setup := fmt.Sprint(roles.Counts(g.Setup), roles.Added())
		bySetup[setup] = append(bySetup[setup], g)
	}
	setups := slices.SortedFunc(maps.Values(bySetup), func(a, b []*chronicle.Summary) int {
		x, y := &a[0].Setup, &b[0].Setup
		return cmp.Or(cmp.Compare(x.Total(), y.Total()), slices.Compare(x[:], y[:]), cmp.Compare(a[0].Roles().Counts(*x), b[0].Roles().Counts(*y)))
	})
	for _, games := range setups {
		slices.SortStableFunc(games, func(a, b *chronicle.Summary) int { return bytes.Compare(a.Sum[:], b.Sum[:]) })
		c := &counter{Table: Table{Setup: games[0].Setup, Known: games[0].Roles()}, merged: r.Merged, rows: map[string]*tally{}}
		r.Tables = append(r.Tables, c.count(games, seed))
	}
	r.warnOfUncounted()
	return r
}

func teamNames(games []*chronicle.Summary) (names []string) {
	for _, g := range games {
		for i := range g.Players {
			names = append(names, g.Players[i].Team)
		}
	}
	return names
}

// warnOfUncounted says what was not counted and what was merged.
func (r *Report) warnOfUncounted() {
	add := func(n int, what string) {
		if n > 0 {
			r.Warnings = append(r.Warnings, "not counted: "+english.Count(n, "game")+" "+what)
		}
	}
	add(r.Undecided, "without a winner")
	add(r.Unfinished, "without an end")
	if again := r.Repeated + r.Translated; again > 0 {
		what := english.Count(again, "file") + " passed over: the same games were read from other files"
		if r.Translated > 0 {
			what += fmt.Sprintf(" (%d of them with the talk in another language)", r.Translated)
		}
		r.Warnings = append(r.Warnings, what)
	}
	byTeam := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(r.Merged)) {
		byTeam[r.Merged[name]] = append(byTeam[r.Merged[name]], name)
	}
	for _, team := range slices.Sorted(maps.Keys(byTeam)) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("counted as %s: %s", team, strings.Join(byTeam[team], ", ")))
	}
	if r.Counted == 0 {
		r.Warnings = append(r.Warnings, "no game has a winner: there is nothing to compare")
	}
}

// tally is a team while it is being counted.
type tally struct {
	Row
	clusters      int
	clean, faulty [3]int // wins, seats, clusters
	several       bool   // had several seats in one game
}

// counter counts the games of one setup.
type counter struct {
	Table
	merged map[string]string
	rows   map[string]*tally
}

func (c *counter) team(name string) string { return cmp.Or(c.merged[name], name) }

func (c *counter) row(name string) *tally {
	if c.rows[name] == nil {
		c.rows[name] = &tally{Row: Row{Team: name, Faults: map[gamelog.Fault]int{}}}
	}
	return c.rows[name]
}

// count makes the table. Teams stand in the order of their win rates.
func (c *counter) count(games []*chronicle.Summary, seed uint64) Table {
	var decided []*chronicle.Summary
	village := 0
	for _, g := range games {
		if g.Over && g.Winner == werewolf.NoTeam {
			c.Undecided++
		}
		if !g.Over || g.Winner == werewolf.NoTeam {
			continue
		}
		decided = append(decided, g)
		if g.Winner == werewolf.VillagerTeam {
			village++
		}
		c.add(g)
	}
	c.Games, c.Sides = len(decided), stats.Wilson(village, len(decided))
	several := 0
	for _, t := range c.rows {
		c.finish(t)
		if t.several {
			several++
		}
		c.Rows = append(c.Rows, t.Row)
	}
	slices.SortFunc(c.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Macro.Value, a.Macro.Value), cmp.Compare(a.Team, b.Team))
	})
	c.Roles = c.played()
	if several > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d teams had several seats in one game; those of a side win together, so intervals rest on games, not on seats", several))
	}
	c.rate(decided, seed)
	c.Effects = c.effects(decided, seed)
	c.warn()
	return c.Table
}

// add counts one decided game.
func (c *counter) add(g *chronicle.Summary) {
	seats, sides, roles := map[string]bool{}, map[string]bool{}, map[string]bool{}
	first := func(seen map[string]bool, key string) int {
		if seen[key] {
			return 0
		}
		seen[key] = true
		return 1
	}
	faulty := faulty(g)
	for i := range g.Players {
		p := &g.Players[i]
		t := c.row(c.team(p.Team))
		won := 0
		if g.Side(p) == g.Winner {
			won = 1
		}
		cell := &t.Cells[p.Role]
		cell.Games++
		cell.Wins += won
		cell.Clusters += first(roles, c.Known.Name(p.Role)+t.Team)
		alone := first(sides, g.Side(p).String()+t.Team)
		t.clusters += alone
		t.several = t.several || first(seats, t.Team) == 0
		switch {
		case faulty:
			t.faulty = [3]int{t.faulty[0] + won, t.faulty[1] + 1, t.faulty[2] + alone}
		case g.Recorded:
			t.clean = [3]int{t.clean[0] + won, t.clean[1] + 1, t.clean[2] + alone}
		}
		if g.Recorded || len(p.Faults) > 0 {
			t.FaultSeats++
		}
		for f, n := range p.Faults {
			t.Faults[f] += n
		}
	}
}

func (c *counter) finish(t *tally) {
	for i := range t.Cells {
		if cell := &t.Cells[i]; cell.Games > 0 {
			cell.Percent = 100 * float64(cell.Wins) / float64(cell.Games)
		}
	}
	c.average(&t.Row, t.clusters)
	t.Clean = stats.Clustered(t.clean[0], t.clean[1], t.clean[2])
	t.Faulty = stats.Clustered(t.faulty[0], t.faulty[1], t.faulty[2])
}

// rate adds the ratings.
func (c *counter) rate(games []*chronicle.Summary, seed uint64) {
	if len(games) == 0 {
		return
	}
	index := map[string]int{}
	for i := range c.Rows {
		index[c.Rows[i].Team] = i
	}
	matches := make([]stats.Match, len(games))
	for i, g := range games {
		m := &matches[i]
		if g.Winner == werewolf.WerewolfTeam {
			m.Winner = 1
		}
		for j := range g.Players {
			side := 0
			if g.Side(&g.Players[j]) == werewolf.WerewolfTeam {
				side = 1
			}
			m.Sides[side] = append(m.Sides[side], index[c.team(g.Players[j].Team)])
		}
	}
	rating := stats.RateTeams(len(c.Rows), matches, seed)
	for i := range c.Rows {
		c.Rows[i].Strength = &rating.Teams[i]
	}
	c.Warnings = append(c.Warnings, rating.Warnings...)
}

// faulty reports whether any answer of the game is known to have had a fault.
func faulty(g *chronicle.Summary) bool {
	for i := range g.Players {
		if len(g.Players[i].Faults) > 0 {
			return true
		}
	}
	return false
}
