package llm

import (
	"context"
	"time"
)

// Call is one call of a model as an observer is told of it.
type Call struct {
	Name     string // of the model as users write it
	Request  Request
	Response Response // with tokens, cost, attempts and whether it was cached, also where there is an error
	Err      error
	Elapsed  time.Duration // from the request to the answer, waits included
}

// Observe tells a function of every call when it ends, successful or not. The function is called from the goroutine
// that asked, before it gets its answer; so calls of several goroutines may come at once. It must not change what it is
// given. The context is the caller's and may be over.
func Observe(name string, m Model, tell func(context.Context, Call)) Model {
	return observed{m, name, tell}
}

type observed struct {
	Model
	name string
	tell func(context.Context, Call)
}

// Complete implements Model.
func (o observed) Complete(ctx context.Context, req Request) (Response, error) {
	begun := time.Now()
	r, err := o.Model.Complete(ctx, req)
	o.tell(ctx, Call{Name: o.name, Request: req, Response: r, Err: err, Elapsed: time.Since(begun)})
	return r, err
}
