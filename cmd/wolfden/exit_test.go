package main

import (
	"bytes"
	"testing"
)

// TestWrongCallsExitWithTwo: scripts tell being called wrongly from having failed.
func TestWrongCallsExitWithTwo(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"plya"}, {"lab", "wrods"}, {"league"}, {"play", "--sead", "7"}, {"play", "--games", "many"}, {"show"}, {"show", "a", "b"},
		{"convert", "game.jsonl"}, {"convert", "game.jsonl", "--to", "pdf"}, {"compare", "plain"}, {"compare", "plain", "plane"},
		{"agent", "new"}, {"agent", "old", "dir"}, {"completion", "tcsh"}, {"help", "plya"}, {"export", "games", "-o", "-"},
	} {
		var out, stderr bytes.Buffer
		if got := run(t.Context(), args, &out, &stderr); got != exitUsage || stderr.Len() == 0 || out.Len() > 0 {
			t.Errorf("wolfden %q: exit %d, %q on standard output, %q on standard error", args, got, &out, &stderr)
		}
	}
}
