package archive

import (
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

// Summarize is the summary of a game that is over. It counts requests and errors, which no chronicle has: they are about the
// connections of teams, and contest knows nothing of what is said.
func Summarize(h *gamelog.Header, entries []gamelog.Entry) *Summary {
	s := &Summary{ID: h.ID, Started: h.Started, Ended: h.Started, Entries: len(entries)}
	roles := RolesOf(h, entries)
	for i := range h.Seats {
		s.Seats = append(s.Seats, SeatSummary{Team: h.Seats[i].Team, Role: roles[i+1]})
	}
	for _, e := range entries {
		s.Ended = max(s.Ended, h.Started+e.At)
		switch {
		case e.Input != nil:
			s.fault(e.Input)
		case e.Event.Kind == werewolf.GameOver:
			s.Winner, s.End = e.Event.Winner, e.Event.End
		default:
		}
	}
	return s
}

func (s *Summary) fault(in *gamelog.Input) {
	seat := int(in.Action.Seat) - 1
	if seat < 0 || seat >= len(s.Seats) {
		return
	}
	p := &s.Seats[seat]
	switch in.Action.Kind {
	case werewolf.Answer:
		p.Requests++
		if in.Fault == gamelog.Late || in.Fault == gamelog.Lost || in.Fault == gamelog.Crashed {
			p.Errors++
		}
	case werewolf.Fail:
		p.Gone = true
	default:
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
func (s *Summary) Teams() []string {
	var teams []string
	for _, p := range s.Seats {
		teams = append(teams, p.Team)
	}
	slices.Sort(teams)
	return slices.Compact(teams)
}

// IsFault reports whether the input is an answer with a fault.
func IsFault(in *gamelog.Input) bool {
	return in.Fault != gamelog.NoFault && in.Action.Kind == werewolf.Answer
}

// RolesOf are the roles of all seats, by seat, as they were dealt.
func RolesOf(h *gamelog.Header, entries []gamelog.Entry) []werewolf.Role {
	roles := make([]werewolf.Role, len(h.Seats)+1)
	for i := range h.Seats {
		roles[i+1] = h.Seats[i].Role
	}
	for _, e := range entries {
		if e.Event != nil && e.Event.Kind == werewolf.Dealt && int(e.Event.Seat) < len(roles) {
			roles[e.Event.Seat] = e.Event.Role
		}
	}
	return roles
}
