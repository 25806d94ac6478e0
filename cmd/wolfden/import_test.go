package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/gamelog"
)

// Two imports that did not see each other's games at their beginning write each game once.
func TestImportsAtTheSameTime(t *testing.T) {
	dir := t.TempDir()
	if got := run(t.Context(), []string{"play", "--bots", "plain", "--seed", "1", "-q", "--out", filepath.Join(dir, "games")}, io.Discard, io.Discard); got != exitOK {
		t.Fatalf("status %d", got)
	}
	files, err := filepath.Glob(filepath.Join(dir, "games", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v: %v", files, err)
	}
	rec, err := gamelog.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	for n := range 2 {
		in := &importRun{env: &env{stderr: io.Discard}, dir: out}
		if err := in.write(files[0], rec); err != nil {
			t.Fatal(err)
		}
		if in.written != 1-n || in.there != n {
			t.Errorf("import %d: %d written, %d there", n, in.written, in.there)
		}
	}
	if left, err := os.ReadDir(out); err != nil || len(left) != 1 {
		t.Errorf("%d files: %v", len(left), err)
	}
}

// Files of one game are found whatever folders an archive has. Who stands with whom never depends on the order of files.
func TestGamesOf(t *testing.T) {
	for name, games := range map[string][]string{
		"one folder":              {"a.log a.jsonl a.json", "b.log b.json"},
		"folders for kinds":       {"log/a.log feed/a.jsonl json/a.json", "log/b.log json/b.json"},
		"tracks in kinds":         {"log/five/a.log feed/five/a.jsonl json/five/a.json", "log/nine/a.log json/nine/a.json"},
		"kinds in tracks":         {"five/log/a.log five/json/a.json", "nine/log/a.log nine/json/a.json"},
		"deep":                    {"x/log/2025/en/five/a.log x/json/2025/en/five/a.json", "x/log/2025/ja/five/a.log x/json/2025/ja/five/a.json"},
		"by name alone":           {"log/2025/five/a.log packets/a.json"},
		"as near to two":          {"log/five/a.log", "log/nine/a.log", "packets/a.json"},
		"the nearer of two":       {"log/five/a.log json/five/a.json", "a/b/c/a.json"},
		"feeds without logs":      {"feed/a.jsonl json/a.json", "record/b.jsonl"},
		"a feed far from a log":   {"five/log/a.log", "nine/feed/a.jsonl nine/json/a.json"},
		"two records":             {"one/a.jsonl", "two/a.jsonl"},
		"packed":                  {"log/a.log.gz json/a.json.gz", "all.zip/log/b.log all.zip/json/b.json"},
		"communication logs only": {"json/a.json", "json/b.json"},
		"other endings":           {"a.log a.txt"},
	} {
		var files []string
		for _, game := range games {
			files = append(files, strings.Fields(filepath.FromSlash(game))...)
		}
		for range files {
			files = append(files[1:], files[0])
			var got []string
			for _, group := range gamesOf(slices.Clone(files)) {
				got = append(got, filepath.ToSlash(strings.Join(group, " ")))
			}
			want := slices.Clone(games)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

// A file beside another game of its name is lost for neither: it is imported by itself.
func TestImportOfStrangers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var games [2]string
	for i, seed := range []string{"1", "2"} {
		games[i] = filepath.Join(dir, "game"+seed)
		if got := run(t.Context(), []string{"play", "--bots", "plain", "--seed", seed, "-q", "--out", games[i]}, io.Discard, io.Discard); got != exitOK {
			t.Fatalf("status %d", got)
		}
		files, err := filepath.Glob(filepath.Join(games[i], "*"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%v: %v", files, err)
		}
		games[i] = files[0]
	}
	for name, kinds := range map[string][2]string{"log beside record": {"record", "log"}, "feed beside log": {"log", "realtime"}} {
		both, out := t.TempDir(), t.TempDir()
		for i, kind := range kinds {
			folder := filepath.Join(both, kind)
			if err := os.Mkdir(folder, 0o750); err != nil {
				t.Fatal(err)
			}
			ending := map[string]string{"record": ".jsonl", "log": ".log", "realtime": ".jsonl"}[kind]
			if got := run(t.Context(), []string{"convert", games[i], "--to", kind, "-o", filepath.Join(folder, "a"+ending)}, io.Discard, io.Discard); got != exitOK {
				t.Fatalf("status %d", got)
			}
		}
		var said strings.Builder
		if got := run(t.Context(), []string{"import", both, "-o", out}, &said, &said); got != exitOK || !strings.Contains(said.String(), "2 games written, 0 already there") {
			t.Errorf("%s: status %d, %s", name, got, said.String())
		}
	}
}
