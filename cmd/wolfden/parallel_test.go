package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandsWithSeveralAtOnce runs, in this process, each command that plays, asks or tries several things at the same time. Scripts ask what
// comes of them; this is here for the race detector, which scripts are too slow for.
func TestCommandsWithSeveralAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	plan := "entries: [{bot: random}, {bot: plain}]\nsetups: [{players: 5, games: 8}]\nparallel: 4\n"
	if err := os.WriteFile(in("plan.yml"), []byte(plan), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"play --games 12 --parallel 4 --bots random --seed 1 -q --out " + in("games"),
		"league run " + in("plan.yml") + " -q",
		"lab inducement --games 4 --parallel 4 --bot random --against random -o " + in("inducement"),
		"lab rounds --games 6 --parallel 4 --proposed plain --baseline random -o " + in("rounds"),
		"lab injection --bots random --games 1 --parallel 4 --kinds markup",
		"bench random --parts situations,injections -q --parallel 4 -o " + in("bench"),
		"judge run " + in("games") + " --rules --games 2 --parallel 4 -o " + in("answers.jsonl"),
		"lab chances " + in("games") + " --by random --games 4",
		"score " + in("games"),
		"report " + in("games") + " -o " + in("report"),
	} {
		var out, errs bytes.Buffer
		if status := run(t.Context(), strings.Fields(line), &out, &errs); status != exitOK {
			t.Errorf("wolfden %s: status %d\n%s%s", line, status, &out, &errs)
		}
	}
}
