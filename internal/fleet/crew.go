package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"wolfden/internal/english"
)

const (
	parcelTime  = 250 * time.Millisecond // of work in a parcel
	parcelJobs  = 100                    // at most in one
	parcelBytes = 512 << 10              // of bodies in one; a server takes messages of 1 MiB
	resultBytes = 1 << 30                // at most of one job
	gathering   = 2 * time.Millisecond   // how long a parcel waits for more jobs
	lookAfter   = 10 * time.Second       // how often a crew looks whether its jobs are still there
)

// Crew is the workers of a fleet as far as one run is concerned.
type Crew struct {
	fleet *Fleet
	run   Run

	asking chan *waiter  // jobs on their way into a parcel
	enough chan struct{} // is closed when no more are to be handed out
	close  func()        // closes it, once
	moved  chan struct{} // something came of one
	stop   context.CancelFunc
	all    sync.WaitGroup

	reading sync.Mutex
	read    map[string][]byte // objects that were read lately

	mu      sync.Mutex
	asked   map[string]*waiter // by job: those that somebody waits for
	came    map[string]place   // results that nobody has asked for
	died    map[string]*Dead   // likewise
	each    time.Duration      // that a job has taken lately
	parcels int                // that are handed out, and nothing has come of
	slots   int                // of the workers that are there
	done    int                // jobs whose result was taken
}

// waiter waits for what comes of a job.
type waiter struct {
	job    job
	sent   int // how many times
	answer chan answer
}

type answer struct {
	result []byte
	err    error
}

// place is where a result is.
type place struct {
	object   string
	from, to int
}

// Begin begins a run, or goes on with it: results that are there already are taken at once. The context ends all of it.
func (f *Fleet) Begin(ctx context.Context, run Run) (*Crew, error) {
	run.Begun = time.Now().UTC()
	if err := f.insist(ctx, func(ctx context.Context) error {
		if err := f.refusal(f.setUp(ctx, &run)); err != nil {
			return err
		}
		return f.takeBack(ctx, run.ID) // a command that was killed has left them, and this one hands them out
	}); err != nil {
		return nil, err
	}
	c := &Crew{
		fleet: f, run: run, asking: make(chan *waiter), enough: make(chan struct{}), moved: make(chan struct{}, 1),
		read: map[string][]byte{}, asked: map[string]*waiter{}, came: map[string]place{}, died: map[string]*Dead{},
	}
	c.close = sync.OnceFunc(func() { close(c.enough) })
	ctx, c.stop = context.WithCancel(ctx)
	var caught sync.WaitGroup
	for i, stream := range []string{doneStream, deadStream} {
		subject, take := doneSubject+run.ID, c.takeDone
		if i == 1 {
			subject, take = deadSubject+run.ID, c.takeDead
		}
		caught.Add(1)
		c.all.Go(func() { c.hear(ctx, stream, subject, take, sync.OnceFunc(caught.Done)) })
	}
	caught.Wait()
	c.all.Go(func() { c.pack(ctx) })
	c.all.Go(func() { c.watch(ctx) })
	return c, nil
}

// setUp makes in the server what the run needs, where it is not there.
func (f *Fleet) setUp(ctx context.Context, run *Run) error {
	if err := f.prepare(ctx); err != nil {
		return err
	}
	consumer := jetstream.ConsumerConfig{
		Durable: run.class(), FilterSubject: jobsSubject + run.class() + ".*",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: f.lease, MaxAckPending: -1,
	}
	if _, err := f.js.CreateOrUpdateConsumer(ctx, jobsStream, consumer); err != nil {
		return err
	}
	return f.putRun(ctx, run)
}

// takeBack takes back the parcels of a run that are not done.
func (f *Fleet) takeBack(ctx context.Context, run string) error {
	jobs, err := f.js.Stream(ctx, jobsStream)
	if err != nil {
		return err
	}
	return jobs.Purge(ctx, jetstream.WithPurgeSubject(jobsSubject+"*."+run))
}

// Enough has no more jobs handed out. Those that were are waited for.
func (c *Crew) Enough() { c.close() }

