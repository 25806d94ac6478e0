package provider

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// timed runs a call in virtual time with a deadline, and reports how long it took.
func timed(t *testing.T, m llm.Model, limit time.Duration) (llm.Response, time.Duration, error) {
	t.Helper()
	ctx := t.Context()
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	begun := time.Now()
	r, err := m.Complete(ctx, question1())
	return r, time.Since(begun), err
}

func TestRetryAfterIsObeyed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited := llmtest.Limited(20 * time.Second)
		m, _ := unplugged(t, llmtest.Sequence(limited, limited, llmtest.Echo), Options{})
		r, took, err := timed(t, m, 0)
		if err != nil || r.Attempts != 3 || took != 40*time.Second {
			t.Errorf("%d attempts in %s: %v", r.Attempts, took, err)
		}
	})
}

func TestRetryAfterADate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		date := time.Now().Add(30 * time.Second).UTC().Format(http.TimeFormat)
		busy := llmtest.Answer{Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {date}}}
		m, _ := unplugged(t, llmtest.Sequence(func(llmtest.Prompt) llmtest.Answer { return busy }, llmtest.Echo), Options{})
		if _, took, err := timed(t, m, 0); err != nil || took != 30*time.Second {
			t.Errorf("%s: %v", took, err)
		}
	})
}

// A wait that cannot end in time is not begun, so that the caller's rule has all the time there is.
func TestNoWaitBeyondTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, h := unplugged(t, llmtest.Limited(time.Minute), Options{})
		if _, took, err := timed(t, m, 10*time.Second); !errors.Is(err, llm.ErrUnavailable) || took != 0 || h.Calls() != 1 {
			t.Errorf("%d calls, %s: %v", h.Calls(), took, err)
		}
		// The provider asked everybody to wait: nothing more is sent before.
		if _, took, err := timed(t, m, 10*time.Second); !errors.Is(err, llm.ErrUnavailable) || took != 0 || h.Calls() != 1 {
			t.Errorf("%d calls, %s: %v", h.Calls(), took, err)
		}
		h.Behave(llmtest.Echo)
		if _, took, err := timed(t, m, 2*time.Minute); err != nil || took != time.Minute {
			t.Errorf("%s: %v", took, err)
		}
	})
}

func TestBackoffDoublesWithJitterFromTheSeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := func(seed uint64) time.Duration {
			m, _ := unplugged(t, llmtest.Failing, Options{Retry: Retry{Attempts: 6, First: time.Second, Longest: 4 * time.Second, Seed: seed}})
			r, took, err := timed(t, m, 0)
			if !errors.Is(err, llm.ErrUnavailable) || r.Attempts != 6 {
				t.Errorf("%d attempts: %v", r.Attempts, err)
			}
			// 1, 2, 4, 4 and 4 seconds, each between half and all.
			if took < 7500*time.Millisecond || took > 15*time.Second {
				t.Errorf("seed %d waits %s", seed, took)
			}
			return took
		}
		if first := took(1); took(1) != first || took(2) == first {
			t.Error("waits must follow from the seed alone")
		}
	})
}

func TestTheCallersDeadlineIsKeptWithAMargin(t *testing.T) {
	for _, test := range []struct{ limit, want time.Duration }{
		{10 * time.Second, 9800 * time.Millisecond},
		{time.Second, 900 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			m, _ := unplugged(t, llmtest.Slow(time.Hour, llmtest.Echo), Options{})
			_, took, err := timed(t, m, test.limit)
			hasDeadline(t, err)
			if took != test.want {
				t.Errorf("of %s took %s", test.limit, took)
			}
		})
	}
}

func TestAHungAttemptIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := llmtest.Slow(time.Hour, llmtest.Echo)
		m, _ := unplugged(t, llmtest.Sequence(hung, llmtest.Echo), Options{Timeout: 3 * time.Second})
		r, took, err := timed(t, m, 30*time.Second)
		if err != nil || r.Attempts != 2 || took < 3*time.Second || took > 4*time.Second {
			t.Errorf("%d attempts in %s: %v", r.Attempts, took, err)
		}
	})
}

func TestRequestsPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, _ := unplugged(t, llmtest.Echo, Options{Limits: Limits{Requests: 2}})
		for n, want := range []time.Duration{0, 0, 30 * time.Second} {
			if _, took, err := timed(t, m, 0); err != nil || took.Round(time.Millisecond) != want {
				t.Errorf("request %d waits %s: %v", n, took, err)
			}
		}
		if _, took, err := timed(t, m, 10*time.Second); !errors.Is(err, llm.ErrUnavailable) || took != 0 {
			t.Errorf("no room in ten seconds: %v after %s", err, took)
		}
	})
}

// Who is turned away by one limit must not keep a place under another.
func TestTurnedAwayRequestsLeaveTheirSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, _ := unplugged(t, llmtest.Echo, Options{Limits: Limits{Concurrent: 1, Requests: 1}})
		for _, test := range []struct {
			limit time.Duration
			want  error
		}{{time.Second, nil}, {time.Second, llm.ErrUnavailable}, {2 * time.Minute, nil}} {
			if _, _, err := timed(t, m, test.limit); !errors.Is(err, test.want) {
				t.Errorf("within %s: %v", test.limit, err)
			}
		}
	})
}

func TestTokensPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := llm.Estimate(question1())
		m, _ := unplugged(t, llmtest.Echo, Options{Limits: Limits{Tokens: n}})
		for i, want := range []time.Duration{0, time.Minute} {
			if _, took, err := timed(t, m, 0); err != nil || took.Round(time.Millisecond) != want {
				t.Errorf("request %d waits %s: %v", i, took, err)
			}
		}
		// A request above the whole limit still passes.
		small, _ := unplugged(t, llmtest.Echo, Options{Limits: Limits{Tokens: n / 2}})
		if _, _, err := timed(t, small, 0); err != nil {
			t.Error(err)
		}
	})
}

func TestConcurrentRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int64
		slow := func(p llmtest.Prompt) llmtest.Answer {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(time.Second)
			now.Add(-1)
			return llmtest.Echo(p)
		}
		m, _ := unplugged(t, slow, Options{Limits: Limits{Concurrent: 3}})
		begun := time.Now()
		var wg sync.WaitGroup
		for range 9 {
			wg.Go(func() {
				if _, _, err := timed(t, m, 0); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if most.Load() != 3 || time.Since(begun) != 3*time.Second {
			t.Errorf("%d at once, %s in all", most.Load(), time.Since(begun))
		}
		// Who waits for a slot in vain keeps to the deadline, and the slots come free again.
		for range 3 {
			wg.Go(func() { _, _, _ = timed(t, m, 0) })
		}
		synctest.Wait()
		if _, took, err := timed(t, m, 500*time.Millisecond); !errors.Is(err, llm.ErrUnavailable) || took != 450*time.Millisecond {
			t.Errorf("%v after %s", err, took)
		}
		wg.Wait()
	})
}

// TestWhatIsWaitedForGoesFirst: of five requests for one place, those whose answer nobody waits for come last, but for one that is waited
// for after all.
func TestWhatIsWaitedForGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var order []string
		slow := func(p llmtest.Prompt) llmtest.Answer {
			order = append(order, p.Last())
			time.Sleep(time.Second)
			return llmtest.Echo(p)
		}
		m, _ := unplugged(t, slow, Options{Limits: Limits{Concurrent: 1}})
		never, soon := make(chan struct{}), make(chan struct{})
		var wg sync.WaitGroup
		for _, one := range []struct {
			name  string
			hurry chan struct{}
		}{{"first", nil}, {"memo", never}, {"summary", soon}, {"other memo", never}, {"talk", nil}} {
			ctx := t.Context()
			if one.hurry != nil {
				ctx = llm.Patiently(ctx, one.hurry)
			}
			wg.Go(func() {
				if _, err := m.Complete(ctx, llm.Request{Messages: []llm.Message{{Role: llm.User, Text: one.name}}}); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		given, cancel := context.WithTimeout(llm.Patiently(t.Context(), never), 1500*time.Millisecond)
		defer cancel()
		wg.Go(func() {
			if _, err := m.Complete(given, llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "given up"}}}); !errors.Is(err, llm.ErrUnavailable) {
				t.Error(err)
			}
		})
		synctest.Wait()
		close(soon)
		wg.Wait()
		if got := strings.Join(order, ", "); got != "first, summary, talk, memo, other memo" {
			t.Error(got)
		}
	})
}

