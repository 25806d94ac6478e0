package league

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"wolfden/internal/plural"
	"wolfden/werewolf"
)

// Span is the least and the greatest of some counts.
type Span struct{ Min, Max int }

// String is like "23-24", or "23" where both are the same.
func (s Span) String() string {
	if s.Min == s.Max {
		return fmt.Sprint(s.Min)
	}
	return fmt.Sprintf("%d-%d", s.Min, s.Max)
}

func spanOf(counts []int) Span {
	s := Span{counts[0], counts[0]}
	for _, n := range counts[1:] {
		s.Min, s.Max = min(s.Min, n), max(s.Max, n)
	}
	return s
}

// Share is how a plan treats one entry in one setup. Only seats of its own
// count.
type Share struct {
	Name  string
	Seats int                 // of its own, over all games
	Roles werewolf.RoleCounts // how often it has each
	// At is how often it sits in each place at the table, Mates and Foes how
	// often it meets each other entry on its side, on the other side.
	At, Mates, Foes Span
}

// Balance is how evenly a plan treats the entries in one setup.
type Balance struct {
	Setup  string
	Known  *werewolf.RoleTable // the roles there are
	Games  int
	Rounds int
	Shares []Share
	// Told is how often each role is played in a place at the table.
	Told [werewolf.MaxRoles]Span
	// Mates and Foes are those of all pairs of entries.
	Mates, Foes Span
}

// BalanceOf counts the games of a plan, a balance for every setup.
func BalanceOf(s *Spec, games []Game) []Balance {
	all := make([]Balance, len(s.Setups))
	for i := range s.Setups {
		var of []Game
		for _, g := range games {
			if g.Setup == i {
				of = append(of, g)
			}
		}
		all[i] = balanceOf(s, i, of)
	}
	return all
}

func balanceOf(s *Spec, setup int, games []Game) Balance {
	n, players := len(s.Entries), s.Setups[setup].Rules.Players()
	b := Balance{Setup: s.Setups[setup].Name, Known: s.Setups[setup].Rules.Table, Games: len(games), Rounds: len(games) / n, Shares: make([]Share, n)}
	mates, foes, at := grid(n), grid(n), make([][]int, n)
	var told [len(b.Told)][]int
	for i := range at {
		at[i] = make([]int, players)
	}
	for role := range told {
		told[role] = make([]int, players)
	}
	for _, g := range games {
		for i, a := range g.Seats {
			told[a.Role][i]++
			if !a.Own {
				continue
			}
			b.Shares[a.Entry].Seats++
			b.Shares[a.Entry].Roles[a.Role]++
			at[a.Entry][i]++
			for _, c := range g.Seats {
				if !c.Own || c.Entry == a.Entry {
					continue
				}
				if sameSide(s.Setups[g.Setup].Rules.Table, a.Role, c.Role) {
					mates[a.Entry][c.Entry]++
				} else {
					foes[a.Entry][c.Entry]++
				}
			}
		}
	}
	for role := range told {
		b.Told[role] = spanOf(told[role])
	}
	for i := range b.Shares {
		b.Shares[i].Name, b.Shares[i].At = s.Entries[i].Name, spanOf(at[i])
		b.Shares[i].Mates, b.Shares[i].Foes = spanOf(others(mates[i], i)), spanOf(others(foes[i], i))
	}
	b.Mates, b.Foes = pairs(mates), pairs(foes)
	return b
}

// others is the row without the entry itself.
func others(row []int, self int) []int {
	return append(append([]int(nil), row[:self]...), row[self+1:]...)
}

func pairs(met [][]int) Span {
	var all []int
	for i, row := range met {
		all = append(all, row[i+1:]...)
	}
	return spanOf(all)
}

// Write prints the table for people: a row an entry, and what holds for all.
func (b *Balance) Write(w io.Writer) error {
	var rows strings.Builder
	row := func(name, seats string, count func(werewolf.Role) any, last ...any) {
		rows.WriteString(name + "\t" + seats)
		for _, r := range b.Known.Roles() {
			if b.Told[r].Max > 0 {
				fmt.Fprintf(&rows, "\t%v", count(r))
			}
		}
		for _, cell := range last {
			fmt.Fprintf(&rows, "\t%v", cell)
		}
		rows.WriteByte('\n')
	}
	fmt.Fprintf(&rows, "%s: %s, %s\n", b.Setup, plural.Of(b.Games, "game"), plural.Of(b.Rounds, "round"))
	row("entry", "seats", func(r werewolf.Role) any { return b.Known.Name(r) }, "at each place", "with each", "against each")
	for _, s := range b.Shares {
		row(s.Name, strconv.Itoa(s.Seats), func(r werewolf.Role) any { return s.Roles[r] }, s.At, s.Mates, s.Foes)
	}
	row("each place", "", func(r werewolf.Role) any { return b.Told[r] }, "", b.Mates, b.Foes)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(t, rows.String()); err != nil {
		return err
	}
	return t.Flush()
}
