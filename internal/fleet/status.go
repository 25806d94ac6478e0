package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// errOver says that nobody wants a run's jobs any more.
var errOver = errors.New("the run is over")

// Runs are the runs that are under way, the oldest first.
func (f *Fleet) Runs(ctx context.Context) (all []Run, err error) {
	if err := values(ctx, f.runs, &all); err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(r Run) bool { return r.ID == "" }) // an order to drain
	slices.SortFunc(all, func(a, b Run) int { return a.Begun.Compare(b.Begun) })
	return all, nil
}

// Workers are the workers that have been heard of lately, by name.
func (f *Fleet) Workers(ctx context.Context) (all []WorkerState, err error) {
	if err := values(ctx, f.workers, &all); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b WorkerState) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// values are all that a bucket holds.
func values[T any](ctx context.Context, bucket jetstream.KeyValue, all *[]T) error {
	watcher, err := bucket.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer watcher.Stop() //nolint:errcheck // it ends with the connection
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry, more := <-watcher.Updates():
			if entry == nil || !more {
				return nil
			}
			var v T
			if json.Unmarshal(entry.Value(), &v) == nil {
				*all = append(*all, v)
			}
		}
	}
}

// runOf is the run with the id.
func (f *Fleet) runOf(ctx context.Context, id string) (run Run, err error) {
	err = f.insist(ctx, func(ctx context.Context) error {
		entry, err := f.runs.Get(ctx, id)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return json.Unmarshal(entry.Value(), &run)
	})
	if err == nil && run.ID == "" {
		err = errOver
	}
	return run, err
}

// Dead are the dead letters of a run, of all runs where it is "".
func (f *Fleet) Dead(ctx context.Context, run string) (all []*Dead, err error) {
	err = f.letters(ctx, run, func(d *Dead, _ uint64) error {
		all = append(all, d)
		return nil
	})
	return all, err
}

// Retry hands out the dead letters of a run again, of all runs where it is "", and returns how many.
func (f *Fleet) Retry(ctx context.Context, run string) (n int, err error) {
	dead, err := f.js.Stream(ctx, deadStream)
	if err != nil {
		return 0, err
	}
	err = f.letters(ctx, run, func(d *Dead, seq uint64) error {
		of, err := f.runOf(ctx, d.Run)
		if errors.Is(err, errOver) {
			return nil // its command hands it out again when it is begun again
		}
		if err != nil {
			return err
		}
		text, err := json.Marshal(parcel{d.Run, []job{{d.Job, d.Body}}})
		if err != nil {
			return err
		}
		if _, err := f.js.Publish(ctx, jobsSubject+of.class()+"."+d.Run, text, jetstream.WithMsgID(fmt.Sprintf("retry-%d", seq))); err != nil {
			return err
		}
		n++
		return dead.DeleteMsg(ctx, seq)
	})
	return n, err
}

// letters hands over the dead letters of a run, with their numbers.
func (f *Fleet) letters(ctx context.Context, run string, each func(d *Dead, seq uint64) error) error {
	if run == "" {
		run = "*"
	}
	dead, err := f.js.Stream(ctx, deadStream)
	if err != nil {
		return err
	}
	for next := uint64(1); ; {
		m, err := dead.GetMsg(ctx, next, jetstream.WithGetMsgSubject(deadSubject+run))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		next = m.Sequence + 1
		d := new(Dead)
		if json.Unmarshal(m.Data, d) != nil {
			continue
		}
		if err := each(d, m.Sequence); err != nil {
			return err
		}
	}
}

// clear forgets what came of a run.
func (f *Fleet) clear(ctx context.Context, run string) error {
	finished, err := f.js.Stream(ctx, doneStream)
	if err != nil {
		return err
	}
	if err := finished.Purge(ctx, jetstream.WithPurgeSubject(doneSubject+run)); err != nil {
		return err
	}
	objects, err := f.results.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return err
	}
	for _, o := range objects {
		if strings.HasPrefix(o.Name, run+"-") {
			if err := f.results.Delete(ctx, o.Name); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
				return err
			}
		}
	}
	return f.runs.Purge(ctx, run)
}

// Purge ends a run for good: its jobs, what came of them, and its dead letters.
func (f *Fleet) Purge(ctx context.Context, run string) error {
	dead, err := f.js.Stream(ctx, deadStream)
	if err == nil {
		err = dead.Purge(ctx, jetstream.WithPurgeSubject(deadSubject+run))
	}
	if err == nil {
		err = f.takeBack(ctx, run)
	}
	if err == nil {
		err = f.clear(ctx, run)
	}
	if err != nil {
		return err
	}
	return nil
}

// putRun tells how a run is.
func (f *Fleet) putRun(ctx context.Context, run *Run) error {
	about, err := json.Marshal(run)
	if err == nil {
		_, err = f.runs.Put(ctx, run.ID, about)
	}
	if err != nil {
		return err
	}
	return nil
}

// drainKey is where the order to drain lies, beside the runs.
const drainKey = "drain"

// drain has workers that are there finish what they have, and end.
type drain struct {
	Workers []string `json:"workers,omitempty"` // all, where nobody is named
}

// Drain has workers finish what they have and end: those of the names, or all that are there.
func (f *Fleet) Drain(ctx context.Context, workers ...string) error {
	order, err := json.Marshal(drain{workers})
	if err == nil {
		_, err = f.runs.Put(ctx, drainKey, order)
	}
	if err != nil {
		return err
	}
	return nil
}

// drained reports whether the worker is to end. An order that it finds at first was for those before it; clocks of several machines do not tell.
func (w *Worker) drained(ctx context.Context) bool {
	entry, err := w.Fleet.runs.Get(ctx, drainKey)
	if err != nil {
		w.looked = w.looked || errors.Is(err, jetstream.ErrKeyNotFound)
		return false
	}
	anew := w.looked && entry.Revision() != w.order
	w.looked, w.order = true, entry.Revision()
	var order drain
	return anew && json.Unmarshal(entry.Value(), &order) == nil && (len(order.Workers) == 0 || slices.Contains(order.Workers, w.Name))
}

// Standing is a run with what the server has of it.
type Standing struct {
	Run
	Waiting int `json:"waiting"` // parcels that are not done
	Dead    int `json:"dead"`    // jobs
}

// Status is who works, how the runs stand, and what was given up. No list is nil.
type Status struct {
	Workers []WorkerState `json:"workers"`
	Runs    []Standing    `json:"runs"`
	Dead    []*Dead       `json:"dead"`
}

// Status tells how the fleet is.
func (f *Fleet) Status(ctx context.Context) (*Status, error) {
	s := &Status{Workers: []WorkerState{}, Runs: []Standing{}, Dead: []*Dead{}}
	if err := f.open(ctx); errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
		return s, nil // nobody has begun anything
	} else if err != nil {
		return nil, err
	}
	there, err := f.Workers(ctx)
	if err != nil {
		return nil, err
	}
	s.Workers = append(s.Workers, there...)
	dead, err := f.Dead(ctx, "")
	if err != nil {
		return nil, err
	}
	s.Dead = append(s.Dead, dead...)
	all, err := f.Runs(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		one := Standing{Run: r}
		one.Shared = nil
		if one.Waiting, err = f.waiting(ctx, jobsSubject+r.class()+"."+r.ID); err != nil {
			return nil, err
		}
		for _, d := range dead {
			if d.Run == r.ID {
				one.Dead++
			}
		}
		s.Runs = append(s.Runs, one)
	}
	return s, nil
}
