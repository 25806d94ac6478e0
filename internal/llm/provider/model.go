package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"wolfden/internal/llm"
)

// model is one model of a provider.
type model struct {
	name   Name
	vendor Vendor
	family llm.Family
	opener *Opener
	gate   *gate
	key    func() string // a function, so that no printing of the model shows it
	eraser eraser        // takes the key out of what comes back

	thought  atomic.Bool // it was seen to think
	answered atomic.Bool // a reply of it was read

	breaker breaker // for what the provider says of this model and its key

	learnt lessons
}

// Complete asks, again where that may help and there is time. An answer that a limit of the question cut off is asked
// for once more, with more room, unless the part is of use or goes round in circles.
func (m *model) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	req.Sampling = m.roomy(req.Sampling)
	first, err := m.complete(ctx, req)
	if first.Thought > 0 || first.Reasoning != "" {
		m.thought.Store(true)
	}
	if !errors.Is(err, llm.ErrTruncated) || req.Sampling.MaxTokens == 0 || ctx.Err() != nil || req.Partial && strings.TrimSpace(first.Text) != "" || llm.Circles(first.Text) {
		return first, err
	}
	room := req.Sampling.Limit()
	if req.Sampling = m.more(&req, &first); req.Sampling.Limit() <= room {
		return first, err // the window has no more room, and the same would be paid twice
	}
	second, again := m.complete(ctx, req)
	second.Usage = second.Add(first.Usage)
	second.Attempts += first.Attempts
	if again != nil && second.Text == "" && second.Finish == "" { // there was no second answer
		first.Usage, first.Attempts = second.Usage, second.Attempts
		return first, fmt.Errorf("%w; asked again: %w", err, again)
	}
	return second, again
}

func (m *model) complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil { // nothing is sent, and no limit is waited for
		return llm.Response{}, fmt.Errorf("%s: %w: %w", m.name, llm.ErrUnavailable, err)
	}
	ctx, cancel := withMargin(ctx, m.opener.options.Margin)
	defer cancel()
	var spent llm.Response
	var before string // why the reply before could not be read
	for attempt := 1; ; attempt++ {
		probe, err := m.enter()
		if err != nil {
			return llm.Response{}, fmt.Errorf("%s: %w", m.name, err)
		}
		r, err := m.attempt(ctx, req, &spent.Attempts)
		if err == nil {
			m.answered.Store(true)
			m.reportToBreakers(probe, nil)
			r.Attempts = spent.Attempts
			return m.judged(r, req.Schema != nil)
		}
		wait, again := m.opener.patience(ctx, attempt, err)
		if errors.Is(err, llm.ErrUnreadable) {
			// What never answered otherwise will not now.
			again = again && (m.answered.Load() || err.Error() != before)
			before = err.Error()
		}
		if probe || !again {
			if ctx.Err() == nil { // the caller's time says nothing about the model
				m.reportToBreakers(probe, err)
			}
			if r.Text != "" {
				r.Attempts = spent.Attempts
				spent = r
			}
			return spent, fmt.Errorf("%s: %w", m.name, err)
		}
		if !llm.Wait(ctx, wait) {
			return spent, fmt.Errorf("%s: %w: %w", m.name, err, ctx.Err())
		}
	}
}

// withMargin shortens the context to leave the caller a margin of its time; of a short time it leaves a tenth.
func withMargin(ctx context.Context, margin time.Duration) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(-min(margin, time.Until(deadline)/10)))
}

// judged adds the error for an answer that did not end well.
func (m *model) judged(r llm.Response, structured bool) (llm.Response, error) {
	switch {
	case r.Finish == llm.Refused:
		return r, fmt.Errorf("%s: %w", m.name, llm.ErrRefused)
	case r.Finish == llm.Truncated:
		return r, fmt.Errorf("%s: %w after %d tokens; allow more or ask for less", m.name, llm.ErrTruncated, r.Out)
	case !structured && strings.TrimSpace(r.Text) == "" && r.Reasoning != "":
		return r, fmt.Errorf("%s: %w", m.name, llm.ErrOnlyThought)
	}
	return r, nil
}

// attempt waits for the limits and sends. What the server does not take is left out or put otherwise, and the request sent
// again at once. That is no failure of the provider, and happens once for each model and lesson.
func (m *model) attempt(ctx context.Context, req llm.Request, sent *int) (llm.Response, error) {
	const long = 240 // tokens of an answer: a quarter of a minute on a small machine
	for {
		q, err := m.question(req)
		if err != nil {
			return llm.Response{}, err
		}
		// Where the time is limited, a part of the reply is worth something; of a long one it is seen early that it goes round in circles.
		_, limited := ctx.Deadline()
		q.streamed = (limited || req.Sampling.MaxTokens >= long) && m.vendor.dialect.streams != nil && !q.dropped[streamFeature]
		leave, err := m.gate.enter(ctx, llm.Estimate(req))
		if err != nil {
			return llm.Response{}, err
		}
		*sent++
		r, err := m.exchange(ctx, q)
		leave()
		var refusal *statusError
		if !errors.As(err, &refusal) {
			r.Dropped = q.names()
			return r, err
		}
		if refusal.status == http.StatusTooManyRequests && errors.Is(refusal, llm.ErrUnavailable) {
			m.gate.hold(refusal.after)
		}
		if !refusal.picky() {
			return r, err
		}
		again, tooLong := m.learnt.learn(&q, refusal)
		switch {
		case tooLong != nil:
			return r, m.tooLong(&q, refusal)
		case !again:
			return r, err
		}
	}
}

// tooLong is the error of a question that the server has no room for.
func (m *model) tooLong(q *question, why error) error {
	err := fmt.Errorf("%w, about %d tokens of prompt", llm.ErrTooLong, q.size())
	if n := m.window(); n > 0 {
		err = fmt.Errorf("%w in a window of %d; --model-window %d makes prompts that fit", err, n, n)
	}
	if why == nil {
		return fmt.Errorf("%w: as one before that was shorter", err)
	}
	return fmt.Errorf("%w: %w", err, why)
}

func (m *model) question(req llm.Request) (question, error) {
	q := question{
		Request: req, model: m.name.Model, vendor: m.vendor, family: m.family, dropped: m.turnedDown(req.Sampling),
	}
	if len(req.Sampling.Extra) > 0 {
		if err := json.Unmarshal(req.Sampling.Extra, &q.extra); err != nil {
			return q, fmt.Errorf("%w: the extra fields are no JSON object: %w", llm.ErrRejected, err)
		}
		if err := CheckExtra(q.extra); err != nil {
			return q, fmt.Errorf("%w: %w", llm.ErrRejected, err)
		}
	}
	m.learnt.into(&q)
	if q.length.prompt > 0 && q.size() >= q.length.prompt {
		return q, m.tooLong(&q, nil)
	}
	return q, nil
}
