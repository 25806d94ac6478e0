package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/internal/league"
)

// TestProgramFiles: a program is the file that its command names, and those like it beside and below; a folder is all in it, but for what is
// played into it. Whatever of it changes, makes it another program.
func TestProgramFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, file := range []string{"agent.py", "mind.py", "notes.txt", "parts/talk.py", ".git/hook.py", "prompts/en/talk.txt", "bin", "go/main.go", "go/trials/1/league.txt", "go/trials/1/run.json", "go/games/x.jsonl", "go/games/programs/x.txt", "parts/__pycache__/talk.py"} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("1"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		entry league.Entry
		want  []string
	}{
		{league.Entry{Exec: "python agent.py {url}"}, []string{"agent.py", "mind.py", "parts/talk.py"}},
		{league.Entry{Exec: "./bin {url}"}, []string{"bin"}},
		{league.Entry{Bot: "plain", Prompts: "prompts"}, []string{"prompts/en/talk.txt"}},
		{league.Entry{Bot: "baseline:notes.txt"}, []string{"notes.txt", "prompts/en/talk.txt"}},
		{league.Entry{Exec: "go run ./go"}, []string{"go/main.go"}},
		{league.Entry{Bot: "plain"}, nil},
		{league.Entry{Remote: true}, nil},
	} {
		if got := programFiles(c.entry); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.entry, got, c.want)
		}
		before, err := programDigest(c.entry)
		if err != nil || (before == "") != (c.want == nil) {
			t.Errorf("%+v: %q, %v", c.entry, before, err)
		}
		for _, file := range c.want {
			if err := os.WriteFile(file, []byte(before), 0o644); err != nil {
				t.Fatal(err)
			}
			after, err := programDigest(c.entry)
			if err != nil || after == before {
				t.Errorf("%+v: another %s is the same program: %v", c.entry, file, err)
			}
			before = after
		}
	}
}

// TestAwaitChange: a file that has changed, or is gone, is noticed; the end of the context is no change.
func TestAwaitChange(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "agent.py")
	if err := os.WriteFile(file, []byte("1"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := statesOf([]string{file})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if awaitChange(ctx, []string{file}, before) {
		t.Error("the context has ended and nothing has changed")
	}
	later := before[file].modified.Add(time.Hour) // the same size
	if err := os.Chtimes(file, later, later); err != nil {
		t.Fatal(err)
	}
	if !awaitChange(t.Context(), []string{file}, before) {
		t.Error("a later time is not noticed")
	}
	before = statesOf([]string{file})
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if !awaitChange(t.Context(), []string{file}, before) {
		t.Error("a file that is gone is not noticed")
	}
}

// TestNameOfProgram: what runs a program does not give it its name.
func TestNameOfProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mine.py", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"python", "mine.py", "{url}"}, "mine"},
		{[]string{"./agent", "{url}", "x1"}, "agent"},
		{[]string{"sh", "-c", "exec ./agent"}, "sh"},
		{[]string{"/opt/.hidden"}, ".hidden"},
	} {
		if got := nameOfProgram(c.words); got != c.want {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
}

func TestFewOf(t *testing.T) {
	for n, want := range map[int]string{1: "a", 6: "a, b, c, d, e, f", 8: "a, b, c, d, e, f and 2 more"} {
		if got := fewOf(strings.Split("abcdefgh"[:n], "")); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
