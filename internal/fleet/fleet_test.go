package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"wolfden/internal/waittest"
)

// doerFunc is a Doer of one function.
type doerFunc func(ctx context.Context, body json.RawMessage) ([]byte, error)

func (f doerFunc) Do(ctx context.Context, body json.RawMessage) ([]byte, error) { return f(ctx, body) }
func (doerFunc) Close()                                                         {}

// echo answers with what it was given.
func echo(_ context.Context, body json.RawMessage) ([]byte, error) { return body, nil }

func here(t *testing.T) *Fleet {
	t.Helper()
	f, err := Here(Settings{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	f.lease = 3 * time.Second
	return f
}

func connect(t *testing.T, a Access) *Fleet {
	t.Helper()
	f, err := Connect(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	f.lease = 3 * time.Second
	return f
}

// work starts a worker, and returns what ends it: as a signal does, and as a death does.
func work(t *testing.T, f *Fleet, w *Worker, do doerFunc) (stop, kill context.CancelFunc) {
	t.Helper()
	w.Fleet = f
	if w.Name == "" {
		w.Name = "w"
	}
	w.Slots = max(w.Slots, 1)
	w.Open = func(Run) (Doer, error) { return do, nil }
	ctx, stop := context.WithCancel(context.Background())
	abort, kill := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = w.Run(ctx, abort)
	}()
	t.Cleanup(func() {
		stop()
		kill()
		<-ended
	})
	return stop, kill
}

func begin(t *testing.T, f *Fleet, run Run) *Crew {
	t.Helper()
	c, err := f.Begin(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// doAll has so many jobs done side by side, each of which says its number, and returns how often each was answered as it has to be.
func doAll(t *testing.T, c *Crew, n int) {
	t.Helper()
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			got, err := c.Do(t.Context(), fmt.Sprintf("job%d", i), json.RawMessage(fmt.Sprint(i)))
			if err != nil || string(got) != fmt.Sprint(i) {
				t.Errorf("job %d: %q, %v", i, got, err)
			}
		})
	}
	all.Wait()
}

func end(t *testing.T, c *Crew, over bool) {
	t.Helper()
	if err := c.Close(context.Background(), over); err != nil {
		t.Error(err)
	}
}

func TestJobsAreDoneByAllWorkers(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	var done [2]atomic.Int32
	for i := range done {
		work(t, f, &Worker{Name: fmt.Sprint(i), Program: "p", Slots: 2}, func(ctx context.Context, body json.RawMessage) ([]byte, error) {
			done[i].Add(1)
			pause(ctx, 5*time.Millisecond)
			return body, nil
		})
	}
	doAll(t, c, 300)
	if a, b := done[0].Load(), done[1].Load(); a == 0 || b == 0 || a+b != 300 {
		t.Errorf("%d and %d jobs were done, not 300 by both", a, b)
	}
	end(t, c, true)
	if n, err := f.waiting(t.Context(), jobsSubject+">"); err != nil || n != 0 {
		t.Errorf("%d parcels are left (%v)", n, err)
	}
	if left, _ := f.results.List(t.Context()); len(left) != 0 {
		t.Errorf("%d results are left", len(left))
	}
	if runs, err := f.Runs(t.Context()); err != nil || len(runs) != 0 {
		t.Errorf("runs that are left: %v (%v)", runs, err)
	}
}

// Equal results of different jobs are results of each.
func TestJobsMayHaveOneResult(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	work(t, f, &Worker{Program: "p"}, func(context.Context, json.RawMessage) ([]byte, error) { return []byte("same"), nil })
	for i := range 5 {
		if got, err := c.Do(t.Context(), fmt.Sprint(i), json.RawMessage("0")); err != nil || string(got) != "same" {
			t.Fatalf("job %d: %q, %v", i, got, err)
		}
	}
	end(t, c, true)
}

// What fails comes again, and what always fails goes to the dead letters with its cause, while the rest goes on.
func TestFailuresComeAgainOrDie(t *testing.T) {
	t.Parallel()
	f := here(t)
	f.retries = []time.Duration{time.Millisecond}
	c := begin(t, f, Run{ID: "run", Program: "p"})
	var tries sync.Map
	work(t, f, &Worker{Program: "p", Slots: 2}, func(_ context.Context, body json.RawMessage) ([]byte, error) {
		n, _ := tries.LoadOrStore(string(body), new(atomic.Int32))
		switch times := n.(*atomic.Int32).Add(1); {
		case string(body) == "7":
			return nil, errors.New("seven is poison")
		case string(body) == "8":
			panic("eight is worse")
		case string(body) == "9" && times < 3:
			return nil, errors.New("not yet")
		}
		return body, nil
	})
	var all sync.WaitGroup
	var mu sync.Mutex
	died := map[int]*Dead{}
	for i := range 40 {
		all.Go(func() {
			got, err := c.Do(t.Context(), fmt.Sprint(i), json.RawMessage(fmt.Sprint(i)))
			var d *Dead
			if errors.As(err, &d) {
				mu.Lock()
				died[i] = d
				mu.Unlock()
			} else if err != nil || string(got) != fmt.Sprint(i) {
				t.Errorf("job %d: %q, %v", i, got, err)
			}
		})
	}
	all.Wait()
	if len(died) != 2 || died[7] == nil || died[8] == nil {
		t.Fatalf("dead are %v", died)
	}
	if d := died[7]; d.Cause != "seven is poison" || d.Begun != Deliveries || string(d.Body) != "7" {
		t.Errorf("of seven is said: %v", d)
	}
	if !strings.HasPrefix(died[8].Cause, "panic: eight is worse") {
		t.Errorf("of eight is said: %v", died[8])
	}
	end(t, c, true)

	// It stays dead for the same run begun again, until it is tried again.
	c = begin(t, f, Run{ID: "run", Program: "p"})
	if _, err := c.Do(t.Context(), "7", json.RawMessage("7")); !errors.As(err, new(*Dead)) {
		t.Errorf("the dead job: %v", err)
	}
	end(t, c, false)
	if n, err := f.Retry(t.Context(), "run"); n != 2 || err != nil {
		t.Fatalf("%d jobs come again (%v)", n, err)
	}
	tries.Clear()
	waittest.Until(t, "they die again", func() bool {
		dead, err := f.Dead(t.Context(), "run")
		return err == nil && len(dead) == 2
	})
}

// A worker that dies costs what it was at.
func TestWorkersMayDie(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	held := make(chan struct{}, 100)
	_, kill := work(t, f, &Worker{Name: "frail", Program: "p", Slots: 3}, func(ctx context.Context, _ json.RawMessage) ([]byte, error) {
		held <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	})
	go func() {
		<-held
		kill()
		work(t, f, &Worker{Name: "other", Program: "p"}, echo)
	}()
	doAll(t, c, 50)
	end(t, c, true)
}

// A job that no worker lives through goes to the dead letters too, and takes nobody else of its parcel with it.
func TestJobsThatEndWorkers(t *testing.T) {
	t.Parallel()
	f := here(t)
	f.lease = 500 * time.Millisecond
	c := begin(t, f, Run{ID: "run", Program: "p"})
	c.each = time.Millisecond // so that they travel together
	var deaths atomic.Int32
	do := func(ctx context.Context, body json.RawMessage) ([]byte, error) {
		if string(body) == "3" {
			deaths.Add(1)
			return nil, errKilled
		}
		return body, nil
	}
	work(t, f, &Worker{Program: "p", dies: true}, do)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			got, err := c.Do(t.Context(), fmt.Sprint(i), json.RawMessage(fmt.Sprint(i)))
			if i == 3 {
				var d *Dead
				if !errors.As(err, &d) || !strings.Contains(d.Cause, "no worker") {
					t.Errorf("the job that kills: %q, %v", got, err)
				}
			} else if err != nil {
				t.Errorf("job %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if n := deaths.Load(); n < Deliveries || n > Deliveries+3 {
		t.Errorf("it killed %d times", n)
	}
	end(t, c, true)
}

// The server may go at any time, and be there again with what it had on its disk.
func TestServersMayGo(t *testing.T) {
	t.Parallel()
	settings := Settings{Listen: "127.0.0.1:0", Dir: t.TempDir()}
	s, err := Serve(settings)
	if err != nil {
		t.Fatal(err)
	}
	settings.Listen = strings.TrimPrefix(s.URL(), "nats://")
	f := connect(t, Access{URL: s.URL()})
	c := begin(t, f, Run{ID: "run", Program: "p"})
	var done atomic.Int32
	enough := make(chan struct{})
	work(t, connect(t, Access{URL: s.URL()}), &Worker{Program: "p", Slots: 2}, func(ctx context.Context, body json.RawMessage) ([]byte, error) {
		if done.Add(1) == 20 {
			close(enough)
		}
		pause(ctx, 10*time.Millisecond)
		return body, nil
	})
	restarted := make(chan *Server, 1)
	go func() {
		<-enough
		s.Close()
		again, err := Serve(settings)
		if err != nil {
			t.Error(err)
		}
		restarted <- again
	}()
	doAll(t, c, 200)
	end(t, c, true)
	(<-restarted).Close()
}

// What a server has lost with its disk is handed out again.
func TestJobsMayBeLost(t *testing.T) {
	t.Parallel()
	s, err := Serve(Settings{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	f := connect(t, Access{URL: s.URL()})
	f.look = 50 * time.Millisecond
	c := begin(t, f, Run{ID: "run", Program: "p"})
	work(t, connect(t, Access{URL: s.URL()}), &Worker{Program: "p"}, echo)
	doAll(t, c, 5)
	again := make(chan *Server, 1)
	go func() {
		s.Close() // with its folder
		empty, err := Serve(Settings{Listen: strings.TrimPrefix(s.URL(), "nats://")})
		if err != nil {
			t.Error(err)
		}
		again <- empty
	}()
	doAll(t, c, 30)
	end(t, c, true)
	(<-again).Close()
}

// A run that was broken off goes on with what is there.
func TestRunsGoOn(t *testing.T) {
	t.Parallel()
	f := here(t)
	var done atomic.Int32
	stop, _ := work(t, f, &Worker{Program: "p"}, func(_ context.Context, body json.RawMessage) ([]byte, error) {
		done.Add(1)
		return body, nil
	})
	c := begin(t, f, Run{ID: "run", Program: "p"})
	doAll(t, c, 20)
	end(t, c, false)
	stop()
	c = begin(t, f, Run{ID: "run", Program: "p"})
	doAll(t, c, 20)
	end(t, c, true)
	if n := done.Load(); n != 20 {
		t.Errorf("20 jobs were done %d times", n)
	}
	other := begin(t, f, Run{ID: "run", Program: "p"})
	if len(other.came) != 0 {
		t.Error("what came of a run that is over is still there")
	}
	end(t, other, true)
}

// Workers of another version, or without what is needed, leave jobs to others and say why.
func TestWorkersThatDoNotFit(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Command: "play", Program: "p 2", Needs: []string{"model m"}})
	var lines sync.Map
	told := func(line string) { lines.Store(line, true) }
	never := func(context.Context, json.RawMessage) ([]byte, error) {
		t.Error("a worker that does not fit has a job")
		return nil, nil
	}
	work(t, f, &Worker{Name: "old", Program: "p 1", Tags: []string{"model m"}, Told: told}, never)
	work(t, f, &Worker{Name: "poor", Program: "p 2", Told: told}, never)
	for _, want := range []string{
		"no jobs of play (run) here: it is of p 2, and this is p 1",
		"no jobs of play (run) here: it needs model m",
	} {
		waittest.Until(t, want, func() bool { _, there := lines.Load(want); return there })
	}
	work(t, f, &Worker{Name: "right", Program: "p 2", Tags: []string{"model m", "more"}}, echo)
	doAll(t, c, 3)
	waittest.Until(t, "the fleet knows who refuses what", func() bool {
		workers, err := f.Workers(t.Context())
		return err == nil && len(workers) == 3 && workers[0].Refuses["run"] != "" && workers[1].Refuses["run"] != "" && workers[2].Refuses["run"] == ""
	})
	end(t, c, true)
}

// A worker's key takes jobs and puts results, and nothing else; without a key nobody comes in.
func TestKeys(t *testing.T) {
	t.Parallel()
	keys, err := OpenKeys(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s, err := Serve(Settings{Listen: "127.0.0.1:0", Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := Connect(t.Context(), Access{URL: s.URL()}); err == nil {
		t.Error("somebody without a key is let in")
	}
	stranger := filepath.Join(t.TempDir(), "x.nk")
	if _, err := openKey(stranger); err != nil {
		t.Fatal(err)
	}
	if _, err := Connect(t.Context(), Access{URL: s.URL(), Key: stranger}); err == nil {
		t.Error("somebody with another key is let in")
	}
	f := connect(t, Access{URL: s.URL(), Key: keys.RunFile})
	c := begin(t, f, Run{ID: "run", Program: "p"})
	worker := connect(t, Access{URL: s.URL(), Key: keys.WorkerFile, Works: true})
	work(t, worker, &Worker{Program: "p"}, echo)
	doAll(t, c, 30)
	waittest.Until(t, "the worker is heard of", func() bool {
		all, err := f.Workers(t.Context())
		return err == nil && len(all) == 1 && all[0].Done == 30
	})
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := worker.refusal(worker.setUp(short, &Run{ID: "own", Program: "p"})); !errors.As(err, new(refused)) {
		t.Errorf("a worker begins a run: %v", err)
	}
	_, _ = worker.nc.SubscribeSync("_INBOX.>")
	_ = worker.nc.Flush()
	if err := worker.nc.LastError(); !errors.Is(err, nats.ErrPermissionViolation) || !strings.Contains(err.Error(), `Subscription to "_INBOX.>"`) {
		t.Errorf("a worker hears what others are told: %v", err)
	}
	short, cancel = context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := worker.clear(short, "run"); err == nil {
		t.Error("a worker clears a run away")
	}
	end(t, c, true)
	if again, err := OpenKeys(filepath.Dir(keys.RunFile)); err != nil || again.run != keys.run {
		t.Errorf("the keys are others the next time (%v)", err)
	}
	if info, err := os.Stat(keys.RunFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file is %v (%v)", info.Mode(), err)
	}
}

// A worker that is to end does not wait for a server that stays away; what it has done is done again when there is one.
func TestWorkersLeaveServersThatAreGone(t *testing.T) {
	t.Parallel()
	s, err := Serve(Settings{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	f := connect(t, Access{URL: s.URL()})
	f.lease = 500 * time.Millisecond
	c := begin(t, connect(t, Access{URL: s.URL()}), Run{ID: "run", Program: "p"})
	begun, gone := make(chan struct{}), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	w := &Worker{Fleet: f, Name: "w", Program: "p", Slots: 1, Open: func(Run) (Doer, error) {
		return doerFunc(func(_ context.Context, body json.RawMessage) ([]byte, error) {
			close(begun)
			<-gone
			return body, nil
		}), nil
	}}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx, context.Background()) }()
	asking, enough := context.WithCancel(t.Context())
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		_, _ = c.Do(asking, "job", json.RawMessage("1"))
	}()
	<-begun
	s.Close()
	stop()
	close(gone)
	if err := <-ended; !errors.Is(err, errGone) {
		t.Errorf("it ended with %v", err)
	}
	enough()
	<-asked
}

// A worker that is stopped finishes what it has begun, and takes no more.
func TestWorkersStop(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	begun, go_ := make(chan struct{}), make(chan struct{})
	stop, _ := work(t, f, &Worker{Program: "p"}, func(_ context.Context, body json.RawMessage) ([]byte, error) {
		close(begun)
		<-go_
		return body, nil
	})
	go func() {
		<-begun
		stop()
		close(go_)
	}()
	doAll(t, c, 1)
	waittest.Until(t, "the worker is gone", func() bool {
		all, err := f.Workers(t.Context())
		return err == nil && len(all) == 0
	})
	end(t, c, true)
}
