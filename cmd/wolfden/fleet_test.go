package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/fleet"
	"wolfden/internal/league"
	"wolfden/internal/waittest"
)

// said is what a command has written so far.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// inBackground runs a command until the test or stop ends it, and returns what it writes.
func inBackground(t *testing.T, args ...string) (out *said, stop func()) {
	t.Helper()
	out = &said{}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, args, out, out) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if got := <-ended; got != exitOK {
			t.Errorf("wolfden %s: status %d\n%s", strings.Join(args, " "), got, out)
		}
	})
	t.Cleanup(stop)
	return out, stop
}

// done runs a command to its end, and returns what it wrote.
func done(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(t.Context(), args, &out, &errs); got != exitOK {
		t.Fatalf("wolfden %s: status %d\n%s%s", strings.Join(args, " "), got, &out, &errs)
	}
	return out.String()
}

// A server with keys, a worker and who hands games out are three; each comes in with its own key, and the games are those of one process.
func TestFleetOfThree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	serving, _ := inBackground(t, "fleet", "serve", "--listen", "127.0.0.1:0", "--dir", at("fleet"), "--keys")
	waittest.Until(t, "the server listens", func() bool { return strings.Contains(serving.String(), "workers join with") })
	url := regexp.MustCompile(`nats://\S+`).FindString(serving.String())
	with := []string{"--fleet", url, "--fleet-key", at("fleet/keys/run.nk")}

	var errs bytes.Buffer
	if got := run(t.Context(), []string{"fleet", "status", "--fleet", url}, &errs, &errs); got != exitFailure || !strings.Contains(errs.String(), "Authorization Violation") {
		t.Errorf("without a key: status %d, %s", got, &errs)
	}
	if got := done(t, append([]string{"fleet", "status"}, with...)...); !strings.HasPrefix(got, "0 workers, 0 of 0 slots busy; 0 runs") {
		t.Errorf("at first: %s", got)
	}
	working, stop := inBackground(t, "worker", "--fleet", url, "--fleet-key", at("fleet/keys/worker.nk"), "--slots", "2", "--name", "first")
	play := []string{"play", "--games", "10", "--seed", "6", "--bots", "plain,random", "-q", "--out"}
	done(t, append(play, at("here"))...)
	done(t, append(append(play, at("there")), with...)...)
	sameFolders(t, at("here"), at("there"))

	var status fleet.Status
	if err := json.Unmarshal([]byte(done(t, append([]string{"fleet", "status", "--json"}, with...)...)), &status); err != nil {
		t.Fatal(err)
	}
	if len(status.Workers) != 1 || status.Workers[0].Name != "first" || status.Workers[0].Slots != 2 || len(status.Runs) != 0 {
		t.Errorf("the fleet is %+v", status)
	}
	showing, _ := inBackground(t, append([]string{"fleet", "status", "--listen", "127.0.0.1:0"}, with...)...)
	waittest.Until(t, "the page is there", func() bool { return strings.Contains(showing.String(), "Ctrl-C") })
	waittest.Until(t, "the page has the worker, and that it has heard that all is done", func() bool {
		page, err := http.Get(strings.Fields(showing.String())[0])
		if err != nil {
			t.Fatal(err)
		}
		defer page.Body.Close() //nolint:errcheck // it was read
		text, err := io.ReadAll(page.Body)
		return err == nil && page.StatusCode == http.StatusOK && strings.Contains(string(text), "<td>first<td>") && strings.Contains(string(text), "0 of 2")
	})
	if got := done(t, append([]string{"fleet", "drain"}, with...)...); got != "1 worker will finish what was begun, and end\n" {
		t.Errorf("drain: %s", got)
	}
	waittest.Until(t, "the worker ends", func() bool { return strings.Contains(working.String(), "drained") })
	stop()
}

