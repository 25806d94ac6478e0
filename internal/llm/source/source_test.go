package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/provider"
	"wolfden/internal/waittest"
)

const secret = "sk-a-secret-of-ours"

func makeSource(t testing.TB, o Options) *Source {
	t.Helper()
	if o.Provider.Getenv == nil {
		o.Provider.Getenv = func(string) string { return secret }
	}
	o.Provider.Retry.First = time.Millisecond
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func open(t testing.TB, s interface {
	Open(string) (llm.Model, error)
}, name string) llm.Model {
	t.Helper()
	m, err := s.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func ask(t testing.TB, text string) llm.Request {
	t.Helper()
	schema, err := llm.SchemaOf[struct {
		Target string `json:"target"`
	}](map[string][]string{"target": {"Ann", "Bob", "Cid"}})
	if err != nil {
		t.Fatal(err)
	}
	return llm.Request{
		Label: llm.Label{Task: "vote"}, Schema: schema, Sampling: llm.Sampling{MaxTokens: 20},
		Messages: []llm.Message{{Role: llm.User, Text: text}},
	}
}

// Whatever a server does, the caller gets a checked answer or an error that it knows, and in time.
func TestEveryModeThroughEverything(t *testing.T) {
	wants := map[string]error{
		"failing": llm.ErrUnavailable, "malformed": llm.ErrUnstructured, "truncated": llm.ErrTruncated, "refusing": llm.ErrRefused,
		"dropping": llm.ErrUnavailable, "mistyped": llm.ErrUnavailable, "nothing": llm.ErrUnstructured,
		"echo": nil, "thinking": nil, "injected": nil, "slow": llm.ErrUnavailable, "limited": nil,
	}
	for _, mode := range llmtest.Modes() {
		t.Run(mode.Name, func(t *testing.T) {
			t.Parallel()
			limit := waittest.Longest
			if mode.Name == "slow" {
				mode.Behave, limit = llmtest.Slow(waittest.Longest, llmtest.Echo), 2*time.Second
			}
			server := llmtest.During(t, mode.Behave)
			var calls []llm.Call
			s := makeSource(t, Options{Cache: t.TempDir(), Observe: func(_ context.Context, c llm.Call) { calls = append(calls, c) }})
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			r, err := open(t, s, server.Name("openai")).Complete(ctx, ask(t, "q"))
			if want, listed := wants[mode.Name]; !listed || !errors.Is(err, want) || (err == nil) != (r.JSON != nil) {
				t.Errorf("%s, %v; want %v", r.JSON, err, want)
			}
			if ctx.Err() != nil && limit == waittest.Longest { // what is left of a short time is asked in virtual time, in provider
				t.Error("no time is left for a rule")
			}
			if len(calls) != 1 || !errors.Is(calls[0].Err, err) || calls[0].Response.Attempts != server.Calls() {
				t.Errorf("told of %+v; the server was asked %d times", calls, server.Calls())
			}
		})
	}
}

// run asks a few things, some at once, and returns what was said, in the order of the questions.
func run(t *testing.T, s *Source, names ...string) []string {
	t.Helper()
	said := make([]string, 5*len(names))
	var wg sync.WaitGroup
	for n, name := range names {
		m := open(t, s, name)
		for i := range 5 {
			wg.Go(func() {
				r, err := m.Complete(t.Context(), ask(t, fmt.Sprint(name, i%4)))
				said[5*n+i] = fmt.Sprintf("%s %s %+v %v", r.Text, r.JSON, r.Usage, err)
			})
		}
	}
	wg.Wait()
	return said
}

func TestAReplayNeedsNoNetworkAndNoKey(t *testing.T) {
	some := func(p llmtest.Prompt) llmtest.Answer {
		switch {
		case strings.HasSuffix(p.Text(), "1"):
			return llmtest.Refusing(p)
		case strings.HasSuffix(p.Text(), "2"):
			return llmtest.Malformed(p)
		}
		return llmtest.Echo(p)
	}
	server := llmtest.During(t, some)
	names := []string{server.Name("openai"), server.Name("gemini")}
	dir := t.TempDir()
	first := run(t, makeSource(t, Options{Record: dir}), names...)
	server.Behave(llmtest.Failing)
	for range 2 {
		s := makeSource(t, Options{Replay: dir, Provider: provider.Options{Getenv: func(string) string { return "" }}})
		if got := run(t, s, names...); !slices.Equal(got, first) {
			t.Errorf("replayed\n%s\nwas\n%s", strings.Join(got, "\n"), strings.Join(first, "\n"))
		}
		if _, err := open(t, s, names[0]).Complete(t.Context(), ask(t, "never asked")); !errors.Is(err, llm.ErrNotRecorded) {
			t.Error(err)
		}
	}
	if server.Calls() != 0 {
		t.Errorf("the replay asked %d times", server.Calls())
	}
	if _, err := New(Options{Record: dir, Replay: dir}); err == nil {
		t.Error("recording a replay of the same folder")
	}
}

func TestNoFileHoldsAKey(t *testing.T) {
	server := llmtest.During(t, func(p llmtest.Prompt) llmtest.Answer {
		if strings.HasSuffix(p.Text(), "1") {
			return llmtest.Answer{Status: 401, Text: "wrong key " + secret}
		}
		if strings.HasSuffix(p.Text(), "2") {
			return llmtest.Answer{Status: 404, Text: "no model for key " + secret}
		}
		return llmtest.Echo(p)
	})
	dir := t.TempDir()
	s := makeSource(t, Options{Cache: filepath.Join(dir, "cache"), Record: filepath.Join(dir, "record")})
	run(t, s, server.Name("openai"), server.Name("anthropic"), server.Name("gemini"), server.Name("ollama"))
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), secret) {
			t.Errorf("%s holds the key", path)
		}
		return err
	})
	if err != nil || files < 20 {
		t.Errorf("%d files: %v", files, err)
	}
}

