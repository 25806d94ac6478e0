package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Worker takes jobs and does them.
type Worker struct {
	Fleet   *Fleet
	Name    string   // that people know it by; unique in the fleet
	Slots   int      // parcels at a time
	Tags    []string // what it has
	Program string   // what it is, see Run.Program
	// Open prepares for the jobs of a run. What it returns does them, several at a time, until it is closed.
	Open func(run Run) (Doer, error)
	// Told gets lines about what the worker does and what it does not; nil for nobody.
	Told func(line string)

	dies bool // in tests: the worker does nothing more with a parcel that errKilled comes of

	mu     sync.Mutex
	doers  map[string]*opened // by run
	closed map[string]closed  // by class
	told   WorkerState
	others []WorkerState     // who else is there, as it was known
	known  time.Time         // then
	shares map[string][2]int // by run: how many workers share its limits, and how many of them are on this machine
	spent  []int             // tokens so far, second by second, of the last minute
	order  uint64            // the last to drain, and
	looked bool              // whether that is known
	saying map[string]bool   // lines that were said once and need not be again
}

// Doer does the jobs of a run. It is safe for concurrent use.
type Doer interface {
	Do(ctx context.Context, body json.RawMessage) ([]byte, error)
	Close()
}

// opened is a run that the worker has jobs of.
type opened struct {
	once  sync.Once
	doer  Doer
	err   error
	ready bool // doer and err are known
	using int  // parcels that are being done
}

// closed is why the worker takes no jobs of a class for a while, although it fits: it could not prepare for a run's.
type closed struct {
	run, why string
	until    time.Time
}

// WorkerState is what a worker says of itself.
type WorkerState struct {
	Name    string            `json:"name"`
	Host    string            `json:"host"`
	Slots   int               `json:"slots"`
	Tags    []string          `json:"tags,omitempty"`
	Program string            `json:"program"`
	Busy    int               `json:"busy"`   // slots
	Done    int               `json:"done"`   // jobs, since it began
	Failed  int               `json:"failed"` // times that a job failed
	Tokens  int               `json:"tokens"` // that models have read and written for its jobs in the last minute
	Began   time.Time         `json:"began"`
	Refuses map[string]string `json:"refuses,omitempty"` // runs, and why
}

var errKilled = errors.New("killed")

// reopens is after how long a worker that could not prepare for a run tries again.
const reopens = 20 * time.Second

// Run takes jobs until the context ends; then parcels that were begun are finished, unless abort ends too, or the server is gone and stays
// away.
func (w *Worker) Run(ctx, abort context.Context) error {
	abort, lose := context.WithCancelCause(abort)
	defer lose(nil)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(abort, cancel)()
	host, _ := os.Hostname()
	w.doers, w.closed, w.shares, w.saying = map[string]*opened{}, map[string]closed{}, map[string][2]int{}, map[string]bool{}
	w.told = WorkerState{Name: w.Name, Host: host, Slots: w.Slots, Tags: w.Tags, Program: w.Program, Began: time.Now().UTC()}
	if w.Told == nil {
		w.Told = func(string) {}
	}
	defer func() {
		for _, o := range w.doers {
			if o.doer != nil {
				o.doer.Close()
			}
		}
	}()
	for {
		err := w.Fleet.open(ctx)
		if err == nil {
			break
		}
		w.once("no run has begun there yet; waiting for one")
		if !pause(ctx, time.Second) {
			return nil
		}
	}
	w.drained(ctx)
	free := make(chan struct{}, w.Slots)
	classes := map[string]bool{}
	var all sync.WaitGroup
	for {
		for _, class := range w.classes(ctx) {
			if !classes[class] {
				classes[class] = true
				all.Go(func() { w.pull(ctx, abort, class, free, &all) })
			}
		}
		w.say(ctx)
		if w.drained(ctx) {
			w.Told("drained: finishing what was begun")
			cancel()
		}
		if !pause(ctx, time.Second) {
			break
		}
	}
	w.deliver(&all, lose)
	last, end := context.WithTimeout(abort, time.Second)
	defer end()
	_ = w.Fleet.workers.Delete(last, w.Name) // else it is forgotten soon
	return context.Cause(abort)
}

// errGone is why a worker ends that does not get rid of what it has done.
var errGone = errors.New("the fleet's server is gone, and with it what was done last: that is done again by others")

// deliver waits until all is done and with the server. After two leases without one, nobody waits for this worker's results any more.
func (w *Worker) deliver(all *sync.WaitGroup, lose context.CancelCauseFunc) {
	ended := make(chan struct{})
	go func() {
		all.Wait()
		close(ended)
	}()
	for away := 0; ; away++ {
		select {
		case <-ended:
			return
		case <-time.After(w.Fleet.lease / 5):
		}
		w.mu.Lock()
		busy := w.told.Busy > 0
		w.mu.Unlock()
		if busy || w.Fleet.nc.IsConnected() {
			away = 0
		}
		if away == 2*5 {
			lose(errGone)
		}
	}
}

// once says a line that need not be said twice.
func (w *Worker) once(line string) {
	w.mu.Lock()
	said := w.saying[line]
	w.saying[line] = true
	w.mu.Unlock()
	if !said {
		w.Told(line)
	}
}

