package provider

import (
	"errors"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// faulty is a network that fails while it has an error, and answers otherwise.
type faulty struct {
	*llmtest.Handler
	fault error
	hangs bool // until the caller's time is over
	calls int
}

func (f *faulty) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPost { // what a server is asked of itself is no call
		f.calls++
	}
	if f.hangs {
		<-r.Context().Done()
	}
	if f.fault != nil {
		return nil, f.fault
	}
	return direct{f.Handler}.RoundTrip(r)
}

func refused() error {
	return &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
}

// far opens a model behind a faulty network.
func far(t *testing.T, fault error, o Options) (*Opener, llm.Model, *faulty) {
	t.Helper()
	n := &faulty{Handler: llmtest.NewHandler(llmtest.Echo), fault: fault}
	o.Getenv = func(string) string { return "" }
	opener := New(o)
	opener.client.Transport = n
	return opener, near(t, opener, "m"), n
}

func near(t *testing.T, o *Opener, model string) llm.Model {
	t.Helper()
	m, err := o.Open(Name{"openai", "http://127.0.0.1:1/v1", model})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestADeadModelIsLeftAlone(t *testing.T) {
	for name, test := range map[string]struct {
		fault  error
		advice string
	}{
		"refused":      {refused(), "start the server"},
		"unknown host": {&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "gpu.example"}}, "name of the host"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var told []string
				opener, m, n := far(t, test.fault, Options{Warn: func(err error) { told = append(told, err.Error()) }})
				for range patienceCalls {
					if _, _, err := timed(t, m, 0); !errors.Is(err, llm.ErrUnavailable) || errors.Is(err, llm.ErrResting) {
						t.Fatal(err)
					}
				}
				// Nothing more is sent, at once, for whatever model of the address.
				for _, other := range []llm.Model{m, m, near(t, opener, "other")} {
					before := n.calls
					r, took, err := timed(t, other, 0)
					if !errors.Is(err, llm.ErrResting) || !errors.Is(err, llm.ErrUnavailable) || took != 0 || n.calls != before || r.Attempts != 0 {
						t.Errorf("%d attempts, %s: %v", r.Attempts, took, err)
					}
				}
				if len(told) != 1 || !strings.Contains(told[0], "http://127.0.0.1:1/v1") || !strings.Contains(told[0], test.advice) {
					t.Errorf("told %q", told)
				}
				// One call tries again after the pause, once, and the next pause is longer.
				before := n.calls
				time.Sleep(firstPause)
				_, took, err := timed(t, m, 0)
				if errors.Is(err, llm.ErrResting) || n.calls != before+1 || took != 0 {
					t.Errorf("%d calls, %s: %v", n.calls-before, took, err)
				}
				time.Sleep(2*firstPause - 1)
				if _, _, err := timed(t, m, 0); !errors.Is(err, llm.ErrResting) {
					t.Error(err)
				}
				// It answers again, as if nothing had been.
				n.fault = nil
				time.Sleep(time.Nanosecond)
				if _, _, err := timed(t, m, 0); err != nil {
					t.Error(err)
				}
				n.fault = test.fault
				if _, took, err := timed(t, m, 0); errors.Is(err, llm.ErrResting) || took == 0 {
					t.Errorf("%s: %v", took, err)
				}
				if len(told) != 1 {
					t.Errorf("told %q", told)
				}
			})
		})
	}
}

