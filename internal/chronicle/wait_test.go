package chronicle_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// slow is a player that takes its time over every answer, and knows how long it took.
type slow struct {
	seat werewolf.SeatID
	mu   sync.Mutex
	took []string
}

// The player of seat 3 never answers when it is asked to vote for the first time.
func (p *slow) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if !o.Request.Kind.Speaks() && !o.Request.Kind.Chooses() {
		return "", nil // it is told something, and nobody waits
	}
	began := time.Now()
	p.mu.Lock()
	pause := time.Duration(len(p.took)*100+int(p.seat)*7) * time.Millisecond
	p.mu.Unlock()
	late := p.seat == 3 && o.Day == 1 && o.Request.Kind == werewolf.Vote
	if late {
		pause = time.Hour
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fault := gamelog.NoFault
	if late {
		fault = gamelog.Late
	}
	p.took = append(p.took, fmt.Sprint(o.Request.Kind, o.Day, time.Since(began).Milliseconds(), fault))
	switch {
	case late:
		return "", ctx.Err()
	case o.Request.Kind.Chooses():
		return o.Name(o.Request.Targets.First()), nil
	case len(p.took)%3 == 0:
		return werewolf.OverText, nil
	}
	return "I wonder.", nil
}

// timed plays a game of slow players who talk in the mode, and returns its record and what the players know.
func timed(t *testing.T, mode werewolf.TalkMode, clock func(start time.Time) match.Clock) (rec *gamelog.Record, took [][]string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		rules, err := werewolf.Standard(5)
		if err != nil {
			t.Fatal(err)
		}
		rules.Timeout = werewolf.Timeout{Action: 60_000, Response: 120_000}
		if rules.Talk.Mode = mode; mode == werewolf.Anytime {
			rules.Talk.Duration = 10_000
		}
		h := &gamelog.Header{Version: gamelog.Version, ID: "TEST", Seed: 4, Started: time.Now().UnixMilli(), Rules: rules}
		var players []match.Player
		for id := range werewolf.SeatID(5) {
			h.Seats = append(h.Seats, werewolf.Seat{Name: fmt.Sprintf("P%d", id+1)})
			players = append(players, &slow{seat: id + 1})
		}
		game, err := h.Game()
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		w, err := gamelog.NewWriter(&text, h)
		if err != nil {
			t.Fatal(err)
		}
		m := match.Match{Game: game, Started: h.Started, Players: players, Observer: w, Clock: clock(time.Now())}
		if _, err := m.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rec, err = gamelog.Parse(text.Bytes()); err != nil {
			t.Fatal(err)
		}
		for _, p := range players {
			took = append(took, p.(*slow).took)
		}
	})
	return rec, took
}

// The times that follow from a record are those that the players took, whether they are asked one by one or together.
func TestWaits(t *testing.T) {
	rec, took := timed(t, werewolf.Serial, match.WallClock)
	waits, err := chronicle.Waits(rec)
	if err != nil {
		t.Fatal(err)
	}
	got, late := make([][]string, 5), 0
	for _, w := range waits {
		got[w.Seat-1] = append(got[w.Seat-1], fmt.Sprint(w.Request, w.Day, w.Millis, w.Fault))
		if w.Fault == gamelog.Late {
			late++
		}
		if w.Came() != (w.Fault == gamelog.NoFault) {
			t.Errorf("%+v came: %t", w, w.Came())
		}
	}
	for i := range took {
		if !slices.Equal(got[i], took[i]) || len(got[i]) < 4 {
			t.Errorf("seat %d: %q, want %q", i+1, got[i], took[i])
		}
	}
	if late != 1 {
		t.Errorf("%d late answers", late)
	}
	// A server that was down for an hour was not slow to be answered.
	again := len(rec.Entries) / 2
	for rec.Entries[again].Input == nil {
		again++
	}
	for i := range rec.Entries[again:] {
		rec.Entries[again+i].At += time.Hour.Milliseconds()
	}
	if fewer, err := chronicle.Waits(rec); err != nil || len(fewer) < len(waits)-5 || len(fewer) >= len(waits) {
		t.Errorf("%v: %d of %d", err, len(fewer), len(waits))
	}
}

// On an open floor nobody has to speak, so nothing said there was waited for; votes were.
func TestOpenFloorIsNotWaitedFor(t *testing.T) {
	rec, _ := timed(t, werewolf.Anytime, match.WallClock)
	waits, err := chronicle.Waits(rec)
	if err != nil {
		t.Fatal(err)
	}
	votes := 0
	for _, w := range waits {
		if w.Request == werewolf.Talk {
			t.Errorf("%+v", w)
		}
		if w.Request == werewolf.Vote {
			votes++
		}
	}
	said := slices.ContainsFunc(rec.Entries, func(e gamelog.Entry) bool { return e.Input != nil && e.Input.Action.Request == werewolf.Talk })
	if votes == 0 || !said {
		t.Errorf("%d votes, anything said: %t", votes, said)
	}
}

// A record whose clock counts answers, of another server or of a branch tells no times; one that does not follow from its inputs is an error.
func TestNoWaits(t *testing.T) {
	rec, _ := timed(t, werewolf.Serial, func(time.Time) match.Clock { return match.StepClock(0, 750) })
	if waits, err := chronicle.Waits(rec); err != nil || waits != nil {
		t.Errorf("of a clock that counts answers: %v, %v", waits, err)
	}
	for name, change := range map[string]func(*gamelog.Record){
		"foreign": func(r *gamelog.Record) { r.Header.Foreign = true },
		"branch":  func(r *gamelog.Record) { r.Header.Branches = []gamelog.Branch{{}} },
	} {
		rec, _ := timed(t, werewolf.Serial, match.WallClock)
		change(rec)
		if waits, err := chronicle.Waits(rec); err != nil || waits != nil {
			t.Errorf("%s: %v, %v", name, waits, err)
		}
	}
	rec, _ = timed(t, werewolf.Serial, match.WallClock)
	rec.Entries = rec.Entries[1:]
	if _, err := chronicle.Waits(rec); err == nil {
		t.Error("a record that does not follow from its inputs has times")
	}
}
