package lab

import (
	"context"
	"reflect"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

func run(t *testing.T, x *Impressions) *ImpressionResult {
	t.Helper()
	r, err := x.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestImpressionsByRules(t *testing.T) {
	x := &Impressions{Seed: 5, Lang: "ja"}
	r := run(t, x)
	if len(r.Rows) != 8 || r.By != "rules" || r.Rules != r.Calls {
		t.Fatalf("%+v", r)
	}
	for i, row := range r.Rows {
		if row.Votes.Trials != paperRuns*listening {
			t.Errorf("row %d: %d votes, want 100", i, row.Votes.Trials)
		}
		if fits := (row.Group == Positive) == (row.Topic == Chosen); fits != (row.Votes.Share() > 0.5) {
			t.Errorf("row %d: %+v", i, row)
		}
	}
	if got := r.Rows[0].Paper + r.Rows[1].Paper; got != 100 {
		t.Errorf("the paper's votes are %d", got)
	}
	x.Parallel = 4
	if again := run(t, x); !reflect.DeepEqual(r, again) {
		t.Error("side by side comes out otherwise")
	}
	x.Seed++
	if other := run(t, x); reflect.DeepEqual(r, other) {
		t.Error("another seed comes out the same")
	}
}

// listener is a model that obeys, and notes who spoke when.
type listener struct {
	mu   sync.Mutex
	said []string
}

func (l *listener) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	rules, asked := r.Messages[0].Text, r.Messages[1].Text
	name, _, _ := strings.Cut(strings.TrimPrefix(rules, "You are "), ",")
	text := "Hm."
	switch {
	case r.Label.Task == "impression-vote":
		text = "Plan 111"
	case strings.Contains(asked, "Write the number 000"):
		text = "Plan 000 it is."
	case strings.Contains(asked, "Write the number 111"):
		text = "Plan 111 it is."
	}
	if r.Label.Task == "impression-utter" {
		l.said = append(l.said, name)
	}
	return llm.Response{Text: text, JSON: []byte(`{"text":"` + text + `"}`)}, nil
}

func TestImpressionsByModel(t *testing.T) {
	l := &listener{}
	r := run(t, &Impressions{Seed: 1, Runs: 2, Model: l})
	if r.By != "model" || r.Rules != 0 {
		t.Errorf("%+v", r)
	}
	for _, row := range r.Rows {
		if want := map[string]float64{"000": 0, "111": 1}[row.Plan]; row.Votes.Share() != want {
			t.Errorf("%+v, want %v", row, want)
		}
	}
	const people = 2*arguing + listening
	for round := 0; round < len(l.said); round += people {
		seen := map[string]bool{}
		for _, name := range l.said[round : round+people] {
			seen[name] = true
		}
		if len(seen) != people {
			t.Fatalf("round at %d: somebody speaks twice before all have spoken: %v", round, l.said[round:round+people])
		}
	}
	if want := 8 * people * utterances; len(l.said) != want {
		t.Errorf("%d utterances, want %d", len(l.said), want)
	}
}

func TestImpressionsSurviveBadModels(t *testing.T) {
	for _, m := range llmtest.Modes() {
		if m.Name == "slow" {
			continue // waits as it should
		}
		b, err := llmtest.Find(m.Name)
		if err != nil {
			t.Fatal(err)
		}
		r := run(t, &Impressions{Runs: 1, Model: llm.Structured(llmtest.Model(b)), Parallel: 4})
		if len(r.Rows) != 8 || r.Rows[0].Votes.Trials != listening {
			t.Errorf("%s: %+v", m.Name, r)
		}
	}
}

func TestImpressionsEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Impressions{}).Run(ctx); err == nil {
		t.Error("no error")
	}
}
