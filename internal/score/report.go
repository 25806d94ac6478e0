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
	"wolfden/internal/origin"
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
	// Made is what the games were made by, nil if that is not to be told.
	Made *origin.Origin
}

// notes are the warnings, and what the games were made by.
func (r *Report) notes() []string {
	notes := slices.Clone(r.Warnings)
	if r.Made == nil {
		return notes
	}
	notes = append(notes, r.Made.Warnings()...)
	if made := r.Made.Line(); made != "" {
		notes = append(notes, made)
	}
	return notes
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
	bySetup := map[string][]*chronicle.Summary{} // the same roles in the same numbers, of one division
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
		setup := fmt.Sprint(roles.Counts(g.Setup), roles.Added(), g.Division)
		bySetup[setup] = append(bySetup[setup], g)
	}
	setups := slices.SortedFunc(maps.Values(bySetup), func(a, b []*chronicle.Summary) int {
		x, y := &a[0].Setup, &b[0].Setup
		return cmp.Or(cmp.Compare(x.Total(), y.Total()), slices.Compare(x[:], y[:]), cmp.Compare(a[0].Roles().Counts(*x), b[0].Roles().Counts(*y)),
			cmp.Compare(a[0].Division, b[0].Division))
	})
	for _, games := range setups {
		slices.SortStableFunc(games, func(a, b *chronicle.Summary) int { return bytes.Compare(a.Sum[:], b.Sum[:]) })
		c := &counter{Table: Table{Setup: games[0].Setup, Known: games[0].Roles(), name: games[0].Table()}, merged: r.Merged, rows: map[string]*tally{}}
		r.Tables = append(r.Tables, c.count(games, seed))
	}
	CorrectEffects(r)
	r.warnOfUncounted(games)
	return r
}

// Stopped takes away the pairs of tables with games of leagues that may stop as soon as it is decided: a test of a fixed number of games does
// not hold there. rules has, by plan as records call it, what holds instead.
func (r *Report) Stopped(rules map[string]string) {
	for i := range r.Tables {
		t := &r.Tables[i]
		for _, plan := range slices.Sorted(maps.Keys(t.plans)) {
			if holds, ok := rules[plan]; ok {
				t.Pairs.All, t.Paired = nil, 0
				t.Warnings = append(t.Warnings, "no pairs: the league may stop as soon as it is decided (stop in its plan), and no test of a fixed number of games holds then; "+holds)
			}
		}
	}
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
func (r *Report) warnOfUncounted(games []*chronicle.Summary) {
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
	r.Warnings = append(r.Warnings, MergeNotes(r.Merged)...)
	r.warnOfApart(games)
	if r.Counted == 0 {
		r.Warnings = append(r.Warnings, "no game has a winner: there is nothing to compare")
	}
}

// warnOfApart says which names are counted apart that may be seats of one entry: they differ in a suffix, and sat in one game.
func (r *Report) warnOfApart(games []*chronicle.Summary) {
	if len(r.Merged) > 0 {
		return
	}
	alike := Merge(teamNames(games))
	names := map[string]bool{}
	for _, g := range games {
		if roundOf(g) != (round{}) {
			continue // a plan says which seats are an entry's
		}
		here := map[string]string{} // by team, the first of its names
		for i := range g.Players {
			name := g.Players[i].Team
			team := cmp.Or(alike[name], name)
			if first, ok := here[team]; ok && first != name {
				names[first], names[name] = true, true
			}
			here[team] = name
		}
	}
	if len(names) > 0 {
		r.Warnings = append(r.Warnings, "counted apart, though they may be seats of one entry: "+strings.Join(slices.Sorted(maps.Keys(names)), ", ")+" (--merge-suffix counts them as one)")
	}
}

// tally is a team while it is being counted.
type tally struct {
	Row
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
	c.plans = map[string]bool{}
	for _, g := range games {
		if g.Over && g.Winner == werewolf.NoTeam {
			c.Undecided++
		}
		if !g.Over || g.Winner == werewolf.NoTeam {
			continue
		}
		decided = append(decided, g)
		if r := roundOf(g); r != (round{}) {
			c.plans[r.plan] = true
		}
		if g.Winner == werewolf.VillagerTeam {
			village++
		}
		c.add(g)
	}
	c.lose(c.lost(games))
	c.substituted(decided)
	c.Games, c.Sides = len(decided), stats.Wilson(village, len(decided))
	several := 0
	for _, t := range c.rows {
		c.finish(t)
		if t.several {
			several++
		}
		c.Rows = append(c.Rows, t.Row)
	}
	slices.SortFunc(c.Rows, func(a, b Row) int { return Better(a.Standing(), b.Standing()) })
	c.Roles = c.played()
	if several > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d teams had several seats in one game; those of a side win together, so intervals rest on games, not on seats", several))
	}
	matches := c.matches(decided)
	c.rate(matches, seed)
	c.compare(decided, matches, seed)
	c.Effects = c.effects(decided, seed)
	c.Calls = c.calls(games)
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
		t.Clusters += alone
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
	c.average(&t.Row)
	t.Clean = stats.Clustered(t.clean[0], t.clean[1], t.clean[2])
	t.Faulty = stats.Clustered(t.faulty[0], t.faulty[1], t.faulty[2])
}

// rate adds the ratings.
func (c *counter) rate(matches []stats.Match, seed uint64) {
	if len(matches) == 0 {
		return
	}
	rating := stats.RateTeams(len(c.Rows), matches, seed)
	for i := range c.Rows {
		c.Rows[i].Strength = &rating.Teams[i]
	}
	c.Warnings = append(c.Warnings, rating.Warnings...)
}

// matches are the games with the teams by their rows.
func (c *counter) matches(games []*chronicle.Summary) []stats.Match {
	index := c.index()
	matches := make([]stats.Match, len(games))
	for i, g := range games {
		m := &matches[i]
		if g.Winner == werewolf.WerewolfTeam {
			m.Winner = 1
		}
		for j := range g.Players {
			p := &g.Players[j]
			side := 0
			if g.Side(p) == werewolf.WerewolfTeam {
				side = 1
			}
			m.Sides[side] = append(m.Sides[side], index[c.team(p.Team)])
			m.Roles[side] = append(m.Roles[side], int(p.Role))
		}
	}
	return matches
}

// index is the row of each team.
func (c *counter) index() map[string]int {
	index := map[string]int{}
	for i := range c.Rows {
		index[c.Rows[i].Team] = i
	}
	return index
}

// faulty reports whether any answer of the game is known to have had a fault.
func faulty(g *chronicle.Summary) bool {
	return slices.ContainsFunc(g.Players, func(p chronicle.Player) bool { return len(p.Faults) > 0 })
}
