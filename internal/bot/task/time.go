package task

import (
	"context"
	"fmt"
	"time"

	"wolfden/internal/llm"
)

// beside are the calls that the answer at hand does not wait for.
type beside struct {
	limited bool          // the game gives a time for an answer
	time    time.Duration // which is this
	wanted  []func(context.Context) waiting
	running []running
}

// running is a call under way.
type running struct {
	cancel context.CancelCauseFunc
	hurry  chan struct{} // closed when somebody waits for the answer
	waiting
}

// waiting is an answer that is on its way.
type waiting struct {
	done <-chan struct{}
	take func() // waits for the answer and hands it over
}

// Begin asks and does not wait: wait does, and must be called once. Calls begun together run at the same time. They are
// noted in the order in which they are waited for, so that notes do not depend on which model was quicker.
func Begin[In, Out any](ctx context.Context, d *Desk, t Task[In, Out], in In) (wait func() Out) {
	if d.model == nil {
		out := Ask(ctx, d, t, in)
		return func() Out { return out }
	}
	wait, _ = t.begin(ctx, d, &in)
	return wait
}

func (t *definition[In, Out]) begin(ctx context.Context, d *Desk, in *In) (wait func() Out, _ <-chan struct{}) {
	t = t.under(d.book)
	call, model, done := t.prepare(d, in), d.model, make(chan struct{})
	var out Out
	var err error
	go func() {
		defer close(done)
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("the check panicked: %v", v)
			}
		}()
		out, err = t.complete(ctx, model, d.lang, in, call)
	}()
	return func() Out {
		<-done
		answer, _ := t.settle(d, in, out, call, err)
		return answer
	}, done
}

// Later asks for what the answer at hand can do without, such as a memo for the next one. Without a model use gets the
// rule's answer at once. With one the question is put when the answer is given (Close), and use gets the model's answer
// before the next one is thought about (Open), wherever it comes from; so nothing depends on how long it took.
func Later[In, Out any](ctx context.Context, d *Desk, t Task[In, Out], in In, use func(Out)) {
	if d.model == nil {
		use(Ask(ctx, d, t, in))
		return
	}
	module := d.module
	d.wanted = append(d.wanted, func(ctx context.Context) waiting {
		d.Work(module)
		wait, done := t.begin(ctx, d, &in)
		return waiting{done, func() { use(wait()) }}
	})
}

// Open begins an answer. It returns the context of everything that comes before the answer's own call: all of that together
// has half of the time that is left, the calls for later included, which Open waits for.
func (d *Desk) Open(ctx context.Context) (context.Context, context.CancelFunc) {
	share, cancel := context.WithCancel(ctx)
	var deadline time.Time
	if deadline, d.limited = ctx.Deadline(); d.limited {
		cancel()
		d.time = time.Until(deadline)
		share, cancel = context.WithDeadline(ctx, deadline.Add(-d.time/2))
	}
	for _, r := range d.running {
		close(r.hurry)
	}
	for _, r := range d.running {
		stop := context.AfterFunc(share, func() { r.cancel(nil) })
		r.take()
		stop()
		r.cancel(nil)
	}
	d.running = nil
	return share, cancel
}

// Close ends an answer and puts the questions for later. They have as much time as an answer, as long as it takes where that has no
// limit, and let others go first until the next one is asked for.
func (d *Desk) Close(ctx context.Context) {
	for _, ask := range d.wanted {
		given, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
		own, over := given, func() {}
		if d.limited {
			own, over = context.WithTimeout(given, d.time)
		}
		hurry := make(chan struct{})
		d.running = append(d.running, running{func(why error) { cancel(why); over() }, hurry, ask(llm.Patiently(own, hurry))})
	}
	d.wanted = nil
}

// Settle waits until the answers to questions for later are there; Open hands them over.
func (d *Desk) Settle() {
	for _, r := range d.running {
		<-r.done
	}
}

// Leave gives up what is under way, since the game is over. Whoever watches the calls is told by the cause of their context,
// llm.ErrUnwanted.
func (d *Desk) Leave() {
	for _, r := range d.running {
		r.cancel(llm.ErrUnwanted)
	}
	d.Settle()
	d.running = nil
}
