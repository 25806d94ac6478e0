package archive

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/viewer/viewertest"
)

// clock is moved by hand.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func (c *clock) pass() { c.at = c.at.Add(time.Minute) }

func newClock() *clock { return &clock{time.Unix(1_800_000_000, 0)} }

func TestFilesComeAndGrowAndGo(t *testing.T) {
	dir := t.TempDir()
	c := newClock()
	a := Open(c.now, dir, filepath.Join(dir, "not", "there"))
	if n := len(a.Games()); n != 0 {
		t.Fatalf("%d games in an empty folder", n)
	}
	rec := viewertest.Play(t, 5, 1, nil)
	data := viewertest.Bytes(t, rec)
	path := filepath.Join(dir, "growing.jsonl")
	lines := bytes.SplitAfter(data, []byte{'\n'})
	write := func(n int, tail string) {
		t.Helper()
		if err := os.WriteFile(path, append(bytes.Join(lines[:n], nil), tail...), 0o644); err != nil {
			t.Fatal(err)
		}
		c.pass()
	}
	write(0, `{"wolfden":1,"ga`)
	if len(a.Games()) != 0 || len(a.Broken()) != 0 {
		t.Fatal("a header half written is neither a game nor broken")
	}
	write(20, `{"t":12,"ev":"ta`)
	if g := a.Game(rec.Header.ID); g == nil || g.Over {
		t.Fatalf("a game that goes on is %+v", g)
	}
	if r, err := a.Record(rec.Header.ID); err != nil || len(r.Entries) != 19 {
		t.Fatalf("its record: %v, %v", r, err)
	}
	write(len(lines), "")
	if g := a.Game(rec.Header.ID); g == nil || !g.Over {
		t.Fatalf("a game that is over is %+v", g)
	}
	if r, _ := a.Record(rec.Header.ID); len(r.Entries) != len(rec.Entries) {
		t.Fatalf("the old record is still there: %d entries", len(r.Entries))
	}
	write(5, "{broken\n"+string(lines[6]))
	if r, err := a.Record(rec.Header.ID); err == nil {
		t.Fatalf("a record that is broken in the middle was read: %v", r)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	c.pass()
	if len(a.Games()) != 0 || a.Game(rec.Header.ID) != nil {
		t.Fatal("the game of a file that is gone is still there")
	}
}

// The folders are looked at again after a while, not with every request.
func TestLooksAreShared(t *testing.T) {
	dir := t.TempDir()
	c := newClock()
	a := Open(c.now, dir)
	a.Games()
	viewertest.Save(t, dir, viewertest.Play(t, 5, 1, nil))
	if len(a.Games()) != 0 {
		t.Error("looked again at once")
	}
	c.pass()
	if len(a.Games()) != 1 {
		t.Error("did not look again")
	}
}

func TestBrokenAndForeignFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"newer.jsonl":   `{"wolfden":99,"game":"x"}` + "\n",
		"feed.jsonl":    `{"id":"x","idx":1}` + "\n",
		"empty.jsonl":   "",
		"nonsense.log":  "no log at all\n",
		"other.txt":     "nothing of ours",
		"traversal.log": "../../etc/passwd\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.log")); err != nil {
		t.Log(err)
	}
	a := Open(newClock().now, dir)
	if n := len(a.Games()); n != 0 {
		t.Errorf("%d games", n)
	}
	var names []string
	for _, b := range a.Broken() {
		names = append(names, b.File)
		if b.Reason == "" || strings.Contains(b.Reason, dir) {
			t.Errorf("%s: %q", b.File, b.Reason)
		}
	}
	for _, b := range a.Foreign() {
		if b.File == "newer.jsonl" || !strings.HasSuffix(b.File, ".jsonl") || b.Reason == "" {
			t.Errorf("foreign: %+v", b)
		}
	}
	if len(a.Foreign()) == 0 {
		t.Error("no file is foreign")
	}
	if got := strings.Join(names, " "); got != "newer.jsonl nonsense.log traversal.log" && got != "nonsense.log traversal.log newer.jsonl" {
		t.Errorf("broken: %s", got)
	}
}

