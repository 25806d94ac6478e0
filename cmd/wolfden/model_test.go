package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/internal/llm/llmtest"
)

// TestPlayIsReplayed: a run with a model can be repeated when the model is gone, byte for byte.
func TestPlayIsReplayed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := llmtest.Start(llmtest.EveryOther(llmtest.Echo, llmtest.Malformed))
	if err != nil {
		t.Fatal(err)
	}
	play := func(out string, more ...string) string {
		t.Helper()
		var said bytes.Buffer
		args := append([]string{
			"play", "--bots", "kanolab,baseline,sunamelli,lycaon,CanisLupus", "--seed", "3", "--games", "2", "-q", "--parallel", "1",
			"--model", s.Name("openai"), "--out", filepath.Join(dir, out),
		}, more...)
		if got := run(t.Context(), args, &said, &said); got != exitOK {
			t.Fatalf("status %d\n%s", got, &said)
		}
		return said.String()
	}
	kept := filepath.Join(dir, "calls")
	said := play("first", "--model-record", kept)
	if !strings.Contains(said, "tokens in") {
		t.Errorf("nothing is said of what it cost:\n%s", said)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	play("second", "--model-replay", kept)
	first, second := folder(t, filepath.Join(dir, "first")), folder(t, filepath.Join(dir, "second"))
	if len(first) != 2 || len(first) != len(second) {
		t.Fatalf("%d records, and again %d", len(first), len(second))
	}
	for name, text := range first {
		if !bytes.Equal(text, second[name]) {
			t.Errorf("%s is another game", name)
		}
		if !bytes.Contains(text, []byte(`\"by\":\"model\"`)) || !bytes.Contains(text, []byte(`\"by\":\"rule\"`)) {
			t.Errorf("%s holds no answer of the model, or none of a rule", name)
		}
	}
	var said2 bytes.Buffer
	if got := run(t.Context(), []string{"play", "--model", "nobody:x", "--out", filepath.Join(dir, "x")}, &said2, &said2); got != exitUsage {
		t.Errorf("an unknown provider: status %d\n%s", got, &said2)
	}
}

// folder reads the files of a folder.
func folder(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range list {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