// TestThePatientHoldNothingWhileTheyWait for tokens: neither a place nor what is left of the minute.
func TestThePatientHoldNothingWhileTheyWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Limits{Concurrent: 1, Tokens: 60})
		enter := func(ctx context.Context, tokens int) (after time.Duration) {
			begun := time.Now()
			leave, err := g.enter(ctx, tokens)
			if err != nil {
				t.Error(err)
				return
			}
			leave()
			return time.Since(begun)
		}
		enter(t.Context(), 50)
		var patient, soon sync.WaitGroup
		hurry := make(chan struct{})
		patient.Go(func() {
			if after := enter(llm.Patiently(t.Context(), make(chan struct{})), 60); after < 90*time.Second || after > 100*time.Second {
				t.Errorf("the patient one enters after %s", after)
			}
		})
		soon.Go(func() {
			if after := enter(llm.Patiently(t.Context(), hurry), 40); after > 40*time.Second {
				t.Errorf("who is hurried enters after %s", after)
			}
		})
		synctest.Wait()
		if after := enter(t.Context(), 5); after > 0 {
			t.Errorf("who is waited for enters after %s", after)
		}
		close(hurry)
		soon.Wait()
		patient.Wait()
		given, cancel := context.WithTimeout(llm.Patiently(t.Context(), make(chan struct{})), time.Second)
		defer cancel()
		begun := time.Now()
		if _, err := g.enter(given, 60); !errors.Is(err, llm.ErrNoRoom) || time.Since(begun) > 0 {
			t.Errorf("after %s: %v", time.Since(begun), err)
		}
	})
}

func TestRetryAfterReadsWhatServersSend(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	tests := map[string]time.Duration{
		"": 0, "3": 3 * time.Second, " 0.5 ": 500 * time.Millisecond, "-1": 0, "soon": 0, "1e300": 0, "NaN": 0,
		"Fri, 02 Jan 2026 03:04:15 GMT": 10 * time.Second, "Fri, 02 Jan 2026 03:04:00 GMT": 0,
	}
	for text, want := range tests {
		if got := retryAfter(http.Header{"Retry-After": {text}}, nil, now); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A call that takes too long ends before its deadline, so that there is time left for the caller's rule.
func TestCancelledCallEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, _ := unplugged(t, llmtest.Slow(time.Minute, llmtest.Echo), Options{})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		begun := time.Now()
		_, err := m.Complete(ctx, question1())
		if !errors.Is(err, llm.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if ctx.Err() != nil || time.Since(begun) < 5*time.Second {
			t.Errorf("given up after %s of 10 s: %v", time.Since(begun), ctx.Err())
		}
	})
}

// A question whose time is over is not sent, and the error says that it was the time, so that a recording says so too.
func TestTimeThatIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sent := 0
		m, _ := unplugged(t, func(p llmtest.Prompt) llmtest.Answer { sent++; return llmtest.Echo(p) }, Options{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		time.Sleep(2 * time.Second)
		_, err := m.Complete(ctx, question1())
		if sent > 0 || !errors.Is(err, llm.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("sent %d times: %v", sent, err)
		}
	})
}