func TestBudgetsOfGamesAndTheRun(t *testing.T) {
	server := llmtest.During(t, nil)
	s := makeSource(t, Options{Run: llm.Limit{Tokens: 400}})
	told := 0
	game := s.Game(llm.Limit{Tokens: 200}, func(_ context.Context, c llm.Call) {
		told++
		if told > 2 && !errors.Is(c.Err, llm.ErrBudget) {
			t.Errorf("call %d: %v", told, c.Err)
		}
	})
	m := open(t, game, server.Name("openai"))
	var err error
	for n := 0; err == nil && n < 100; n++ {
		_, err = m.Complete(t.Context(), ask(t, strings.Repeat("word ", 40)))
	}
	asked := server.Calls()
	if !errors.Is(err, llm.ErrBudget) || !strings.Contains(err.Error(), "game") || told != asked+1 {
		t.Fatalf("after %d calls, told of %d: %v", asked, told, err)
	}
	if spent := game.Spent(); spent.In+spent.Out > 200 || spent != s.Spent() {
		t.Errorf("the game spent %+v, the run %+v", spent, s.Spent())
	}
	// Another game goes on where the first had to stop, up to the limit of the run.
	m, err = open(t, s.Game(llm.Limit{}, nil), server.Name("openai")), nil
	for n := 0; err == nil && n < 100; n++ {
		_, err = m.Complete(t.Context(), ask(t, strings.Repeat("word ", 40)))
	}
	if server.Calls() <= asked || !strings.Contains(err.Error(), "run") {
		t.Errorf("after %d more calls: %v", server.Calls()-asked, err)
	}
}

func TestPricesOfTheUser(t *testing.T) {
	server := llmtest.During(t, nil)
	name := server.Name("openai")
	prices := fmt.Appendf(nil, `{"models":{%q:{"in":1000000,"out":0}}}`, name)
	s := makeSource(t, Options{Prices: prices, Run: llm.Limit{Cost: 10_000}})
	r, err := open(t, s, name).Complete(t.Context(), ask(t, "q"))
	if err != nil || r.Cost != float64(r.In) || s.Spent().Cost != r.Cost {
		t.Errorf("%+v: %v", r.Usage, err)
	}
	if _, err := s.Open("openai:gpt-of-tomorrow"); err == nil || !strings.Contains(err.Error(), "price") {
		t.Errorf("a budget in USD for a model without a price: %v", err)
	}
	if _, err := makeSource(t, Options{}).Open("openai:gpt-of-tomorrow"); err != nil {
		t.Errorf("without a budget: %v", err)
	}
	if _, err := New(Options{Prices: []byte("{")}); err == nil {
		t.Error("a broken price file passes")
	}
}

