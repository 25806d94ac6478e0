package score

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/csvtable"
	"wolfden/internal/english"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// round is a round of a plan: in its games entries take each other's places. The zero round is none.
type round struct {
	plan, setup string
	number      int
}

func roundOf(g *chronicle.Summary) round {
	if p := g.Provenance; p != nil && p.Round > 0 {
		return round{p.Plan, p.Setup, p.Round}
	}
	return round{}
}

// share is what a team had of a round: its roles, and how many of its seats won.
type share struct {
	roles werewolf.RoleCounts
	won   float64
}

func (s *share) seats() float64 { return float64(s.roles.Total()) }

// compare compares all teams with each other.
func (c *counter) compare(games []*chronicle.Summary, matches []stats.Match, seed uint64) {
	t := &c.Pairs
	for i := range c.Rows {
		t.Names = append(t.Names, c.Rows[i].Team)
	}
	t.Met, t.Cycles = stats.Meet(len(c.Rows), matches), stats.FindCycles(len(c.Rows), matches, seed)
	if shares := c.shares(games); len(shares) > 0 {
		c.Paired = len(shares)
		t.All = comparePaired(shares, len(c.Rows), seed)
		return
	}
	parts := make([][]stats.Part, len(c.Rows))
	for i := range parts {
		parts[i] = make([]stats.Part, len(matches))
	}
	for g := range matches {
		for side, teams := range matches[g].Sides {
			for _, team := range teams {
				p := &parts[team][g]
				p.All++
				if side == matches[g].Winner {
					p.Of++
				}
			}
		}
	}
	t.All = stats.CompareRates(parts)
}

// shares are those of each team in each round of several games, in which two teams had the same roles; none where these are less than
// half of the games.
func (c *counter) shares(games []*chronicle.Summary) (all [][]share) {
	index := c.index()
	rounds := map[round][]*chronicle.Summary{}
	for _, g := range games {
		rounds[roundOf(g)] = append(rounds[roundOf(g)], g)
	}
	delete(rounds, round{})
	paired := 0
	for _, r := range slices.SortedFunc(maps.Keys(rounds), func(a, b round) int {
		return cmp.Or(cmp.Compare(a.plan, b.plan), cmp.Compare(a.setup, b.setup), cmp.Compare(a.number, b.number))
	}) {
		shares := make([]share, len(c.Rows))
		for _, g := range rounds[r] {
			for i := range g.Players {
				s := &shares[index[c.team(g.Players[i].Team)]]
				s.roles[g.Players[i].Role]++
				if g.Won(&g.Players[i]) {
					s.won++
				}
			}
		}
		if len(rounds[r]) > 1 && someAlike(shares) {
			all, paired = append(all, shares), paired+len(rounds[r])
		}
	}
	if len(all) < 2 || 2*paired < len(games) {
		return nil
	}
	return all
}

func someAlike(shares []share) bool {
	seen := map[werewolf.RoleCounts]bool{}
	for i := range shares {
		if seen[shares[i].roles] {
			return true
		}
		seen[shares[i].roles] = shares[i].seats() > 0
	}
	return false
}

// comparePaired compares teams over the rounds in which they had the same roles.
func comparePaired(shares [][]share, teams int, seed uint64) []stats.Pair {
	values := make([][]float64, teams)
	for t := range values {
		for b := range shares {
			v := math.NaN()
			if s := &shares[b][t]; s.seats() > 0 {
				v = s.won / s.seats()
			}
			values[t] = append(values[t], v)
		}
	}
	return stats.ComparePairs(values, func(i, j, b int) bool { return shares[b][i].roles == shares[b][j].roles }, seed)
}

// manyPairs is how many pairs are shown beside other tables.
const manyPairs = 15

// pairNotes say what the pairs rest on.
func (t *Table) pairNotes() (notes []string) {
	if len(t.Pairs.All) == 0 {
		return nil // where a league may stop early a warning says why
	}
	if circles := t.Pairs.Circles(); circles != "" {
		notes = append(notes, circles)
	}
	if t.Paired > 0 {
		notes = append(notes, fmt.Sprintf("pairs: wins of all seats, by %s of a plan, in which two had the same roles", english.Count(t.Paired, "round")))
	} else {
		notes = append(notes, "pairs: wins of all seats in all games, for the games tell of no rounds in which teams had the same roles; luck in roles, team-mates and opponents is in them")
	}
	if part := t.Pairs.Disagreement(manyPairs); part != "" {
		notes = append(notes, part)
	}
	if left := len(t.Pairs.All) - manyPairs; left > 0 {
		notes = append(notes, fmt.Sprintf("pairs: %d less clear ones are left out; --format csv --pairs has all", left))
	}
	return notes
}

// WritePairs writes all pairs of all tables as CSV, in percent points.
func (r *Report) WritePairs(w io.Writer) error {
	lines := [][]string{{"setup", "first", "second", "difference", "low", "high", "n", "paired", "p", "p_holm", "first_won", "met", "warning"}}
	for i := range r.Tables {
		t := &r.Tables[i]
		for _, p := range t.Pairs.Clearest() {
			d := p.Difference.Scale(100)
			won, lost := t.Pairs.Met.Won[p.First][p.Second], t.Pairs.Met.Won[p.Second][p.First]
			lines = append(lines, []string{
				t.Name(), t.Pairs.Names[p.First], t.Pairs.Names[p.Second], percent(d.Value), percent(d.Low), percent(d.High),
				strconv.Itoa(d.N), strconv.FormatBool(t.Paired > 0), decimal(p.P, 6), decimal(p.Corrected, 6),
				strconv.Itoa(won), strconv.Itoa(won + lost), strings.Join(d.Warnings, "; "),
			})
		}
	}
	return csvtable.Write(w, lines)
}
