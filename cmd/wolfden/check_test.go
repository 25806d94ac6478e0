package main

import (
	"bytes"
	"context"
	"os"
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
	if runtime.GOOS == "windows" {
		t.Skip("no process groups")
	}
	mark := filepath.Join(t.TempDir(), "mark")
	script := `trap "" TERM; (trap "" TERM; while :; do date > ` + mark + `; sleep 0.05; done) & wait`
	a := &agentProcess{command: []string{"sh", "-c", script}, url: "ws://x", shown: &bytes.Buffer{}}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = a.once(ctx)
	}()
	for start := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(mark); err == nil {
			break
		}
		if time.Since(start) > time.Minute {
			t.Fatal("the command does not start")
		}
	}
	cancel()
	<-ended
	if err := os.Remove(mark); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	if _, err := os.Stat(mark); err == nil {
		t.Error("a child lives on")
	}
}

func TestLastLine(t *testing.T) {
	var all bytes.Buffer
	l := &lastLine{to: &all}
	for _, s := range []string{"one\ntw", "o\nthr", "ee\n"} {
		_, _ = l.Write([]byte(s))
	}
	if l.String() != ": three" || all.String() != "one\ntwo\nthree\n" {
		t.Errorf("%q of %q", l, &all)
	}
}
