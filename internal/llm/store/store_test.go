package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// counts numbers its answers, so that no two are alike.
type counts struct {
	mu  sync.Mutex
	n   int
	err func(n int) error
}

func (c *counts) Complete(_ context.Context, req llm.Request) (llm.Response, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	var err error
	if c.err != nil {
		err = c.err(c.n)
	}
	return llm.Response{
		Text: fmt.Sprintf("answer %d to <%s> & more", c.n, req.Messages[0].Text), Model: "test", Finish: llm.Stopped,
		JSON: []byte(`{"a":"<b> & 日本"}`), Usage: llm.Usage{In: 10, Out: 2, Cost: 0.5}, Latency: 7, Attempts: 1,
	}, err
}

func request(text string) llm.Request {
	return llm.Request{
		Label:    llm.Label{Task: "t", Prompt: "p"},
		Messages: []llm.Message{{Role: llm.User, Text: text}},
		Sampling: llm.Sampling{Temperature: new(0.5), TopP: new(0.9), MaxTokens: 10, Seed: new(int64(1)), Index: 0},
	}
}

func complete(t *testing.T, m llm.Model, req llm.Request) llm.Response {
	t.Helper()
	r, err := m.Complete(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func noWarning(t *testing.T) func(error) {
	return func(err error) { t.Errorf("warning: %v", err) }
}

func schema(t *testing.T, text string) *llm.Schema {
	t.Helper()
	s, err := llm.NewSchema([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestKeyIsAllThatAnAnswerDependsOn(t *testing.T) {
	changes := map[string]func(*llm.Request){
		"text":           func(r *llm.Request) { r.Messages[0].Text = "other" },
		"role":           func(r *llm.Request) { r.Messages[0].Role = llm.System },
		"another":        func(r *llm.Request) { r.Messages = append(r.Messages, llm.Message{}) },
		"temperature":    func(r *llm.Request) { r.Sampling.Temperature = new(0.6) },
		"temperature 0":  func(r *llm.Request) { r.Sampling.Temperature = new(0.0) },
		"no temperature": func(r *llm.Request) { r.Sampling.Temperature = nil },
		"top_p":          func(r *llm.Request) { r.Sampling.TopP = nil },
		"max tokens":     func(r *llm.Request) { r.Sampling.MaxTokens++ },
		"seed":           func(r *llm.Request) { r.Sampling.Seed = new(int64(2)) },
		"index":          func(r *llm.Request) { r.Sampling.Index++ },
		"schema":         func(r *llm.Request) { r.Schema = schema(t, `{"type":"string"}`) },
		"other schema":   func(r *llm.Request) { r.Schema = schema(t, `{"type":"null"}`) },
	}
	seen := map[string]string{}
	add := func(name, model string, req llm.Request) {
		key, err := keyOf(model, req)
		if err != nil {
			t.Fatal(err)
		}
		if other, double := seen[key]; double {
			t.Errorf("%s has the key of %s", name, other)
		}
		seen[key] = name
	}
	add("plain", "m", request("q"))
	add("other model", "n", request("q"))
	for name, change := range changes {
		req := request("q")
		change(&req)
		add(name, "m", req)
	}
	labelled := request("q")
	labelled.Label = llm.Label{Task: "other"}
	if key, _ := keyOf("m", labelled); seen[key] != "plain" {
		t.Error("the label changes the question")
	}
}

func TestCacheAsksOnce(t *testing.T) {
	inner, dir := &counts{}, t.TempDir()
	first := complete(t, Cache("m", inner, dir, noWarning(t)), request("q"))
	again := complete(t, Cache("m", inner, dir, noWarning(t)), request("q"))
	if inner.n != 1 {
		t.Errorf("asked %d times", inner.n)
	}
	if first.Cached || !again.Cached || again.Cost != 0 || again.Attempts != 0 || again.In != 10 {
		t.Errorf("first %+v, again %+v", first, again)
	}
	if again.Text != first.Text || string(again.JSON) != string(first.JSON) {
		t.Errorf("%q and %s came back as %q and %s", first.Text, first.JSON, again.Text, again.JSON)
	}
	sample := request("q")
	sample.Sampling.Index = 1
	if r := complete(t, Cache("m", inner, dir, noWarning(t)), sample); r.Cached || r.Text == first.Text {
		t.Errorf("another sample is the same: %+v", r)
	}
}

func TestCacheKeepsNoFailures(t *testing.T) {
	inner := &counts{err: func(n int) error {
		if n == 1 {
			return llm.ErrTruncated
		}
		return nil
	}}
	m := Cache("m", inner, t.TempDir(), noWarning(t))
	if _, err := m.Complete(t.Context(), request("q")); !errors.Is(err, llm.ErrTruncated) {
		t.Error(err)
	}
	if r := complete(t, m, request("q")); r.Cached || inner.n != 2 {
		t.Errorf("%+v after %d calls", r, inner.n)
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestCacheMendsDamage(t *testing.T) {
	damages := map[string]func([]byte) []byte{
		"empty":   func([]byte) []byte { return nil },
		"cut":     func(b []byte) []byte { return b[:len(b)/2] },
		"changed": func(b []byte) []byte { return []byte(strings.Replace(string(b), "answer", "Answer", 1)) },
		"longer":  func(b []byte) []byte { return append(b, "{}"...) },
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			inner, dir, warnings := &counts{}, t.TempDir(), 0
			m := Cache("m", inner, dir, func(error) { warnings++ })
			complete(t, m, request("q"))
			path := files(t, dir)[0]
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if r := complete(t, m, request("q")); r.Cached || warnings != 1 {
				t.Errorf("%+v after %d warnings", r, warnings)
			}
			if r := complete(t, m, request("q")); !r.Cached || inner.n != 2 || warnings != 1 {
				t.Errorf("not mended: %+v after %d calls, %d warnings", r, inner.n, warnings)
			}
		})
	}
}

func TestCacheWithoutAFolderStillAnswers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	warnings := 0
	m := Cache("m", &counts{}, file, func(error) { warnings++ })
	if r := complete(t, m, request("q")); r.Text == "" || warnings == 0 {
		t.Errorf("%+v, %d warnings", r, warnings)
	}
	complete(t, Cache("m", &counts{}, file, nil), request("q"))
}

const (
	sharers  = 4
	shared   = 50
	sharedIn = "WOLFDEN_TEST_CACHE"
)

// share asks the same questions as the other sharers, and returns what the cache holds in the end.
func share(t *testing.T, dir, who string) []string {
	var texts []string
	m := Cache("m", llmtest.Model(llmtest.Say(who)), dir, noWarning(t))
	for i := range shared {
		texts = append(texts, complete(t, m, request(fmt.Sprint(i))).Text)
	}
	return texts
}

// Whoever writes first is right for all, in this process and in others, and nobody reads a part of an entry.
func TestCacheIsShared(t *testing.T) {
	if dir := os.Getenv(sharedIn); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "said"), []byte(strings.Join(share(t, dir, "process"), "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	dir := t.TempDir()
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCacheIsShared$")
	other.Env = append(os.Environ(), sharedIn+"="+dir)
	said := make([][]string, sharers)
	var wg sync.WaitGroup
	wg.Go(func() {
		if out, err := other.CombinedOutput(); err != nil {
			t.Errorf("the other process: %v\n%s", err, out)
		}
	})
	for i := range sharers {
		wg.Go(func() { said[i] = share(t, dir, fmt.Sprint(i)) })
	}
	wg.Wait()
	text, err := os.ReadFile(filepath.Join(dir, "said"))
	if err != nil {
		t.Fatal(err)
	}
	for i, texts := range append(said, strings.Split(string(text), "\n")) {
		if !slices.Equal(texts, said[0]) {
			t.Errorf("sharer %d was told %v\nthe first was told %v", i, texts, said[0])
		}
	}
	if n := len(files(t, dir)); n != shared+1 {
		t.Errorf("%d files are left", n)
	}
}

func TestReplayRepeatsARun(t *testing.T) {
	dir := t.TempDir()
	failing := func(n int) error {
		switch n {
		case 2:
			return fmt.Errorf("provider: x: %w: %w", llm.ErrUnavailable, context.DeadlineExceeded)
		case 3:
			return fmt.Errorf("provider: y: %w", llm.ErrRefused)
		}
		return nil
	}
	recorder, err := Record("openai:m/1", &counts{err: failing}, dir)
	if err != nil {
		t.Fatal(err)
	}
	questions := []string{"a", "b", "c", "a", "a"}
	run := func(m llm.Model) (said []string) {
		for _, q := range questions {
			r, err := m.Complete(t.Context(), request(q))
			said = append(said, fmt.Sprintf("%+v %v %v %v %v", r, err, errors.Is(err, llm.ErrUnavailable),
				errors.Is(err, context.DeadlineExceeded), errors.Is(err, llm.ErrRefused)))
		}
		return said
	}
	first := run(recorder)
	for range 2 {
		m, err := Replay("openai:m/1", dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := run(m); !slices.Equal(got, first) {
			t.Errorf("replayed\n%s\nwas\n%s", strings.Join(got, "\n"), strings.Join(first, "\n"))
		}
		if _, err := m.Complete(t.Context(), request("a")); !errors.Is(err, llm.ErrNotRecorded) || !strings.Contains(err.Error(), `"t"`) {
			t.Errorf("a fourth time: %v", err)
		}
	}
	if n := len(files(t, dir)); n != len(questions) {
		t.Errorf("%d files for %d calls", n, len(questions))
	}
}

func TestRecordingsAreNotMixed(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"openai:a", "openai:b", "openai_a"} {
		m, err := Record(name, &counts{}, dir)
		if err != nil {
			t.Fatal(err)
		}
		complete(t, m, request("q"))
	}
	if _, err := Record("openai:a", &counts{}, dir); err == nil {
		t.Error("a second run is recorded over the first")
	}
	if _, err := Replay("openai:c", dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a model that was not recorded: %v", err)
	}
	// An entry under another's name must not answer.
	m, err := Replay("openai:a", dir)
	if err != nil {
		t.Fatal(err)
	}
	path := files(t, filepath.Join(dir, folder("openai:a")))[0]
	key, _ := keyOf("openai:a", request("other"))
	if err := os.Rename(path, filepath.Join(filepath.Dir(path), key+".0.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Complete(t.Context(), request("other")); !errors.Is(err, llm.ErrNotRecorded) {
		t.Errorf("an entry that was moved: %v", err)
	}
}

func TestReplayOfACancelledCallEnds(t *testing.T) {
	dir := t.TempDir()
	if _, err := Record("m", &counts{}, dir); err != nil {
		t.Fatal(err)
	}
	m, err := Replay("m", dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Complete(ctx, request("q")); !errors.Is(err, llm.ErrUnavailable) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A call that was given up since nobody needed its answer is told from one that failed, in a replay as in the run itself.
func TestReplayKnowsWhatNobodyNeeded(t *testing.T) {
	t.Parallel()
	for cause, unwanted := range map[error]bool{llm.ErrUnwanted: true, nil: false} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		lost := func(int) error { return fmt.Errorf("%w: connection lost", llm.ErrUnavailable) }
		recorder, err := Record("m", &counts{err: lost}, dir)
		if err != nil {
			t.Fatal(err)
		}
		_, said := recorder.Complete(ctx, request("q"))
		replayer, err := Replay("m", dir)
		if err != nil {
			t.Fatal(err)
		}
		_, again := replayer.Complete(t.Context(), request("q"))
		if again == nil || again.Error() != said.Error() || errors.Is(again, llm.ErrUnwanted) != unwanted {
			t.Errorf("given up because of %v: %v, replayed %v", cause, said, again)
		}
	}
}

// Two runs that ask the same in another order make the same recording, but for how long answers took.
func TestRecordingHasNoOrder(t *testing.T) {
	names := func(order ...string) []string {
		dir := t.TempDir()
		m, err := Record("m", llmtest.Model(llmtest.Echo), dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range order {
			complete(t, m, request(q))
		}
		var content []string
		for _, path := range files(t, dir) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			content = append(content, filepath.Base(path)+string(text))
		}
		return content
	}
	if a, b := names("x", "y", "z", "x"), names("z", "x", "x", "y"); !slices.Equal(a, b) {
		t.Errorf("%v\n%v", a, b)
	}
}

// Who asks the same as others at the same time gets its own answer back; a recording that tells no askers apart is still one.
func TestAskersHaveTheirOwnAnswers(t *testing.T) {
	dir, n := t.TempDir(), 0
	m, err := Record("m", llmFunc(func() llm.Response { n++; return llm.Response{Text: "said", Latency: time.Duration(n)} }), dir)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(m llm.Model, asker string) time.Duration {
		t.Helper()
		answer, err := m.Complete(t.Context(), llm.Request{Label: llm.Label{Task: "summarise", Asker: asker}, Messages: []llm.Message{{Role: llm.User, Text: "sum up"}}})
		if err != nil {
			t.Error(err)
		}
		return answer.Latency
	}
	for _, asker := range []string{"a", "b", "a", ""} {
		ask(m, asker)
	}
	again, err := Replay("m", dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		asker string
		want  time.Duration
	}{{"b", 2}, {"a", 1}, {"a", 3}} {
		if got := ask(again, c.asker); got != c.want {
			t.Errorf("%s gets answer %d, not %d", c.asker, got, c.want)
		}
	}
	old := t.TempDir()
	if m, err = Record("m", llmFunc(func() llm.Response { return llm.Response{Text: "said", Latency: 9} }), old); err != nil {
		t.Fatal(err)
	}
	ask(m, "")
	if again, err = Replay("m", old); err != nil {
		t.Fatal(err)
	}
	if got := ask(again, "a"); got != 9 {
		t.Errorf("an old recording answers %d", got)
	}
}

type llmFunc func() llm.Response

func (f llmFunc) Complete(context.Context, llm.Request) (llm.Response, error) { return f(), nil }