// classes are the kinds of jobs that there are and that the worker can do. Of the others it says why not.
func (w *Worker) classes(ctx context.Context) (all []string) {
	runs, err := w.Fleet.Runs(ctx)
	if err != nil {
		return nil
	}
	refuses := map[string]string{}
	if err := w.lookAround(ctx, runs); err != nil {
		return nil
	}
	for _, r := range runs {
		why := r.fits(w.Program, w.Tags)
		if why == "" && len(r.Needs) > 0 {
			why = w.share(&r)
		}
		if why != "" {
			refuses[r.ID] = why
			w.once(fmt.Sprintf("no jobs of %s (%s) here: %s", r.Command, r.ID, why))
			continue
		}
		if c := r.class(); !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	w.mu.Lock()
	for _, r := range runs {
		if c := w.closed[r.class()]; c.run == r.ID {
			refuses[r.ID] = c.why
		}
	}
	for id, o := range w.doers {
		if o.ready && o.err == nil && o.using == 0 && !slices.ContainsFunc(runs, func(r Run) bool { return r.ID == id }) { // it is over
			delete(w.doers, id)
			delete(w.shares, id)
			o.doer.Close()
		}
	}
	w.told.Refuses = refuses
	w.mu.Unlock()
	return all
}

// count counts what a slot does.
func (w *Worker) count(busy, done, failed int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told.Busy, w.told.Done, w.told.Failed = w.told.Busy+busy, w.told.Done+done, w.told.Failed+failed
}

// pull takes parcels of a class, one for each slot that is free.
func (w *Worker) pull(ctx, abort context.Context, class string, free chan struct{}, all *sync.WaitGroup) {
	var consumer jetstream.Consumer
	for ctx.Err() == nil {
		w.mu.Lock()
		until := w.closed[class].until
		w.mu.Unlock()
		pause(ctx, time.Until(until))
		select {
		case <-ctx.Done():
			return
		case free <- struct{}{}:
		}
		m, err := w.next(ctx, &consumer, class)
		if m == nil {
			<-free
			if err != nil {
				consumer = nil
				pause(ctx, 300*time.Millisecond)
			}
			continue
		}
		all.Go(func() {
			w.count(1, 0, 0)
			leave := sync.OnceFunc(func() { <-free; w.count(-1, 0, 0) })
			defer leave()
			w.parcel(abort, class, m, leave)
		})
	}
}

// next is a parcel, nil if none comes within a moment. So long the slot is not another class's.
func (w *Worker) next(ctx context.Context, consumer *jetstream.Consumer, class string) (jetstream.Msg, error) {
	if *consumer == nil {
		c, err := w.Fleet.js.Consumer(ctx, jobsStream, class)
		if err != nil {
			return nil, err
		}
		*consumer = c
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	batch, err := (*consumer).Fetch(1, jetstream.FetchContext(ctx))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		return m, nil
	}
	if err = batch.Error(); ctx.Err() != nil { // the moment is over
		err = nil
	}
	return nil, err
}

// parcel does the jobs of a parcel. It leaves its slot when they are done: while results are on their way the next are worked at.
func (w *Worker) parcel(ctx context.Context, class string, m jetstream.Msg, leave func()) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // the lease goes on as long as somebody works
		for pause(ctx, w.Fleet.lease/5) {
			_ = m.InProgress()
		}
	}()
	about, err := m.Metadata()
	var p parcel
	if err == nil {
		err = json.Unmarshal(m.Data(), &p)
	}
	if err != nil || len(p.Jobs) == 0 {
		_ = m.TermWithReason("no parcel of wolfden's")
		return
	}
	begun := int(about.NumDelivered)
	switch {
	case len(p.Jobs) > 1 && begun > 2: // perhaps one of them is the end of every worker: each alone
		w.finish(ctx, m, w.alone(ctx, m, p, p.Jobs))
		return
	case len(p.Jobs) == 1 && begun > Deliveries:
		w.finish(ctx, m, w.bury(ctx, m, p, begun-1, "no worker that began it was heard of again"))
		return
	}
	o, err := w.open(ctx, class, p.Run)
	switch {
	case errors.Is(err, errOver):
		_ = m.TermWithReason(err.Error())
	case err != nil: // nobody has begun the jobs, so they do not come nearer to the dead letters by it
		w.once(fmt.Sprintf("run %s: %v", p.Run, err))
		w.finish(ctx, m, w.alone(ctx, m, p, p.Jobs))
	default:
		w.jobs(ctx, m, p, o.doer, begun, leave)
		w.mu.Lock()
		o.using--
		w.mu.Unlock()
	}
}

