package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// The key of an experiment is known again, whatever its cells look like, and another is not overwritten.
func TestKeyIsKnownAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key.csv")
	rows := [][]string{{"id", "game"}, {"1", "=cmd()"}}
	if err := keepsAnswers(path, rows); err != nil {
		t.Errorf("where there is none: %v", err)
	}
	if err := writeCSV(path, rows); err != nil {
		t.Fatal(err)
	}
	if err := keepsAnswers(path, rows); err != nil {
		t.Errorf("the same: %v", err)
	}
	if err := keepsAnswers(path, [][]string{{"id", "game"}, {"1", "cmd()"}}); err == nil {
		t.Error("the key of other pairs may be overwritten")
	}
}

// A figure of few discussions says how few.
func TestImpressionsCountDiscussions(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	if got := run(t.Context(), []string{"lab", "impressions", "--runs", "2"}, &said, &said); got != exitOK {
		t.Fatalf("status %d\n%s", got, &said)
	}
	if text := said.String(); strings.Contains(text, "games)") || !strings.Contains(text, "(only 2 discussions)") {
		t.Errorf("the table says:\n%s", text)
	}
}
