package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/filelock"
)

// What is left of a game is played anew, but not while another process plays it: its record would be lost.
func TestARunningGameIsNotDiscarded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	play := func() (int, string) {
		var said bytes.Buffer
		return run(t.Context(), []string{"play", "--seed", "5", "--bots", "random", "-q", "--out", dir}, io.Discard, &said), said.String()
	}
	if got, said := play(); got != exitOK {
		t.Fatalf("%d: %s", got, said)
	}
	records, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(records) != 1 {
		t.Fatalf("%v, %v", records, err)
	}
	whole, err := os.ReadFile(records[0])
	if err != nil {
		t.Fatal(err)
	}
	part := whole[:bytes.LastIndexByte(whole[:len(whole)/2], '\n')+1]
	file, err := os.OpenFile(records[0], os.O_RDWR|os.O_TRUNC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if _, err := file.Write(part); err != nil {
		t.Fatal(err)
	}
	unlock, err := filelock.Lock(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, said := play(); got != exitFailure || !strings.Contains(said, "another process has it open") {
		t.Errorf("%d: %s", got, said)
	}
	if now, err := os.ReadFile(records[0]); !bytes.Equal(now, part) {
		t.Errorf("the record has changed: %v", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	if got, said := play(); got != exitOK {
		t.Errorf("%d: %s", got, said)
	}
	if now, err := os.ReadFile(records[0]); !bytes.Equal(now, whole) {
		t.Errorf("played anew it is another game: %v", err)
	}
}
