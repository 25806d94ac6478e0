package llm

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// costs answers after a while, and says what it cost.
type costs struct {
	usage  Usage
	after  time.Duration
	cached bool
	err    error
}

func (c costs) Complete(context.Context, Request) (Response, error) {
	time.Sleep(c.after)
	return Response{Usage: c.usage, Cached: c.cached}, c.err
}

func prompt(bytes, most int) Request {
	return Request{Messages: []Message{{Role: User, Text: strings.Repeat("x", bytes)}}, Sampling: Sampling{MaxTokens: most}}
}

func TestEstimateIsHigh(t *testing.T) {
	if got := Estimate(prompt(300, 50)); got != 4+100+50 {
		t.Errorf("estimate %d", got)
	}
	// A Japanese character is three bytes and about a token.
	japanese := Request{Messages: []Message{{Role: User, Text: strings.Repeat("狼", 100)}}}
	if got := Estimate(japanese); got < 100 {
		t.Errorf("estimate %d for 100 characters", got)
	}
	withSchema := prompt(300, 0)
	withSchema.Schema = voteSchema(t)
	if Estimate(withSchema) <= Estimate(prompt(300, 0)) {
		t.Error("the schema is sent as well")
	}
}

func TestBudgetOfACall(t *testing.T) {
	b := Budget{Call: Limit{Tokens: 200}}
	if _, err := Budgeted(costs{}, b).Complete(t.Context(), prompt(300, 90)); err != nil {
		t.Errorf("194 of 200: %v", err)
	}
	if _, err := Budgeted(costs{}, b).Complete(t.Context(), prompt(300, 100)); !errors.Is(err, ErrBudget) {
		t.Errorf("204 of 200: %v", err)
	}
	b = Budget{Call: Limit{Cost: 0.001}, Price: Price{Rate: Rate{In: 1, Out: 10}}}
	if _, err := Budgeted(costs{}, b).Complete(t.Context(), prompt(300, 100)); !errors.Is(err, ErrBudget) {
		t.Errorf("0.0011 of 0.001 USD: %v", err)
	}
}

// What calls under way may still spend is reserved and not settled.
func TestSettledIsWithoutCallsUnderWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		run := NewMeter("run", Limit{}, nil)
		slow := Budgeted(costs{usage: Usage{In: 90, Out: 60}, after: time.Minute}, Budget{Meter: NewMeter("game", Limit{}, run)})
		for range 2 {
			go func() { _, _ = slow.Complete(t.Context(), prompt(300, 90)) }()
			synctest.Wait()
			time.Sleep(time.Second)
		}
		if got := run.Settled(); got != (Usage{}) || run.Spent() == got {
			t.Errorf("settled %+v of %+v", got, run.Spent())
		}
		time.Sleep(58 * time.Second)
		synctest.Wait()
		if got := run.Settled(); got != (Usage{In: 90, Out: 60}) {
			t.Errorf("the first ended, settled %+v", got)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if got := run.Settled(); got != (Usage{In: 180, Out: 120}) || run.Spent() != got {
			t.Errorf("both ended, settled %+v of %+v", got, run.Spent())
		}
	})
}

func TestBudgetOfAGameWithinARun(t *testing.T) {
	run := NewMeter("run", Limit{Tokens: 1000}, nil)
	first, second := NewMeter("game", Limit{Tokens: 400}, run), NewMeter("game", Limit{}, run)
	m := costs{usage: Usage{In: 90, Out: 60, Cost: 0.25}}
	call := func(meter *Meter) error {
		_, err := Budgeted(m, Budget{Meter: meter}).Complete(t.Context(), prompt(300, 90))
		return err
	}
	for n, want := range []error{nil, nil, ErrBudget} {
		if err := call(first); !errors.Is(err, want) {
			t.Errorf("call %d of the first game: %v", n, err)
		}
	}
	// What the first game was refused is left to the second: 300 are spent, a call may take 194 and takes 150.
	for n, want := range []error{nil, nil, nil, nil, ErrBudget} {
		err := call(second)
		if !errors.Is(err, want) {
			t.Errorf("call %d of the second game: %v", n, err)
		}
		if err != nil && !strings.Contains(err.Error(), "run") {
			t.Errorf("the error does not say whose budget it is: %v", err)
		}
	}
	if got := run.Spent(); got != (Usage{In: 540, Out: 360, Cost: 1.5}) {
		t.Errorf("the run spent %+v", got)
	}
	if got := first.Spent(); got.In != 180 || got.Out != 120 {
		t.Errorf("the first game spent %+v", got)
	}
}

func TestBudgetCountsFailuresAndNotTheCache(t *testing.T) {
	meter := NewMeter("run", Limit{}, nil)
	for _, m := range []costs{{usage: Usage{In: 5}, err: ErrTruncated}, {usage: Usage{In: 7, Out: 3}, cached: true}} {
		_, _ = Budgeted(m, Budget{Meter: meter}).Complete(t.Context(), prompt(30, 9))
	}
	if got := meter.Spent(); got != (Usage{In: 5}) {
		t.Errorf("spent %+v", got)
	}
	if _, err := Budgeted(costs{}, Budget{}).Complete(t.Context(), prompt(30, 9)); err != nil {
		t.Errorf("no budget at all: %v", err)
	}
}

