//go:build unix

package contest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// inventor makes up what its function says, and notes what it was told.
type inventor struct {
	mu    sync.Mutex
	hints []string
	make  func(call int) (map[string]string, error)
}

func (i *inventor) Invent(_ context.Context, d *config.DynamicProfile, avatar config.Avatar, hint string) (map[string]string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.hints = append(i.hints, hint)
	if d.Model != "small" {
		return nil, fmt.Errorf("model %q", d.Model)
	}
	items, err := i.make(len(i.hints) - 1)
	if items["personality"] != "" && avatar.URL != "" {
		items["personality"] += " like " + avatar.URL
	}
	return items, err
}

func somebody(name string) map[string]string {
	return map[string]string{"name": name, "age": "30", "gender": "female", "personality": "Kind"}
}

const inventing = fiveSelf + `
custom_profile:
  dynamic_profile: {enable: true, model: small, attempts: 3, avatars: [http://x.example/1.png, http://x.example/2.png]}
`

func supplyOf(t *testing.T, in Inventor) *supply {
	t.Helper()
	cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(inventing, "DIR", t.TempDir())))
	if err != nil {
		t.Fatal(err)
	}
	s := newSupply(in, &cfg.Tracks[0], slog.New(slog.DiscardHandler))
	s.lot = func(int) int { return 0 }
	return s
}

// Every character gets a picture by lot, and is made up for it.
func TestPicturesAreDrawn(t *testing.T) {
	s, drawn := supplyOf(t, &inventor{make: func(int) (map[string]string, error) { return somebody("Ann"), nil }}), map[string]bool{}
	s.lot = newSupply(nil, &config.Track{}, nil).lot
	for range 200 { // a fair lot draws the same every time in one run of 10^60
		seat, err := s.invent(t.Context())
		if err != nil || !strings.HasSuffix(seat.Profile, "like "+seat.Avatar) {
			t.Fatal(seat, err)
		}
		drawn[seat.Avatar] = true
	}
	if len(drawn) != 2 {
		t.Errorf("drawn were %v", drawn)
	}
}

// What cannot be played is asked for again, with the fault.
func TestInventedCharactersAreChecked(t *testing.T) {
	bad := []map[string]string{
		{"name": "Ann"}, somebody(""), somebody("Ann Smith"), somebody("Over"), somebody(strings.Repeat("a", 25)),
		{"name": "Ann", "personality": strings.Repeat("x", 290)}, {"name": "Ann", "personality": "A born Werewolf."},
		{"name": "Ann", "personality": "占い師です"}, {"name": "Ann", "personality": "Suspected to be POSSESSED"},
	}
	for _, items := range bad {
		in := &inventor{make: func(call int) (map[string]string, error) {
			if call == 0 {
				return items, nil
			}
			return somebody("Ann"), nil
		}}
		s := supplyOf(t, in)
		seat, err := s.invent(t.Context())
		want := werewolf.Seat{
			Name: "Ann", Avatar: "http://x.example/1.png",
			Profile: "age: 30\ngender: female\npersonality: Kind like http://x.example/1.png",
		}
		if err != nil || seat != want {
			t.Errorf("after %v: %+v, %v", items, seat, err)
		}
		if len(in.hints) != 2 || in.hints[0] != "" || in.hints[1] == "" {
			t.Errorf("after %v: hints %q", items, in.hints)
		}
	}
	in := &inventor{make: func(int) (map[string]string, error) { return nil, errors.New("no answer") }}
	if _, err := supplyOf(t, in).invent(t.Context()); err == nil || len(in.hints) != 3 {
		t.Errorf("%v after %d attempts", err, len(in.hints))
	}
}

// The supply is filled beside the games, each character is handed out once, and
// two of one name never sit at one table.
func TestSupply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		names := []string{"Ann", "Bea", "ann", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Joy", "Kim"}
		down := false
		in := &inventor{make: func(call int) (map[string]string, error) {
			if down || call >= len(names) {
				return nil, errors.New("no answer")
			}
			return somebody(names[call]), nil
		}}
		s := supplyOf(t, in)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go s.run(ctx)
		synctest.Wait()
		if len(s.ready) != 10 {
			t.Fatalf("%d ready", len(s.ready))
		}
		if got := called(s.handOut(5), "ann"); !got {
			t.Error("Ann does not play")
		}
		synctest.Wait()
		in.mu.Lock()
		calls := len(in.hints)
		in.mu.Unlock()
		if calls != len(names)+3 { // and three attempts that fail
			t.Errorf("%d calls", calls)
		}
		time.Sleep(shortRest + time.Millisecond)
		synctest.Wait()
		if in.mu.Lock(); len(in.hints) != calls+3 {
			t.Errorf("%d calls after a rest", len(in.hints)-calls)
		}
		in.mu.Unlock()
		var got []string
		for _, seat := range s.handOut(9) {
			got = append(got, seat.Name)
		}
		if want := []string{"ann", "Fay", "Gus", "Hal", "Ida", "Joy", "Kim"}; !slices.Equal(got, want) {
			t.Errorf("second table %q, want %q", got, want)
		}
	})
}

// The first table has made-up characters, as far as they were ready; a model
// that is down leaves the cast, and no game waits.
func TestGamesOfInventedCharacters(t *testing.T) {
	t.Parallel()
	in := &inventor{make: func(call int) (map[string]string, error) {
		if call > 2 {
			return nil, errors.New("no answer")
		}
		return somebody([]string{"Ann", "Bea", "Cid"}[call]), nil
	}}
	s := startWith(t, t.TempDir(), inventing, in)
	waittest.Until(t, "three characters are ready", func() bool {
		h := s.hosts[0].supply
		h.mu.Lock()
		defer h.mu.Unlock()
		return len(h.ready) == 3
	})
	s.Play(t, 5, 2)
	s.AwaitFiled(t, 2)
	invented := 0
	for _, path := range s.Filed() {
		contesttest.Verify(t, path)
		rec, err := gamelog.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range rec.Header.Seats {
			if strings.Contains(seat.Profile, "Kind like http://x.example/") {
				invented++
			}
		}
	}
	if invented != 3 {
		t.Errorf("%d made-up characters play, want 3", invented)
	}
}
