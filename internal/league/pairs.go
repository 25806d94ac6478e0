package league

import (
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Pairs is which entries of a table differ, and who won against whom. The numbers are those of the table's rows.
type Pairs struct {
	// All are all pairs over the whole rounds, none where the league may stop as soon as two of them differ: a test of a fixed number
	// of rounds would be wrong there.
	All []stats.Pair
	Met stats.Meetings // on different sides
	stats.Cycles
}

// pairs compares all entries. The order is that of the rows.
func (s *Spec) pairs(all []counts, order []int, games []Game, results []Result) (p Pairs) {
	if s.Stop == nil {
		values := make([][]float64, len(order))
		for place, i := range order {
			values[place] = all[i].rounds
		}
		p.All = stats.ComparePairs(values, 1)
	}
	matches := s.matches(order, games, results)
	p.Met, p.Cycles = stats.Meet(len(order), matches), stats.FindCycles(len(order), matches, 1)
	return p
}

// matches are the games of whole rounds that somebody won, with the seats that count for their entries.
func (s *Spec) matches(order []int, games []Game, results []Result) (matches []stats.Match) {
	place := make([]int, len(order))
	for at, i := range order {
		place[i] = at
	}
	for k := range games {
		if from := k - k%len(s.Entries); !whole(results[from:from+len(s.Entries)]) || results[k].winner == werewolf.NoTeam {
			continue
		}
		var m stats.Match
		for _, seat := range games[k].Seats {
			if !seat.own {
				continue
			}
			side := 0
			if s.Setups[games[k].Setup].Rules.Table.Team(seat.Role) == werewolf.WerewolfTeam {
				side = 1
			}
			m.Sides[side] = append(m.Sides[side], place[seat.Entry])
		}
		if results[k].winner == werewolf.WerewolfTeam {
			m.Winner = 1
		}
		matches = append(matches, m)
	}
	return matches
}
