package archive

import (
	"cmp"
	"slices"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Summary is what is kept in memory of a game that is over.
type Summary struct {
	ID      string        `json:"game"`
	Started int64         `json:"started"` // Unix milliseconds
	Ended   int64         `json:"ended"`
	Entries int           `json:"entries"`
	Winner  werewolf.Team `json:"winner"`
	End     werewolf.End  `json:"end"`
	Why     string        `json:"why,omitempty"` // it was given up, "" where it was played to its end
	Seats   []SeatSummary `json:"seats"`
}

// SeatSummary is what is kept of a player.
type SeatSummary struct {
	Team   string         `json:"team"`
	Role   werewolf.Role  `json:"role"`
	Faults map[string]int `json:"faults,omitempty"`
	// Requests were asked of it, of which it answered Errors not or too late. Gone
	// says that it was gone for good.
	Requests int  `json:"requests,omitempty"`
	Errors   int  `json:"errors,omitempty"`
	Gone     bool `json:"gone,omitempty"`
}

// Summarize is the summary of a game so far. It counts requests and errors, which no chronicle has: they are about the
// connections of teams, and contest knows nothing of what is said.
func Summarize(h *gamelog.Header, entries []gamelog.Entry) *Summary {
	s := &Summary{ID: h.ID, Started: h.Started, Ended: h.Started}
	for i := range h.Seats {
		s.Seats = append(s.Seats, SeatSummary{Team: h.Seats[i].Team, Role: h.Seats[i].Role})
	}
	for _, e := range entries {
		s.See(e)
	}
	return s
}

// See takes in the next entry of the game.
func (s *Summary) See(e gamelog.Entry) {
	s.Entries++
	s.Ended = max(s.Ended, s.Started+e.At)
	if in := e.Input; in != nil {
		s.fault(in)
		if in.Action.Kind == werewolf.Stop {
			s.Why = in.Raw
		}
		return
	}
	var seat SeatSummary // of nobody
	of := &seat
	if n := int(e.Event.Seat); n > 0 && n <= len(s.Seats) {
		of = &s.Seats[n-1]
	}
	switch e.Event.Kind {
	case werewolf.Dealt:
		of.Role = e.Event.Role
	case werewolf.Failed:
		of.Gone = true
	case werewolf.GameOver:
		if s.Winner, s.End = e.Event.Winner, e.Event.End; s.End == werewolf.Failure {
			s.Why = cmp.Or(s.Why, "too many players are gone")
		}
	default:
	}
}

// Gone are the teams that were gone for good, sorted, each once.
func (s *Summary) Gone() []string {
	return s.teams(func(p *SeatSummary) bool { return p.Gone })
}

func (s *Summary) fault(in *gamelog.Input) {
	seat := int(in.Action.Seat) - 1
	if seat < 0 || seat >= len(s.Seats) {
		return
	}
	p := &s.Seats[seat]
	if in.Action.Kind == werewolf.Answer {
		p.Requests++
		if in.Fault == gamelog.Late || in.Fault == gamelog.Lost || in.Fault == gamelog.Crashed {
			p.Errors++
		}
	}
	if !IsFault(in) {
		return
	}
	if p.Faults == nil {
		p.Faults = map[string]int{}
	}
	p.Faults[in.Fault.String()]++
}

// Teams are the teams of the game, sorted, each once.
func (s *Summary) Teams() []string { return s.teams(func(*SeatSummary) bool { return true }) }

func (s *Summary) teams(of func(*SeatSummary) bool) (teams []string) {
	for i := range s.Seats {
		if of(&s.Seats[i]) {
			teams = append(teams, s.Seats[i].Team)
		}
	}
	slices.Sort(teams)
	return slices.Compact(teams)
}

// IsFault reports whether the input is an answer with a fault.
func IsFault(in *gamelog.Input) bool {
	return in.Fault != gamelog.NoFault && in.Action.Kind == werewolf.Answer
}
