package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every command that reads games reads those in a zip archive, and those packed by gzip in a folder or an archive, as it reads a folder.
func TestPackedGames(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("each command reads by itself")
	}
	dir := t.TempDir()
	ok := func(args ...string) string {
		t.Helper()
		var out, said bytes.Buffer
		if got := run(t.Context(), args, &out, &said); got != exitOK {
			t.Fatalf("%s: status %d\n%s%s", args, got, &out, &said)
		}
		return out.String()
	}
	games := filepath.Join(dir, "games")
	ok("play", "--bots", "plain", "--seed", "3", "-q", "--out", games)
	records, err := filepath.Glob(filepath.Join(games, "*.jsonl"))
	if err != nil || len(records) != 1 {
		t.Fatalf("%v: %v", records, err)
	}
	log := filepath.Join(dir, "logs", "a.log")
	if err := os.Mkdir(filepath.Join(dir, "logs"), 0o750); err != nil {
		t.Fatal(err)
	}
	ok("convert", records[0], "--to", "log", "-o", log)
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	packed, archive := filepath.Join(dir, "packed"), filepath.Join(dir, "all.zip")
	var archived bytes.Buffer
	w := zip.NewWriter(&archived)
	in, err := w.Create("five/a.log")
	if err == nil {
		_, err = in.Write(text)
	}
	var squeezed bytes.Buffer
	gz := gzip.NewWriter(&squeezed)
	_, packing := gz.Write(text)
	if err := errors.Join(err, packing, w.Close(), gz.Close(), os.MkdirAll(packed, 0o750), os.WriteFile(archive, archived.Bytes(), 0o600),
		os.WriteFile(filepath.Join(packed, "a.log.gz"), squeezed.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	single := map[string]string{"logs": log, "packed": filepath.Join(packed, "a.log.gz"), "all.zip": filepath.Join(archive, "five", "a.log")}
	for _, command := range []string{
		"verify FOLDER", "verify FILE", "score FOLDER", "score FILE", "games FOLDER --json", "analyze FOLDER", "analyze FOLDER --table answers", "export FOLDER -o OUT",
		"parse FOLDER -o OUT", "import FOLDER -o OUT", "import FILE -o OUT", "show FILE", "show FILE --html -o OUT", "convert FILE --to record",
		"chances FILE --sketch", "chances FILE --games 2 --by random --at d1", "judge run FOLDER --rules -o OUT",
		"judge form FOLDER -o OUT", "situation make FILE --seat 1 --at d1:1",
	} {
		var want string
		for _, form := range []string{"logs", "packed", "all.zip"} {
			folder, file := filepath.Join(dir, form), single[form]
			out := filepath.Join(t.TempDir(), "out")
			var said bytes.Buffer
			args := strings.Fields(command)
			for i, arg := range args {
				args[i] = strings.NewReplacer("FOLDER", folder, "FILE", file, "OUT", out).Replace(arg)
			}
			status := run(t.Context(), args, &said, io.Discard)
			got := strings.NewReplacer(file, "FILE", folder, "FOLDER", filepath.Join("five", "a.log"), "NAME", "a.log.gz", "NAME", "a.log", "NAME", out, "OUT").Replace(said.String())
			if form == "logs" {
				want = got
				if status != exitOK {
					t.Errorf("%s: status %d\n%s", command, status, got)
				}
			} else if got != want || status != exitOK {
				t.Errorf("%s of %s: status %d\n%s\nwant\n%s", command, form, status, got, want)
			}
		}
	}
}

// A table lies packed as games do.
func TestPackedTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"score --table": "Team,SEER,SEER (%)\nfox,4,50\nhare,4,25\n",
		"agree":         "team,rater,A\nfox,Human,1\nhare,Human,2\nowl,Human,3\nfox,x,1\nhare,x,3\nowl,x,2\n",
	} {
		plain, archive := filepath.Join(dir, "t.csv"), filepath.Join(dir, "t.zip")
		var archived, squeezed bytes.Buffer
		w, gz := zip.NewWriter(&archived), gzip.NewWriter(&squeezed)
		in, err := w.Create("five/t.csv")
		if err == nil {
			_, err = in.Write([]byte(text))
		}
		_, packing := gz.Write([]byte(text))
		if err := errors.Join(err, packing, w.Close(), gz.Close(), os.WriteFile(plain, []byte(text), 0o600),
			os.WriteFile(archive, archived.Bytes(), 0o600), os.WriteFile(plain+".gz", squeezed.Bytes(), 0o600)); err != nil {
			t.Fatal(err)
		}
		var want string
		for _, file := range []string{plain, plain + ".gz", filepath.Join(archive, "five", "t.csv")} {
			var out, said bytes.Buffer
			status := run(t.Context(), append(strings.Fields(name), file), &out, &said)
			if file == plain {
				want = out.String()
			}
			if status != exitOK || out.String() != want || want == "" {
				t.Errorf("%s %s: status %d\n%s%s\nwant\n%s", name, file, status, &out, &said, want)
			}
		}
	}
}
