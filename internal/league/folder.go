package league

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/filelock"
	"wolfden/internal/origin"
	"wolfden/internal/parallel"
	"wolfden/internal/secret"
)

// errOther is wrapped by the error about a folder that holds games of another
// plan.
var errOther = errors.New("the folder holds games of another plan, or was made by another version")

// errPrompts is wrapped where nothing but prompts has changed.
var errPrompts = errors.New("the prompts of the entries have changed since games were played there")

// StampFile marks the folder of a league.
const StampFile = "league.txt"

// Names in a league's folder.
const (
	gamesDir = "games"
	keyFile  = "league.key"
	lockFile = "league.lock"
)

// Folder is where the records of a league lie, one process at a time.
type Folder struct {
	dir    string
	lock   *os.File
	unlock func() error
}

// OpenFolder makes the folder, or takes it up where it was left. It fails when
// another process plays there, and with ErrOther when it belongs to another
// plan; plans that differ in the number of games of the last setup or in the
// stop rule are one and the same here. Close it at the end.
func OpenFolder(dir string, s *Spec) (*Folder, error) {
	if err := os.MkdirAll(filepath.Join(dir, gamesDir), 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the folder: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("cannot make the folder: %w", err)
	}
	unlock, err := filelock.Lock(file)
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", dir, errors.Join(err, file.Close()))
	}
	f := &Folder{dir: dir, lock: file, unlock: unlock}
	err = errors.Join(f.claim(s), f.sweep())
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Close lets others play there.
func (f *Folder) Close() error { return errors.Join(f.unlock(), f.lock.Close()) }

// claim marks the folder as the plan's.
func (f *Folder) claim(s *Spec) error {
	err := checkStamp(f.dir, s)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if s.Drawn {
		text, _ := s.key.MarshalText() // never fails
		if err := os.WriteFile(filepath.Join(f.dir, keyFile), text, 0o600); err != nil {
			return err
		}
	}
	return gamelog.Settle(filepath.Join(f.dir, StampFile), []byte(stamp(s)+"\n"+stamp(s.unprompted())+"\n"))
}

// DrawKey gives a spec without a seed its key: the one with which the league in
// the folder was begun, else a new one. Before says whether there was one.
func DrawKey(dir string, s *Spec) (before bool, err error) {
	if _, err := os.Stat(filepath.Join(dir, StampFile)); errors.Is(err, fs.ErrNotExist) {
		s.key = secret.NewKey()
		return false, nil
	}
	text, err := os.ReadFile(filepath.Join(dir, keyFile))
	if errors.Is(err, fs.ErrNotExist) { // another plan's; its stamp will say so
		s.key = secret.NewKey()
		return false, nil
	}
	if err == nil {
		err = s.key.UnmarshalText(text)
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", filepath.Join(dir, keyFile), err)
	}
	return true, nil
}

// stamp is what the folder of a spec is marked with, and what its records call their plan.
func stamp(s *Spec) string {
	digest := s.digest()
	return hex.EncodeToString(digest[:])
}

// unprompted is the plan whatever prompts its entries ask with.
func (s *Spec) unprompted() *Spec {
	plan := *s
	plan.Entries = slices.Clone(s.Entries)
	for i := range plan.Entries {
		plan.Entries[i].Asked = ""
	}
	return &plan
}

func checkStamp(dir string, s *Spec) error {
	text, err := os.ReadFile(filepath.Join(dir, StampFile))
	if err != nil {
		return err
	}
	found, other := strings.Fields(string(text)), errOther
	switch {
	case len(found) > 0 && found[0] == stamp(s):
		return nil
	case len(found) > 1 && found[1] == stamp(s.unprompted()):
		other = errPrompts
	}
	return fmt.Errorf("%s: %w; name another folder with --out, or with out in the plan, or delete this one", dir, other)
}

// sweep removes what a crash left of records that were being written.
func (f *Folder) sweep() error {
	parts, err := filepath.Glob(filepath.Join(f.dir, gamesDir, "*"+gamelog.Unsettled))
	for _, part := range parts {
		err = errors.Join(err, os.Remove(part))
	}
	return err
}

// Keep writes the record of a finished game. Whenever the process dies, the
// record is there whole or not at all. It may be called by several goroutines.
func (f *Folder) Keep(g *Game, record []byte) error { return gamelog.Settle(f.record(g), record) }

func (f *Folder) record(g *Game) string { return recordPath(f.dir, g) }

func recordPath(dir string, g *Game) string {
	return filepath.Join(dir, gamesDir, g.ID+gamelog.Extension)
}

// ReadResults reads what was played of a plan, also while another process plays
// on: a result for every game, and how many records it found. It fails with
// errOther when the folder belongs to another plan. Records that are damaged
// count as not played. A folder that is not there holds none. What the games say of their making is added to made, if
// that is not nil.
func ReadResults(dir string, s *Spec, games []Game, made *origin.Origin) (results []Result, found int, err error) {
	results = make([]Result, len(games))
	if err := checkStamp(dir, s); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return results, 0, err
	}
	var counting sync.Mutex
	err = parallel.Each(context.Background(), len(games), 0, func(_ context.Context, i int) error {
		header, result := resultOf(dir, &games[i])
		if results[i] = result; !result.over {
			return nil
		}
		counting.Lock()
		defer counting.Unlock()
		if found++; made != nil {
			made.AddRecord(header)
		}
		return nil
	})
	return results, found, err
}

// resultOf is the header of a game's record and the result that it tells, the zero Result when there
// is none that does.
func resultOf(dir string, g *Game) (*gamelog.Header, Result) {
	rec, err := gamelog.ReadFile(recordPath(dir, g))
	if err != nil || rec.Torn || rec.Header.ID != g.ID {
		return nil, Result{}
	}
	return &rec.Header, Tell(rec)
}