// sameFolders fails where two folders do not hold the same files.
func sameFolders(t *testing.T, a, b string) {
	t.Helper()
	first, err := os.ReadDir(a)
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadDir(b)
	if err != nil {
		t.Fatal(err)
	}
	if len(first) == 0 || len(first) != len(second) {
		t.Fatalf("%d files and %d", len(first), len(second))
	}
	for _, f := range first {
		one, err := os.ReadFile(filepath.Join(a, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if other, err := os.ReadFile(filepath.Join(b, f.Name())); err != nil || !bytes.Equal(one, other) {
			t.Errorf("%s differs (%v)", f.Name(), err)
		}
	}
}

// What workers say of themselves drives no terminal.
func TestFleetCannotDriveATerminal(t *testing.T) {
	const bad = "\x1b[2Jw\x07\u202e"
	s := &fleet.Status{
		Workers: []fleet.WorkerState{{Name: bad, Tags: []string{bad}, Refuses: map[string]string{bad: bad}}},
		Runs:    []fleet.Standing{{Run: fleet.Run{ID: "run", Command: bad}}},
		Dead:    []*fleet.Dead{{Run: bad, Job: bad, Worker: bad, Cause: bad}},
	}
	var out bytes.Buffer
	if err := writeFleet(&out, s); err != nil {
		t.Fatal(err)
	}
	saying(&env{stderr: &out}, "worker:")(bad)
	if strings.ContainsAny(out.String(), "\x1b\x07\u202e") || !strings.Contains(out.String(), "[2Jw") {
		t.Errorf("%q", &out)
	}
}

// liar is a worker's player that sends something else than the game it was asked for.
type liar func(record []byte) []byte

func (l liar) Do(ctx context.Context, body json.RawMessage) ([]byte, error) {
	text, err := (&gamePlayer{shared: &sharedGames{Entries: []league.Entry{{Name: "random", Bot: "random"}}}, stderr: io.Discard}).Do(ctx, body)
	return l(text), err
}
func (liar) Close() {}

// A record is written only if it is of the game that was handed out, and of one that is over; otherwise the game is given up.
func TestFalseRecordsOfWorkers(t *testing.T) {
	t.Parallel()
	all, err := fleet.Here(fleet.Settings{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	var send liar
	ctx, stop := context.WithCancel(t.Context())
	var working sync.WaitGroup
	defer working.Wait()
	defer stop()
	crew, err := all.Begin(ctx, fleet.Run{ID: "run", Program: "p"})
	if err != nil {
		t.Fatal(err)
	}
	w := &fleet.Worker{Fleet: all, Name: "w", Slots: 1, Program: "p", Open: func(fleet.Run) (fleet.Doer, error) { return liar(func(b []byte) []byte { return send(b) }), nil }}
	working.Go(func() { _ = w.Run(ctx, t.Context()) })
	table, err := newTableSetup(5, "", "en", []string{"random"}, &programFlags{})
	if err != nil {
		t.Fatal(err)
	}
	one := uint64(1)
	for i, lie := range []struct {
		what string
		send liar
	}{
		{"", func(b []byte) []byte { return b }},
		{"another game", func(b []byte) []byte { return bytes.Replace(b, []byte(`"lang":"en"`), []byte(`"lang":"ja"`), 1) }},
		{"no end", func(b []byte) []byte {
			_, record, _ := bytes.Cut(b, []byte("\n"))
			return append([]byte("{}\n"), record...)
		}},
		{"false record", func(b []byte) []byte { return b[1:] }},
		{"", func(b []byte) []byte { return b }},
	} {
		send = lie.send
		s := &series{command: "play", table: table, seed: &one, total: 10}
		h, _, leave, err := s.begin(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		leave()
		_, text, err := byFleet(t.Context(), crew, h, fleetGame{Seats: make([]int, len(h.Seats))})
		if lie.what == "" && (err != nil || len(text) == 0) || lie.what != "" && (!errors.Is(err, league.ErrGivenUp) || !strings.Contains(err.Error(), lie.what)) {
			t.Errorf("record %d (%s): %v", i, lie.what, err)
		}
	}
	if err := crew.Close(t.Context(), true); err != nil {
		t.Error(err)
	}
}
