package room

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/werewolf"
)

// quiet is a player that says one thing a day and takes the first choice.
type quiet struct{}

// Answer answers at once.
func (quiet) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	switch q := &o.Request; {
	case q.Kind.Chooses():
		return o.Name(q.Targets.First()), nil
	case q.Open && len(o.Talks) > 0 && slices.ContainsFunc(o.Talks, func(u werewolf.Utterance) bool { return u.Seat == o.Seat && u.Day == o.Day }):
		return "", nil
	case q.Open:
		return "good morning", nil
	case q.Kind.Speaks() && q.Turn == 0:
		return "good morning", nil
	case q.Kind.Speaks():
		return werewolf.OverText, nil
	}
	return "", nil
}

// hall is a hub for tests, which ends with the test.
func hall(t *testing.T) *Hub {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	h := Open(ctx, Options{
		Dir:   t.TempDir(),
		Kinds: []Kind{{Name: "quiet"}, {Name: "five", Players: 5}},
		Players: func(_ context.Context, _, _ string, wanted []Wanted) ([]match.Player, func(), error) {
			players := make([]match.Player, len(wanted))
			for i := range players {
				players[i] = quiet{}
			}
			return players, func() {}, nil
		},
		Cast: func(string) ([]werewolf.Seat, error) {
			seats := make([]werewolf.Seat, 13)
			for i := range seats {
				seats[i] = werewolf.Seat{Name: fmt.Sprintf("Person%c", 'A'+i), Profile: fmt.Sprintf("profile %d", i)}
			}
			return seats, nil
		},
		NewID:  func() string { n++; return fmt.Sprintf("G%04d", n) },
		Now:    time.Now,
		Failed: func(err error) { t.Error(err) },
	})
	t.Cleanup(func() {
		cancel()
		h.Wait()
	})
	return h
}

func five(people int) Settings {
	return Settings{Players: 5, People: people, Bots: []string{"quiet"}, Lang: "en", Answer: time.Minute}
}

func room(t *testing.T, h *Hub, s Settings) *Room {
	t.Helper()
	r, err := h.Create(s, "")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func join(t *testing.T, r *Room, name string) *Seat {
	t.Helper()
	s, err := r.Join(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// enter opens a page of the seat.
func enter(t *testing.T, s *Seat) (leave func()) {
	t.Helper()
	leave, ok := s.Enter()
	if !ok {
		t.Fatal("a page is not let in")
	}
	return leave
}

// inside runs a test where time passes when everybody waits.
func inside(t *testing.T, test func(*testing.T, *Hub)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, hall(t)) })
}

// play answers every question of the seat as people do, until the game is over or enough says so.
func play(t *testing.T, s *Seat, enough func(*Ask) bool) {
	t.Helper()
	for {
		_, over, changed := s.Room.Game()
		if over {
			return
		}
		a := s.Asked()
		if a == nil {
			<-changed
			continue
		}
		if enough != nil && enough(a) {
			return
		}
		time.Sleep(3 * time.Second)
		var err error
		switch {
		case a.Request.Kind.Chooses():
			err = s.Choose(a.Number, int(a.Request.Targets.First()))
		case a.Request.Turn == 0:
			err = s.Say(a.Number, "I am "+s.name)
		default:
			err = s.Finish(a.Number)
		}
		if err != nil && (!a.Request.Open || !errors.Is(err, ErrNotAsked)) {
			t.Errorf("%v %+v: %v", s.name, a, err)
			return
		}
	}
}

// faults are those of the seat in the record.
func faults(rec *gamelog.Record, id werewolf.SeatID) (all []gamelog.Fault) {
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Fault != gamelog.NoFault && e.Input.Action.Seat == id {
			all = append(all, e.Input.Fault)
		}
	}
	return all
}

// finished waits for the end and reads the record from its file.
func finished(t *testing.T, r *Room) *gamelog.Record {
	t.Helper()
	for {
		rec, over, changed := r.Game()
		if over {
			data, err := os.Open(filepath.Join(r.hub.options.Dir, rec.Header.ID+gamelog.Extension))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = data.Close() }()
			kept, err := gamelog.Read(data)
			if err != nil {
				t.Fatal(err)
			}
			if kept.Result().End == werewolf.NotOver || len(kept.Entries) != len(rec.Entries) {
				t.Fatalf("the file has %d entries, the room %d", len(kept.Entries), len(rec.Entries))
			}
			return kept
		}
		<-changed
	}
}

// Who waits for a program that is long in coming keeps nobody else from anything, and begins once.
func TestOthersDoNotWaitForAProgram(t *testing.T) {
	inside(t, func(t *testing.T, h *Hub) {
		makes, come := h.options.Players, make(chan bool)
		h.options.Players = func(ctx context.Context, id, lang string, wanted []Wanted) ([]match.Player, func(), error) {
			if id == "G0001" {
				<-come
			}
			return makes(ctx, id, lang, wanted)
		}
		slow, sat := room(t, h, five(2)), make(chan error)
		join(t, slow, "Ann")
		go func() { sat <- slow.Start() }()
		synctest.Wait()
		if err := slow.Start(); !errors.Is(err, ErrStarted) {
			t.Errorf("started twice: %v", err)
		}
		if _, err := slow.Join("Bob"); !errors.Is(err, ErrStarted) {
			t.Errorf("who comes meanwhile: %v", err)
		}
		join(t, room(t, h, five(1)), "Cat")
		if ids := h.IDs(); !slices.Equal(ids, []string{"G0002"}) {
			t.Errorf("games that go on: %v", ids)
		}
		close(come)
		if err := <-sat; err != nil || len(h.IDs()) != 2 {
			t.Errorf("the game with the program: %v, %v", h.IDs(), err)
		}
	})
}
