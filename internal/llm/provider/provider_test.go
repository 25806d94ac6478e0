package provider

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

const secret = "sk-a-secret-of-ours"

// open makes a model of a test server, with waits short enough for a test.
func open(t *testing.T, s *llmtest.Server, dialect string, o Options) llm.Model {
	t.Helper()
	if o.Getenv == nil {
		o.Getenv = func(string) string { return secret }
	}
	if o.Retry.First == 0 {
		o.Retry.First = time.Millisecond
	}
	name, err := ParseName(s.Name(dialect))
	if err != nil {
		t.Fatal(err)
	}
	opener := New(o)
	t.Cleanup(opener.Close)
	m, err := opener.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func dialects() []string {
	return []string{"openai", "responses", "azure", "openrouter", "anthropic", "gemini", "ollama"}
}

func voteSchema(t *testing.T) *llm.Schema {
	t.Helper()
	s, err := llm.SchemaOf[struct {
		Reason string `json:"reason"`
		Target string `json:"target"`
	}](map[string][]string{"target": {"Ann", "Bob", "Cid"}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func question1() llm.Request {
	return llm.Request{
		Label: llm.Label{Task: "greet"},
		Messages: []llm.Message{
			{Role: llm.System, Text: "Be brief."}, {Role: llm.User, Text: "Who are you?"},
			{Role: llm.Assistant, Text: "A model."}, {Role: llm.User, Text: "And me?"},
		},
		Sampling: llm.Sampling{Temperature: new(0.7), TopP: new(0.9), MaxTokens: 50, Seed: new(int64(7)), Index: 2},
	}
}

func TestEveryDialectAnswers(t *testing.T) {
	for _, dialect := range dialects() {
		t.Run(dialect, func(t *testing.T) {
			s := llmtest.During(t, llmtest.Say("You are a person."))
			r, err := open(t, s, dialect, Options{}).Complete(t.Context(), question1())
			if err != nil {
				t.Fatal(err)
			}
			if r.Text != "You are a person." || r.Model != "test" || r.Finish != llm.Stopped || r.Attempts != 1 || r.Latency <= 0 {
				t.Errorf("response %+v", r)
			}
			if r.In == 0 || r.Out != 5 {
				t.Errorf("tokens %+v", r.Usage)
			}
			got := s.Prompts()[0]
			if !slices.Equal(got.Messages, question1().Messages) || got.MaxTokens != 50 {
				t.Errorf("asked %+v, at most %d tokens", got.Messages, got.MaxTokens)
			}
			if !strings.Contains(fmt.Sprint(got.Header), secret) || strings.Contains(string(got.Body), secret) {
				t.Errorf("the key belongs into a header: %v", got.Header)
			}
		})
	}
}

func TestEveryDialectTakesASchema(t *testing.T) {
	for _, dialect := range dialects() {
		t.Run(dialect, func(t *testing.T) {
			s := llmtest.During(t, llmtest.Echo)
			req := question1()
			req.Schema = voteSchema(t)
			r, err := open(t, s, dialect, Options{}).Complete(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			if err := req.Schema.Check(json.RawMessage(r.Text)); err != nil {
				t.Errorf("%s: %v", r.Text, err)
			}
			if len(r.Dropped) != 0 {
				t.Errorf("dropped %v", r.Dropped)
			}
		})
	}
}

func TestErrorsHaveTheirKind(t *testing.T) {
	status := func(n int) llmtest.Behaviour {
		return func(llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Status: n, Text: "no: " + secret} }
	}
	tests := []struct {
		name   string
		behave llmtest.Behaviour
		want   error
		calls  int
	}{
		{"failing", llmtest.Failing, llm.ErrUnavailable, 4},
		{"limited", status(429), llm.ErrUnavailable, 4},
		{"dropping", llmtest.Dropping, llm.ErrUnavailable, 4},
		{"mistyped", llmtest.Mistyped, llm.ErrUnreadable, 2}, // it never answered otherwise,
		{"empty object", func(llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Raw: []byte("{}")} }, llm.ErrUnreadable, 2},
		{"bad key", status(401), llm.ErrRejected, 1},
		{"unknown model", status(404), llm.ErrRejected, 1},
		{"bad request", status(400), llm.ErrRejected, 1},
		{"truncated", llmtest.Cut, llm.ErrTruncated, 2}, // the second time with more room
	}
	for _, test := range tests {
		for _, dialect := range dialects() {
			t.Run(test.name+"/"+dialect, func(t *testing.T) {
				s := llmtest.During(t, test.behave)
				r, err := open(t, s, dialect, Options{}).Complete(t.Context(), question1())
				if !errors.Is(err, test.want) {
					t.Fatalf("error %v, want %v", err, test.want)
				}
				if strings.Contains(err.Error(), secret) {
					t.Errorf("the key is in the error: %v", err)
				}
				if s.Calls() != test.calls || r.Attempts != test.calls {
					t.Errorf("%d calls, %d attempts, want %d", s.Calls(), r.Attempts, test.calls)
				}
				if errors.Is(test.want, llm.ErrTruncated) && r.Text == "" {
					t.Error("what came before the end is lost")
				}
			})
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, dialect := range []string{"openai", "anthropic", "gemini"} {
		s := llmtest.During(t, llmtest.Refusing)
		r, err := open(t, s, dialect, Options{}).Complete(t.Context(), question1())
		if !errors.Is(err, llm.ErrRefused) || r.Finish != llm.Refused || s.Calls() != 1 {
			t.Errorf("%s: %v after %d calls", dialect, err, s.Calls())
		}
	}
}

func TestFailuresAreRepeatedUntilOneAnswers(t *testing.T) {
	s := llmtest.During(t, llmtest.Sequence(llmtest.Dropping, llmtest.Failing, llmtest.Say("at last")))
	r, err := open(t, s, "openai", Options{}).Complete(t.Context(), question1())
	if err != nil || r.Text != "at last" || r.Attempts != 3 {
		t.Errorf("%q after %d attempts: %v", r.Text, r.Attempts, err)
	}
}

// TestClosedConnectionIsNoFailure: a server may close a connection after an answer, which shows when the next question is put. It is no
// attempt that failed. What breaks when the server has begun to work is one, and is not put again in secret.
func TestClosedConnectionIsNoFailure(t *testing.T) {
	s := llmtest.During(t, llmtest.Sequence(llmtest.Say("once"), llmtest.Dropping, llmtest.Say("twice"), llmtest.Dropping))
	m := open(t, s, "openai", Options{Retry: Retry{Attempts: 1}})
	m.(*model).opener.stale = time.Hour // no machine is so busy
	for _, want := range []string{"once", "twice"} {
		if r, err := m.Complete(t.Context(), question1()); err != nil || r.Text != want || r.Attempts != 1 {
			t.Errorf("%q after %d attempts: %v", r.Text, r.Attempts, err)
		}
	}
	if _, err := m.Complete(t.Context(), question1()); err == nil || s.Calls() != 5 {
		t.Errorf("two connections closed: %v after %d calls", err, s.Calls())
	}

	s = llmtest.During(t, llmtest.Sequence(llmtest.Say("once"), llmtest.Dropping))
	m = open(t, s, "openai", Options{Retry: Retry{Attempts: 1}})
	m.(*model).opener.stale = 0
	_, first := m.Complete(t.Context(), question1())
	if _, err := m.Complete(t.Context(), question1()); first != nil || err == nil || s.Calls() != 2 {
		t.Errorf("%v, then %v after %d calls", first, err, s.Calls())
	}
}
