package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names in the server. Everything is below one word, so that a server may have other uses.
const (
	jobsStream = "WOLFDEN_JOBS" // parcels that nobody has done yet: wolfden.jobs.CLASS.RUN
	doneStream = "WOLFDEN_DONE" // where results are: wolfden.done.RUN
	deadStream = "WOLFDEN_DEAD" // jobs that were given up: wolfden.dead.RUN

	resultsBucket = "WOLFDEN_RESULTS"
	runsBucket    = "WOLFDEN_RUNS"
	workersBucket = "WOLFDEN_WORKERS"

	jobsSubject = "wolfden.jobs."
	doneSubject = "wolfden.done."
	deadSubject = "wolfden.dead."

	workersInbox = "_INBOX.worker"
)

const (
	// Lease is how long a parcel is a worker's without a word of it.
	Lease = 15 * time.Second
	// Deliveries is how many times a job is begun before it goes to the dead letters.
	Deliveries = 5

	kept       = 7 * 24 * time.Hour // how long results wait for whoever wanted them
	heardOf    = 10 * time.Second   // how long a worker counts as there without a word
	tellsEvery = 2 * time.Second
	patience   = 10 * time.Second // for one exchange with the server
)

// Access says where the server of a fleet is, and how one is let in.
type Access struct {
	URL string // such as nats://127.0.0.1:4222, or tls://; several with commas between
	Key string // file with the seed of an nkey, or of credentials (.creds); "" for none
	CA  string // file with the certificates that the server's is signed by; "" for those of the system
	// Works is whether it is a worker that connects. What the server answers it goes under a name of workers', who can read nobody else's so.
	Works bool
	// Patient is whether somebody who finds no server waits for one.
	Patient bool
	// Told gets a line about a connection that is lost or there again, and about what else there is to wait for; nil for nobody.
	Told func(line string)
}

// Fleet is a connection to a fleet's server. It comes back by itself, and is safe for concurrent use.
type Fleet struct {
	nc  *nats.Conn
	js  jetstream.JetStream
	own *Server // that is closed with the connection; nil for somebody else's

	retries []time.Duration // how long a job that failed waits, by how often it was begun; nil in all but tests
	lease   time.Duration   // Lease, but in tests
	look    time.Duration   // lookAfter, but in tests

	told       func(line string)
	mu         sync.Mutex
	complained time.Time // when it was last told that the server does not do what it is asked for

	results jetstream.ObjectStore
	runs    jetstream.KeyValue
	workers jetstream.KeyValue
}

// Connect connects to the server of a fleet.
func Connect(ctx context.Context, a Access) (*Fleet, error) {
	f := &Fleet{lease: Lease, look: lookAfter, told: a.Told}
	options := []nats.Option{
		nats.Name("wolfden"), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectBufSize(-1),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2), // a cut cable is noticed in seconds
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				f.tell(fmt.Sprintf("the fleet's server is gone (%v); waiting for it", err))
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			f.tell(fmt.Sprintf("the fleet's server: %v", err))
		}),
		nats.ReconnectHandler(func(*nats.Conn) { f.tell("the fleet's server is there again") }),
	}
	switch {
	case strings.HasSuffix(a.Key, ".creds"):
		options = append(options, nats.UserCredentials(a.Key))
	case a.Key != "":
		key, err := nats.NkeyOptionFromSeed(a.Key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.Key, err)
		}
		options = append(options, key)
	}
	if a.Works {
		options = append(options, nats.CustomInboxPrefix(workersInbox))
	}
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	for times := 0; ; times++ {
		nc, err := nats.Connect(a.URL, options...)
		if err == nil {
			return f.bind(nc)
		}
		if errors.Is(err, nats.ErrAuthorization) || !errors.Is(err, nats.ErrNoServers) && !errors.Is(err, nats.ErrTimeout) {
			return nil, fmt.Errorf("%s: %w", a.URL, err)
		}
		if times == 0 && a.Patient {
			f.tell(fmt.Sprintf("no fleet's server at %s yet; waiting for it", a.URL))
		}
		if !a.Patient || !pause(ctx, time.Second) {
			return nil, fmt.Errorf("%s: %w", a.URL, err)
		}
	}
}

func (f *Fleet) bind(nc *nats.Conn) (*Fleet, error) {
	var err error
	if f.js, err = jetstream.New(nc); err != nil {
		return nil, err
	}
	f.nc = nc
	return f, nil
}

