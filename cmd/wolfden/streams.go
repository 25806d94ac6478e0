package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// dash stands for standard input where a file is read, and for standard output where one is written.
const dash = "-"

// use is what a command does with the path that a flag or an argument names.
type use string

const (
	noPath   use = ""
	reads    use = "in"
	writes   use = "out"
	keeps    use = "kept" // it is read again by the next run, or has another file beside it
	inFolder use = "dir"
)

// Flags and arguments that name files to write and to read, where their placeholder does not tell.
var (
	outputs   = []string{"output", "out", "each", "url-file", "card", "anonymous"}
	arguments = []string{"file", "files", "plan", "key", "ratings", "answers"}
)

// useOf tells from its placeholder, or its tag file, what a value names.
func useOf(v *kong.Value) use {
	switch {
	case v.Tag.Has("file"):
		return use(v.Tag.Get("file"))
	case v.Flag == nil && slices.Contains(arguments, v.Name):
		return reads
	case v.Flag == nil:
		return noPath
	case strings.HasPrefix(v.Tag.PlaceHolder, "FILE") && slices.Contains(outputs, v.Name):
		return writes
	case strings.HasPrefix(v.Tag.PlaceHolder, "FILE"):
		return reads
	case v.Tag.PlaceHolder == "DIR":
		return inFolder
	default:
		return noPath
	}
}

// standardInput puts what comes in on standard input into a file, once, where the command line asks for it, and its path into the
// place of the dash. What a command reads twice, or looks at before it reads, is then like any file. The file has to be removed.
func standardInput(call *kong.Context, in io.Reader) (*spooled, error) {
	spool := &spooled{in: in}
	for _, v := range valuesOf(call) {
		if err := spool.fill(v); err != nil {
			spool.remove()
			return nil, err
		}
	}
	return spool, nil
}

// valuesOf are the flags and arguments of the command that was called.
func valuesOf(call *kong.Context) (all []*kong.Value) {
	for _, flag := range call.Flags() {
		all = append(all, flag.Value)
	}
	if node := call.Selected(); node != nil {
		all = append(all, node.Positional...)
	}
	return all
}

// spooled is the file with what came in.
type spooled struct {
	in  io.Reader
	dir string
}

// The path of the file in its folder, which is one for temporary files.
const (
	spoolFolder = "wolfden-input-"
	spoolFile   = "standard-input"
)

// nameOf is what a file is called where it is named after the command has ended: as the user has typed it.
func nameOf(path string) string {
	if filepath.Base(path) == spoolFile && strings.HasPrefix(filepath.Base(filepath.Dir(path)), spoolFolder) {
		return dash
	}
	return filepath.ToSlash(path)
}

// naming is a stream on which the file is called as the user has typed it.
type naming struct {
	to   io.Writer
	path string
}

// Write implements io.Writer.
func (n *naming) Write(b []byte) (int, error) {
	_, err := n.to.Write(bytes.ReplaceAll(bytes.ReplaceAll(b, []byte(n.path), []byte(dash)), []byte(filepath.ToSlash(n.path)), []byte(dash)))
	return len(b), err
}

// told is a stream that tells nothing of the path of the file, where there is one.
func (s *spooled) told(to io.Writer) io.Writer {
	if s.dir == "" {
		return to
	}
	return &naming{to, filepath.Join(s.dir, spoolFile)}
}

func (s *spooled) remove() {
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}

// fill replaces the dashes in a value that names paths.
func (s *spooled) fill(v *kong.Value) error {
	var paths []reflect.Value
	switch target := v.Target; {
	case useOf(v) == noPath || useOf(v) == writes:
	case target.Kind() == reflect.String:
		paths = append(paths, target)
	case target.Kind() == reflect.Slice && target.Type().Elem().Kind() == reflect.String:
		for i := range target.Len() {
			paths = append(paths, target.Index(i))
		}
	}
	for _, path := range paths {
		if path.String() != dash {
			continue
		}
		switch useOf(v) {
		case inFolder:
			return usagef("%s: a folder is asked for; - is standard input or output where a file is", v.ShortSummary())
		case keeps:
			return usagef("%s: a file is kept here and read again, which standard output cannot be; name one", v.ShortSummary())
		default:
		}
		file, err := s.file()
		if err != nil {
			return err
		}
		path.SetString(file)
	}
	return nil
}

// file reads all of standard input.
func (s *spooled) file() (path string, err error) {
	if s.dir != "" {
		return "", usagef("- stands for standard input twice, which can be read once")
	}
	if s.dir, err = os.MkdirTemp("", spoolFolder); err != nil {
		return "", fmt.Errorf("cannot keep standard input: %w", err)
	}
	path = filepath.Join(s.dir, spoolFile)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("cannot keep standard input: %w", err)
	}
	_, err = io.Copy(file, s.in)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return "", fmt.Errorf("cannot read standard input: %w", err)
	}
	return path, nil
}

// write writes a whole file, or to standard output.
func (e *env) write(path string, data []byte) error {
	if path == dash {
		_, err := e.stdout.Write(data)
		return err
	}
	return replaceFile(path, data)
}

// errUnread is why a command is stopped whose standard output nobody reads any more.
var errUnread = errors.New("nobody reads standard output any more")

// unlessUnread is a context that also ends when nobody reads the pipe that standard output is, and the pipe. A command is then stopped as
// by Ctrl-C, which loses nothing, where the system would have killed it in the middle.
func unlessUnread(ctx context.Context, file *os.File) (context.Context, io.Writer) {
	if terminal(file) {
		return ctx, file
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // writing fails from now on; ignored, it would be so for programs that are started
	ctx, stop := context.WithCancelCause(ctx)
	return ctx, &outgoing{to: file, unread: func() { stop(errUnread) }}
}

// outgoing is standard output. What is written after its reader has gone is lost, and no error.
type outgoing struct {
	to     io.Writer
	unread func()
}

// Write implements io.Writer.
func (o *outgoing) Write(b []byte) (int, error) {
	n, err := o.to.Write(b)
	if errors.Is(err, syscall.EPIPE) {
		o.unread()
		return len(b), nil
	}
	return n, err
}
