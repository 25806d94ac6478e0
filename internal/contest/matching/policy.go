package matching

import (
	"cmp"
	"slices"
	"time"

	"wolfden/werewolf"
)

// Policy fills tables: Mixed, Self, or the plan of a Journal. A policy belongs
// to one goroutine.
type Policy interface {
	// Next is the match to be started now by teams that wait, false when there
	// is none. It changes nothing: until Start, the same teams get the same.
	Next(waiting []Waiting) (Match, bool)
	// Start books that the match, which Next gave, is now played as the game
	// with the id. On an error nothing is booked and the game must not begin.
	Start(m Match, game string, at time.Time) error
	// end books what became of a match that was started.
	End(match ID, o Outcome) error
}

// Waiting is a team that waits. The order of a list of them means nothing, and
// a team that is in it twice is one team with the connections of both.
type Waiting struct {
	Team string
	// Since is when each of its free connections began to wait, in any order. A
	// team without one does not wait.
	Since []time.Time
}

// Match is a game to be started. Place i belongs to seat i+1.
type Match struct {
	ID      ID
	attempt int    // from 1; more when a game of this match failed
	Seed    uint64 // for the game, another one at each attempt
	Places  []Place
}

// Place is who plays in a seat.
type Place struct {
	Team string
	Role werewolf.Role
	Nth  int // which of the team's waiting connections, 0 the one that waits longest
}

// Outcome is how a started game ended.
type Outcome struct {
	Game    string    // the id it was started with
	Failure string    // why it does not count, "" when it was played to its end
	Gone    []string  // the teams whose players were gone for good from a game that failed
	At      time.Time // when it ended
}

// gather joins the entries of a team and sorts its connections, longest waiting
// first; teams without one are left out. The result is sorted by team.
func gather(waiting []Waiting) []Waiting {
	all := slices.Clone(waiting)
	slices.SortStableFunc(all, func(a, b Waiting) int { return cmp.Compare(a.Team, b.Team) })
	out := all[:0]
	for _, w := range all {
		if len(w.Since) == 0 {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Team == w.Team {
			out[n-1].Since = slices.Concat(out[n-1].Since, w.Since)
			continue
		}
		out = append(out, w)
	}
	for i := range out {
		out[i].Since = slices.SortedFunc(slices.Values(out[i].Since), time.Time.Compare)
	}
	return out
}

// byWait sorts teams, stably, by when their nth connection began to wait.
func byWait(teams []Waiting, nth int) {
	slices.SortStableFunc(teams, func(a, b Waiting) int { return a.Since[nth].Compare(b.Since[nth]) })
}
