package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"wolfden/gamelog"
)

// Two imports that did not see each other's games at their beginning write each game once.
func TestImportsAtTheSameTime(t *testing.T) {
	dir := t.TempDir()
	if got := run(t.Context(), []string{"play", "--seed", "1", "-q", "--out", filepath.Join(dir, "games")}, io.Discard, io.Discard); got != exitOK {
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
