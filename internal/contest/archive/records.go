package archive

import (
	"bufio"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Dir is the folder of the records of games that are over.
func (a *Archive) Dir() string { return a.dir }

// Running is the folder of the records of games that go on.
func (a *Archive) Running() string { return filepath.Join(a.dir, "running") }

// Path is where the record of a game that is over is filed.
func (a *Archive) Path(id string) string { return filepath.Join(a.dir, id+gamelog.Extension) }

func (a *Archive) runningPath(id string) string {
	return filepath.Join(a.Running(), id+gamelog.Extension)
}

// Writable is an error where no record of a game can be written now.
func (a *Archive) Writable() error {
	const enough = 64 << 10 // of a record: a full disk may still have room for a name
	f, err := os.CreateTemp(a.Running(), ".writable-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, enough))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

// Create begins the record of a game.
func (a *Archive) Create(h *gamelog.Header) (*os.File, *gamelog.Writer, error) {
	f, w, err := gamelog.Create(a.runningPath(h.ID), h)
	if err == nil {
		err = f.Chmod(0o600)
	}
	return f, w, err
}

// Reopen opens the record of a game that goes on.
func (a *Archive) Reopen(id string) (*gamelog.Resumed, error) {
	return gamelog.ResumeFile(a.runningPath(id))
}

// Unfinished are the games that were going on when the last server ended. Those
// that had ended are given to finish, which calls Finish. A file that is no record is
// reported and left alone; the other games are returned beside the error.
func (a *Archive) Unfinished(finish func(*gamelog.Record) error) ([]*gamelog.Resumed, error) {
	paths, err := filepath.Glob(filepath.Join(a.Running(), "*"+gamelog.Extension))
	if err != nil {
		return nil, err
	}
	var games []*gamelog.Resumed
	var errs []error
	for _, path := range paths {
		r, err := gamelog.ResumeFile(path)
		switch {
		case errors.Is(err, gamelog.ErrNoRecord):
			// The server died with the header half written: no game began.
			errs = append(errs, os.Rename(path, path+".torn"))
		case err != nil:
			errs = append(errs, err)
		case r.Game.Result().End != werewolf.NotOver:
			_ = r.File.Close()
			errs = append(errs, finish(r.Record))
		default:
			games = append(games, r)
		}
	}
	return games, errors.Join(errs...)
}

// Finish files the record of a game that is over.
func (a *Archive) Finish(id string) error {
	if err := os.Chmod(a.runningPath(id), 0o644); err != nil { // a game that is over has no secrets
		return err
	}
	return os.Rename(a.runningPath(id), a.Path(id))
}

// Finished is the record of a game that has ended, whether it is filed or not
// yet.
func (a *Archive) Finished(id string) (*gamelog.Record, error) {
	rec, err := gamelog.ReadFile(a.Path(id))
	if errors.Is(err, os.ErrNotExist) {
		rec, err = gamelog.ReadFile(a.runningPath(id))
	}
	return rec, err
}

// Entries yields the entries of a game that goes on or has ended, as its record has them by now, one by one. The first error is
// the last that it yields.
func (a *Archive) Entries(id string) iter.Seq2[gamelog.Entry, error] {
	return func(yield func(gamelog.Entry, error) bool) {
		f, err := a.open(id)
		if err != nil {
			yield(gamelog.Entry{}, err)
			return
		}
		defer func() { _ = f.Close() }()
		gamelog.Entries(f)(yield)
	}
}

// Header is the header of a game that goes on or has ended.
func (a *Archive) Header(id string) (*gamelog.Header, error) {
	f, err := a.open(id)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%s: its header: %w", f.Name(), err)
	}
	rec, err := gamelog.Parse(line)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return &rec.Header, nil
}

// open opens the record of a game that goes on or has ended.
func (a *Archive) open(id string) (*os.File, error) {
	f, err := os.Open(a.runningPath(id)) // in this order: it may be filed just now
	if errors.Is(err, os.ErrNotExist) {
		f, err = os.Open(a.Path(id))
	}
	return f, err
}

// Holds reports whether there are records of games.
func (a *Archive) Holds() bool {
	for _, dir := range []string{a.dir, a.Running()} {
		if paths, err := filepath.Glob(filepath.Join(dir, "*"+gamelog.Extension)); err == nil && len(paths) > 0 {
			return true
		}
	}
	return false
}

// NewDraft makes a file under a name that it has until it is whole. What a crash
// left under that name is removed, never written to: it may have its other name
// already.
func NewDraft(path string) (*os.File, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
}
