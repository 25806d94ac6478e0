package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"wolfden/internal/waittest"
)

// A run that is over may be begun again at once: what the server remembers of its messages is not in its way.
func TestRunsComeAgain(t *testing.T) {
	t.Parallel()
	f := here(t)
	var done atomic.Int32
	work(t, f, &Worker{Program: "p"}, func(_ context.Context, body json.RawMessage) ([]byte, error) {
		done.Add(1)
		return body, nil
	})
	for times := range int32(2) {
		c := begin(t, f, Run{ID: "run", Program: "p"})
		doAll(t, c, 12)
		end(t, c, true)
		if n := done.Load(); n != 12*(times+1) {
			t.Errorf("12 jobs, %d times over, were done %d times", times+1, n)
		}
	}
}

// What a command that was killed had handed out is not done twice when it is begun again.
func TestKilledRunsAreHandedOutOnce(t *testing.T) {
	t.Parallel()
	f := here(t)
	killed := begin(t, f, Run{ID: "run", Program: "p"})
	ctx, cancel := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	for i := range 5 {
		asking.Go(func() { _, _ = killed.Do(ctx, fmt.Sprintf("job%d", i), json.RawMessage(fmt.Sprint(i))) })
	}
	waittest.Until(t, "all are handed out", func() bool {
		n, err := f.waiting(t.Context(), jobsSubject+">")
		return err == nil && n == 5
	})
	cancel()
	asking.Wait()
	killed.stop() // and nothing is put in order
	killed.all.Wait()
	c := begin(t, f, Run{ID: "run", Program: "p"})
	var done atomic.Int32
	work(t, f, &Worker{Program: "p"}, func(_ context.Context, body json.RawMessage) ([]byte, error) {
		done.Add(1)
		return body, nil
	})
	doAll(t, c, 5)
	waittest.Until(t, "nothing is left", func() bool {
		n, err := f.waiting(t.Context(), jobsSubject+">")
		return err == nil && n == 0
	})
	if n := done.Load(); n != 5 {
		t.Errorf("5 jobs were done %d times", n)
	}
	end(t, c, true)
}

// What a worker says of its results is checked before they are cut out of what it sent.
func TestWorkersThatLie(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	const most = int(^uint(0) >> 1)
	for i, sizes := range [][]int{{9, -4}, {-4, 9}, {most, most, 7}, {1}} {
		name := fmt.Sprintf("run-lie%d", i)
		if _, err := f.results.PutBytes(t.Context(), name, []byte("12345")); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(done{Object: name, Jobs: []string{"job0", "job1", "job2"}[:max(2, len(sizes))], Sizes: sizes})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.js.Publish(t.Context(), doneSubject+"run", text); err != nil {
			t.Fatal(err)
		}
	}
	work(t, f, &Worker{Program: "p"}, echo)
	doAll(t, c, 3)
	end(t, c, true)
}

// A worker that cannot prepare for a run, for want of a key perhaps, says why and leaves its jobs to others.
func TestWorkersThatCannotOpen(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	poor := &Worker{Name: "poor", Program: "p", Fleet: f, Slots: 1, Open: func(Run) (Doer, error) { return nil, errors.New("no key") }}
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { _ = poor.Run(ctx, t.Context()) })
	all.Go(func() { doAll(t, c, 4) })
	waittest.Until(t, "the fleet knows why", func() bool {
		workers, err := f.Workers(t.Context())
		return err == nil && len(workers) == 1 && workers[0].Refuses["run"] == "no key"
	})
	work(t, f, &Worker{Name: "rich", Program: "p"}, echo)
	waittest.Until(t, "all is done", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.done == 4
	})
	stop()
	all.Wait()
	end(t, c, true)
}

// Nothing is given up for workers that cannot prepare for it, however often they try.
func TestJobsThatNobodyCanOpen(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	w := &Worker{
		Program: "p", Fleet: f, closed: map[string]closed{}, shares: map[string][2]int{}, doers: map[string]*opened{}, saying: map[string]bool{}, Told: func(string) {},
		Open: func(Run) (Doer, error) { return nil, errors.New("no key") },
	}
	ctx, cancel := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	asking.Go(func() { _, _ = c.Do(ctx, "a", json.RawMessage("1")) })
	var consumer jetstream.Consumer
	for range Deliveries + 2 {
		var m jetstream.Msg
		waittest.Until(t, "the job comes again", func() bool {
			m, _ = w.next(t.Context(), &consumer, c.run.class())
			return m != nil
		})
		w.parcel(t.Context(), c.run.class(), m, func() {})
	}
	if dead, err := f.Dead(t.Context(), ""); err != nil || len(dead) > 0 {
		t.Errorf("given up: %v (%v)", dead, err)
	}
	cancel()
	asking.Wait()
	end(t, c, true)
}

