package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// waiterWord as the first argument makes a process of this binary a waiter, which runs one command line after the other.
const waiterWord = "wait-for-commands"

// errand is a command line and where it runs.
type errand struct {
	Args, Env []string
	Dir       string
}

// errandDone is what came of an errand.
type errandDone struct {
	Stdout, Stderr []byte
	Status         int
}

// waiter is a process that runs commands for scripts. A command that begins in a process of its own reads the words of two languages
// before it does anything, and a script has some twenty of them; a waiter has read them. It ends with the process that started it.
type waiter struct {
	process *exec.Cmd
	orders  io.WriteCloser
	to      *json.Encoder
	from    *json.Decoder
	stderr  bytes.Buffer
}

// idle are the waiters that have nothing to do.
var idle = make(waiters, 64)

type waiters chan *waiter

// take returns one that has nothing to do. No process begins before it is wanted.
func (w waiters) take() (*waiter, error) {
	select {
	case free := <-w:
		return free, nil
	default:
	}
	one := &waiter{process: &exec.Cmd{Path: os.Args[0], Args: []string{os.Args[0], waiterWord}, Env: os.Environ()}}
	one.process.Stderr = &one.stderr
	var err error
	if one.orders, err = one.process.StdinPipe(); err != nil {
		return nil, err
	}
	answers, err := one.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	one.to, one.from = json.NewEncoder(one.orders), json.NewDecoder(answers)
	return one, one.process.Start()
}

// do has one of them run a command, and returns when that has ended.
func (w waiters) do(what errand) (o errandDone, err error) {
	one, err := w.take()
	if err != nil {
		return o, err
	}
	if err = errors.Join(one.to.Encode(what), one.from.Decode(&o)); err != nil {
		err = errors.Join(err, one.orders.Close(), one.process.Wait())
		return o, fmt.Errorf("wolfden has died: %w\n%s", err, one.stderr.Bytes())
	}
	w <- one
	return o, nil
}

// close ends all of them.
func (w waiters) close() {
	for len(w) > 0 {
		one := <-w
		_ = one.orders.Close()
		_ = one.process.Wait()
	}
}

// ofScript is the key of the names of a script's variables.
type ofScript struct{}

// setsVariable is a line of a script that sets a variable.
var setsVariable = regexp.MustCompile(`(?m)^(?:\[[^\]]+\] )*(?:env|model) ([A-Za-z_]+)`)

// nameVariables keeps the names of the variables of a script for runCommand: those that it begins with, and those that it sets.
func nameVariables(e *testscript.Env) error {
	text, err := os.ReadFile(filepath.Join(scriptFolder, strings.TrimPrefix(filepath.Base(e.WorkDir), "script-")+".txtar"))
	if err != nil {
		return err
	}
	var names []string
	for _, v := range e.Vars {
		name, _, _ := strings.Cut(v, "=")
		names = append(names, name)
	}
	for _, set := range setsVariable.FindAllSubmatch(text, -1) {
		names = append(names, string(set[1]))
	}
	e.Values[ofScript{}] = names
	return nil
}

// runCommand is the command "wolfden ARGUMENTS...", which is "exec wolfden" by a waiter: without a standard input or a signal.
func runCommand(ts *testscript.TestScript, negated bool, args []string) {
	what := errand{Args: args, Dir: ts.MkAbs(".")}
	for _, name := range ts.Value(ofScript{}).([]string) {
		if value := ts.Getenv(name); value != "" {
			what.Env = append(what.Env, name+"="+value)
		}
	}
	o, err := idle.do(what)
	ts.Check(err)
	_, _ = ts.Stdout().Write(o.Stdout)
	_, _ = ts.Stderr().Write(o.Stderr)
	if (o.Status != exitOK) != negated {
		ts.Fatalf("wolfden ends with status %d", o.Status)
	}
	if err := oneShape(o.Stdout); err != nil {
		ts.Fatalf("wolfden %s: %v", strings.Join(args, " "), err)
	}
}

// wait runs what it is told, until the process that tells has ended.
func wait(orders *os.File, answers io.Writer) int {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return exitFailure
	}
	os.Stdin = null
	debug.SetGCPercent(rarely)
	queue := make(chan errand)
	go func() {
		for from := json.NewDecoder(orders); ; {
			var next errand
			if err := from.Decode(&next); err != nil {
				os.Exit(exitOK) // even where a command never ends
			}
			queue <- next
		}
	}()
	for next := range queue {
		if err := json.NewEncoder(answers).Encode(next.do()); err != nil {
			return exitFailure
		}
	}
	return exitOK
}

// do runs the command where it is to run.
func (e errand) do() errandDone {
	os.Clearenv()
	for _, entry := range append(e.Env, "PWD="+e.Dir) {
		name, value, _ := strings.Cut(entry, "=")
		if err := os.Setenv(name, value); err != nil {
			return errandDone{Stderr: []byte(err.Error()), Status: exitFailure}
		}
	}
	if err := os.Chdir(e.Dir); err != nil {
		return errandDone{Stderr: []byte(err.Error()), Status: exitFailure}
	}
	var out, errs bytes.Buffer
	status := run(context.Background(), e.Args, &out, &errs)
	return errandDone{out.Bytes(), errs.Bytes(), status}
}
