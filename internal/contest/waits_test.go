package contest

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/contesttest"
)

// A game of thirteen players who think for a second lasts as many seconds as it has turns and rounds of choices, and not a
// moment longer, where its nights may tell how long they took.
func TestNobodyWaitsWithoutNeed(t *testing.T) {
	bubble(t, "server: {data_dir: DIR, night: 0s}\ngame: {agent_count: 13}\nmatching: {self_match: true}\n", func(t *testing.T, s *bubbled) {
		const pace = time.Second
		var all sync.WaitGroup
		for i := range 13 {
			g := s.come(t, fmt.Sprint("slow", i+1))
			all.Go(func() { g.play(pace, nil) })
		}
		all.Wait()
		s.stop()
		paths, _ := filepath.Glob(filepath.Join(s.dir, "records", "*"+gamelog.Extension))
		if len(paths) != 1 {
			t.Fatalf("records %q", paths)
		}
		rec, err := gamelog.ReadFile(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		took, least := time.Duration(rec.LastAt())*time.Millisecond, time.Duration(contesttest.Waits(t, rec))*pace
		if took != least || least < 50*pace {
			t.Errorf("the game took %v; it has to take %v", took, least)
		}
	})
}
