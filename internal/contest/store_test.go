package contest

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
	"wolfden/werewolf"
)

// TestRunningRecordsAreClosed: while a game goes on nobody but the server's user can read its roles on disk, also where
// an older version left the folder open; when it is over its record may be read.
func TestRunningRecordsAreClosed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes of files are of another kind here")
	}
	s := &store{Archive: archive.New(t.TempDir())}
	if err := os.Mkdir(s.Running(), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := s.prepare(); err != nil {
		t.Fatal(err)
	}
	rules, err := werewolf.Standard(5)
	if err != nil {
		t.Fatal(err)
	}
	h := &gamelog.Header{Version: gamelog.Version, ID: "01ARZ3NDEKTSV4RRFFQ69G5FAV", Seed: 1, Rules: rules}
	for _, name := range []string{"A", "B", "C", "D", "E"} {
		h.Seats = append(h.Seats, werewolf.Seat{Name: name})
	}
	f, _, err := s.Create(h)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	name := h.ID + gamelog.Extension
	mode := func(path string) os.FileMode {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	if got := mode(s.Running()); got != 0o700 {
		t.Errorf("the folder of running games has mode %o", got)
	}
	if got := mode(filepath.Join(s.Running(), name)); got != 0o600 {
		t.Errorf("the record of a running game has mode %o", got)
	}
	rec, err := gamelog.ReadFile(filepath.Join(s.Running(), name))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.finish(rec); err != nil {
		t.Fatal(err)
	}
	if got := mode(s.Path(h.ID)); got&0o044 != 0o044 {
		t.Errorf("the record of a finished game has mode %o", got)
	}
}
