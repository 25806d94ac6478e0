package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

func TestCheckStatus(t *testing.T) {
	for _, c := range []struct {
		args []string
		want int
	}{
		{[]string{"check", "--wait", "10ms"}, exitFailure},
		{[]string{"check", "--wait", "10ms", "--json"}, exitFailure},
		{[]string{"check", "--players", "6"}, exitUsage},
		{[]string{"check", "--bogus"}, exitUsage},
		{[]string{"check", "--help"}, exitOK},
	} {
		var out, err bytes.Buffer
		if got := run(t.Context(), c.args, &out, &err); got != c.want {
			t.Errorf("%v: status %d, want %d\n%s%s", c.args, got, c.want, &out, &err)
		}
	}
}

// What a command has started ends with it.
func TestAgentProcessEndsWithItsChildren(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no process groups")
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip("no named pipes: ", err)
	}
	// The child holds the pipe open as long as it lives.
	script := `trap "" TERM; (trap "" TERM; exec 3> ` + pipe + `; echo up >&3; while :; do sleep 0.05; done) & wait`
	a := &agentProcess{command: []string{"sh", "-c", script}, url: "ws://x", shown: &bytes.Buffer{}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = a.once(ctx)
	}()
	opened := make(chan *os.File, 1)
	go func() {
		f, _ := os.Open(pipe) // waits for the child
		opened <- f
	}()
	var child *os.File
	select {
	case child = <-opened:
		defer func() { _ = child.Close() }()
	case <-ended:
		t.Fatal("the command does not start")
	}
	if err := child.SetReadDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	if n, err := child.Read(make([]byte, 10)); err != nil || n != len("up\n") {
		t.Fatalf("the command does not start: %d, %v", n, err)
	}
	cancel()
	<-ended
	if _, err := child.Read(make([]byte, 10)); err != io.EOF {
		t.Errorf("a child lives on: %v", err)
	}
}

func TestShownLines(t *testing.T) {
	var all bytes.Buffer
	l := &shownLines{to: &all}
	for _, s := range []string{"one\ntw", "o\nthr", "ee\n"} {
		_, _ = l.Write([]byte(s))
	}
	if l.ending() != ": three" || all.String() != "one\ntwo\nthree\n" {
		t.Errorf("%q of %q", l.ending(), &all)
	}
}
