package matching

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"wolfden/werewolf"
)

// Span is the least and the greatest of some counts. The zero Span is of none.
type Span struct{ Min, Max int }

// String is like "23-24", or "23" where both are the same.
func (s Span) String() string {
	if s.Min == s.Max {
		return fmt.Sprint(s.Min)
	}
	return fmt.Sprintf("%d-%d", s.Min, s.Max)
}

// Share is how the matches treat one team.
type Share struct {
	Games     int
	Roles     werewolf.RoleCounts // how often it has each
	Seats     Span                // how often it sits in the seats
	Meetings  Span                // how often it meets each other team
	Mates     Span                // on the same side
	Opponents Span                // on the other
}

// Balance is how evenly matches treat the teams. Spans are over all teams,
// pairs, or teams and seats.
type Balance struct {
	Spec      Spec
	Teams     []Share // by slot
	Games     Span
	Roles     [kinds]Span // by role, over the teams
	Seats     Span
	Meetings  Span
	Mates     Span
	Opponents Span
	Told      [kinds]Span // by role, over the seats: how often it is played there
}

// kinds is the length of what is indexed by role.
const kinds = werewolf.MaxRoles

// Table is the balance of the whole plan.
func (p *Plan) Table() *Balance { return BalanceOf(p.Spec, p.Matches) }

// WriteBalance prints the plan's balance for people.
func (p *Plan) WriteBalance(w io.Writer) error { return p.Table().Write(w) }

// BalanceOf is the balance of any matches planned for the spec.
func BalanceOf(spec Spec, matches []Planned) *Balance {
	n := spec.Players()
	sat, held := grid(spec.Teams, n), grid(kinds, n)
	with, against := grid(spec.Teams, spec.Teams), grid(spec.Teams, spec.Teams)
	b := &Balance{Spec: spec, Teams: make([]Share, spec.Teams)}
	for _, m := range matches {
		for i, c := range m.Chairs {
			b.Teams[c.Slot].Games++
			b.Teams[c.Slot].Roles[c.Role]++
			sat[c.Slot][i]++
			held[c.Role][i]++
			for _, x := range m.Chairs {
				if mates(x.Role, c.Role) {
					with[c.Slot][x.Slot]++
				} else {
					against[c.Slot][x.Slot]++
				}
			}
		}
	}
	for t := range b.Teams {
		s := &b.Teams[t]
		s.Seats, s.Mates, s.Opponents = spanOf(sat[t]), spanOf(others(with[t], t)), spanOf(others(against[t], t))
		s.Meetings = spanOf(others(sum(with[t], against[t]), t))
	}
	b.sumUp(held)
	return b
}

// sumUp takes the spans over the teams together.
func (b *Balance) sumUp(held [][]int) {
	all := func(of func(s *Share) Span) (total Span) {
		total = of(&b.Teams[0])
		for t := range b.Teams {
			s := of(&b.Teams[t])
			total = Span{min(total.Min, s.Min), max(total.Max, s.Max)}
		}
		return total
	}
	b.Games = all(func(s *Share) Span { return Span{s.Games, s.Games} })
	b.Seats = all(func(s *Share) Span { return s.Seats })
	b.Meetings = all(func(s *Share) Span { return s.Meetings })
	b.Mates = all(func(s *Share) Span { return s.Mates })
	b.Opponents = all(func(s *Share) Span { return s.Opponents })
	for r := range b.Roles {
		b.Roles[r] = all(func(s *Share) Span { return Span{s.Roles[r], s.Roles[r]} })
		b.Told[r] = spanOf(held[r])
	}
}

func spanOf(counts []int) Span {
	if len(counts) == 0 {
		return Span{}
	}
	return Span{slices.Min(counts), slices.Max(counts)}
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

// Write prints the table for people: a row a team, the spans over all, and how
// often each role is played in a seat.
func (b *Balance) Write(w io.Writer) error {
	var out strings.Builder
	row := func(name, games any, role func(werewolf.Role) any, rest ...any) {
		cells := []any{name, games}
		for _, r := range b.Spec.Roles.InPlay().Slice() {
			cells = append(cells, role(r))
		}
		for _, c := range append(cells, rest...) {
			fmt.Fprint(&out, c, "\t")
		}
		out.WriteByte('\n')
	}
	row("team", "games", func(r werewolf.Role) any { return r }, "a seat", "met", "mates", "opponents")
	for i := range b.Teams {
		s := &b.Teams[i]
		row(b.name(i), s.Games, func(r werewolf.Role) any { return s.Roles[r] }, s.Seats, s.Meetings, s.Mates, s.Opponents)
	}
	row("all", b.Games, func(r werewolf.Role) any { return b.Roles[r] }, b.Seats, b.Meetings, b.Mates, b.Opponents)
	row("a seat", "", func(r werewolf.Role) any { return b.Told[r] })
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(t, out.String()); err != nil {
		return err
	}
	return t.Flush()
}

func (b *Balance) name(slot int) string {
	if slot >= len(b.Spec.Names) || b.Spec.Names[slot] == "" {
		return fmt.Sprintf("#%d", slot+1)
	}
	name := b.Spec.Names[slot]
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name) // a name must not steer the terminal
	}
	return name
}
