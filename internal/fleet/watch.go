package fleet

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// watch tells how far the run is, looks who is there, and whether the jobs that are waited for are still with the server: what a server has lost
// with its disk is handed out again.
func (c *Crew) watch(ctx context.Context) {
	lost := map[string]bool{}
	var last int
	since := time.Now()
	for next := since.Add(c.fleet.look); pause(ctx, min(tellsEvery, c.fleet.look)); {
		slots := c.slotsThere(ctx)
		c.mu.Lock()
		c.slots, c.run.Done = slots, c.done
		run := c.run
		c.mu.Unlock()
		run.Rate = float64(run.Done-last) / time.Since(since).Seconds()
		last, since = run.Done, time.Now()
		if err := c.fleet.putRun(ctx, &run); err != nil {
			_ = c.fleet.setUp(ctx, &run) // the server may have lost all; else it is told in a moment
		}
		if time.Now().Before(next) {
			continue
		}
		next = time.Now().Add(c.fleet.look)
		if slots == 0 {
			c.fleet.complain("no worker is there that can do the jobs of " + run.Command + "; waiting for one (wolfden fleet status tells who is there, and what they refuse)")
		}
		if n, err := c.fleet.waiting(ctx, jobsSubject+run.class()+"."+run.ID); err != nil || n > 0 {
			clear(lost)
			continue
		}
		for _, w := range c.missing(lost) {
			c.send(ctx, []*waiter{w})
		}
	}
}

// slotsThere is how many jobs the workers do at a time that can do the run's.
func (c *Crew) slotsThere(ctx context.Context) (n int) {
	workers, err := c.fleet.Workers(ctx)
	if err != nil {
		return 0
	}
	for _, w := range workers {
		if c.run.fits(w.Program, w.Tags) == "" {
			n += w.Slots
		}
	}
	return n
}

// missing is who waits for a job that the server has not, for the second time: what came of it would have been heard by now. Who waits is noted.
func (c *Crew) missing(lost map[string]bool) (all []*waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, w := range c.asked {
		if lost[id] && w.sent > 0 {
			all = append(all, w)
		}
		lost[id] = true
	}
	return all
}

// waiting is how many parcels under the subject are not done.
func (f *Fleet) waiting(ctx context.Context, subject string) (n int, err error) {
	s, err := f.js.Stream(ctx, jobsStream)
	if err != nil {
		return 0, err
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return 0, err
	}
	for _, parcels := range info.State.Subjects {
		n += int(parcels)
	}
	return n, nil
}
