package contesttest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// Legal is a client's player that answers at once and legally.
type Legal struct{}

// Answer implements wire.Player.
func (Legal) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	switch {
	case o.Request.Kind.Chooses():
		return o.Name(o.Request.Targets.Nth((int(o.Seat) + o.Day) % o.Request.Targets.Len())), nil
	case o.Request.Open:
		if o.Request.Left.Count > 2 {
			return fmt.Sprintf("%s speaks on day %d", o.Name(o.Seat), o.Day), nil
		}
		return werewolf.OverText, nil
	case o.Request.Kind.Speaks():
		return fmt.Sprintf("%s says %d on day %d", o.Name(o.Seat), o.Request.Turn, o.Day), nil
	default:
		return "", nil
	}
}

// Cast is n characters.
func Cast(n int) []werewolf.Seat {
	seats := make([]werewolf.Seat, n)
	for i := range seats {
		seats[i] = werewolf.Seat{Name: fmt.Sprintf("Person%c", 'A'+i), Profile: "age: 30\ngender: other"}
	}
	return seats
}

// Paced is a legal player that takes its time.
type Paced struct {
	Legal
	Pace time.Duration
}

// Answer implements wire.Player.
func (p Paced) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if p.Pace > 0 && (o.Request.Kind.Speaks() || o.Request.Kind.Chooses()) {
		select {
		case <-time.After(p.Pace):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return p.Legal.Answer(ctx, o)
}

// Murmur is what a player with a pause whispers.
const Murmur = "murmured among wolves"

// Pause holds a game until it is let go: nobody speaks on the day any more.
type Pause struct {
	reached chan struct{}
	Release chan struct{}
	day     int
	once    *sync.Once
}

// PauseOn is a pause on a day; -1 is on none.
func PauseOn(day int) Pause {
	return Pause{make(chan struct{}), make(chan struct{}), day, new(sync.Once)}
}

// Await waits until a game has come to the pause.
func (p Pause) Await(tb testing.TB) {
	tb.Helper()
	select {
	case <-p.reached:
	case <-time.After(waittest.Longest):
		tb.Fatal("the game does not get there")
	}
}

// pausing is a legal player that keeps to a pause.
type pausing struct {
	Legal
	Pause
}

// Answer implements wire.Player.
func (p pausing) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Day == p.day && o.Request.Kind == werewolf.Talk {
		p.once.Do(func() { close(p.reached) })
		select {
		case <-p.Release:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	if o.Request.Kind == werewolf.Whisper {
		return Murmur, nil
	}
	return p.Legal.Answer(ctx, o)
}
