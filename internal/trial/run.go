package trial

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// gamesDir is the folder of the records in that of a run.
const gamesDir = "games"

// runFile says in the folder of a run what was tried.
const runFile = "run.json"

// Run is one time that a program was tried.
type Run struct {
	Number  int       `json:"run"`
	Label   string    `json:"label,omitempty"` // that the user gave it
	Program string    `json:"program"`         // its name in the records
	Command []string  `json:"command,omitempty"`
	Started time.Time `json:"started"`
	dir     string
}

// Dir is the folder of the run.
func (r *Run) Dir() string { return r.dir }

// Called is what people call the run.
func (r *Run) Called() string {
	if r.Label != "" {
		return fmt.Sprintf("run %d (%s)", r.Number, r.Label)
	}
	return fmt.Sprintf("run %d", r.Number)
}

// Runs are those in a folder, the first one first; none where there is no such folder. Folders that hold no run are passed over.
func Runs(dir string) (runs []Run, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		n, err := strconv.Atoi(entry.Name())
		if err != nil || n < 1 {
			continue
		}
		r := Run{dir: filepath.Join(dir, entry.Name())}
		text, err := os.ReadFile(filepath.Join(r.dir, runFile))
		if err == nil && json.Unmarshal(text, &r) == nil {
			r.Number = n
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b Run) int { return a.Number - b.Number })
	return runs, nil
}

// Begin makes the folder of a new run, with the next number, also where others begin at the same time.
func Begin(dir string, r Run) (Run, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return r, fmt.Errorf("cannot make the folder: %w", err)
	}
	for r.Number = 1; ; r.Number++ {
		r.dir = filepath.Join(dir, strconv.Itoa(r.Number))
		err := os.Mkdir(r.dir, 0o755)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return r, fmt.Errorf("cannot make the folder: %w", err)
		}
		break
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(r.dir, runFile), append(text, '\n'), 0o644)
	}
	if err != nil {
		return r, err
	}
	return r, nil
}

// FailedDir is where what a program printed is kept that never played.
const FailedDir = "failed"

// Discard takes away a run in which nothing was played. What the program printed, in the named folder of the run, is kept beside the runs, that of
// the last time only; Discard returns where, "" where it printed nothing.
func (r *Run) Discard(printed string) (kept string, err error) {
	printed = filepath.Join(r.dir, printed)
	if _, err := os.Stat(printed); err == nil {
		kept = filepath.Join(filepath.Dir(r.dir), FailedDir)
		if err := errors.Join(os.RemoveAll(kept), os.Rename(printed, kept)); err != nil {
			return "", err
		}
	}
	if err := os.RemoveAll(r.dir); err != nil {
		return kept, err
	}
	return kept, nil
}

// Find is the latest of the runs with a label or number, nil where there is none.
func Find(runs []Run, called string) *Run {
	for i := len(runs) - 1; i >= 0; i-- {
		if runs[i].Label == called || strconv.Itoa(runs[i].Number) == called {
			return &runs[i]
		}
	}
	return nil
}

// Before is the latest of the runs that has games with the deals of this one, and those games; nil where there is none.
func Before(runs []Run, this []Game) (*Run, []Game, error) {
	for i := len(runs) - 1; i >= 0; i-- {
		games, err := ReadGames(runs[i].dir, runs[i].Program, nil)
		if err != nil {
			return nil, nil, err
		}
		if BesideOf(this, games).Deals > 0 {
			return &runs[i], games, nil
		}
	}
	return nil, nil, nil
}
