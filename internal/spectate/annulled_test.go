package spectate

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/matching"
	"wolfden/internal/waittest"
)

const feedOfAPlan = `
server: {data_dir: DIR/data}
matching: {self_match: false, is_optimize: true, game_count: 1, output_path: DIR/journal.jsonl}
teams: [ann, bob, cid, dan, eve]
realtime_broadcaster: {enable: true, output_dir: DIR/realtime, filename: "{timestamp}_{teams}", delay: 0s}
`

// feedFiles are the files of the feed that anybody may have.
func feedFiles(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "realtime", "*"+feedExtension))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// A game that does not count any more is gone at once from the list of the feed, and its file does not come back.
func TestAnAnnulledGameIsShownNoMore(t *testing.T) {
	dir := t.TempDir()
	s := openTheatre(t, dir, feedOfAPlan)
	s.Clients(t, []string{"ann", "bob", "cid", "dan", "eve"}, 1)()
	rec, _ := s.record(t)
	waittest.Until(t, "all of the game is shown", func() bool { return s.tracks[0].games.Completed(rec.Header.ID) })
	shown := s.list(t)
	files := feedFiles(t, dir)
	if len(shown) != 1 || len(files) != 1 {
		t.Fatalf("%+v, %v", shown, files)
	}
	if done, err := s.contest.Order("", matching.Order{Do: matching.Replay, Match: matching.ID(rec.Header.ID)}); err != nil || len(done.Failed) > 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	if left := s.list(t); len(left) > 0 {
		t.Errorf("it is named: %+v", left)
	}
	if answer, _ := s.get(t, "/realtime/"+shown[0].Filename+feedExtension); answer.StatusCode != http.StatusNotFound {
		t.Errorf("its file: %s", answer.Status)
	}
	waittest.Until(t, "the list on disk does not name it", func() bool {
		text, err := os.ReadFile(filepath.Join(dir, "realtime", feedList))
		return err == nil && !strings.Contains(string(text), rec.Header.ID)
	})
	s.stop()
	// As after a crash when nothing but the order was on disk.
	for _, path := range []string{s.tracks[0].games.Path(rec.Header.ID), files[0]} {
		if err := os.Rename(path+archive.Annulled, path); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(s.tracks[0].games.Dir(), "index.ndjson"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	openTheatre(t, dir, feedOfAPlan).stop()
	if back := feedFiles(t, dir); len(back) > 0 {
		t.Errorf("after a crash: %v", back)
	}
}

// A game whose feed lags behind is not annulled before all of it is shown: its file would come back.
func TestAGameIsShownBeforeItIsAnnulled(t *testing.T) {
	dir := t.TempDir()
	s := openTheatre(t, dir, strings.Replace(feedOfAPlan, "delay: 0s", "delay: 1h", 1))
	s.Clients(t, []string{"ann", "bob", "cid", "dan", "eve"}, 1)()
	rec, _ := s.record(t)
	waittest.Until(t, "it is over", func() bool { return s.tracks[0].games.Game(rec.Header.ID) != nil })
	again := matching.Order{Do: matching.Replay, Match: matching.ID(rec.Header.ID)}
	if done, err := s.contest.Order("", again); err != nil || !strings.Contains(done.Failed["main"], "realtime_broadcaster.delay") {
		t.Errorf("%+v, %v", done, err)
	}
	s.stop() // the feed is completed
	s = openTheatre(t, dir, feedOfAPlan)
	if done, err := s.contest.Order("", again); err != nil || len(done.Failed) > 0 {
		t.Errorf("%+v, %v", done, err)
	}
	s.stop()
	if back := feedFiles(t, dir); len(back) > 0 {
		t.Errorf("its file came back: %v", back)
	}
}
