package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/oklog/ulid/v2"

	"wolfden/gamelog"
)

// indexFile is the index of a folder of records: a line a game. A game stands
// in it when nothing of it is left to be done. Without the file it is made anew.
const indexFile = "index.ndjson"

// Complete notes in the index that nothing of a game is left to be done.
func (a *Archive) Complete(id string) error {
	game := a.Game(id)
	if game == nil {
		return nil // it does not count any more
	}
	line, err := json.Marshal(game)
	if err == nil {
		err = a.write(append(line, '\n'))
	}
	if err == nil {
		a.mu.Lock()
		a.complete[id] = true
		a.mu.Unlock()
	}
	return err
}

// Completed reports whether nothing of a game is left to be done.
func (a *Archive) Completed(id string) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.complete[id]
}

// annulment is what the index's line of a game that does not count any more says beside its id.
type annulment struct {
	Annulled bool `json:"annulled,omitempty"`
}

// Annulled is what is behind the name of a file of a game that does not count any more, so that nobody takes it for one.
const Annulled = ".annulled"

// Annul takes a game out that does not count any more. Its record stays, under a name that makes it none. To do it again is no error.
func (a *Archive) Annul(id string) error {
	if a.remove(id) {
		line, err := json.Marshal(struct {
			ID string `json:"game"`
			annulment
		}{id, annulment{true}})
		if err == nil {
			err = a.write(append(line, '\n'))
		}
		if err != nil {
			return err
		}
	}
	return PutAside(a.Path(id), id)
}

// PutAside gives a file of a game the name of one that does not count any more. That it is not there is no error.
func PutAside(path, id string) error {
	aside := path + Annulled
	if _, err := os.Lstat(aside); err == nil && !strings.Contains(filepath.Base(path), id) {
		aside = path + "_" + id + Annulled // another game's was called so
	}
	if err := os.Rename(path, aside); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (a *Archive) write(b []byte) error {
	a.lines.Lock()
	defer a.lines.Unlock()
	f, err := os.OpenFile(filepath.Join(a.dir, indexFile), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Close())
}

// Open reads the index and the records that are missing in it. unfinished is
// given each of those that ended when the last server did. Where there is no
// index yet the games are old ones, and nothing is left to be done.
func (a *Archive) Open(unfinished func(*gamelog.Record)) error {
	fresh, err := a.read()
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(a.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		id, isRecord := strings.CutSuffix(e.Name(), gamelog.Extension)
		if !isRecord || !IsGameID(id) || a.Game(id) != nil {
			continue
		}
		rec, err := gamelog.ReadFile(filepath.Join(a.dir, e.Name()))
		if err != nil || rec.Header.ID != id {
			continue // not a record of ours; to judge it is for verify
		}
		a.Add(Summarize(&rec.Header, rec.Entries))
		if !fresh {
			unfinished(rec)
		} else if err := a.Complete(id); err != nil {
			return err
		}
	}
	return nil
}

// read reads the index, or begins one. A line that a crash tore is closed, and
// its game is as one without a line.
func (a *Archive) read() (fresh bool, err error) {
	data, err := os.ReadFile(filepath.Join(a.dir, indexFile))
	if errors.Is(err, fs.ErrNotExist) {
		return true, a.write(nil)
	}
	if err != nil {
		return false, err
	}
	for line := range bytes.Lines(data) {
		var s struct {
			Summary
			annulment
		}
		switch {
		case json.Unmarshal(line, &s) != nil || !IsGameID(s.ID):
		case s.Annulled:
			a.remove(s.ID)
		default:
			a.Add(&s.Summary)
			a.complete[s.ID] = true // nobody else has the archive yet
		}
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		return false, a.write([]byte{'\n'})
	}
	return false, nil
}

// IsGameID reports whether a text is the id of a game, as it stands in file
// names: a ULID as it is written.
func IsGameID(text string) bool {
	id, err := ulid.ParseStrict(text)
	return err == nil && id.String() == text
}
