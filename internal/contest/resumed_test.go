package contest

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"weak"

	"wolfden/gamelog"
	"wolfden/internal/contest/contesttest"
)

// A game that goes on after the server was started again holds nothing of what its record held then, however long that was.
func TestAResumedGameHoldsNoPast(t *testing.T) {
	dir := t.TempDir()
	yaml := strings.Replace(fiveSelf, "data_dir: DIR", "data_dir: DIR\n  shutdown_grace: 1ms\n  resume_grace: 10m", 1)
	names := []string{"past1", "past2", "past3", "past4", "past5"}
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		var playing sync.WaitGroup
		for _, name := range names {
			playing.Go(func() { _ = s.come(t, name).through(10 * time.Second) })
		}
		<-time.After(30 * time.Second)
		s.stop()
		s.net.CloseAll()
		playing.Wait()
	})
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		var past weak.Pointer[gamelog.Entry]
		s.do(func(h *host) {
			for _, r := range h.paused {
				past = weak.Make(&r.past[0])
			}
		})
		if past.Value() == nil {
			t.Fatal("no game stands still")
		}
		var playing sync.WaitGroup
		for _, name := range names {
			playing.Go(func() {
				if err := s.come(t, name).through(10 * time.Second); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		<-time.After(25 * time.Second)
		s.do(func(h *host) {
			if len(h.games) != 1 || len(h.paused) > 0 {
				t.Error("the game does not go on")
			}
		})
		for range 5 {
			runtime.GC()
		}
		if past.Value() != nil {
			t.Error("the game holds what its record held")
		}
		playing.Wait()
	})
}

// A game whose record a machine took with it, when it went down, is one that failed: its players may have seen their roles, and the journal knows that
// it was begun. The match is dealt again.
func TestAGameWhoseRecordIsLostIsDealtAgain(t *testing.T) {
	dir := t.TempDir()
	yaml := strings.Replace(six, "game_count: 12", "game_count: 6", 1)
	var lost *gamelog.Header
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		var playing sync.WaitGroup
		for _, name := range sixTeams {
			playing.Go(func() { _ = s.come(t, name).through(10 * time.Second) })
		}
		<-time.After(30 * time.Second)
		s.do(func(h *host) {
			for _, r := range h.games {
				lost = r.header
			}
		})
		s.stop()
		s.net.CloseAll()
		playing.Wait()
	})
	if err := os.Remove(filepath.Join(dir, "records", "running", lost.ID+gamelog.Extension)); err != nil {
		t.Fatal(err)
	}
	bubbleIn(t, dir, yaml, func(t *testing.T, s *bubbled) {
		s.attend(t, sixTeams...)()
		if st := s.now(t); st.Done != 6 || st.Failures != 1 {
			t.Errorf("%+v", st)
		}
	})
	for _, rec := range (&contesttest.Server{Dir: dir}).Records(t, 6) {
		if h := &rec.Header; h.Provenance.Match == lost.Provenance.Match && h.Seed == lost.Seed {
			t.Errorf("match %s is played with the seed that its players know", h.Provenance.Match)
		}
	}
}
