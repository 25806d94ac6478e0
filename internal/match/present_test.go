package match

import (
	"context"
	"sync"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// TestPresentPlayersAreNotToldAgain: who was there all the time is not told again that the game began, others are; and
// what was said before keeps its time.
func TestPresentPlayersAreNotToldAgain(t *testing.T) {
	h := testHeader(t, 5, 4)
	whole := newTable(t, h, nil)
	if _, err := whole.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	rec, err := gamelog.Parse(whole.record.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	said := -1
	for i, e := range rec.Entries {
		if e.Event != nil && e.Event.Kind == werewolf.Talked {
			said = i
			break
		}
	}
	rec.Entries = rec.Entries[: said+1 : said+1]
	g, err := rec.Replay()
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	told, when := map[werewolf.SeatID]int{}, int64(0)
	next := newTable(t, h, nil)
	for i := range next.Players {
		next.Players[i] = playerFunc(func(ctx context.Context, o werewolf.Observation) (string, error) {
			mu.Lock()
			defer mu.Unlock()
			if o.Request.Kind == werewolf.Initialize {
				told[o.Seat]++
			} else if len(o.Talks) > 0 {
				when = o.Talks[0].Time
			}
			return obedient(ctx, o)
		})
	}
	m := Match{
		Game: g, Started: h.Started, Recorded: len(g.Log()), Past: rec.Entries, Present: werewolf.SetOf(2, 3),
		Players: next.Players, Observer: &fullDisk{left: 1000}, Clock: StepClock(rec.LastAt(), 10),
	}
	if _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[werewolf.SeatID]int{1: 1, 2: 0, 3: 0, 4: 1, 5: 1} {
		if told[id] != want {
			t.Errorf("seat %d is told %d times that the game begins, not %d", id, told[id], want)
		}
	}
	if want := h.Started + rec.Entries[said].At; when != want {
		t.Errorf("the first utterance was said at %d, not at %d", when, want)
	}
}