// Do has a job done, and returns what came of it. A job that the fleet gave up returns a *Dead, and one that was not handed out before Enough
// context.Canceled. It may be called by many goroutines at once, and has to be, for there to be work for many; the id is of one call at a time.
func (c *Crew) Do(ctx context.Context, id string, body json.RawMessage) ([]byte, error) {
	w := &waiter{job: job{id, body}, answer: make(chan answer, 1)}
	c.mu.Lock()
	at, there := c.came[id]
	dead := c.died[id]
	if !there && dead == nil {
		c.asked[id] = w
	}
	delete(c.came, id)
	c.mu.Unlock()
	if dead != nil {
		return nil, dead
	}
	if there {
		if whole, err := c.kept(ctx, at.object); err == nil && at.to <= len(whole) {
			c.mu.Lock()
			c.done++
			c.mu.Unlock()
			return whole[at.from:at.to], nil
		}
		c.mu.Lock()
		c.asked[id] = w // it is done again
		c.mu.Unlock()
	}
	select {
	case <-c.enough:
		return nil, context.Canceled
	default:
	}
	select {
	case c.asking <- w:
	case <-c.enough:
		return nil, context.Canceled
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	select {
	case a := <-w.answer:
		return a.result, a.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// pack puts jobs into parcels, and those into the stream.
func (c *Crew) pack(ctx context.Context) {
	for {
		var first *waiter
		select {
		case <-ctx.Done():
			return
		case first = <-c.asking:
		}
		if !c.await(ctx) {
			return
		}
		jobs, bytes := []*waiter{first}, len(first.job.Body)
		more := time.After(gathering)
	gather:
		for most := c.most(); len(jobs) < most && bytes < parcelBytes; {
			select {
			case w := <-c.asking:
				jobs, bytes = append(jobs, w), bytes+len(w.job.Body)
			case <-more:
				break gather
			}
		}
		c.send(ctx, jobs)
	}
}

// await waits until the workers are about to have nothing more to take. What is not handed out yet travels in larger parcels, once it is known how
// long a job takes, and need not be taken back.
func (c *Crew) await(ctx context.Context) bool {
	for {
		c.mu.Lock()
		room := c.parcels < c.ahead()
		c.mu.Unlock()
		if room {
			return true
		}
		select {
		case <-c.moved:
		case <-time.After(time.Second): // there may be more workers now
		case <-ctx.Done():
			return false
		}
	}
}

// ahead is how many parcels are handed out at a time, so that no worker waits for one: of jobs that take long hardly more than are worked at,
// since what is handed out is waited for in the end.
func (c *Crew) ahead() int {
	if c.slots > 0 && c.each > parcelTime {
		return c.slots + c.slots/4 + 1
	}
	return max(8, 3*c.slots)
}

// arrived notes that something came of a parcel.
func (c *Crew) arrived() {
	c.mu.Lock()
	c.parcels = max(0, c.parcels-1)
	c.mu.Unlock()
	select {
	case c.moved <- struct{}{}:
	default:
	}
}

// most is how many jobs make a parcel: so many that it takes a worker a moment, and that no worker is without one.
func (c *Crew) most() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.each == 0 {
		return 1
	}
	return max(1, min(int(parcelTime/c.each), len(c.asked)/(2*max(c.slots, 1)), parcelJobs))
}

// send puts jobs into the stream of jobs, however long the server is away. The server remembers ids of messages beyond the end of a run, so they say when
// it was begun.
func (c *Crew) send(ctx context.Context, jobs []*waiter) {
	p := parcel{Run: c.run.ID}
	times := 0
	for _, w := range jobs {
		p.Jobs = append(p.Jobs, w.job)
		w.sent++
		times = max(times, w.sent)
	}
	c.mu.Lock()
	c.parcels++
	c.mu.Unlock()
	text, err := json.Marshal(p)
	if err == nil {
		err = c.fleet.insist(ctx, func(ctx context.Context) error {
			_, err := c.fleet.js.Publish(ctx, jobsSubject+c.run.class()+"."+c.run.ID, text, jetstream.WithMsgID(fmt.Sprintf("%s-%d-%d", p.key(), c.run.Begun.UnixNano(), times)))
			return err
		})
	}
	if err != nil {
		for _, w := range jobs {
			c.settle(w.job.ID, answer{err: fmt.Errorf("job %s cannot be handed out: %w", w.job.ID, err)})
		}
	}
}

// settle answers whoever waits for a job, if somebody does; a second answer is nobody's.
func (c *Crew) settle(id string, a answer) bool {
	c.mu.Lock()
	w := c.asked[id]
	delete(c.asked, id)
	if w != nil && a.err == nil {
		c.done++
	}
	c.mu.Unlock()
	if w != nil {
		w.answer <- a
	}
	return w != nil
}

// hear reads a stream from its beginning on, as far as the run is concerned, however often the connection breaks. It says when it has
// come to the end for the first time. What is published is heard at once, and what was not heard, because the connection was broken, is
// found a second later; no consumer in the server has to be kept alive for it.
func (c *Crew) hear(ctx context.Context, stream, subject string, take func(context.Context, []byte), caught func()) {
	defer caught()
	news := make(chan *nats.Msg, 1)
	if s, err := c.fleet.nc.Subscribe(subject, func(m *nats.Msg) {
		select {
		case news <- m:
		default:
		}
	}); err == nil {
		defer s.Unsubscribe() //nolint:errcheck // it ends with the connection
	}
	for seen := uint64(0); ctx.Err() == nil; {
		s, err := c.fleet.js.Stream(ctx, stream)
		if err == nil && s.CachedInfo().State.LastSeq < seen {
			seen = 0 // the server has lost it, and counts anew
		}
		for err == nil {
			var m *jetstream.RawStreamMsg
			if m, err = s.GetMsg(ctx, seen+1, jetstream.WithGetMsgSubject(subject)); err == nil {
				seen = m.Sequence
				take(ctx, m.Data)
				c.arrived()
			}
		}
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			caught()
		}
		select {
		case <-news:
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}

// takeDone hands the results of a parcel to those who wait for them, and keeps in mind where the others are.
func (c *Crew) takeDone(ctx context.Context, text []byte) {
	var d done
	if json.Unmarshal(text, &d) != nil || len(d.Jobs) != len(d.Sizes) || slices.ContainsFunc(d.Sizes, func(n int) bool { return n < 0 || n > resultBytes }) {
		return // not of a worker of ours
	}
	c.mu.Lock()
	if n := time.Duration(len(d.Jobs)); n > 0 {
		if c.each = (3*c.each + d.Took/n) / 4; c.each == 0 {
			c.each = 1
		}
	}
	waited := false
	from := 0
	for i, id := range d.Jobs {
		if c.asked[id] == nil {
			c.came[id] = place{d.Object, from, from + d.Sizes[i]}
		} else {
			waited = true
		}
		from += d.Sizes[i]
	}
	c.mu.Unlock()
	if !waited {
		return
	}
	whole, err := c.object(ctx, d.Object)
	if err == nil && len(whole) != from {
		err = fmt.Errorf("it has %d bytes and not %d", len(whole), from)
	}
	from = 0
	for i, id := range d.Jobs {
		to := from + d.Sizes[i]
		switch {
		case err == nil:
			c.settle(id, answer{result: whole[from:to]})
		case ctx.Err() == nil:
			c.again(ctx, id)
		}
		from = to
	}
}

// kept is an object of many results, read once for those who ask for them side by side: a server ends the connection of who asks for more than it takes in.
func (c *Crew) kept(ctx context.Context, name string) ([]byte, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	if whole, there := c.read[name]; there {
		return whole, nil
	}
	whole, err := c.object(ctx, name)
	if err == nil {
		if len(c.read) == 16 {
			clear(c.read)
		}
		c.read[name] = whole
	}
	return whole, err
}

// object is what results are kept in.
func (c *Crew) object(ctx context.Context, name string) (whole []byte, err error) {
	err = c.fleet.insist(ctx, func(ctx context.Context) error {
		whole, err = c.fleet.results.GetBytes(ctx, name)
		if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) {
			return nil // asking again brings nothing
		}
		return err
	})
	if err == nil && whole == nil {
		err = fmt.Errorf("results %s are not there", name)
	}
	return whole, err
}

// again has a job done again, whose result is lost.
func (c *Crew) again(ctx context.Context, id string) {
	c.mu.Lock()
	w := c.asked[id]
	c.mu.Unlock()
	if w != nil {
		c.send(ctx, []*waiter{w})
	}
}

// takeDead tells whoever waits for a job that it was given up.
func (c *Crew) takeDead(_ context.Context, text []byte) {
	d := new(Dead)
	if json.Unmarshal(text, d) != nil {
		return
	}
	if !c.settle(d.Job, answer{err: d}) {
		c.mu.Lock()
		c.died[d.Job] = d
		c.mu.Unlock()
	}
}

// Close ends the run's part: jobs that nobody has begun are taken back. When all that it wanted is over, what came of it is cleared away,
// but for the dead letters; otherwise it is there when the run is begun again.
func (c *Crew) Close(ctx context.Context, over bool) error {
	c.stop()
	c.all.Wait()
	f := c.fleet
	return f.insist(ctx, func(ctx context.Context) error {
		if err := f.takeBack(ctx, c.run.ID); err != nil || !over {
			return err
		}
		return f.clear(ctx, c.run.ID)
	})
}

func count(n int) string { return english.Count(n, "time") }
