package provider

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"wolfden/internal/llm"
)

// A model that is not there must not cost every call of a game its attempts and waits. After a few calls that failed as
// they will again, it is left alone for a while, then tried by one call.
const (
	patienceCalls = 3
	firstPause    = 30 * time.Second
	longestPause  = 5 * time.Minute
)

// breaker stops calls to something that is out of order. The zero value lets all calls pass.
type breaker struct {
	mu     sync.Mutex
	failed int // calls in a row
	pause  time.Duration
	until  time.Time
	cause  error
	told   bool
}

// enter returns an error wrapping llm.ErrResting while nothing is to be sent. After the pause one call passes
// as a probe; until its result is known, the pause continues for all others.
func (b *breaker) enter() (probe bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pause == 0 {
		return false, nil
	}
	now := time.Now()
	if now.Before(b.until) {
		return false, fmt.Errorf("%w: %w", llm.ErrResting, b.cause)
	}
	b.until = now.Add(b.pause)
	return true, nil
}

// fail counts a failed call. It reports whether the user must be told: once, when the first pause begins.
func (b *breaker) fail(probe bool, cause error) (tell bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed++
	switch {
	case probe && b.pause > 0:
		b.pause = min(2*b.pause, longestPause)
	case b.pause == 0 && b.failed >= patienceCalls:
		b.pause = firstPause
	default:
		return false
	}
	b.cause, b.until = cause, time.Now().Add(b.pause)
	tell, b.told = !b.told, true
	return tell
}

// reset forgets failures, because something answered.
func (b *breaker) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed, b.pause, b.until, b.cause = 0, 0, time.Time{}, nil
}

// enter asks first the breaker of the address, then that of the model.
func (m *model) enter() (probe bool, err error) {
	atGate, err := m.gate.breaker.enter()
	if err != nil {
		return false, err
	}
	ofModel, err := m.breaker.enter()
	return atGate || ofModel, err
}

// reportToBreakers tells the breakers how a call ended. If nobody answers at the address, the address is at
// fault, for all its models; a refused key or name is a fault of the model, and so is a server that reports a fault of its
// own, for it may serve others. Any answer shows that the address works.
func (m *model) reportToBreakers(probe bool, err error) {
	var refusal *statusError
	switch reached := errors.As(err, &refusal); {
	case err == nil, errors.Is(err, llm.ErrRefused), errors.Is(err, llm.ErrTooLong):
		m.gate.breaker.reset()
		m.breaker.reset()
	case reached && (turnedDown(refusal.status) || refusal.status >= http.StatusInternalServerError):
		m.gate.breaker.reset()
		m.giveWarning(&m.breaker, probe, err, func() string { return m.advice(refusal.status) })
	case reached && refusal.status == http.StatusTooManyRequests && errors.Is(err, llm.ErrRejected):
		m.gate.breaker.reset()
		m.giveWarning(&m.breaker, probe, err, saying("the account may ask no more for now"))
	case reached:
		m.gate.breaker.reset()
	case errors.Is(err, llm.ErrUnreadable):
		m.gate.breaker.reset()
		m.giveWarning(&m.breaker, probe, err, saying("check the address, and what kind of server answers there"))
	default:
		if advice := nobodyThere(err); advice != "" {
			m.giveWarning(&m.gate.breaker, probe, err, saying(advice))
		}
	}
}

// giveWarning tells the user of what is left alone, once. Only then is the advice asked for, which may ask the server what it has.
func (m *model) giveWarning(b *breaker, probe bool, cause error, advice func() string) {
	if tell := b.fail(probe, cause); tell && m.opener.options.Warn != nil {
		name := m.name.String()
		if m.name.Base == "" {
			name += " at " + m.vendor.Base
		}
		m.opener.options.Warn(fmt.Errorf("%s: %d calls in a row failed: %w; it is left alone for %s, later for longer; %s",
			name, patienceCalls, cause, firstPause, advice()))
	}
}

func saying(text string) func() string { return func() string { return text } }

// turnedDown reports whether a provider will refuse every request for this model with this key.
func turnedDown(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusNotFound
}

func (m *model) advice(status int) string {
	switch {
	case status == http.StatusNotFound:
		return "check the name of the model and the path of the address" + m.others()
	case status >= http.StatusInternalServerError:
		return "the server has a fault of its own: look at what it logs"
	default:
		return "check the key in " + m.vendor.KeyEnv
	}
}

// nobodyThere says what to do when no connection could be made; it is empty for every other error.
func nobodyThere(err error) string {
	var name *net.DNSError
	if errors.As(err, &name) {
		return "check the name of the host, and the network"
	}
	var op *net.OpError
	if errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect") {
		return "start the server of the model, or correct the address; wolfden models tells what answers on this machine"
	}
	return ""
}
