package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestTheExampleAgentPlays builds the agent of docs/write-an-agent.md and lets five of it play on the server.
func TestTheExampleAgentPlays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := t.TempDir()
	agent := filepath.Join(dir, "agent")
	if out, err := exec.Command("go", "build", "-o", agent, "wolfden/examples/agent").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	log := &served{address: make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--data", dir}, io.Discard, log)
	}()
	url := "ws://" + <-log.address + "/ws"
	var all sync.WaitGroup
	for i := range 5 {
		all.Go(func() {
			if out, err := exec.CommandContext(ctx, agent, url, fmt.Sprint("mine", i+1)).CombinedOutput(); err != nil {
				t.Errorf("agent %d: %v\n%s", i+1, err, out)
			}
		})
	}
	all.Wait()
	stop()
	if code := <-status; code != exitOK {
		t.Errorf("the server ends with %d\n%s", code, log)
	}
	var out bytes.Buffer
	if got := run(t.Context(), []string{"verify", dir}, &out, &out); got != exitOK || !strings.Contains(log.String(), "game ended") {
		t.Errorf("verify: %d\n%s%s", got, &out, log)
	}
}

// TestTheProjectInGoPlays: what agent new writes builds outside this module, without a network, and passes the check.
func TestTheProjectInGoPlays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	dir := filepath.Join(t.TempDir(), "my agent") // a path that go.mod has to quote
	var out bytes.Buffer
	if got := run(t.Context(), []string{"agent", "new", "--lang", "go", "--source", filepath.Join("..", ".."), dir}, &out, &out); got != exitOK {
		t.Fatalf("agent new: %d\n%s", got, &out)
	}
	for _, args := range [][]string{{"vet", "."}, {"test", "."}, {"build", "-o", "agent", "."}} {
		command := exec.CommandContext(t.Context(), "go", args...)
		command.Dir, command.Env = dir, append(os.Environ(), "GOFLAGS=-mod=readonly", "GOPROXY=off", "GOWORK=off")
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, said)
		}
	}
	out.Reset()
	got := run(t.Context(), []string{"check", "--quiet", "50ms", "--", filepath.Join(dir, "agent"), "{url}"}, &out, io.Discard)
	if got != exitOK || !strings.Contains(out.String(), "failed 0, warnings 0") {
		t.Errorf("check: %d\n%s", got, &out)
	}
}
