package llm

import (
	"context"
	"fmt"
	"sync"
)

// Limit bounds what is spent. Zero is no limit.
type Limit struct {
	Tokens int     // of prompts and answers together
	Cost   float64 // USD
}

// over names the bound that spending u would break, empty if none.
func (l Limit) over(u Usage) string {
	switch {
	case l.Tokens > 0 && u.In+u.Out > l.Tokens:
		return fmt.Sprintf("%d tokens", l.Tokens)
	case l.Cost > 0 && u.Cost > l.Cost:
		return fmt.Sprintf("%.4f USD", l.Cost)
	}
	return ""
}

// Meter counts what one thing, such as a game or a run, has spent, and refuses what would go beyond its limit. It may
// be used from several goroutines at once. A nil *Meter counts nothing and refuses nothing.
type Meter struct {
	name   string
	limit  Limit
	parent *Meter

	mu    sync.Mutex
	spent Usage
	held  Usage // of spent what running calls may still spend
}

// NewMeter makes a meter. Its parent, if not nil, counts everything too. The name is for errors.
func NewMeter(name string, limit Limit, parent *Meter) *Meter {
	return &Meter{name: name, limit: limit, parent: parent}
}

// Spent returns what was spent, including what running calls may still spend.
func (m *Meter) Spent() Usage {
	if m == nil {
		return Usage{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent
}

// Settled returns what calls that ended have spent.
func (m *Meter) Settled() Usage {
	if m == nil {
		return Usage{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent.Add(m.held.negative())
}

// reserve counts what a call may spend, in this meter and all its parents, or in none of them.
func (m *Meter) reserve(u Usage) error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	sum := m.spent.Add(u)
	if bound := m.limit.over(sum); bound != "" {
		err := fmt.Errorf("%w: the %s may spend %s", ErrBudget, m.name, bound)
		if m.parent == nil {
			return outermost{err}
		}
		return err
	}
	if err := m.parent.reserve(u); err != nil {
		return err
	}
	m.spent, m.held = sum, m.held.Add(u)
	return nil
}

// outermost is the refusal of a meter that has no parent.
type outermost struct{ error }

// Unwrap lets errors.Is find what it is beside.
func (o outermost) Unwrap() []error { return []error{o.error, ErrRunBudget} }

// settle replaces a reservation by what was spent.
func (m *Meter) settle(reserved, spent Usage) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent, m.held = m.spent.Add(spent).Add(reserved.negative()), m.held.Add(reserved.negative())
	m.parent.settle(reserved, spent)
}

func (u Usage) negative() Usage {
	return Usage{In: -u.In, CachedIn: -u.CachedIn, Written: -u.Written, Out: -u.Out, Thought: -u.Thought, Cost: -u.Cost}
}

// Budget limits what a model may spend.
type Budget struct {
	Call  Limit  // of each call by itself
	Meter *Meter // of all calls; may be shared between models, nil is none
	Price Price  // of the model, to tell in advance what a call may cost
}

// Budgeted refuses with ErrBudget, before anything is sent, a call that might exceed a budget. It estimates on
// the high side what a call may spend, from its prompt and its limit of tokens, thought included. A request without
// that limit counts only its prompt, and an answer that is repaired or was cut off takes a second request, so the last
// call may overdraw the budget.
// Answers from a cache cost nothing.
func Budgeted(m Model, b Budget) Model { return budgeted{m, b} }

type budgeted struct {
	Model
	budget Budget
}

// Complete implements Model.
func (b budgeted) Complete(ctx context.Context, req Request) (Response, error) {
	reserved := Usage{In: estimateIn(req), Out: req.Sampling.Limit()}
	reserved.Cost = b.budget.Price.Of(reserved)
	if bound := b.budget.Call.over(reserved); bound != "" {
		return Response{}, fmt.Errorf("%w: a call may spend %s", ErrBudget, bound)
	}
	if err := b.budget.Meter.reserve(reserved); err != nil {
		return Response{}, err
	}
	r, err := b.Model.Complete(ctx, req)
	spent := r.Usage
	if r.Cached {
		spent = Usage{}
	}
	b.budget.Meter.settle(reserved, spent)
	return r, err
}