// jobs does the jobs and tells what came of them. Of several, those that fail come again alone.
func (w *Worker) jobs(ctx context.Context, m jetstream.Msg, p parcel, doer Doer, begun int, leave func()) {
	d := done{Worker: w.Name}
	var results bytes.Buffer
	var failed []job
	var cause error
	since := time.Now()
	for _, j := range p.Jobs {
		result, err := attempt(ctx, doer, j.Body)
		if ctx.Err() != nil {
			_ = m.Nak() // it is somebody else's, at once
			return
		}
		if w.dies && errors.Is(err, errKilled) {
			return
		}
		if err != nil {
			failed, cause = append(failed, j), err
			continue
		}
		results.Write(result)
		d.Jobs, d.Sizes = append(d.Jobs, j.ID), append(d.Sizes, len(result))
	}
	d.Took = time.Since(since)
	leave()
	w.count(0, len(d.Jobs), len(failed))
	var err error
	if len(d.Jobs) > 0 {
		err = w.put(ctx, m, p.Run, d, results.Bytes())
	}
	switch {
	case err != nil || len(failed) == 0:
	case len(p.Jobs) > 1:
		err = w.alone(ctx, m, p, failed)
	case begun < Deliveries:
		w.Told(fmt.Sprintf("job %s of run %s failed, for the %d. time: %v", failed[0].ID, p.Run, begun, cause))
		_ = m.NakWithDelay(w.Fleet.retryAfter(begun))
		return
	default:
		err = w.bury(ctx, m, p, begun, cause.Error())
	}
	w.finish(ctx, m, err)
}

// attempt does a job; a panic is its failure and nobody else's.
func attempt(ctx context.Context, doer Doer, body json.RawMessage) (result []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return doer.Do(ctx, body)
}

// finish acknowledges a parcel, after all that comes of it is with the server. Where it is not, the parcel comes again.
func (w *Worker) finish(ctx context.Context, m jetstream.Msg, err error) {
	if err == nil {
		err = m.DoubleAck(ctx)
	}
	if err != nil && ctx.Err() == nil {
		w.Told(fmt.Sprintf("what came of a parcel did not arrive, so it will be done again: %v", err))
	}
}

// put keeps results under the name of their content, and tells where they are.
func (w *Worker) put(ctx context.Context, m jetstream.Msg, run string, d done, results []byte) error {
	sum := sha256.Sum256(results)
	d.Object = run + "-" + hex.EncodeToString(sum[:])
	about, err := m.Metadata()
	if err != nil {
		return err
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return w.Fleet.insist(ctx, func(ctx context.Context) error {
		if _, err := w.Fleet.results.GetInfo(ctx, d.Object); errors.Is(err, jetstream.ErrObjectNotFound) {
			if _, err := w.Fleet.results.PutBytes(ctx, d.Object, results); err != nil {
				return err
			}
		} else if err != nil {
			return err
		}
		_, err := w.Fleet.js.Publish(ctx, doneSubject+run, text, jetstream.WithMsgID(fmt.Sprintf("%d-%s", about.Sequence.Stream, d.Object)))
		return err
	})
}

// alone hands out jobs of a parcel again, each by itself.
func (w *Worker) alone(ctx context.Context, m jetstream.Msg, p parcel, jobs []job) error {
	about, err := m.Metadata()
	if err != nil {
		return err
	}
	for _, j := range jobs {
		one := parcel{p.Run, []job{j}}
		text, err := json.Marshal(one)
		if err != nil {
			return err
		}
		err = w.Fleet.insist(ctx, func(ctx context.Context) error {
			_, err := w.Fleet.js.Publish(ctx, m.Subject(), text, jetstream.WithMsgID(fmt.Sprintf("alone-%d-%s", about.Sequence.Stream, j.ID)))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// bury puts a job to the dead letters.
func (w *Worker) bury(ctx context.Context, m jetstream.Msg, p parcel, begun int, cause string) error {
	about, err := m.Metadata()
	if err != nil {
		return err
	}
	j := p.Jobs[0]
	w.Told(fmt.Sprintf("job %s of run %s goes to the dead letters: %s", j.ID, p.Run, cause))
	text, err := json.Marshal(Dead{Run: p.Run, Job: j.ID, Body: j.Body, Cause: cause, Worker: w.Name, Begun: begun, At: time.Now().UTC()})
	if err != nil {
		return err
	}
	return w.Fleet.insist(ctx, func(ctx context.Context) error {
		_, err := w.Fleet.js.Publish(ctx, deadSubject+p.Run, text, jetstream.WithMsgID(fmt.Sprintf("%s-%d", p.key(), about.Sequence.Stream)))
		return err
	})
}

// open prepares for the jobs of a run, once. Where it cannot, it leaves those of the class to others for a while.
func (w *Worker) open(ctx context.Context, class, id string) (*opened, error) {
	w.mu.Lock()
	o := w.doers[id]
	if o == nil {
		o = &opened{}
		w.doers[id] = o
	}
	o.using++
	w.mu.Unlock()
	o.once.Do(func() {
		run, err := w.Fleet.runOf(ctx, id)
		if err == nil {
			o.doer, err = w.Open(run)
		}
		o.err = err
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.closed, class)
	if !o.ready && o.err == nil {
		w.tellShare(id, o.doer)
	}
	o.ready = true
	if o.err != nil {
		o.using--
		delete(w.doers, id) // to be tried again
		if !errors.Is(o.err, errOver) {
			w.closed[class] = closed{id, o.err.Error(), time.Now().Add(reopens)}
		}
	}
	return o, o.err
}
