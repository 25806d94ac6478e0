package program

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// The exit statuses of a guard whose command did not begin, or was ended by a signal.
const (
	notStarted = 127
	killed     = 128
)

// patience is how long a group that was asked to end has for it.
const patience = time.Second

// Guard runs a command as a process group of its own, whose standard output and error are the given ones, until it ends or
// the lifeline does: then the whole group is asked to end, and a second later ended. It returns the status to exit with.
//
// A guard is a process: whoever starts programs starts it, keeps the other end of the lifeline, and need not live to see
// the group end.
func Guard(lifeline io.Reader, command []string, stdout, stderr io.Writer) int {
	if len(command) == 0 {
		_, _ = fmt.Fprintln(stderr, "no command")
		return notStarted
	}
	process := exec.Command(command[0], command[1:]...)
	process.Stdout, process.Stderr = stdout, stderr
	process.WaitDelay = patience
	ownGroup(process)
	if err := process.Start(); err != nil {
		_, _ = fmt.Fprintln(stderr, err)
		return notStarted
	}
	defer endGroup(process, true) // what it has left behind
	ended, cut := make(chan error, 1), make(chan struct{})
	go func() { ended <- process.Wait() }()
	go func() {
		defer close(cut)
		_, _ = io.Copy(io.Discard, lifeline)
	}()
	select {
	case err := <-ended:
		return status(err)
	case <-cut:
	}
	endGroup(process, false)
	select {
	case err := <-ended:
		return status(err)
	case <-time.After(patience):
		endGroup(process, true)
		return status(<-ended)
	}
}

// status is what a command exited with.
func status(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay): // it left its output to others
		return 0
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return exit.ExitCode()
	default:
		return killed
	}
}

// Running is a program under a guard.
type Running struct {
	guard    *exec.Cmd
	lifeline io.Closer
}

// Begin starts a program under a guard, with what it prints going to out, whose Write must be safe for concurrent use with the
// caller. Guard is the command, with arguments, that runs Guard on what stands behind them; url is where the program is to
// connect. Somebody has to Wait.
func Begin(guard, command []string, url string, out io.Writer) (*Running, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(guard[0], append(append(guard[1:len(guard):len(guard)], path), command[1:]...)...)
	if self, err := os.Executable(); err == nil && guard[0] == self {
		cmd.Args[0] = os.Args[0] // a binary that goes by its name does so here, too
	}
	cmd.Env = append(environment(), "WOLFDEN_URL="+url)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = out, out, 2*patience
	ownGroup(cmd) // a Ctrl-C at the terminal is for the starter alone
	lifeline, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return &Running{cmd, lifeline}, cmd.Start()
}

// environment is this process's own, without what opens a contest.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "SECRET_KEY=") })
}

// End asks the program and what it has started to end, and ends them a second later. It may be called more than once.
func (r *Running) End() { _ = r.lifeline.Close() }

// Wait returns when all of it is gone, with the error of a program that failed. It is called once.
func (r *Running) Wait() error { return r.guard.Wait() }
