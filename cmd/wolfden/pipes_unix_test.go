//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"wolfden/internal/chances"
)

// No command waits for somebody to write into a pipe that it was given as a file, alone or among prompts.
func TestNobodyWaitsForAPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe, among := filepath.Join(dir, "pipe"), filepath.Join(dir, "prompts", "word", "en.tmpl")
	if err := os.MkdirAll(filepath.Dir(among), 0o750); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, among} {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"show", pipe}, {"verify", pipe}, {"chances", pipe}, {"moves", pipe}, {"agree", pipe}, {"judge", "merge", pipe}, {"score", pipe}, {"score", "--table", pipe},
		{"parse", pipe}, {"analyze", pipe}, {"convert", pipe, "--to", "html"}, {"import", pipe, "-o", dir + "/out"}, {"play", "--from", pipe},
		{"tasks", "try", "word", "-f", pipe}, {"league", "run", pipe}, {"prompts", "check", filepath.Join(dir, "prompts")},
		{"prompts", "check", pipe}, {"contest", "init", filepath.Join(dir, "autumn"), "--teams", pipe},
	} {
		var out, err bytes.Buffer
		if got := run(t.Context(), args, &out, &err); got == exitOK || err.Len()+out.Len() == 0 {
			t.Errorf("%v: status %d\n%s%s", args, got, &out, &err)
		}
	}
}

// What is kept beside a game is read to a bound, and what is longer is named.
func TestKeptFilesAreBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var out, stderr bytes.Buffer
	if got := run(t.Context(), []string{"play", "--bots", "plain", "--seed", "1", "-q", "--out", dir}, &out, &stderr); got != exitOK {
		t.Fatal(&stderr)
	}
	games, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(games) != 1 {
		t.Fatal(games, err)
	}
	kept, err := os.Create(chances.MovesBeside(games[0]))
	if err == nil {
		err = kept.Truncate(17 << 20) // zeros, that nobody wrote
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = kept.Close()
	stderr.Reset()
	if got := run(t.Context(), []string{"moves", games[0]}, &out, &stderr); got == exitOK || !strings.Contains(stderr.String(), kept.Name()) || !strings.Contains(stderr.String(), "longer than") {
		t.Errorf("status %d: %s", got, &stderr)
	}
}
