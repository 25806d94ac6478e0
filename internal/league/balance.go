package league

import (
	"fmt"
	"io"

	"wolfden/internal/balance"
	"wolfden/internal/english"
	"wolfden/werewolf"
)

// Balance is how evenly a plan treats the entries in one setup. Only seats of an entry's own count.
type Balance struct {
	*balance.Table
	setup         *Setup
	names         []string
	games, rounds int
}

// BalanceOf counts the games of a plan, a balance for every setup.
func BalanceOf(s *Spec, games []Game) []Balance {
	all := make([]Balance, len(s.Setups))
	for i := range s.Setups {
		setup := &s.Setups[i]
		var tables [][]balance.Seat
		for _, g := range games {
			if g.Setup != i {
				continue
			}
			var seats []balance.Seat
			for _, a := range g.Seats {
				seats = append(seats, balance.Seat{Entry: a.Entry, Role: a.Role, Filled: !a.own})
			}
			tables = append(tables, seats)
		}
		sides := func(a, b werewolf.Role) bool { return sameSide(setup.Rules.Table, a, b) }
		b := Balance{setup: setup, games: len(tables), rounds: len(tables) / len(s.Entries)}
		b.Table = balance.Of(len(s.Entries), setup.Rules.Players(), tables, sides)
		for _, e := range s.Entries {
			b.names = append(b.names, e.Name)
		}
		all[i] = b
	}
	return all
}

// Write prints the table for people.
func (b *Balance) Write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s: %s, %s\n", b.setup.Name, english.Count(b.games, "game"), english.Count(b.rounds, "round")); err != nil {
		return err
	}
	return b.Table.Write(w, b.names, b.setup.Rules.Table)
}
