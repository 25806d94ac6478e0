package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"wolfden/internal/llm"
)

// entry is the content of one file.
type entry struct {
	Key      string       `json:"key"`
	Model    string       `json:"model"`
	Request  llm.Request  `json:"request"`
	Response llm.Response `json:"response"`
	Error    *failure     `json:"error,omitempty"`
	Sum      string       `json:"sum"` // hash of the entry without it
}

var errDamaged = errors.New("the entry is damaged")

// sealed is the file of an entry.
func (e entry) sealed() ([]byte, error) {
	e.Sum = ""
	text, err := json.MarshalIndent(e, "", " ")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	e.Sum = hex.EncodeToString(sum[:])
	text, err = json.MarshalIndent(e, "", " ")
	return append(text, '\n'), err
}

// readEntry reads what sealed made. A file that is not there is fs.ErrNotExist, one that was changed errDamaged.
func readEntry(path, key string) (entry, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return entry{}, err
	}
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return entry{}, fmt.Errorf("%s: %w: %w", path, errDamaged, err)
	}
	again, err := e.sealed()
	if err != nil || string(again) != string(text) || e.Key != key {
		return entry{}, fmt.Errorf("%s: %w", path, errDamaged)
	}
	return e, nil
}

// put writes an entry unless there is one already, and reports whether it did. Of several writers of the same entry
// one wins, and no reader ever sees a part of it.
func put(path string, e entry) (written bool, err error) {
	text, err := e.sealed()
	if err != nil {
		return false, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return false, err
	}
	defer os.Remove(f.Name()) //nolint:errcheck // it is gone if it was renamed
	_, err = f.Write(text)
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return false, err
	}
	switch err := os.Link(f.Name(), path); {
	case err == nil:
		return true, nil
	case errors.Is(err, fs.ErrExist):
		return false, nil
	}
	// Some file systems have no links. Without them the last of several writers wins.
	return true, os.Rename(f.Name(), path)
}
