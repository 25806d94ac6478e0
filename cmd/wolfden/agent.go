package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"wolfden/internal/check"
	"wolfden/internal/program"
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
	guard, err := guard()
	if err != nil {
		return "", err
	}
	out := &shownLines{to: a.shown}
	process, err := program.Begin(guard, args, a.url, out)
	if err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, process.End)
	defer stop()
	if err = process.Wait(); ctx.Err() != nil {
		return "", nil
	}
	return out.ending(), err
}

// shownLines shows what is printed and remembers its last line.
type shownLines struct {
	to io.Writer
	program.LastLine
}

// Write never fails, so that it cannot disturb the agent's output.
func (s *shownLines) Write(b []byte) (int, error) {
	_, _ = s.to.Write(b)
	return s.LastLine.Write(b)
}

// ending is the last line, for the end of a sentence.
func (s *shownLines) ending() string {
	if line := s.String(); line != "" {
		return ": " + line
	}
	return ""
}
