package league

import (
	"wolfden/internal/stats"
	"wolfden/internal/versus"
	"wolfden/werewolf"
)

// pairs compares all entries over the whole rounds. The order is that of the rows. Where the league may stop as soon as two of them
// differ there are no pairs: a test of a fixed number of rounds would be wrong there.
func (s *Spec) pairs(all []counts, order []int, games []Game, results []Result) (p versus.Table) {
	for _, i := range order {
		p.Names = append(p.Names, s.Entries[i].Name)
	}
	if s.Stop == nil {
		values := make([][]float64, len(order))
		for place, i := range order {
			values[place] = all[i].rounds
		}
		p.All = stats.ComparePairs(values, nil, 1)
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
