package contesttest

import (
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Waits counts the steps of a game's critical path: a turn of talk or whisper
// is a step, and so is all that is asked together: a round of votes, and divine,
// guard and the first whispers or attack votes of a night.
func Waits(tb testing.TB, rec *gamelog.Record) (waits int) {
	tb.Helper()
	g, err := rec.Header.Game()
	if err != nil {
		tb.Fatal(err)
	}
	var open werewolf.SeatSet // seats whose answers are still to come in this step
	for _, e := range rec.Entries {
		if e.Input == nil {
			continue
		}
		if open == 0 {
			waits++
			for _, q := range g.Pending() {
				open = open.With(q.Seat)
			}
		}
		open = open.Without(e.Input.Action.Seat)
		if err := g.Apply(e.Input.Action); err != nil {
			tb.Fatal(err)
		}
	}
	return waits
}
