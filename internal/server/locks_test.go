package server

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
)

// begin makes a server and says why not.
func begin(t *testing.T, dir, yaml string, log *slog.Logger) (*Server, error) {
	t.Helper()
	cfg, err := config.Parse("test.yml", []byte(strings.ReplaceAll(yaml, "DIR", dir)))
	if err != nil {
		t.Fatal(err)
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return New(Options{Config: cfg, Characters: contesttest.Cast(20), Key: []byte(testKey), Log: log})
}

const plannedFive = `
server: {data_dir: DIR}
matching: {self_match: false, is_optimize: true, team_count: 5, game_count: 2, output_path: DIR/journal.jsonl}
`

// In no mode can a second server have the folder of the first, whatever else it
// does; when the first has ended it can.
func TestASecondServerIsKeptOut(t *testing.T) {
	for what, yaml := range map[string]string{
		"self": defaults, "mixed": defaults + "matching: {self_match: false}\n", "planned": plannedFive,
		"tracks": defaults + "tracks: [{name: one, path: /1}, {name: two, path: /2, matching: {self_match: false}}]\n",
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			first, err := begin(t, dir, yaml, nil)
			if err != nil {
				t.Fatal(err)
			}
			for other, second := range map[string]string{"the same": yaml, "another mode": defaults} {
				_, err := begin(t, dir, second, nil)
				if err == nil {
					t.Fatalf("%s: a second server has the folder", other)
				}
				for _, part := range []string{"test.yml:2: server.data_dir", dir, "process ", "stop that one"} {
					if !strings.Contains(err.Error(), part) {
						t.Errorf("%s: %q does not hold %q", other, err, part)
					}
				}
			}
			first.shutdown()
			again, err := begin(t, dir, yaml, nil)
			if err != nil {
				t.Fatal(err)
			}
			again.stop()
		})
	}
}

// Servers with data of their own share no folder of logs either, by whatever
// name; one that cannot begin leaves nothing locked.
func TestFoldersOfLogsAreKeptToo(t *testing.T) {
	dir, link := t.TempDir(), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	logs := func(data, logger, dir string) string {
		return "server: {data_dir: DIR/" + data + "}\n" + logger + ": {output_dir: " + filepath.Join(dir, "logs") + "}\n"
	}
	for _, logger := range []string{"game_logger", "json_logger", "realtime_broadcaster"} {
		first, err := begin(t, dir, logs("a", logger, dir), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := begin(t, dir, logs("b", "game_logger", link), nil); err == nil || !strings.Contains(err.Error(), "game_logger.output_dir") {
			t.Errorf("%s: %v", logger, err)
		}
		first.stop()
		second, err := begin(t, dir, logs("b", "game_logger", link), nil)
		if err != nil {
			t.Fatal(err)
		}
		second.stop()
	}
}

// A killed server leaves no lock.
func TestTheLockEndsWithItsProcess(t *testing.T) {
	c := newChild(t, fiveSelf)
	c.begin()
	if _, err := begin(t, c.Dir, defaults, nil); err == nil {
		t.Error("the folder of another process is taken")
	}
	c.end(os.Kill)
	s, err := begin(t, c.Dir, defaults, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.stop()
}

// A journal that has lost what it held is not begun anew beside its games.
func TestAnEmptiedJournalIsAnError(t *testing.T) {
	for what, left := range map[string]string{"empty": "", "half a line": `{"matching":1,"te`} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			journal := filepath.Join(dir, "journal.jsonl")
			if err := os.WriteFile(journal, nil, 0o600); err != nil { // a server died while it began
				t.Fatal(err)
			}
			s, err := begin(t, dir, plannedFive, nil)
			if err != nil {
				t.Fatalf("a fresh contest: %v", err)
			}
			s.stop()
			if err := os.WriteFile(journal, []byte(left), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "records", "x.jsonl"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err = begin(t, dir, plannedFive, nil)
			if err == nil || !strings.Contains(err.Error(), "put a copy of it back") || !strings.Contains(err.Error(), "test.yml:3: matching.output_path") {
				t.Errorf("%v", err)
			}
			if data, err := os.ReadFile(journal); err != nil || string(data) != left {
				t.Errorf("it holds %q now, %v", data, err)
			}
		})
	}
}
