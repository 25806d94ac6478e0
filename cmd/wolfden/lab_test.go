package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
)

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

// Every request of an experiment is at the paper's temperature and top_p (Watanabe and Kano 2024, section 5.1, and 2025, section 4), and at
// the user's where one is given.
func TestExperimentsAreAskedAsInThePapers(t *testing.T) {
	t.Parallel()
	behave, err := actor.Find("player")
	if err != nil {
		t.Fatal(err)
	}
	server := llmtest.During(t, behave)
	for _, command := range [][]string{
		{"logic", "--games", "1"}, {"inducement", "--games", "1"}, {"impressions", "--runs", "1"}, {"inducement", "--games", "1", "--model-temperature", "0.5"},
	} {
		dir := t.TempDir()
		args := slices.Concat([]string{"lab"}, command, []string{"--model", server.Name("openai"), "--model-record", dir})
		if command[0] != "impressions" {
			args = append(args, "--answer-time", "none")
		}
		var said bytes.Buffer
		if got := run(t.Context(), args, &said, &said); got != exitOK {
			t.Fatalf("%v: status %d\n%s", command, got, &said)
		}
		want := 1.0
		if slices.Contains(command, "0.5") {
			want = 0.5
		}
		calls, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
		if err != nil || len(calls) == 0 {
			t.Fatalf("%v: nothing was recorded: %v", command, err)
		}
		for _, path := range calls {
			var call struct{ Request llm.Request }
			text, err := os.ReadFile(path)
			if err == nil {
				err = json.Unmarshal(text, &call)
			}
			if err != nil {
				t.Fatal(err)
			}
			if s := call.Request.Sampling; s.Temperature == nil || *s.Temperature != want || s.TopP == nil || *s.TopP != 1 {
				t.Fatalf("%v: %s is asked at %s", command, call.Request.Label.Task, text)
			}
		}
	}
}
