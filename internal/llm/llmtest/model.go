package llmtest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"wolfden/internal/llm"
)

// Model is a model without a server: a behaviour in the process, checked as llm.Structured does. Its prompts carry the
// task of every request, with a schema or without. What a server says with a status, a broken connection or a broken
// body is llm.ErrUnavailable here. It costs no time but the behaviour's delay, and counts tokens as the server does. An
// answer that a limit cut off is asked for again once with room for thought, as the providers' models do.
func Model(b Behaviour) llm.Model {
	return llm.Structured(&inProcess{behave: b})
}

type inProcess struct {
	behave Behaviour
	calls  atomic.Int64
}

// Complete implements llm.Model.
func (m *inProcess) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	p := Prompt{
		N: int(m.calls.Add(1)) - 1, Dialect: "process", Model: "test",
		Task: req.Label.Task, Messages: req.Messages, MaxTokens: req.Sampling.Limit(),
		Effort: string(req.Sampling.Effort), Budget: req.Sampling.Thought,
	}
	if req.Schema != nil {
		p.Schema = req.Schema.Text()
	}
	r, err := m.asked(ctx, p)
	if !errors.Is(err, llm.ErrTruncated) || p.MaxTokens == 0 || ctx.Err() != nil || llm.Circles(r.Text) {
		return r, err
	}
	p.N, p.MaxTokens = int(m.calls.Add(1))-1, 2*p.MaxTokens+roomAgain
	again, err := m.asked(ctx, p)
	again.Usage, again.Attempts = again.Add(r.Usage), again.Attempts+r.Attempts
	return again, err
}

// withMargin leaves the asker's rule some of its time, as the providers' models do.
func withMargin(ctx context.Context) (context.Context, context.CancelFunc) {
	const margin = 200 * time.Millisecond
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(-min(margin, time.Until(deadline)/10)))
}

// roomAgain is the room for thought of the second question.
const roomAgain = 8192

func (m *inProcess) asked(ctx context.Context, p Prompt) (llm.Response, error) {
	a := m.behave(p).limited(p.MaxTokens)
	r := llm.Response{Model: "test", Attempts: 1, Latency: a.Delay}
	ctx, cancel := withMargin(ctx)
	defer cancel()
	if !llm.Wait(ctx, a.Delay) {
		return r, fmt.Errorf("%w: %w", llm.ErrUnavailable, ctx.Err())
	}
	if a.Drop || a.Raw != nil || a.Status != 0 && a.Status != http.StatusOK {
		return r, fmt.Errorf("%w: status %d", llm.ErrUnavailable, a.Status)
	}
	r.Text, r.Finish = a.Text, a.Finish
	r.In, r.Out = tokens(p.Text()), a.Thought+tokens(a.Text)
	r.Thought = a.Thought
	switch {
	case a.Refusal || a.Finish == llm.Refused:
		r.Finish = llm.Refused
		return r, llm.ErrRefused
	case a.Finish == llm.Truncated:
		return r, llm.ErrTruncated
	}
	r.Finish = llm.Stopped
	return r, nil
}
