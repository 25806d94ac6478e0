package werewolf

import (
	"iter"
	"math/bits"
)

// MaxSeats is the largest number of players of one game.
const MaxSeats = 60

// SeatID is a place at the table, counted from 1 as in the contest's logs.
// The zero SeatID is no seat: a void vote, no target, or the village as a
// whole where a view is meant.
type SeatID int8

// Seat is who sits at the table, as the organiser set it up.
type Seat struct {
	Name    string `json:"name"`              // in-game name, unique, known to all
	Profile string `json:"profile,omitempty"` // told to the seat alone
	Avatar  string `json:"avatar,omitempty"`  // address of a picture, for viewers
	Team    string `json:"team,omitempty"`    // contest team, never told to players
	Client  string `json:"client,omitempty"`  // name the client gave, never told to players
	// Role fixes the role of the seat. Either every seat has one or none has:
	// then the roles are drawn.
	Role Role `json:"role,omitempty"`
}

// SeatSet is a set of seats. The zero SeatSet is empty.
type SeatSet uint64

// SeatsUpTo is the set of the seats 1 to n.
func SeatsUpTo(n int) SeatSet { return SeatSet(1)<<(n+1) - 2 }

// SetOf is the set of the given seats.
func SetOf(seats ...SeatID) (s SeatSet) {
	for _, id := range seats {
		s = s.With(id)
	}
	return s
}

// Has reports whether the seat is in the set; no seat never is.
func (s SeatSet) Has(id SeatID) bool {
	return id > 0 && id < 64 && s>>uint(id)&1 == 1
}

// With is the set and the seat.
func (s SeatSet) With(id SeatID) SeatSet { return s | 1<<uint(id) }

// Without is the set less the seat.
func (s SeatSet) Without(id SeatID) SeatSet { return s &^ (1 << uint(id)) }

// Len is the number of seats in the set.
func (s SeatSet) Len() int { return bits.OnesCount64(uint64(s)) }

// First is the lowest seat of the set, no seat when it is empty.
func (s SeatSet) First() SeatID {
	if s == 0 {
		return 0
	}
	return SeatID(bits.TrailingZeros64(uint64(s)))
}

// All yields the seats in ascending order.
func (s SeatSet) All() iter.Seq[SeatID] {
	return func(yield func(SeatID) bool) {
		for s != 0 {
			id := s.First()
			if !yield(id) {
				return
			}
			s = s.Without(id)
		}
	}
}

// Slice is the seats in ascending order, a fresh slice.
func (s SeatSet) Slice() []SeatID {
	out := make([]SeatID, 0, s.Len())
	for id := range s.All() {
		out = append(out, id)
	}
	return out
}

// Nth is the seat at place n of the ascending order, 0 <= n < Len.
func (s SeatSet) Nth(n int) SeatID {
	for ; n > 0; n-- {
		s = s.Without(s.First())
	}
	return s.First()
}

// Audience says who may see an event. The zero Audience is nobody.
type Audience uint64

// Nobody sees an event that is only for the record; Everybody is all players
// and the village's gallery.
const (
	Nobody    Audience = 0
	Everybody Audience = 1<<64 - 1
)

// Only is the audience of exactly these seats.
func Only(seats SeatSet) Audience { return Audience(seats &^ 1) }

// includes reports whether the seat may see it; seat 0 is the village's
// gallery, which sees what everybody sees.
func (a Audience) includes(id SeatID) bool { return id >= 0 && a>>uint(id)&1 == 1 }

// Seats is the audience as a set of seats of a game with n players.
func (a Audience) Seats(n int) SeatSet { return SeatSet(a) & SeatsUpTo(n) }
