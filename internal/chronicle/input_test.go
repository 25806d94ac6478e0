package chronicle_test

import (
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/gamelogtest"
	"wolfden/werewolf"
)

// TestInputs compares phases and days, which are read from the events of a record, with those of the game that plays it again.
func TestInputs(t *testing.T) {
	timed := 0
	for seed := range uint64(40) {
		data := gamelogtest.Record(t, gamelogtest.Header(t, []int{5, 9, 13}[seed%3], seed), 60)
		rec, err := gamelog.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		all, err := chronicle.Inputs(rec)
		if err != nil {
			t.Fatal(err)
		}
		n, line := 0, 1
		_, err = rec.Walk(func(g *werewolf.Game, e *gamelog.Entry) error {
			line++
			if e.Input == nil {
				return nil
			}
			in := all[n]
			n++
			phase, steps, at := "", []werewolf.Step(nil), 0
			if steps, at = g.Plan(); in.Action.Kind == werewolf.Answer {
				for _, s := range steps[at:] {
					if s.Kind == in.Action.Request {
						phase = rec.Header.Rules.PhaseName(s.Phase)
						break
					}
				}
			}
			if in.Number != line || in.Day != g.Day() || in.Phase != phase || in.At != e.At || in.Raw != e.Input.Raw {
				t.Errorf("seed %d, line %d: %+v, want day %d, phase %q", seed, line, in, g.Day(), phase)
			}
			if in.Millis != nil {
				timed++
			}
			return nil
		})
		if err != nil || n != len(all) {
			t.Errorf("seed %d: %d of %d inputs, %v", seed, n, len(all), err)
		}
	}
	if timed < 1000 {
		t.Errorf("%d answers have a time", timed)
	}
}
