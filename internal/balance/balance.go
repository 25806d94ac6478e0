// Package balance counts how evenly planned games treat those who play in them.
//
// It counts whatever it is given and judges nothing: what is even enough is for whoever plans the games.
package balance

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

// Span is the least and the greatest of some counts. The zero Span is of none.
type Span struct{ Min, Max int }

// SpanOf is the span of counts.
func SpanOf(counts []int) Span {
	if len(counts) == 0 {
		return Span{}
	}
	return Span{slices.Min(counts), slices.Max(counts)}
}

// String is like "23-24", or "23" where both are the same.
func (s Span) String() string {
	if s.Min == s.Max {
		return fmt.Sprint(s.Min)
	}
	return fmt.Sprintf("%d-%d", s.Min, s.Max)
}

// Seat is a place at a table: who plays there, by number from 0, and as what. One that is Filled is played by somebody who is not
// counted.
type Seat struct {
	Entry  int
	Role   werewolf.Role
	Filled bool
}

// Share is how the games treat one entry.
type Share struct {
	Seats int                 // it plays
	Roles werewolf.RoleCounts // how often it has each
	At    Span                // how often it sits in each place at the table
	// Met is how often it meets each other entry, Mates on its side, Opponents on another.
	Met, Mates, Opponents Span
}

// Table is how evenly games treat all entries. Spans are over all of them, or all pairs.
type Table struct {
	Shares                    []Share // by entry
	Seats                     Span
	Roles                     [werewolf.MaxRoles]Span // by role
	At, Met, Mates, Opponents Span
	Told                      [werewolf.MaxRoles]Span // by role: how often it is played in each place
}

// Of counts games of so many players among entries. sides reports whether two roles are on one side.
func Of(entries, players int, games [][]Seat, sides func(a, b werewolf.Role) bool) *Table {
	counts := func(rows, length int) [][]int {
		all := make([][]int, rows)
		for i := range all {
			all[i] = make([]int, length)
		}
		return all
	}
	at, told := counts(entries, players), counts(werewolf.MaxRoles, players)
	mates, opponents := counts(entries, entries), counts(entries, entries)
	t := &Table{Shares: make([]Share, entries)}
	for _, seats := range games {
		for i, s := range seats {
			told[s.Role][i]++
			if s.Filled {
				continue
			}
			t.Shares[s.Entry].Seats++
			t.Shares[s.Entry].Roles[s.Role]++
			at[s.Entry][i]++
			for _, o := range seats {
				switch {
				case o.Filled:
				case sides(s.Role, o.Role):
					mates[s.Entry][o.Entry]++
				default:
					opponents[s.Entry][o.Entry]++
				}
			}
		}
	}
	for i := range t.Shares {
		var with, against, met []int
		for j := range entries {
			if j != i {
				with, against, met = append(with, mates[i][j]), append(against, opponents[i][j]), append(met, mates[i][j]+opponents[i][j])
			}
		}
		s := &t.Shares[i]
		s.At, s.Met, s.Mates, s.Opponents = SpanOf(at[i]), SpanOf(met), SpanOf(with), SpanOf(against)
	}
	t.sumUp(told)
	return t
}

// sumUp takes the spans over the entries together.
func (t *Table) sumUp(told [][]int) {
	all := func(of func(s *Share) Span) (total Span) {
		total = of(&t.Shares[0])
		for i := range t.Shares {
			s := of(&t.Shares[i])
			total = Span{min(total.Min, s.Min), max(total.Max, s.Max)}
		}
		return total
	}
	t.Seats = all(func(s *Share) Span { return Span{s.Seats, s.Seats} })
	t.At = all(func(s *Share) Span { return s.At })
	t.Met = all(func(s *Share) Span { return s.Met })
	t.Mates = all(func(s *Share) Span { return s.Mates })
	t.Opponents = all(func(s *Share) Span { return s.Opponents })
	for r := range t.Roles {
		t.Roles[r] = all(func(s *Share) Span { return Span{s.Roles[r], s.Roles[r]} })
		t.Told[r] = SpanOf(told[r])
	}
}

// Write prints the table for people: a row an entry, the spans over all, and how often each role is played in a place. Names may be
// anybody's.
func (t *Table) Write(w io.Writer, names []string, roles *werewolf.RoleTable) error {
	var out strings.Builder
	row := func(name, seats any, role func(werewolf.Role) any, rest ...any) {
		cells := []any{name, seats}
		for _, r := range roles.Roles() {
			if t.Told[r].Max > 0 {
				cells = append(cells, role(r))
			}
		}
		for _, c := range append(cells, rest...) {
			fmt.Fprint(&out, c, "\t")
		}
		out.WriteByte('\n')
	}
	row("entry", "seats", func(r werewolf.Role) any { return roles.Name(r) }, "at each place", "with each", "against each", "met")
	for i := range t.Shares {
		s := &t.Shares[i]
		row(printable(names[i]), s.Seats, func(r werewolf.Role) any { return s.Roles[r] }, s.At, s.Mates, s.Opponents, s.Met)
	}
	row("all", t.Seats, func(r werewolf.Role) any { return t.Roles[r] }, t.At, t.Mates, t.Opponents, t.Met)
	row("each place", "", func(r werewolf.Role) any { return t.Told[r] })
	return columns.Write(w, out.String())
}

// printable is a name that steers no terminal.
func printable(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}
