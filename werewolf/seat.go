package werewolf

import (
	"iter"
	"math/bits"
)

// SeatID is a place at the table, counted from 1 as in the contest's logs. The zero SeatID is no seat: it
// stands for a void vote, for no target, or, where a view is meant, for the public.
type SeatID int8

// Seat describes the player at a place, as the organiser set it up.
type Seat struct {
	Name    string `json:"name"`              // in-game name, unique, known to all
	Profile string `json:"profile,omitempty"` // told to the seat alone
	Avatar  string `json:"avatar,omitempty"`  // address of a picture, for spectators
	Team    string `json:"team,omitempty"`    // contest team, never told to players
	Client  string `json:"client,omitempty"`  // name the client gave, never told to players
	// Role fixes the role of the seat. Either every seat has one or none has; in that case roles are drawn.
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

// Has reports whether the seat is in the set. Seat 0 never is.
func (s SeatSet) Has(id SeatID) bool {
	return id > 0 && id < 64 && s>>uint(id)&1 == 1
}

// With returns the set with the seat added.
func (s SeatSet) With(id SeatID) SeatSet { return s | 1<<uint(id) }

// Without returns the set with the seat removed.
func (s SeatSet) Without(id SeatID) SeatSet { return s &^ (1 << uint(id)) }

// Len is the number of seats in the set.
func (s SeatSet) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the lowest seat of the set, or no seat when it is empty.
func (s SeatSet) First() SeatID {
	if s == 0 {
		return 0
	}
	return SeatID(bits.TrailingZeros64(uint64(s)))
}

// Where returns those of the seats of which something is true.
func (s SeatSet) Where(is func(SeatID) bool) (some SeatSet) {
	for id := range s.All() {
		if is(id) {
			some = some.With(id)
		}
	}
	return some
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

// Most returns the seat of the highest value, among equals the lowest seat; 0 where there are none.
func (s SeatSet) Most(of func(SeatID) float64) (best SeatID) {
	highest := 0.0
	for id := range s.All() {
		if value := of(id); best == 0 || value > highest {
			best, highest = id, value
		}
	}
	return best
}

// Nth returns the seat at index n in ascending order, 0 <= n < Len.
func (s SeatSet) Nth(n int) SeatID {
	for ; n > 0; n-- {
		s = s.Without(s.First())
	}
	return s.First()
}

// Audience says which seats may see an event. The zero Audience is nobody.
type Audience uint64

// Nobody sees an event that is only for the record; Everybody is all players
// and the public.
const (
	Nobody    Audience = 0
	Everybody Audience = 1<<64 - 1
)

// Only is the audience of exactly these seats.
func Only(seats SeatSet) Audience { return Audience(seats &^ 1) }

// includes reports whether the seat may see the event. Seat 0 stands for the public, which sees what everybody
// sees.
func (a Audience) includes(id SeatID) bool { return id >= 0 && a>>uint(id)&1 == 1 }

// Seats returns the audience as a set of seats in a game with n players.
func (a Audience) Seats(n int) SeatSet { return SeatSet(a) & SeatsUpTo(n) }
