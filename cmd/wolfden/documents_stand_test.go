package main

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"wolfden/internal/llm/llmtest/actor"
)

// standIns take the places of what a reader of pages has: models, programs that play, and what others have sent.
type standIns struct {
	model string // the address of a server of actors
	path  string // with what starts programs before all else
}

// standInsOf starts the models, and writes the programs.
func standInsOf(t *testing.T) *standIns {
	t.Helper()
	handler, err := actor.Handler("")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	bin := t.TempDir()
	writePrograms(t, bin, "python", "python3", "java")
	return &standIns{strings.TrimPrefix(server.URL, "http://"), bin + string(filepath.ListSeparator) + os.Getenv("PATH")}
}

// environment is that of the lines of pages.
func (s *standIns) environment() []string { return append(os.Environ(), "PATH="+s.path) }

// writePrograms writes programs that play game after game, whatever follows their names.
func writePrograms(t *testing.T, dir string, names ...string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		script := fmt.Sprintf("#!/bin/sh\nexec %s %s \"$WOLFDEN_URL\" again\n", self, confidantWord)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// here is a line with what is here in the places of what the reader has: actors for models, a game for FILE.
func (s *standIns) here(stmt *syntax.Stmt, dir string) *syntax.Stmt {
	syntax.Walk(stmt, func(node syntax.Node) bool {
		call, ok := node.(*syntax.CallExpr)
		if !ok {
			return true
		}
		words := wordsOf(call)
		for i, word := range words {
			before := words[max(i-1, 0)]
			switch {
			case before == "--model", strings.HasPrefix(word, "openai@"), strings.HasPrefix(word, "anthropic@"):
				call.Args[i] = literal(s.modelFor(word))
			case word == "FILE":
				played, _ := filepath.Glob(filepath.Join(dir, "trials", "*", "1", "games", "*.jsonl"))
				call.Args[i] = literal(append(played, "game.jsonl")[0])
			}
		}
		return true
	})
	return stmt
}

// modelFor is the actor of a name, or one that plays like others.
func (s *standIns) modelFor(name string) string {
	as := name[strings.LastIndex(name, ":")+1:]
	if _, err := actor.Find(as); err != nil {
		as = "player"
	}
	return "openai@http://" + s.model + "/v1:" + as
}

// meanwhile is what a shell does before a line, for what others would have done until then; "" is nothing.
func meanwhile(line string) string {
	for _, m := range []struct{ pattern, script string }{
		{`autumn/data/records|contest (report|publish) .*autumn`, "mkdir -p autumn/data/records/five && cp games/*.jsonl autumn/data/records/five"},
		{`answers-\*\.json`, `sed 's/"rater":"[^"]*"/"rater":"anna"/; s/"kind":"[^"]*"/"kind":"human"/' answers.jsonl > answers-anna.json`},
	} {
		if regexp.MustCompile(m.pattern).MatchString(line) {
			return m.script
		}
	}
	return ""
}
