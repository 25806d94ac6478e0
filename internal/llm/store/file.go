package store

import (
	"bytes"
	"crypto/sha256"
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
}

var errDamaged = errors.New("the entry is damaged")

// tail ends every file, with the hash of everything before it.
const tail = `,"sum":"`

// sealed returns the file of an entry: one line of JSON that ends with a hash of the rest.
func (e entry) sealed() ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	// An answer in JSON must come back as the bytes it was.
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e); err != nil {
		return nil, err
	}
	open := bytes.TrimSuffix(text.Bytes(), []byte("}\n"))
	return fmt.Appendf(nil, "%s%s%x\"}\n", open, tail, sha256.Sum256(open)), nil
}

// readEntry reads what sealed returned. It fails with fs.ErrNotExist for a missing file and with errDamaged
// for a changed one.
func readEntry(path, key string) (entry, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return entry{}, err
	}
	end := max(0, bytes.LastIndex(text, []byte(tail)))
	if string(text[end:]) != fmt.Sprintf("%s%x\"}\n", tail, sha256.Sum256(text[:end])) {
		return entry{}, fmt.Errorf("%s: %w", path, errDamaged)
	}
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return entry{}, fmt.Errorf("%s: %w: %w", path, errDamaged, err)
	}
	if e.Key != key {
		return entry{}, fmt.Errorf("%s: %w: it answers another question", path, errDamaged)
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
	const pattern = ".new-*"
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, pattern)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return false, err
		}
		f, err = os.CreateTemp(dir, pattern)
	}
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
