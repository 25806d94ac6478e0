package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
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

// TestErrorsNameNoPackage: what is wrong is said in the words of a user, who knows no package.
func TestErrorsNameNoPackage(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"torn.jsonl": "{", "none.log": "0,status", "bad.yml": "seed: [", "bad.csv": "a,\"b\n", "empty.zip": ""} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	inner := regexp.MustCompile(`(?m)(^|: )(werewolf|wire|gamelog|bot|chances|chronicle|config|contest|judge|lab|league|llm|match|matching|position|provider|score|settings|situation|starter|trial|userfile): `)
	for _, args := range [][]string{
		{"play", "--players", "6"}, {"play", "--bots", "scripted"}, {"play", "--roles", "W=9"}, {"play", "--from", "torn.jsonl"}, {"play", "--model", "x"},
		{"show", "torn.jsonl"}, {"show", "none.log"}, {"verify", "torn.jsonl"}, {"convert", "bad.csv", "--to", "log"}, {"parse", "none.log"}, {"score", "--table", "bad.csv"},
		{"chances", "torn.jsonl"}, {"moves", "none.log"}, {"agree", "bad.csv"}, {"judge", "merge", "torn.jsonl"}, {"judge", "run", "torn.jsonl", "--rules", "-o", "a"},
		{"league", "run", "bad.yml"}, {"league", "run", "none.yml"}, {"league", "status", "bad.yml"}, {"serve", "-c", "bad.yml"}, {"serve", "-c", "none.yml"}, {"situation", "run", "bad.yml", "--bot", "plain"},
		{"compare", "plain", "plane"}, {"try", "plian"}, {"bench", "nobody"}, {"prompts", "check", "none"}, {"agent", "new", "."}, {"agent", "new", "--lang", "go", "--source", ".", "new"},
		{"contest", "init", "new", "--teams", "bad.csv"}, {"import", "empty.zip", "-o", "new"}, {"join", "--url", "nowhere", "--bot", "plain", "--team", "a"}, {"lab", "tally", "bad.csv", "bad.csv"},
		{"export", "torn.jsonl", "-o", "new"}, {"analyze", "none.log"}, {"tasks", "try", "word", "-f", "bad.csv"}, {"whatif", "torn.jsonl", "--at", "d1", "--silent"},
	} {
		var out, stderr bytes.Buffer
		if got := run(t.Context(), args, &out, &stderr); got == exitOK || out.Len()+stderr.Len() == 0 || inner.MatchString(strings.ReplaceAll(out.String()+stderr.String(), "wolfden: ", "")) {
			t.Errorf("wolfden %q: exit %d: %s%s", args, got, &out, &stderr)
		}
	}
}