func (f *Fleet) tell(line string) {
	if f.told != nil {
		f.told(line)
	}
}

// Close ends the connection, and the server if it is this one's own.
func (f *Fleet) Close() {
	f.nc.Close()
	if f.own != nil {
		f.own.Close()
	}
}

// prepare makes in the server what a fleet needs, where it is not there yet.
func (f *Fleet) prepare(ctx context.Context) error {
	for _, s := range []jetstream.StreamConfig{
		{Name: jobsStream, Subjects: []string{jobsSubject + "*.*"}, Retention: jetstream.WorkQueuePolicy, Duplicates: 2 * time.Minute},
		{Name: doneStream, Subjects: []string{doneSubject + "*"}, MaxAge: kept, Duplicates: 2 * time.Minute},
		{Name: deadStream, Subjects: []string{deadSubject + "*"}, Duplicates: 2 * time.Minute},
	} {
		if _, err := f.js.CreateOrUpdateStream(ctx, s); err != nil {
			return fmt.Errorf("stream %s: %w", s.Name, err)
		}
	}
	results, err := f.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: resultsBucket, TTL: kept})
	if err != nil {
		return fmt.Errorf("store of results: %w", err)
	}
	runs, err := f.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: runsBucket, TTL: kept})
	if err != nil {
		return fmt.Errorf("list of runs: %w", err)
	}
	workers, err := f.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: workersBucket, TTL: heardOf})
	if err != nil {
		return fmt.Errorf("list of workers: %w", err)
	}
	f.bound(results, runs, workers)
	return nil
}

// open finds what prepare made. Workers have no right to make it; they wait until somebody has.
func (f *Fleet) open(ctx context.Context) error {
	results, err := f.js.ObjectStore(ctx, resultsBucket)
	if err != nil {
		return err
	}
	runs, err := f.js.KeyValue(ctx, runsBucket)
	if err != nil {
		return err
	}
	workers, err := f.js.KeyValue(ctx, workersBucket)
	if err != nil {
		return err
	}
	f.bound(results, runs, workers)
	return nil
}

// bound keeps what was found, for good: a command and a worker may have one connection, and others go on with what the first has found.
func (f *Fleet) bound(results jetstream.ObjectStore, runs, workers jetstream.KeyValue) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.results == nil {
		f.results, f.runs, f.workers = results, runs, workers
	}
}

// insist does something with the server until it succeeds or the context ends. After a few seconds it is told why it does not succeed.
func (f *Fleet) insist(ctx context.Context, do func(ctx context.Context) error) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		once, cancel := context.WithTimeout(ctx, patience)
		err := do(once)
		cancel()
		if err == nil || ctx.Err() != nil || errors.Is(err, nats.ErrConnectionClosed) || errors.As(err, new(refused)) {
			return err
		}
		if wait >= time.Second {
			f.complain("the fleet's server cannot do what it is asked for; trying again: " + err.Error())
		}
		if !pause(ctx, wait) {
			return err
		}
	}
}

// retryAfter is how long a job that failed waits that was begun so often.
func (f *Fleet) retryAfter(begun int) time.Duration {
	waits := f.retries
	if waits == nil {
		waits = []time.Duration{time.Second, 5 * time.Second, 20 * time.Second, time.Minute}
	}
	return waits[min(begun, len(waits))-1]
}

// complain tells a line, if none of its kind was told lately.
func (f *Fleet) complain(line string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if time.Since(f.complained) > time.Minute {
		f.complained = time.Now()
		f.tell(line)
	}
}

// refused is what a server says no to for good.
type refused struct{ error }

// Unwrap is what the server said.
func (r refused) Unwrap() error { return r.error }

// refusal makes an error one of refused, where asking again brings nothing.
func (f *Fleet) refusal(err error) error {
	var said *jetstream.APIError
	switch last := f.nc.LastError(); {
	case err == nil:
		return nil
	case errors.Is(last, nats.ErrPermissionViolation):
		return refused{fmt.Errorf("this key may not do that: %w", last)}
	case errors.Is(err, nats.ErrNoResponders), errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return refused{fmt.Errorf("the server has no JetStream: %w", err)}
	case errors.As(err, &said) && said.Code != 503: // that passes
		return refused{err}
	}
	return err
}

// pause waits, and reports whether the context lasted so long.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