// An address or a folder that another server has is refused in words.
func TestServersOfOneAddressOrFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Serve(Settings{Listen: "127.0.0.1:0", Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Serve(Settings{Listen: strings.TrimPrefix(s.URL(), "nats://")}); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("of one address: %v", err)
	}
	if _, err := Serve(Settings{Listen: "127.0.0.1:0", Dir: dir}); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("of one folder: %v", err)
	}
	s.Close()
	if s, err = Serve(Settings{Listen: "127.0.0.1:0", Dir: dir}); err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// Who begins a run at a server that cannot have one is told so, and does not wait.
func TestServersWithoutJetStream(t *testing.T) {
	t.Parallel()
	poor, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	poor.Start()
	defer poor.Shutdown()
	if !poor.ReadyForConnections(time.Minute) {
		t.Fatal("it does not start")
	}
	if _, err := connect(t, Access{URL: poor.ClientURL()}).Begin(t.Context(), Run{ID: "run", Program: "p"}); !errors.As(err, new(refused)) || !strings.Contains(err.Error(), "no JetStream") {
		t.Errorf("a run begins: %v", err)
	}
}

// An order to drain is for those who are there, whatever the clocks of their machines say.
func TestDrainKnowsNoClock(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	w := &Worker{Name: "w", Fleet: f, told: WorkerState{Began: time.Now().Add(time.Hour)}}
	for i, want := range []bool{false, true, false} {
		if i == 1 {
			if err := f.Drain(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := w.drained(t.Context()); got != want {
			t.Errorf("look %d: drained is %v", i, got)
		}
	}
	late := &Worker{Name: "w", Fleet: f, told: WorkerState{Began: time.Now().Add(-time.Hour)}}
	for range 2 {
		if late.drained(t.Context()) {
			t.Error("who comes afterwards ends")
		}
	}
	end(t, c, true)
}

// Results that are there already are taken without asking the server for more at once than it sends.
func TestManyResultsAreThere(t *testing.T) {
	t.Parallel()
	s, err := Serve(Settings{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var lost atomic.Int32
	f := connect(t, Access{URL: s.URL(), Told: func(string) { lost.Add(1) }})
	end(t, begin(t, f, Run{ID: "run", Program: "p"}), false)
	d := done{Object: "run-x", Worker: "w"}
	for i := range 200 {
		d.Jobs, d.Sizes = append(d.Jobs, fmt.Sprint(i)), append(d.Sizes, 20_000)
	}
	if _, err := f.results.PutBytes(t.Context(), d.Object, make([]byte, 200*20_000)); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(d)
	if err == nil {
		_, err = f.js.Publish(t.Context(), doneSubject+"run", text)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := begin(t, f, Run{ID: "run", Program: "p"})
	var all sync.WaitGroup
	for _, id := range d.Jobs {
		all.Go(func() {
			if got, err := c.Do(t.Context(), id, json.RawMessage("1")); err != nil || len(got) != 20_000 {
				t.Errorf("job %s: %d bytes, %v", id, len(got), err)
			}
		})
	}
	all.Wait()
	if n := lost.Load(); n > 0 {
		t.Errorf("the connection was lost (%d lines)", n)
	}
	end(t, c, true)
}

// spender is a Doer that counts what it does as tokens, and tells when it is closed.
type spender struct {
	doerFunc
	tokens atomic.Int32
	closed atomic.Bool
}

func (s *spender) Tokens() int { return int(s.tokens.Load()) }
func (s *spender) Close()      { s.closed.Store(true) }

// A worker tells what models read and write for it, and keeps nothing of a run that is over.
func TestWorkersCountTokens(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	s := &spender{}
	s.doerFunc = func(_ context.Context, body json.RawMessage) ([]byte, error) {
		s.tokens.Add(100)
		return body, nil
	}
	w := &Worker{Fleet: f, Name: "w", Slots: 1, Program: "p", Open: func(Run) (Doer, error) { return s, nil }}
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	defer working.Wait()
	defer stop()
	working.Go(func() { _ = w.Run(ctx, t.Context()) })
	doAll(t, c, 3)
	waittest.Until(t, "the worker tells of 300 tokens", func() bool {
		all, err := f.Workers(t.Context())
		return err == nil && len(all) == 1 && all[0].Tokens == 300
	})
	if s.closed.Load() {
		t.Error("it is closed while the run goes on")
	}
	end(t, c, true)
	waittest.Until(t, "it is closed when the run is over", s.closed.Load)
}

// Of jobs that take long hardly more are handed out than are worked at, and none once there are enough: those are not done later either.
func TestEnough(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	c.mu.Lock()
	c.each, c.slots = time.Minute, 1
	c.mu.Unlock()
	begun, release := make(chan struct{}, 50), make(chan struct{})
	work(t, f, &Worker{Program: "p"}, func(_ context.Context, body json.RawMessage) ([]byte, error) {
		begun <- struct{}{}
		<-release
		return body, nil
	})
	var left, done atomic.Int32
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			switch _, err := c.Do(t.Context(), fmt.Sprint("job", i), json.RawMessage("0")); {
			case err == nil:
				done.Add(1)
			case errors.Is(err, context.Canceled):
				left.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	<-begun
	c.Enough()
	waittest.Until(t, "who was not handed out is left", func() bool { return left.Load() >= 46 })
	close(release)
	all.Wait()
	if _, err := c.Do(t.Context(), "late", json.RawMessage("0")); !errors.Is(err, context.Canceled) {
		t.Errorf("a late job: %v", err)
	}
	if done.Load() == 0 || done.Load()+left.Load() != 50 || len(begun)+1 != int(done.Load()) {
		t.Errorf("%d are done and %d are left; %d were begun", done.Load(), left.Load(), len(begun)+1)
	}
	end(t, c, false)
}

// sharer is a Doer that remembers with how many it shares.
type sharer struct {
	doerFunc
	all, here atomic.Int32
}

func (s *sharer) Share(all, here int) {
	s.all.Store(int32(all))
	s.here.Store(int32(here))
}

// Workers of a run share its limits, and where they allow for few workers only the first that came have jobs of it.
func TestWorkersShareLimits(t *testing.T) {
	t.Parallel()
	for _, most := range []int{0, 1} {
		f := here(t)
		c := begin(t, f, Run{ID: "run", Program: "p", Needs: []string{"model m"}, Workers: most})
		var done [2]atomic.Int32
		doers := make([]*sharer, 2)
		ctx, stop := context.WithCancel(t.Context())
		var working sync.WaitGroup
		for i := range doers {
			doers[i] = &sharer{doerFunc: func(_ context.Context, body json.RawMessage) ([]byte, error) {
				done[i].Add(1)
				return body, nil
			}}
			w := &Worker{Fleet: f, Name: fmt.Sprint("w", i), Slots: 1, Program: "p", Tags: []string{"model m"}, Open: func(Run) (Doer, error) { return doers[i], nil }}
			working.Go(func() { _ = w.Run(ctx, t.Context()) })
			waittest.Until(t, "the worker is there", func() bool {
				all, err := f.Workers(t.Context())
				return err == nil && len(all) == i+1 && (most == 0 || i == 0 || strings.HasPrefix(all[1].Refuses["run"], "no more than 1 may do its jobs"))
			})
		}
		doAll(t, c, 30)
		if most == 0 {
			waittest.Until(t, "who works shares with two", func() bool { return doers[0].all.Load() == 2 || doers[1].all.Load() == 2 })
		} else if n := done[1].Load(); n > 0 || doers[0].all.Load() != 1 {
			t.Errorf("the second did %d; the first shares with %d", n, doers[0].all.Load())
		}
		end(t, c, true)
		stop()
		working.Wait()
	}
}

// Who is drained ends, and who comes afterwards works.
func TestDrain(t *testing.T) {
	t.Parallel()
	f := here(t)
	c := begin(t, f, Run{ID: "run", Program: "p"})
	work(t, f, &Worker{Name: "a", Program: "p"}, echo)
	work(t, f, &Worker{Name: "b", Program: "p"}, echo)
	there := func(names string) func() bool {
		return func() bool {
			all, err := f.Workers(t.Context())
			var got []string
			for _, w := range all {
				got = append(got, w.Name)
			}
			return err == nil && strings.Join(got, " ") == names
		}
	}
	waittest.Until(t, "both are there", there("a b"))
	if err := f.Drain(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "one has gone", there("b"))
	if err := f.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "both have gone", there(""))
	work(t, f, &Worker{Name: "c", Program: "p"}, echo)
	doAll(t, c, 3)
	s, err := f.Status(t.Context())
	if err != nil || len(s.Runs) != 1 || s.Runs[0].ID != "run" {
		t.Errorf("the fleet is %v (%v)", s, err)
	}
	if err := f.Purge(t.Context(), "run"); err != nil {
		t.Fatal(err)
	}
	if s, err := f.Status(t.Context()); err != nil || len(s.Runs) != 0 {
		t.Errorf("after a purge there is %v (%v)", s, err)
	}
	end(t, c, false)
}
