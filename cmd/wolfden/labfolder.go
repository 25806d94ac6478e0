package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"wolfden/internal/filelock"
	"wolfden/internal/league"
)

// labFolder is where an experiment keeps what it has, so that one that was broken off goes on. One process has it at a time.
type labFolder struct {
	dir    string
	lock   *os.File
	unlock func() error
}

// Names in an experiment's folder.
const (
	labFile = "experiment.json"
	labLock = "experiment.lock"
)

// labAsked is what a model is and how it is asked, as far as another one would be another experiment.
type labAsked struct {
	Model    string           `json:"model,omitempty"`
	Settings *league.Settings `json:"settings,omitempty"`
	Prompts  string           `json:"prompts,omitempty"` // hash of the folder
}

// asked is what the flags say of the model.
func (f *modelFlags) asked(used *models) (a labAsked) {
	if used == nil {
		return a
	}
	a = labAsked{Model: f.Model, Settings: f.Tuning.settings()}
	if f.Prompts != "" {
		a.Prompts = used.overlay.Hash()
	}
	return a
}

// openLab makes the folder of an experiment, or takes up the one that was left. what is all that its results depend on; a folder of
// another experiment is refused.
func openLab(dir string, what any) (*labFolder, error) {
	text, err := json.MarshalIndent(what, "", " ")
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f := &labFolder{dir: dir}
	if f.lock, err = os.OpenFile(f.path(labLock), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, err
	}
	if f.unlock, err = filelock.Lock(f.lock); err != nil {
		return nil, errors.Join(fmt.Errorf("another process uses %s: %w", dir, err), f.lock.Close())
	}
	before, err := os.ReadFile(f.path(labFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = replaceFile(f.path(labFile), append(text, '\n'))
	case err == nil && !bytes.Equal(bytes.TrimSpace(before), text):
		err = usagef("%s holds another experiment, as %s in it says: give the same flags to go on with it, or name another folder", dir, labFile)
	}
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

// stopped is the error of an experiment. Where the user stopped one that has a folder, it says how to go on.
func stopped(e *env, dir string, err error) error {
	if dir != "" && e.ctx.Err() != nil {
		return fmt.Errorf("stopped; the same command goes on with %s", dir)
	}
	return err
}

func (f *labFolder) path(name string) string { return filepath.Join(f.dir, name) }

func (f *labFolder) close() error { return errors.Join(f.unlock(), f.lock.Close()) }

// read reads a value that was kept under a name; it reports false where there is none.
func (f *labFolder) read(name string, to any) (bool, error) {
	text, err := os.ReadFile(f.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		if err = json.Unmarshal(text, to); err != nil {
			err = fmt.Errorf("%s is not what was kept there: %w; remove it, and it is made again", f.path(name), err)
		}
	}
	return err == nil, err
}

// keep keeps a value under a name: the whole of it or nothing.
func (f *labFolder) keep(name string, value any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(value); err != nil {
		return err
	}
	return replaceFile(f.path(name), text.Bytes())
}
