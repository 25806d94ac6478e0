package league

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/werewolf"
)

// span is the least and the greatest of some counts.
type span struct{ Min, Max int }

// String is like "23-24", or "23" where both are the same.
func (s span) String() string {
	if s.Min == s.Max {
		return fmt.Sprint(s.Min)
	}
	return fmt.Sprintf("%d-%d", s.Min, s.Max)
}

func spanOf(counts []int) span {
	s := span{counts[0], counts[0]}
	for _, n := range counts[1:] {
		s.Min, s.Max = min(s.Min, n), max(s.Max, n)
	}
	return s
}

// share is how a plan treats one entry in one setup. Only seats of its own
// count.
type share struct {
	name  string
	seats int                 // of its own, over all games
	roles werewolf.RoleCounts // how often it has each
	// At is how often it sits in each place at the table, Mates and Foes how
	// often it meets each other entry on its side, on the other side.
	At, mates, foes span
}

// Balance is how evenly a plan treats the entries in one setup.
type Balance struct {
	setup  string
	known  *werewolf.RoleTable // the roles there are
	games  int
	rounds int
	shares []share
	// told is how often each role is played in a place at the table.
	told [werewolf.MaxRoles]span
	// mates and Foes are those of all pairs of entries.
	mates, foes span
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
	b := Balance{setup: s.Setups[setup].Name, known: s.Setups[setup].Rules.Table, games: len(games), rounds: len(games) / n, shares: make([]share, n)}
	mates, foes, at := grid(n), grid(n), make([][]int, n)
	var told [len(b.told)][]int
	for i := range at {
		at[i] = make([]int, players)
	}
	for role := range told {
		told[role] = make([]int, players)
	}
	for _, g := range games {
		for i, a := range g.Seats {
			told[a.Role][i]++
			if !a.own {
				continue
			}
			b.shares[a.Entry].seats++
			b.shares[a.Entry].roles[a.Role]++
			at[a.Entry][i]++
			for _, c := range g.Seats {
				if !c.own || c.Entry == a.Entry {
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
		b.told[role] = spanOf(told[role])
	}
	for i := range b.shares {
		b.shares[i].name, b.shares[i].At = s.Entries[i].Name, spanOf(at[i])
		b.shares[i].mates, b.shares[i].foes = spanOf(others(mates[i], i)), spanOf(others(foes[i], i))
	}
	b.mates, b.foes = pairs(mates), pairs(foes)
	return b
}

// others is the row without the entry itself.
func others(row []int, self int) []int {
	return append(append([]int(nil), row[:self]...), row[self+1:]...)
}

func pairs(met [][]int) span {
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
		for _, r := range b.known.Roles() {
			if b.told[r].Max > 0 {
				fmt.Fprintf(&rows, "\t%v", count(r))
			}
		}
		for _, cell := range last {
			fmt.Fprintf(&rows, "\t%v", cell)
		}
		rows.WriteByte('\n')
	}
	fmt.Fprintf(&rows, "%s: %s, %s\n", b.setup, english.Count(b.games, "game"), english.Count(b.rounds, "round"))
	row("entry", "seats", func(r werewolf.Role) any { return b.known.Name(r) }, "at each place", "with each", "against each")
	for _, s := range b.shares {
		row(s.name, strconv.Itoa(s.seats), func(r werewolf.Role) any { return s.roles[r] }, s.At, s.mates, s.foes)
	}
	row("each place", "", func(r werewolf.Role) any { return b.told[r] }, "", b.mates, b.foes)
	return columns.Write(w, rows.String())
}
