package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/fleet"
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
	page, err := http.Get(strings.Fields(showing.String())[0])
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(page.Body)
	if err != nil || page.StatusCode != http.StatusOK || !strings.Contains(string(text), "<td>first<td>") || !strings.Contains(string(text), "0 of 2") {
		t.Errorf("the page is %d (%v)\n%s", page.StatusCode, err, text)
	}
	_ = page.Body.Close()
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
