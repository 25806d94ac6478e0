package gamelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"wolfden/werewolf"
)

// Extension is the ending of a native record's file name.
const Extension = ".jsonl"

// Create begins the record of a new game in a new file, which must not exist yet. The caller closes the file
// when the game is over. After an error no file is left behind.
func Create(path string, h *Header) (*os.File, *Writer, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, nil, err
	}
	w, err := NewWriter(f, h)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return f, w, nil
}

// Unsettled is the ending of a file that Settle has not finished.
const Unsettled = Extension + ".part"

// Settle writes a file that is there whole or not at all, whenever the process dies: under another name first. A file of the name is replaced.
func Settle(path string, text []byte) error {
	part := strings.TrimSuffix(path, Extension) + Unsettled
	if err := os.WriteFile(part, text, 0o644); err != nil {
		return err
	}
	err := os.Rename(part, path)
	if errors.Is(err, fs.ErrNotExist) { // another process settled the same at the same time
		if there, readErr := os.ReadFile(path); readErr == nil && bytes.Equal(there, text) {
			return nil
		}
	}
	return err
}

// ReadFile reads the record in a file. Its errors begin with the file's name.
func ReadFile(path string) (*Record, error) {
	data, err := Load(path)
	if err != nil {
		return nil, err
	}
	rec, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rec, nil
}

// Resumed is a game that continues from its record.
type Resumed struct {
	Record *Record
	Game   *werewolf.Game
	Writer *Writer
	File   *os.File // to be closed when the game is over
}

// ResumeFile opens an unfinished record, removes a torn last line from the file and restores the game. On an
// error, which begins with the file's name, the file is unchanged.
func ResumeFile(path string) (*Resumed, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	r, err := resume(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Join(err, f.Close()))
	}
	return r, nil
}

func resume(f *os.File) (*Resumed, error) {
	rec, err := Read(f)
	if err != nil {
		return nil, err
	}
	if _, err := rec.Replay(); err != nil {
		return nil, err
	}
	if err := f.Truncate(rec.Whole); err != nil {
		return nil, err
	}
	if _, err := f.Seek(rec.Whole, io.SeekStart); err != nil {
		return nil, err
	}
	g, w, err := rec.Resume(f)
	if err != nil {
		return nil, err
	}
	return &Resumed{Record: rec, Game: g, Writer: w, File: f}, nil
}
