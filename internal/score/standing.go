package score

import (
	"cmp"

	"wolfden/internal/stats"
)

// Standing is how often the players of a team were on the winning side. Every table of standings has it, of a contest that goes on as of games
// that are over.
type Standing struct {
	Team        string
	Wins, Seats int // of games with a winner, and of matches that are lost without one
	Clusters    int // that are independent of one another: of several seats on a side one
}

// Rate is the share of wins with its interval.
func (s Standing) Rate() stats.Rate { return stats.Clustered(s.Wins, s.Seats, s.Clusters) }

// Better orders standings: the highest share first, who has none last.
func Better(a, b Standing) int {
	return cmp.Or(cmp.Compare(b.Rate().Share(), a.Rate().Share()), cmp.Compare(a.Team, b.Team))
}
