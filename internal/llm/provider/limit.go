package provider

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"wolfden/internal/llm"
)

// Limits bound what is sent to one address. Zero is no limit.
type Limits struct {
	Concurrent int // requests under way
	Requests   int // per minute
	Tokens     int // per minute, of prompts and answers as estimated before they are sent
}

// gate controls all requests to one address.
type gate struct {
	limits   Limits
	slots    *slots
	requests *rate.Limiter
	tokens   *rate.Limiter
	breaker  breaker // for an address where nobody answers

	mu    sync.Mutex
	until time.Time // the provider asked for quiet until then
}

func newGate(l Limits) *gate {
	g := &gate{limits: l, requests: perMinute(l.Requests), tokens: perMinute(l.Tokens)}
	if l.Concurrent > 0 {
		g.slots = &slots{free: l.Concurrent, all: l.Concurrent}
	}
	return g
}

// share leaves the gate its part of the limits, where so many have the same ones: at least one request at a time.
func (g *gate) share(of int) {
	for _, l := range []struct {
		*rate.Limiter
		n int
	}{{g.requests, g.limits.Requests}, {g.tokens, g.limits.Tokens}} {
		if l.Limiter != nil {
			l.SetLimit(rate.Limit(float64(l.n) / 60 / float64(of)))
			l.SetBurst(max(1, l.n/of))
		}
	}
	g.slots.become(max(1, g.limits.Concurrent/of))
}

func perMinute(n int) *rate.Limiter {
	if n <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(float64(n)/60), n)
}

// enter waits until a request may be sent; the caller calls leave when the answer is there. It fails at once
// when the wait would outlast the context.
func (g *gate) enter(ctx context.Context, tokens int) (leave func(), err error) {
	if err := g.quiet(ctx); err != nil {
		return nil, err
	}
	// Whoever waits for the limits of a minute holds no place meanwhile.
	for _, l := range []struct {
		*rate.Limiter
		n int
	}{{g.requests, 1}, {g.tokens, tokens}} {
		if l.Limiter == nil {
			continue
		}
		// More than a minute's worth would never pass.
		if err := within(ctx, l.Limiter, min(l.n, l.Burst())); err != nil {
			return nil, fmt.Errorf("%w: the limit per minute: %w", llm.ErrNoRoom, err)
		}
	}
	if err := g.slots.take(ctx); err != nil {
		return nil, fmt.Errorf("%w: too many requests are under way: %w", llm.ErrNoRoom, err)
	}
	return g.slots.leave, nil
}

// within waits until a limit allows for so much. What nobody waits for reserves nothing of it, so that others go first.
func within(ctx context.Context, l *rate.Limiter, n int) error {
	hurry := llm.Hurry(ctx)
	for hurry != nil {
		r := l.ReserveN(time.Now(), n)
		wait := r.Delay()
		if wait == 0 {
			return nil
		}
		r.Cancel()
		if outlasts(ctx, wait) {
			return fmt.Errorf("%s to wait", wait.Round(time.Millisecond))
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-hurry:
			hurry = nil
		case <-ctx.Done():
			return ctx.Err()
		}
		timer.Stop()
	}
	return l.WaitN(ctx, n)
}

// hold keeps requests back for a while.
func (g *gate) hold(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(d); until.After(g.until) {
		g.until = until
	}
}

// quiet waits until the provider wants to hear from us again.
func (g *gate) quiet(ctx context.Context) error {
	g.mu.Lock()
	wait := time.Until(g.until)
	g.mu.Unlock()
	if outlasts(ctx, wait) || !llm.Wait(ctx, wait) {
		return fmt.Errorf("%w: the provider asked to wait %s", llm.ErrNoRoom, wait.Round(time.Millisecond))
	}
	return nil
}

// outlasts reports whether a wait would end after the context.
func outlasts(ctx context.Context, wait time.Duration) bool {
	deadline, limited := ctx.Deadline()
	return limited && time.Until(deadline) < wait
}
