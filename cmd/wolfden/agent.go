package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"wolfden/internal/check"
)

// agentProcess runs the command of an agent under test.
type agentProcess struct {
	command []string
	url     string
	shown   io.Writer // what the command prints goes here too
}

// maxStarts is how often a command is started. An agent may play one game a process; a check has fewer games
// than this.
const maxStarts = 16

// keep runs the command until the context ends. A command that ends after it has connected is started again;
// otherwise the check is told that no agent will come.
func (a *agentProcess) keep(ctx context.Context, c *check.Check) {
	for range maxStarts {
		before := c.Connections()
		last, err := a.once(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case c.Connections() > before:
			continue
		case err == nil:
			c.Abandon("the command ended without connecting" + last)
		default:
			c.Abandon(fmt.Sprintf("the command ended without connecting: %v%s", err, last))
		}
		return
	}
	c.Abandon(fmt.Sprintf("the command ended %d times", maxStarts))
}

// once runs the command until it or the context ends, and returns the last line it printed.
func (a *agentProcess) once(ctx context.Context) (last string, err error) {
	args := make([]string, len(a.command))
	for i, arg := range a.command {
		args[i] = strings.ReplaceAll(arg, "{url}", a.url)
	}
	out := &lastLine{to: a.shown}
	process := exec.Command(args[0], args[1:]...)
	process.Env = append(os.Environ(), "WOLFDEN_URL="+a.url)
	process.Stdout, process.Stderr = out, out
	process.WaitDelay = time.Second
	ownGroup(process)
	if err := process.Start(); err != nil {
		return "", err
	}
	defer endGroup(process, true) // what it has left behind
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	select {
	case err = <-ended:
		return out.String(), err
	case <-ctx.Done():
	}
	endGroup(process, false)
	select {
	case err = <-ended:
	case <-time.After(2 * time.Second):
		endGroup(process, true)
		err = <-ended
	}
	return "", err
}

// lastLine remembers the last line that was written.
type lastLine struct {
	to   io.Writer
	line []byte
	next bool // a line break has been seen
}

// Write never fails, so that it cannot disturb the agent's output.
func (l *lastLine) Write(b []byte) (int, error) {
	_, _ = l.to.Write(b)
	for _, c := range b {
		if c == '\n' {
			l.next = true
			continue
		}
		if l.next {
			l.line, l.next = l.line[:0], false
		}
		if len(l.line) < 200 {
			l.line = append(l.line, c)
		}
	}
	return len(b), nil
}

// String is the line, for the end of a sentence.
func (l *lastLine) String() string {
	if len(l.line) == 0 {
		return ""
	}
	return ": " + string(l.line)
}
