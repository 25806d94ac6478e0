package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
)

// What was written of old games is written of their records today, byte for byte, and the logs still verify. Beside the
// records lie logs (.log), a communication log (.json) and a feed (.feed).
func TestOldGamesAreWrittenAsTheyWere(t *testing.T) {
	t.Parallel()
	tried := map[string]int{}
	for _, how := range []struct{ ending, to, protocol string }{
		{".log", "log", "february"}, {".json", "json", "newest"}, {".feed", "realtime", "newest"},
	} {
		paths, err := filepath.Glob("../../gamelog/testdata/old/*" + how.ending)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := gamelog.ReadFile(strings.TrimSuffix(path, how.ending) + gamelog.Extension)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			c := convertCmd{To: how.to, Protocol: how.protocol}
			if err := c.write(&got, rec); err != nil || !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s: it is written otherwise: %v", path, err)
			}
			tried[how.ending]++
			if how.ending == ".log" {
				verifyOldLog(t, path)
			}
		}
	}
	if tried[".log"] < 8 || tried[".json"] < 1 || tried[".feed"] < 1 {
		t.Errorf("tried %v", tried)
	}
}

func verifyOldLog(t *testing.T, path string) {
	t.Helper()
	g, err := readGame(path)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	for _, f := range g.findings {
		if f.Severity == contestlog.Mismatch {
			t.Errorf("%s:%d: %s", path, f.Line, f.Text)
		}
	}
}