// A name or a key that is turned down is the matter of one model: others at the address go on.
func TestATurnedDownModelIsLeftAlone(t *testing.T) {
	for status, advice := range map[int]string{401: "WOLFDEN_LLM_KEY", 403: "WOLFDEN_LLM_KEY", 404: "name of the model"} {
		synctest.Test(t, func(t *testing.T) {
			var told []string
			opener, m, n := far(t, nil, Options{Warn: func(err error) { told = append(told, err.Error()) }})
			n.Behave(func(p llmtest.Prompt) llmtest.Answer {
				if p.Model == "m" {
					return llmtest.Answer{Status: status}
				}
				return llmtest.Echo(p)
			})
			for range patienceCalls {
				if _, _, err := timed(t, m, 0); !errors.Is(err, llm.ErrRejected) {
					t.Errorf("%d: %v", status, err)
				}
			}
			if _, _, err := timed(t, m, 0); !errors.Is(err, llm.ErrResting) || n.calls != patienceCalls {
				t.Errorf("%d, %d calls: %v", status, n.calls, err)
			}
			if _, _, err := timed(t, near(t, opener, "other"), 0); err != nil {
				t.Errorf("%d: another model: %v", status, err)
			}
			if len(told) != 1 || !strings.Contains(told[0], advice) {
				t.Errorf("%d: told %q", status, told)
			}
		})
	}
}

// A server that only reports faults of its own is left alone after a few calls with all their attempts, whatever they cost, until a
// single call finds that it answers. Other models of it go on, and an answer in between starts the count anew.
func TestAFailingServerIsLeftAlone(t *testing.T) {
	for _, status := range []int{500, 502, 503, 529} {
		synctest.Test(t, func(t *testing.T) {
			var told []string
			opener, m, n := far(t, nil, Options{Warn: func(err error) { told = append(told, err.Error()) }})
			down := false
			n.Behave(func(p llmtest.Prompt) llmtest.Answer {
				if down && p.Model == "m" {
					return llmtest.Answer{Status: status}
				}
				return llmtest.Echo(p)
			})
			ask := func(rests bool) {
				t.Helper()
				before := n.calls
				_, took, err := timed(t, m, 0)
				if llm.CauseOf(err) != map[bool]string{true: llm.CauseResting, false: llm.CauseUnavailable}[rests] || rests != (took == 0 && n.calls == before) {
					t.Errorf("%d: after %s and %d requests: %v", status, took, n.calls-before, err)
				}
			}
			for range 2 { // two calls fail, one is answered, and all is forgotten
				down = true
				for range patienceCalls - 1 {
					ask(false)
				}
				down = false
				if _, _, err := timed(t, m, 0); err != nil {
					t.Fatal(err)
				}
			}
			down = true
			for range patienceCalls {
				ask(false)
			}
			sent := n.calls
			for range 100 { // as many calls as a game has
				ask(true)
			}
			if _, _, err := timed(t, near(t, opener, "other"), 0); err != nil || n.calls != sent+1 {
				t.Errorf("%d: another model: %v", status, err)
			}
			if len(told) != 1 || !strings.Contains(told[0], "a fault of its own") {
				t.Errorf("%d: told %q", status, told)
			}
			time.Sleep(firstPause)
			before := n.calls
			if _, took, err := timed(t, m, 0); llm.CauseOf(err) != llm.CauseUnavailable || took != 0 || n.calls != before+1 {
				t.Errorf("%d: the probe: %d requests in %s: %v", status, n.calls-before, took, err)
			}
			ask(true)
			down = false
			time.Sleep(2 * firstPause)
			for range 2 {
				if _, _, err := timed(t, m, 0); err != nil {
					t.Errorf("%d: it answers again: %v", status, err)
				}
			}
		})
	}
}

// What passes by itself, and a caller without time, leave the model as it is.
func TestOtherFailuresLeaveNothingAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, m, n := far(t, nil, Options{Warn: func(err error) { t.Error(err) }})
		for _, status := range []int{400, 408, 429} {
			n.Behave(func(llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Status: status} })
			for range 2 * patienceCalls {
				if _, _, err := timed(t, m, 0); err == nil || errors.Is(err, llm.ErrResting) {
					t.Errorf("%d: %v", status, err)
				}
			}
		}
		n.fault = refused()
		n.hangs = true // so that dialling ends with the caller's time, which says nothing of the model
		for range 2 * patienceCalls {
			if _, _, err := timed(t, m, time.Second); !errors.Is(err, llm.ErrUnavailable) || errors.Is(err, llm.ErrResting) {
				t.Error(err)
			}
		}
	})
}