// A server leaves a record and a contest log of each game, the log under whatever name: that is one game.
func TestEachGameOnce(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 3, nil)
	viewertest.Save(t, dir, rec)
	var log bytes.Buffer
	if err := contestlog.Write(&log, rec, contestlog.February); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{contestlog.FileName(&rec.Header, ""), "alone"} {
		if err := os.WriteFile(filepath.Join(dir, name+".log"), log.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "copy.jsonl"), viewertest.Bytes(t, rec), 0o644); err != nil {
		t.Fatal(err)
	}
	var feed bytes.Buffer
	if err := contestlog.WriteRealtime(&feed, rec, contestlog.Newest); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a-feed.jsonl"), feed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	a := Open(newClock().now, dir)
	games := a.Games()
	if len(games) != 1 || games[0].ID != rec.Header.ID || games[0].LogName == "" {
		t.Fatalf("%d games, want the record alone", len(games))
	}
}

// A feed alone is a game when it is over. Before, there is a record to follow.
func TestFeedAlone(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 3, nil)
	for name, most := range map[string]int{"whole.jsonl": len(rec.Entries), "half.jsonl": len(rec.Entries) / 2} {
		part := &gamelog.Record{Header: rec.Header, Entries: rec.Entries[:most]}
		var feed bytes.Buffer
		if err := contestlog.WriteRealtime(&feed, part, contestlog.Newest); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), feed.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a := Open(newClock().now, dir)
	if games := a.Games(); len(games) != 1 || games[0].ID != rec.Header.ID || games[0].Winner != rec.Result().Winner || len(a.Broken()) != 0 {
		t.Fatalf("%d games, want one; broken: %v", len(games), a.Broken())
	}
	if got, err := a.Record(rec.Header.ID); err != nil || got.Result() != rec.Result() {
		t.Errorf("the feed's record: %v", err)
	}
}

func TestStartFromName(t *testing.T) {
	for name, want := range map[string]int64{
		"1746429865_a_b.log": 1_746_429_865_000, "17464298_a.log": 0, "game1.log": 0, "174642986x_a.log": 0, "1746429865.log": 0,
	} {
		if got := startOf(name); got != want {
			t.Errorf("%s began at %d, want %d", name, got, want)
		}
	}
}

func TestShelfKeepsFew(t *testing.T) {
	dir := t.TempDir()
	s := recordCache{most: 3}
	var files []fileID
	for seed := range uint64(6) {
		path := viewertest.Save(t, dir, viewertest.Play(t, 5, seed, nil))
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, identify(path, info))
	}
	first, err := s.get(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := s.get(files[0]); again != first {
		t.Error("a record was read twice")
	}
	for _, f := range files {
		if _, err := s.get(f); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.records) != 3 {
		t.Errorf("%d records are kept", len(s.records))
	}
	gone := files[0]
	gone.path += "x"
	if _, err := s.get(gone); err == nil || len(s.records) != 2 && s.records[len(s.records)-1].file == gone {
		t.Error("an error is kept")
	}
}

// Games are found in zip archives and packed by gzip, and read again when an archive changes.
func TestPackedGames(t *testing.T) {
	dir := t.TempDir()
	c := newClock()
	a := Open(c.now, dir)
	one, two := viewertest.Play(t, 5, 1, nil), viewertest.Play(t, 5, 2, nil)
	var squeezed bytes.Buffer
	gz := gzip.NewWriter(&squeezed)
	_, err := gz.Write(viewertest.Bytes(t, one))
	if err := errors.Join(err, gz.Close(), os.WriteFile(filepath.Join(dir, "one.jsonl.gz"), squeezed.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	if r, err := a.Record(one.Header.ID); err != nil || r == nil || len(r.Entries) != len(one.Entries) {
		t.Fatalf("packed: %v", err)
	}
	var archived bytes.Buffer
	w := zip.NewWriter(&archived)
	f, err := w.Create("deep/two.jsonl")
	if err == nil {
		_, err = f.Write(viewertest.Bytes(t, two))
	}
	if err := errors.Join(err, w.Close(), os.WriteFile(filepath.Join(dir, "all.zip"), archived.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	c.pass()
	if r, err := a.Record(two.Header.ID); err != nil || r == nil || len(a.Games()) != 2 || len(a.Broken()) != 0 {
		t.Fatalf("in an archive: %v, broken %v", err, a.Broken())
	}
	if err := os.WriteFile(filepath.Join(dir, "all.zip"), archived.Bytes()[:40], 0o600); err != nil {
		t.Fatal(err)
	}
	c.pass()
	if a.Game(two.Header.ID) != nil || len(a.Games()) != 1 {
		t.Error("the game of an archive that is broken is still there")
	}
}
