package position

import (
	"context"
	"fmt"

	"wolfden/internal/match"
	"wolfden/werewolf"
)

// Seat is who goes on in a seat.
type Seat struct {
	Player match.Player
	// Same players sit there from the beginning of the game: each is asked again everything that its seat was asked, so that it
	// has in mind what it had then. It must be the player of the record, made as it was then, and give the answers of the
	// record again. Other players come fresh, and know what their observation tells.
	Same bool
}

// stepMillis lies between two answers of the game that goes on.
const stepMillis = 750

// Match returns the game that goes on with these players, by seat. seed is that of the chance from here on; nil is the chance
// of the game itself. A player that should be the same and answers otherwise is an error that wraps ErrOther. The caller sets the Observer, and may set the Clock; the observer is given what comes after Past.
//
// On an open floor the rounds in which nobody spoke stand in no record. Same players are asked there as in the rounds of
// match.Run, and a game that took utterances as they came may go on otherwise.
func (p *Position) Match(ctx context.Context, seats []Seat, seed *uint64) (*match.Match, error) {
	if len(seats) != len(p.header.Seats) {
		return nil, fmt.Errorf("%d players for %d seats", len(seats), len(p.header.Seats))
	}
	g, err := p.replay(p.chance(seed))
	if err != nil {
		return nil, err
	}
	m := &match.Match{
		Game: g, Started: p.header.Started, Recorded: len(g.Log()), Past: p.past,
		Clock: match.StepClock(p.past[len(p.past)-1].At, stepMillis),
	}
	for i, s := range seats {
		m.Players = append(m.Players, s.Player)
		if s.Same {
			m.Present = m.Present.With(werewolf.SeatID(i + 1))
		}
	}
	if m.Present == 0 {
		return m, nil
	}
	return m, p.rehearse(ctx, m)
}
