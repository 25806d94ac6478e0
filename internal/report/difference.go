package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/score"
	"wolfden/internal/sheet"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// differences compares every two runs, for every entry that played one setup in both.
func differences(all []counted, seed uint64) sheet.Sheet {
	s := sheet.Sheet{
		Name: "differences", Title: "Differences between runs", Keys: []string{"runs", "setup", "of", "entry"},
		Note: "Wins in the first run less in the second: all of them (macro), by the papers' weights, and of the seats in one role. Where both runs played the same deals, each entry with the " +
			"same roles in the same seats, pairs are compared (permutation test, Student's interval); else the rates, whose interval " +
			"follows from theirs. P is corrected for the number of lines by Holm's method.",
		Columns: []sheet.Column{{Name: "first", Unit: sheet.Percent}, {Name: "second", Unit: sheet.Percent}, {Name: "difference", Unit: sheet.Points}, {Name: "pairs"}, {Name: "P", Unit: sheet.Probability}},
	}
	for i := range all {
		for j := range i {
			a, b := &all[j], &all[i]
			for x := range a.Tables {
				for y := range b.Tables {
					if a.Tables[x].Name() == b.Tables[y].Name() {
						between(&s, a, b, &a.Tables[x], &b.Tables[y], seed)
					}
				}
			}
		}
	}
	sorted(&s)
	correct(&s, len(s.Columns)-1)
	return s
}

// correct makes the P values of a column those of Holm's method. Lines without one do not count.
func correct(s *sheet.Sheet, column int) {
	var at []int
	var ps []float64
	for i := range s.Lines {
		if p := s.Lines[i].Cells[column].Value(); !math.IsNaN(p) {
			at, ps = append(at, i), append(ps, p)
		}
	}
	for i, p := range stats.Holm(ps) {
		s.Lines[at[i]].Cells[column] = sheet.Number(p)
	}
}

// between adds the lines of one setup in two runs.
func between(s *sheet.Sheet, a, b *counted, first, second *score.Table, seed uint64) {
	add := func(of string, such func(werewolf.Role) bool, share func(r *score.Row) (e stats.Estimate, games int)) {
		var dealtA, dealtB map[string]map[deal]played
		if such != nil {
			dealtA, dealtB = dealt(a, first.Name(), such), dealt(b, second.Name(), such)
		}
		for i := range first.Rows {
			for j := range second.Rows {
				team := first.Rows[i].Team
				x, games := share(&first.Rows[i])
				y, others := share(&second.Rows[j])
				if team == second.Rows[j].Team && games > 0 && others > 0 {
					s.Add([]string{a.Name + " less " + b.Name, first.Name(), of, team}, compared(x, y, dealtA[team], dealtB[team], seed)...)
				}
			}
		}
	}
	add("macro", func(werewolf.Role) bool { return true }, func(r *score.Row) (stats.Estimate, int) { return r.Macro.Scale(0.01), r.Games })
	add("weighted micro", nil, func(r *score.Row) (stats.Estimate, int) { return r.Weighted.Scale(0.01), r.Games })
	for _, role := range first.Roles {
		add(first.Known.Name(role), func(r werewolf.Role) bool { return r == role }, func(r *score.Row) (stats.Estimate, int) {
			return r.Cells[role].Rate().Estimate(), r.Cells[role].Games
		})
	}
}

// compared are the cells of two shares: by pairs of what was dealt in both runs, where that is at least half of it, else by their intervals.
func compared(x, y stats.Estimate, dealtX, dealtY map[deal]played, seed uint64) []sheet.Cell {
	won, other := pairs(dealtX, dealtY)
	less := stats.Estimate{Value: -y.Value, Low: -y.High, High: -y.Low, N: y.N}
	difference, paired, p := stats.Sum([]stats.Estimate{x, less}), sheet.Text("-"), math.NaN()
	if len(won) > 0 && 2*len(won) >= max(len(dealtX), len(dealtY)) {
		c := stats.ComparePaired(won, other, seed)
		difference, paired, p = c.Difference, sheet.Count(len(won)), c.P
	}
	return []sheet.Cell{sheet.Figure(x), sheet.Figure(y), sheet.Figure(difference.Within(-1, 1)), paired, sheet.Number(p)}
}

// deal is what an entry was dealt in a game: the seed, and its seats with their roles; and which of several such games.
type deal struct {
	seed  uint64
	seats string
	again int
}

// played is what came of a deal: how many seats an entry had in it, and won.
type played struct{ won, seats float64 }

// dealt is how many of its seats in such roles each entry won, by what it was dealt. Only games with a winner and a seed tell it.
func dealt(c *counted, setup string, such func(werewolf.Role) bool) map[string]map[deal]played {
	all := map[string]map[deal]played{}
	var seen chronicle.Seen
	for _, g := range c.Run.Games {
		if how, _ := seen.Add(&g.Summary); how != chronicle.New || g.Seed == 0 || !g.Over || g.Winner == werewolf.NoTeam {
			continue
		}
		if g.Table() != setup {
			continue
		}
		seats, came := map[string]*strings.Builder{}, map[string]played{}
		for i := range g.Players {
			p := &g.Players[i]
			team := p.Team
			if merged := c.Merged[team]; merged != "" {
				team = merged
			}
			if seats[team] == nil {
				seats[team] = &strings.Builder{}
			}
			fmt.Fprintf(seats[team], "%d=%d ", p.Seat, p.Role)
			if !such(p.Role) {
				continue
			}
			now := came[team]
			now.seats++
			if g.Won(p) {
				now.won++
			}
			came[team] = now
		}
		for team, at := range seats {
			if came[team].seats == 0 {
				continue
			}
			if all[team] == nil {
				all[team] = map[deal]played{}
			}
			d := deal{seed: g.Seed, seats: at.String()}
			for _, taken := all[team][d]; taken; _, taken = all[team][d] {
				d.again++
			}
			all[team][d] = came[team]
		}
	}
	return all
}

// pairs are the results of the deals that both have, in seats won of as many as an entry has in one on the mean: so their mean is the share
// of all seats.
func pairs(a, b map[deal]played) (won, other []float64) {
	seats := 0.0
	for _, d := range slices.SortedFunc(maps.Keys(a), func(a, b deal) int {
		return cmp.Or(cmp.Compare(a.seed, b.seed), cmp.Compare(a.seats, b.seats), cmp.Compare(a.again, b.again))
	}) {
		if v, both := b[d]; both {
			won, other, seats = append(won, a[d].won), append(other, v.won), seats+v.seats
		}
	}
	for i := range won {
		won[i], other[i] = won[i]*float64(len(won))/seats, other[i]*float64(len(won))/seats
	}
	return won, other
}