func TestOneModelHasOneRecorder(t *testing.T) {
	server := llmtest.During(t, nil)
	s := makeSource(t, Options{Record: t.TempDir()})
	for range 2 {
		game := s.Game(llm.Limit{}, nil)
		if _, err := open(t, game, server.Name("openai")).Complete(t.Context(), ask(t, "q")); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Open("no name"); err == nil {
		t.Error("opens what is no name")
	}
}

// What the layers cost is measured with a model that answers at once; the server adds a round trip over loopback.
func BenchmarkCall(b *testing.B) {
	bench := func(b *testing.B, m llm.Model) {
		req := ask(b, strings.Repeat("a line of talk\n", 100))
		b.ReportAllocs()
		for b.Loop() {
			req.Sampling.Index++
			if _, err := m.Complete(b.Context(), req); err != nil {
				b.Fatal(err)
			}
		}
	}
	instant := llmtest.Say(`{"target":"Ann"}`)
	b.Run("layers", func(b *testing.B) {
		m := llm.Budgeted(llmtest.Model(instant), llm.Budget{Meter: llm.NewMeter("run", llm.Limit{Tokens: 1 << 60}, nil)})
		bench(b, llm.Observe("m", m, func(context.Context, llm.Call) {}))
	})
	b.Run("http", func(b *testing.B) {
		bench(b, open(b, makeSource(b, Options{}), llmtest.During(b, instant).Name("openai")))
	})
	b.Run("http+cache", func(b *testing.B) {
		bench(b, open(b, makeSource(b, Options{Cache: b.TempDir()}), llmtest.During(b, instant).Name("openai")))
	})
	b.Run("http+record", func(b *testing.B) {
		bench(b, open(b, makeSource(b, Options{Record: b.TempDir()}), llmtest.During(b, instant).Name("openai")))
	})
	b.Run("cached", func(b *testing.B) {
		m := open(b, makeSource(b, Options{Cache: b.TempDir()}), llmtest.During(b, instant).Name("openai"))
		req := ask(b, strings.Repeat("a line of talk\n", 100))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := m.Complete(b.Context(), req); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A model that dies in the middle of a run is left alone; a replay answers the same, error for error, and warns of nothing.
func TestAReplayOfADeadModel(t *testing.T) {
	server, err := llmtest.Start(llmtest.Echo)
	if err != nil {
		t.Fatal(err)
	}
	name, dir := server.Name("openai"), t.TempDir()
	asked := func(s *Source, from, to int) []string {
		var said []string
		for i := from; i < to; i++ {
			r, err := open(t, s, name).Complete(t.Context(), ask(t, fmt.Sprint(i)))
			said = append(said, fmt.Sprintf("%s %+v %v %v %v", r.JSON, r.Usage, err, errors.Is(err, llm.ErrResting), errors.Is(err, llm.ErrUnavailable)))
		}
		return said
	}
	warned := 0
	s := makeSource(t, Options{Record: dir, Warn: func(error) { warned++ }})
	first := asked(s, 0, 2)
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	first = append(first, asked(s, 2, 8)...)
	if warned != 1 || !strings.HasSuffix(first[7], "true true") || !strings.HasSuffix(first[2], "false true") {
		t.Fatalf("%d warnings:\n%s", warned, strings.Join(first, "\n"))
	}
	again := asked(makeSource(t, Options{Replay: dir, Warn: func(error) { warned++ }}), 0, 8)
	if !slices.Equal(first, again) || warned != 1 {
		t.Errorf("%d warnings; replayed\n%s\nwas\n%s", warned, strings.Join(again, "\n"), strings.Join(first, "\n"))
	}
}
