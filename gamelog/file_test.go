package gamelog_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/gamelogtest"
	"wolfden/werewolf"
)

// Two who settle the same game at the same time both have it.
func TestSettledTwice(t *testing.T) {
	path, text := filepath.Join(t.TempDir(), "game"+gamelog.Extension), bytes.Repeat([]byte("a line\n"), 1000)
	for range 300 {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				if err := gamelog.Settle(path, text); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, text) {
			t.Fatalf("%v, %d bytes", err, len(got))
		}
	}
}

func TestFilesHoldRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game"+gamelog.Extension)
	h := gamelogtest.Header(t, 5, 2)
	want := gamelogtest.Record(t, h, 100)
	full := mustParse(t, want)
	f, w, err := gamelog.Create(path, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range full.Entries {
		w.Append(e)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%v\n%s", err, got)
	}
	if rec, err := gamelog.ReadFile(path); err != nil || len(rec.Entries) != len(full.Entries) {
		t.Errorf("%v, %+v", err, rec)
	}
	if _, _, err := gamelog.Create(path, h); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second game in the file: %v", err)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, want) {
		t.Error("the refused second game has changed the file")
	}
	r, err := gamelog.ResumeFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.File.Close(); err != nil {
		t.Error(err)
	}
	if r.Game.Result() != full.Result() || len(r.Game.Pending()) != 0 {
		t.Errorf("the finished game resumes with %v", r.Game.Result())
	}
}

// A torn file goes on where it was torn.
func TestResumeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game"+gamelog.Extension)
	want := gamelogtest.Record(t, gamelogtest.Header(t, 5, 5), 0)
	full := mustParse(t, want)
	for cut := bytes.IndexByte(want, '\n') + 1; cut < len(want); cut += 97 {
		if err := os.WriteFile(path, want[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := gamelog.ResumeFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s := gamelogtest.Scribe{TB: t, Game: r.Game, Writer: r.Writer, At: r.Record.LastAt(), Written: len(r.Game.Log())}
		for _, e := range filter(full.Entries, isInput)[len(filter(r.Record.Entries, isInput)):] {
			s.Enter(e.At, e.Input)
		}
		if err := r.File.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("cut at %d: %v\n%s", cut, err, got)
		}
	}
}

func TestFilesThatAreNoRecords(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "bad"+gamelog.Extension)
	good := shortRecord(t)
	rec := mustParse(t, good)
	for name, test := range map[string]struct {
		data string
		is   error
	}{
		"empty":    {"", gamelog.ErrNoRecord},
		"newer":    {"{\"wolfden\":99}\n", gamelog.ErrNewer},
		"mismatch": {string(changed(t, rec, 0, gamelog.Entry{Event: &werewolf.Event{Kind: werewolf.Seated}})), gamelog.ErrMismatch},
	} {
		data := []byte(test.data + "torn")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := gamelog.ResumeFile(path)
		if !errors.Is(err, test.is) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s resumes with %v", name, err)
		}
		if now, rerr := os.ReadFile(path); rerr != nil || !bytes.Equal(now, data) {
			t.Errorf("%s: the refused file has changed", name)
		}
		if name == "mismatch" {
			continue // it can be read, if not replayed
		}
		if _, err := gamelog.ReadFile(path); !errors.Is(err, test.is) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s reads with %v", name, err)
		}
	}
	if _, err := gamelog.ReadFile(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file reads with %v", err)
	}
	if _, err := gamelog.ResumeFile(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file resumes with %v", err)
	}
	if _, err := gamelog.ResumeFile(dir); err == nil {
		t.Error("a folder resumes")
	}
	h := rec.Header
	h.Rules.MaxFailedRatio = nan()
	half := filepath.Join(dir, "half")
	if _, _, err := gamelog.Create(half, &h); err == nil {
		t.Error("a header that is no JSON is no error")
	}
	if _, err := os.Stat(half); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the game that could not begin left a file behind: %v", err)
	}
}