// Calls at the same time must not each see the whole budget.
func TestBudgetHoldsForCallsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		meter := NewMeter("run", Limit{Tokens: 1000}, nil)
		m := Budgeted(costs{usage: Usage{In: 50, Out: 50}, after: time.Second}, Budget{Meter: meter})
		var wg sync.WaitGroup
		var mu sync.Mutex
		passed := 0
		for range 50 {
			wg.Go(func() {
				if _, err := m.Complete(t.Context(), prompt(288, 100)); err == nil {
					mu.Lock()
					passed++
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		if got := meter.Spent(); passed != 5 || got.In+got.Out != 500 {
			t.Errorf("%d calls of 200 tokens at most passed, %+v spent", passed, got)
		}
	})
}

func TestPrices(t *testing.T) {
	list, err := DefaultPrices()
	if err != nil {
		t.Fatal(err)
	}
	own, err := ParsePrices([]byte(`{"models":{"openai:gpt-4o-mini":{"in":1,"out":2},"openai@http://10.0.0.1/v1:*":{"in":0,"out":0},
		"openai@http://10.0.0.1/v1:big*":{"in":4,"out":8}}}`), list)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		model string
		in    float64
		known bool
	}{
		{"openai:gpt-4o-mini", 1, true},
		{"openai:gpt-4o-mini-2024-07-18", 1, true},
		{"openai:gpt-4o", 2.5, true},
		{"openai:gpt-4o-2024-08-06", 2.5, true},
		{"openai:gpt-4o-audio", 0, false},
		{"anthropic:claude-haiku-4-5-20251001", 1, true},
		{"anthropic:claude-haiku-4-6", 0, false},
		{"anthropic:claude-haiku-5-5", 0.1, true},
		{"anthropic:claude-fable-5-1", 10, true},
		{"openai:gpt-5.6-terra", 2, true},
		{"openai:gpt-6.1-sol", 2, true},
		{"ollama:llama3:8b", 0, true},
		{"openai@http://127.0.0.1:8000/v1:anything", 0, true},
		{"openai@http://10.0.0.1/v1:small", 0, true},
		{"openai@http://10.0.0.1/v1:big-one", 4, true},
		{"", 0, false},
	}
	// Again and again, since the order in which a map is searched must not matter.
	for _, test := range slices.Repeat(tests, 20) {
		if got, known := own.Of(test.model); got.In != test.in || known != test.known {
			t.Errorf("%s: %v, %v", test.model, got, known)
		}
	}
	if _, known := (Prices{}).Of("openai:gpt-4o"); known {
		t.Error("the empty table knows a price")
	}
}

func TestPriceOfAnAnswer(t *testing.T) {
	p := Price{Rate: Rate{In: 2, CachedIn: new(0.5), Out: 10}}
	if got, want := p.Of(Usage{In: 1_000_000, CachedIn: 400_000, Out: 100_000}), 1.2+0.2+1; math.Abs(got-want) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
	if got := (Price{Rate: Rate{In: 2}}).Of(Usage{In: 500_000, CachedIn: 100_000}); got != 1 {
		t.Errorf("without a price for cached input: %v", got)
	}
}

// Longer prompts may have other prices, for all of the call, and a budget that is estimated sees them.
func TestPriceOfALongPrompt(t *testing.T) {
	prices, err := ParsePrices([]byte(`{"models":{"v:m":{"in":2,"in_cached":0.2,"out":12,"above":{"tokens":200000,"in":4,"in_cached":0.4,"out":18}}}}`), Prices{})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := prices.Of("v:m")
	for in, want := range map[int]float64{200_000: 0.4 + 0.12, 200_001: 0.800004 + 0.18} {
		if got := p.Of(Usage{In: in, Out: 10_000}); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d tokens: %v, want %v", in, got, want)
		}
	}
	if got, want := p.Of(Usage{In: 300_000, CachedIn: 200_000}), 0.4+0.08; math.Abs(got-want) > 1e-9 {
		t.Errorf("cached: %v, want %v", got, want)
	}
	list, err := DefaultPrices()
	if pro, known := list.Of("gemini:gemini-2.5-pro"); err != nil || !known || pro.Of(Usage{In: 300_000}) != 0.75 {
		t.Errorf("the list: %+v, %v", pro, err)
	}
}

func TestParsePricesRefuses(t *testing.T) {
	for _, text := range []string{"", `{"modells":{}}`, `{"models":{"a":{"in":-1,"out":0}}}`, `{"models":{"a":{"in":1,"out":0,"in_cached":-1}}}`,
		`{"models":{"a":{"input":1}}}`, `{"models":{"a":{"in":1,"out":0,"above":{"in":2,"out":0}}}}`, `{"models":{"a":{"in":1,"out":0,"above":{"tokens":9,"in":-2,"out":0}}}}`,
		`{"models":{"a":{"in":1,"out":0,"above":{"tokens":9,"in":2,"outt":0}}}}`} {
		if _, err := ParsePrices([]byte(text), Prices{}); err == nil {
			t.Errorf("%s passes", text)
		}
	}
}

func TestObserveTellsOfEveryCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls []Call
		tell := func(_ context.Context, c Call) { calls = append(calls, c) }
		good := Observe("a:b", costs{usage: Usage{In: 3}, after: 2 * time.Second}, tell)
		bad := Observe("a:b", costs{err: ErrRefused}, tell)
		if _, err := good.Complete(t.Context(), prompt(5, 0)); err != nil {
			t.Error(err)
		}
		if _, err := bad.Complete(t.Context(), prompt(5, 0)); !errors.Is(err, ErrRefused) {
			t.Error(err)
		}
		if len(calls) != 2 {
			t.Fatalf("told of %d calls", len(calls))
		}
		if c := calls[0]; c.Name != "a:b" || c.Elapsed != 2*time.Second || c.Response.In != 3 || c.Err != nil || len(c.Request.Messages) != 1 {
			t.Errorf("first call %+v", c)
		}
		if !errors.Is(calls[1].Err, ErrRefused) {
			t.Errorf("second call %+v", calls[1])
		}
	})
}
