package examine_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/examine"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/provider"
)

// clocked is a model whose calls take the time that its figures say, without taking any.
type clocked struct {
	read, write float64 // tokens a second
	base        time.Duration
	thought     int
	caches      bool // by time
	counts      bool // the server counts what was cached
	slots       int
	again       bool   // every answer takes a second attempt
	tiny        string // the answer to the short call
	last        string
}

// Complete implements llm.Model.
func (c *clocked) Complete(_ context.Context, q llm.Request) (llm.Response, error) {
	text := ""
	for _, m := range q.Messages {
		text += m.Text
	}
	r := llm.Response{Text: "yes", Attempts: 1, Finish: llm.Stopped}
	if q.Label.Task == "examine-story" || q.Label.Task == "examine-pair" {
		r.Text, r.Finish = strings.Repeat("word ", q.Sampling.MaxTokens*4/5), llm.Truncated
	}
	if q.Label.Task == "examine-tiny" && c.tiny != "" {
		r.Text = c.tiny
	}
	if q.Schema != nil {
		r.Text = string(must(llmtest.Draw(q.Schema.Text(), text)))
	}
	r.In, r.Out = len(text)/4, len(r.Text)/4+1
	if q.Sampling.Effort != llm.NoEffort {
		r.Thought = c.thought
		r.Out += c.thought
	}
	fresh := r.In
	if c.caches && q.Label.Task == "examine-long" && c.last != "" {
		fresh = 10
		if c.counts {
			r.CachedIn = r.In - fresh
		}
	}
	if q.Label.Task == "examine-long" {
		c.last = text
	}
	if c.again {
		r.Attempts++
	}
	took := c.base.Seconds() + float64(fresh)/c.read + float64(r.Out)/c.write
	if q.Label.Task == "examine-pair" && c.slots == 1 {
		took *= 2
	}
	r.Latency = time.Duration(took * float64(time.Second))
	if r.Finish == llm.Truncated {
		return r, llm.ErrTruncated
	}
	return r, nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func near(got, want float64) bool { return math.Abs(got-want) <= want/10 }

func TestPace(t *testing.T) {
	for name, c := range map[string]*clocked{
		"a laptop":        {read: 120, write: 9, base: 30 * time.Millisecond, slots: 1},
		"one that talks":  {read: 45, write: 20, slots: 1, tiny: "Certainly! The word that you asked for is: yes."},
		"a vendor":        {read: 4000, write: 80, base: 400 * time.Millisecond, slots: 8, caches: true, counts: true},
		"one that thinks": {read: 900, write: 60, base: 50 * time.Millisecond, thought: 200, slots: 1, caches: true},
	} {
		r, err := examine.Run(t.Context(), examine.Subject{Model: c, Nonce: "[n]", Long: 2200}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !near(r.Pace.Read, c.read) || !near(r.Pace.Write, c.write) {
			t.Errorf("%s: reads %.0f and writes %.0f, want %.0f and %.0f", name, r.Pace.Read, r.Pace.Write, c.read, c.write)
		}
		if off := r.Pace.Base - c.base; off.Abs() > 50*time.Millisecond {
			t.Errorf("%s: a call takes %s besides, want %s", name, r.Pace.Base, c.base)
		}
		want := map[string]examine.Verdict{
			examine.Cache: examine.No, examine.AtOnce: examine.Yes, examine.Thinks: examine.No, examine.Ends: examine.Yes, examine.Form: examine.Yes,
		}
		if c.caches {
			want[examine.Cache] = examine.Yes
		}
		if c.slots == 1 {
			want[examine.AtOnce] = examine.No
		}
		if c.thought > 0 {
			want[examine.Thinks] = examine.Yes
		}
		for check, verdict := range want {
			if got := r.Of(check); got.Verdict != verdict {
				t.Errorf("%s: %s: %q (%s), want %q", name, check, got.Verdict, got.Text, verdict)
			}
		}
		if c.thought > 0 && (!near(r.Thought, float64(c.thought)) || !r.ThoughtOff) {
			t.Errorf("%s: %.0f tokens of thought, off %v", name, r.Thought, r.ThoughtOff)
		}
		if r.Calls > 13 {
			t.Errorf("%s: %d calls", name, r.Calls)
		}
	}
}

// What is read in Japanese is counted in Japanese.
func TestLanguageOfTheLongPrompt(t *testing.T) {
	for lang, want := range map[string]string{"": "market", "en": "market", "ja": "市場"} {
		c := &clocked{read: 120, write: 9, slots: 1}
		r, err := examine.Run(t.Context(), examine.Subject{Model: c, Nonce: "[n]", Lang: lang}, nil)
		if err != nil || !strings.Contains(c.last, want) || len(c.last) < 1500 || r.TokensPerByte == 0 {
			t.Errorf("%q: %.60q, %d bytes, %.2f tokens a byte, %v", lang, c.last, len(c.last), r.TokensPerByte, err)
		}
	}
}

// What cannot be measured is not called too quick where it is something else.
func TestPaceOfSecondAttempts(t *testing.T) {
	r, err := examine.Run(t.Context(), examine.Subject{Model: &clocked{read: 120, write: 9, slots: 1, again: true}, Nonce: "[n]"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range []string{examine.Writes, examine.Reads, examine.AtOnce, examine.Cache} {
		if got := r.Of(check); got.Verdict != examine.Unknown || strings.Contains(got.Text, "too") {
			t.Errorf("%s: %q (%s)", check, got.Verdict, got.Text)
		}
	}
}

// served examines a server that behaves in a way.
func served(t *testing.T, b llmtest.Behaviour) (examine.Report, error) {
	t.Helper()
	s := llmtest.During(t, b)
	o := provider.New(provider.Options{Retry: provider.Retry{Attempts: 1}})
	defer o.Close()
	m, err := o.Open(must(provider.ParseName(s.Name("openai"))))
	if err != nil {
		t.Fatal(err)
	}
	return examine.Run(t.Context(), examine.Subject{Model: m, Nonce: "[n]", Refused: func() []string { return provider.Refusals(m) }}, nil)
}

// deaf is a model that answers everything in words: its server takes schemas and does nothing with them.
func deaf(p llmtest.Prompt) llmtest.Answer {
	return llmtest.Answer{Text: "I am Quillon, and the sky is blue today."}
}

func habit(t *testing.T, name string, then llmtest.Behaviour) llmtest.Behaviour {
	t.Helper()
	for _, h := range llmtest.Habits() {
		if h.Name == name {
			return h.Bend(then)
		}
	}
	t.Fatalf("no habit %s", name)
	return nil
}

func TestServers(t *testing.T) {
	noSchema := func(p llmtest.Prompt) llmtest.Answer {
		if strings.Contains(string(p.Body), "json_schema") {
			return llmtest.Answer{Status: 400, Text: "response_format json_schema is not supported"}
		}
		return deaf(p)
	}
	declining := func(p llmtest.Prompt) llmtest.Answer {
		if strings.Contains(p.Text(), "aces") {
			return llmtest.Answer{Text: "I’m sorry, but I can’t help with deceiving others."}
		}
		return llmtest.Echo(p)
	}
	for _, test := range []struct {
		name   string
		behave llmtest.Behaviour
		check  string
		want   examine.Verdict
		text   string
	}{
		{"keeps the form", llmtest.Echo, examine.Form, examine.Yes, "kept"},
		{"ignores the schema", deaf, examine.Form, examine.No, "accepted and ignored"},
		{"ignores the schema", deaf, examine.Forms, examine.No, "rules will answer"},
		{"refuses the schema", noSchema, examine.Form, examine.No, "refused"},
		{"follows a system text", deaf, examine.System, examine.Yes, "taken"},
		{"refuses a system text", habit(t, "nosystem", deaf), examine.System, examine.Partly, "refused, and read"},
		{"does not follow", llmtest.Echo, examine.System, examine.Partly, "not followed"},
		{"thinks", llmtest.Thinking(300, llmtest.Echo), examine.Thinks, examine.Yes, "asked not to, it did not"},
		{"declines", declining, examine.Plays, examine.No, "decline"},
		{"plays along", llmtest.Echo, examine.Plays, examine.Yes, "not declined"},
		{"has no end", func(llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Text: strings.Repeat("and on ", 4000)} }, examine.Ends, examine.No, "limit"},
		{"refuses all", llmtest.Refusing, examine.Plays, examine.No, "refused"},
	} {
		r, err := served(t, test.behave)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := r.Of(test.check); got.Verdict != test.want || !strings.Contains(got.Text, test.text) {
			t.Errorf("%s: %s: %q, %s; want %q, %s", test.name, test.check, got.Verdict, got.Text, test.want, test.text)
		}
	}
}

func TestNoAnswerAtAll(t *testing.T) {
	for name, b := range map[string]llmtest.Behaviour{"failing": llmtest.Failing, "mistyped": llmtest.Mistyped, "dropping": llmtest.Dropping} {
		if r, err := served(t, b); !errors.Is(err, llm.ErrUnavailable) || len(r.Findings) > 0 {
			t.Errorf("%s: %v, %v", name, err, r.Findings)
		}
	}
}

// A time that is over leaves the rest unknown, and says nothing that was not seen.
func TestTimeIsOver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls atomic.Int64 // two are asked at once
	m := llmtest.Model(func(p llmtest.Prompt) llmtest.Answer {
		if calls.Add(1) == 2 {
			cancel()
		}
		return deaf(p)
	})
	r, err := examine.Run(ctx, examine.Subject{Model: m, Nonce: "[n]"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range []string{examine.Form, examine.Forms, examine.Writes, examine.Reads, examine.Cache, examine.AtOnce} {
		if got := r.Of(check); got.Verdict != examine.Unknown {
			t.Errorf("%s: %q, %s", check, got.Verdict, got.Text)
		}
	}
}
