package matching

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"wolfden/internal/columns"
	"wolfden/werewolf"
)

// span is the least and the greatest of some counts. The zero Span is of none.
type span struct{ Min, Max int }

// String is like "23-24", or "23" where both are the same.
func (s span) String() string {
	if s.Min == s.Max {
		return fmt.Sprint(s.Min)
	}
	return fmt.Sprintf("%d-%d", s.Min, s.Max)
}

// share is how the matches treat one team.
type share struct {
	games     int
	Roles     werewolf.RoleCounts // how often it has each
	Seats     span                // how often it sits in the seats
	Meetings  span                // how often it meets each other team
	Mates     span                // on the same side
	opponents span                // on the other
}

// balance is how evenly matches treat the teams. Spans are over all teams,
// pairs, or teams and seats.
type balance struct {
	spec      Spec
	teams     []share // by slot
	games     span
	Roles     [kinds]span // by role, over the teams
	Seats     span
	Meetings  span
	Mates     span
	opponents span
	told      [kinds]span // by role, over the seats: how often it is played there
}

// kinds is the length of what is indexed by role.
const kinds = werewolf.MaxRoles

// table is the balance of the whole plan.
func (p *Plan) table() *balance { return balanceOf(p.spec, p.Matches) }

// WriteBalance prints the plan's balance for people.
func (p *Plan) WriteBalance(w io.Writer) error { return p.table().write(w) }

// balanceOf is the balance of any matches planned for the spec.
func balanceOf(spec Spec, matches []plannedMatch) *balance {
	n := spec.Players()
	sat, held := grid(spec.Teams, n), grid(kinds, n)
	with, against := grid(spec.Teams, spec.Teams), grid(spec.Teams, spec.Teams)
	b := &balance{spec: spec, teams: make([]share, spec.Teams)}
	for _, m := range matches {
		for i, c := range m.Chairs {
			b.teams[c.slot].games++
			b.teams[c.slot].Roles[c.Role]++
			sat[c.slot][i]++
			held[c.Role][i]++
			for _, x := range m.Chairs {
				if mates(x.Role, c.Role) {
					with[c.slot][x.slot]++
				} else {
					against[c.slot][x.slot]++
				}
			}
		}
	}
	for t := range b.teams {
		s := &b.teams[t]
		s.Seats, s.Mates, s.opponents = spanOf(sat[t]), spanOf(others(with[t], t)), spanOf(others(against[t], t))
		s.Meetings = spanOf(others(sum(with[t], against[t]), t))
	}
	b.sumUp(held)
	return b
}

// sumUp takes the spans over the teams together.
func (b *balance) sumUp(held [][]int) {
	all := func(of func(s *share) span) (total span) {
		total = of(&b.teams[0])
		for t := range b.teams {
			s := of(&b.teams[t])
			total = span{min(total.Min, s.Min), max(total.Max, s.Max)}
		}
		return total
	}
	b.games = all(func(s *share) span { return span{s.games, s.games} })
	b.Seats = all(func(s *share) span { return s.Seats })
	b.Meetings = all(func(s *share) span { return s.Meetings })
	b.Mates = all(func(s *share) span { return s.Mates })
	b.opponents = all(func(s *share) span { return s.opponents })
	for r := range b.Roles {
		b.Roles[r] = all(func(s *share) span { return span{s.Roles[r], s.Roles[r]} })
		b.told[r] = spanOf(held[r])
	}
}

func spanOf(counts []int) span {
	if len(counts) == 0 {
		return span{}
	}
	return span{slices.Min(counts), slices.Max(counts)}
}

// others is the row without the team's own entry.
func others(row []int, own int) []int {
	return slices.Delete(slices.Clone(row), own, own+1)
}

func sum(a, b []int) []int {
	out := slices.Clone(a)
	for i, n := range b {
		out[i] += n
	}
	return out
}

// write prints the table for people: a row a team, the spans over all, and how
// often each role is played in a seat.
func (b *balance) write(w io.Writer) error {
	var out strings.Builder
	row := func(name, games any, role func(werewolf.Role) any, rest ...any) {
		cells := []any{name, games}
		for _, r := range b.spec.Roles.InPlay().Slice() {
			cells = append(cells, role(r))
		}
		for _, c := range append(cells, rest...) {
			fmt.Fprint(&out, c, "\t")
		}
		out.WriteByte('\n')
	}
	row("team", "games", func(r werewolf.Role) any { return r }, "a seat", "met", "mates", "opponents")
	for i := range b.teams {
		s := &b.teams[i]
		row(b.name(i), s.games, func(r werewolf.Role) any { return s.Roles[r] }, s.Seats, s.Meetings, s.Mates, s.opponents)
	}
	row("all", b.games, func(r werewolf.Role) any { return b.Roles[r] }, b.Seats, b.Meetings, b.Mates, b.opponents)
	row("a seat", "", func(r werewolf.Role) any { return b.told[r] })
	return columns.Write(w, out.String())
}

func (b *balance) name(slot int) string {
	if slot >= len(b.spec.Names) || b.spec.Names[slot] == "" {
		return fmt.Sprintf("#%d", slot+1)
	}
	name := b.spec.Names[slot]
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name) // a name must not steer the terminal
	}
	return name
}
