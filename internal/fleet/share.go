package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Spender is a Doer whose jobs ask models. Tokens is how many these have read and written so far.
type Spender interface{ Tokens() int }

// Sharer is a Doer whose jobs have limits that hold over all workers together, as those of models have: it is of a run that needs something.
// Share says how many workers can do the run's jobs, and how many of them are on this machine.
type Sharer interface{ Share(all, here int) }

// looksAround is how often a worker looks who else is there: of many each asks the server about all.
const looksAround = 5 * time.Second

// lookAround finds out who else is there, where a run has limits to share.
func (w *Worker) lookAround(ctx context.Context, runs []Run) (err error) {
	if time.Since(w.known) < looksAround || !slices.ContainsFunc(runs, func(r Run) bool { return len(r.Needs) > 0 }) {
		return nil
	}
	w.others, err = w.Fleet.Workers(ctx)
	if err == nil {
		w.known = time.Now()
	}
	return err
}

// share shares what a run's jobs have in common limits with the workers that do them, too, and says why this one does not; "" where it does.
func (w *Worker) share(r *Run) string {
	all, here, before := 1, 1, 0
	for _, o := range w.others {
		if o.Name == w.Name || r.fits(o.Program, o.Tags) != "" {
			continue
		}
		all++
		if o.Host == w.told.Host {
			here++
		}
		if o.Began.Before(w.told.Began) || o.Began.Equal(w.told.Began) && o.Name < w.Name {
			before++
		}
	}
	if r.Workers > 0 {
		all = min(all, r.Workers)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shares[r.ID] = [2]int{all, here}
	if o := w.doers[r.ID]; o != nil && o.ready && o.err == nil {
		w.tellShare(r.ID, o.doer)
	}
	if r.Workers > 0 && before >= r.Workers {
		return fmt.Sprintf("no more than %d may do its jobs at a time, and others were there before", r.Workers)
	}
	return ""
}

// tellShare tells a run's doer with how many it shares. It is called with the lock held.
func (w *Worker) tellShare(run string, doer Doer) {
	if s, shares := doer.(Sharer); shares && w.shares[run] != [2]int{} {
		s.Share(w.shares[run][0], w.shares[run][1])
	}
}

// say tells the fleet how the worker is. It is called once a second.
func (w *Worker) say(ctx context.Context) {
	w.mu.Lock()
	so := 0
	for _, o := range w.doers {
		if !o.ready { // somebody is opening it
			continue
		}
		if s, spends := o.doer.(Spender); spends {
			so += s.Tokens()
		}
	}
	w.spent = append(w.spent, so)
	w.spent = w.spent[max(0, len(w.spent)-61):]
	w.told.Tokens = max(0, so-w.spent[0]) // fewer where a run is over
	text, err := json.Marshal(w.told)
	w.mu.Unlock()
	if err == nil {
		_, _ = w.Fleet.workers.Put(ctx, w.Name, text) // a worker that is not heard of works all the same
	}
}
