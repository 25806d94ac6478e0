package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/waittest"
)

// spoken is an output that is read while it is written.
type spoken struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *spoken) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *spoken) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// home waits for the address of the pages that a command serves.
func (s *spoken) home(t *testing.T) (address string) {
	t.Helper()
	waittest.Until(t, "the command says where", func() bool {
		address = homeAddress.FindString(s.String())
		return address != ""
	})
	return address
}

var homeAddress = regexp.MustCompile(`http://[0-9.:]+/`)

// The command says where it serves, serves there, and stops when it is told to.
func TestViewServesUntilStopped(t *testing.T) {
	dir := t.TempDir()
	if status := run(t.Context(), []string{"play", "--bots", "plain", "--seed", "5", "--out", dir, "-q"}, io.Discard, io.Discard); status != exitOK {
		t.Fatal("no game to look at")
	}
	ctx, stop := context.WithCancel(t.Context())
	var out, errs spoken
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"view", dir, "--listen", "127.0.0.1:0"}, &out, &errs) }()
	home := out.home(t)
	body := ""
	for _, path := range []string{"", "stats"} {
		resp, err := http.Get(home + path)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v", path, resp.StatusCode, err)
		}
		body += string(b)
	}
	if !strings.Contains(body, `href="/games/`) {
		t.Error("the game is not in the list")
	}
	stop()
	if status := await(t, "it stops", ended); status != exitOK {
		t.Errorf("it ends with %d: %s", status, errs.String())
	}
}
