package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/llm/llmtest"
)

// TestPagesShowCalls: the page of a game with a model shows what it was asked, to whoever may see everything, and neither
// to the village nor to another seat.
func TestPagesShowCalls(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the same goroutines meet in TestPlayIsReplayed")
	}
	dir := t.TempDir()
	s, err := llmtest.Start(llmtest.EveryOther(llmtest.Echo, llmtest.Malformed))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }() // the test is over
	wolfden := func(args ...string) {
		t.Helper()
		var said bytes.Buffer
		if got := run(t.Context(), args, &said, &said); got != exitOK {
			t.Fatalf("%v: status %d\n%s", args, got, &said)
		}
	}
	wolfden("play", "--bots", "kanolab,plain,plain,plain,plain", "--seed", "3", "-q", "--model", s.Name("openai"), "--out", dir)
	records, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(records) != 1 {
		t.Fatalf("%v, %v", records, err)
	}
	var seat string
	for i := range 5 { // the seats are drawn
		page := filepath.Join(dir, "page.html")
		number := string(rune('1' + i))
		wolfden("show", records[0], "--html", "--as", number, "-o", page)
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("extract-claims")) {
			seat += number
		}
		_ = os.Remove(page)
	}
	if len(seat) != 1 {
		t.Errorf("calls are shown to seats %q, want the one that made them", seat)
	}
	for as, want := range map[string]bool{"": true, "0": false} {
		page := filepath.Join(dir, "page"+as+".html")
		args := []string{"show", records[0], "--html", "-o", page}
		if as != "" {
			args = append(args, "--as", as)
		}
		wolfden(args...)
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"extract-claims", "<summary>Prompt</summary>", "<summary>Answer</summary>", `id="costs"`, "Thought</th>"} {
			if got := strings.Contains(string(text), part); got != want {
				t.Errorf("as %q: %s is shown: %v, want %v", as, part, got, want)
			}
		}
		if !strings.Contains(string(text), `id="ledger-table"`) {
			t.Errorf("as %q: no table of what was said and done", as)
		}
	}
}
