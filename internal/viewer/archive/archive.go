package archive

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/parallel"
	"wolfden/internal/userfile"
)

const (
	// fresh is how long the folders are taken to be as they were last seen.
	fresh = time.Second
	// kept is how many records are held in memory.
	kept = 24
)

// Broken is a file that looks like a game and cannot be read as one.
type Broken struct {
	File   string // its name, without its folder
	Reason string
}

// Archive is the games in some folders and the folders below them. Open makes one. It is safe for concurrent use.
type Archive struct {
	dirs []string
	now  func() time.Time

	scanning sync.Mutex // one look at the folders at a time

	mu     sync.RWMutex
	seen   time.Time
	files  map[string]*known // by path
	games  []*Game           // the latest first
	byID   map[string]*Game
	broken []Broken

	records recordCache
}

// known is what a file held when it was last read.
type known struct {
	file     fileID
	game     *Game
	err      error
	identity chronicle.Identity // zero until it was asked for
}

// tellApart reads files again for what a list does not need.
func tellApart(files []*known) {
	inTwo(files, func(k *known) {
		if k.identity == (chronicle.Identity{}) {
			k.identity, k.err = identity(k.game)
		}
	})
}

// inTwo does something with the files, two at a time.
func inTwo(files []*known, do func(*known)) {
	_ = parallel.Each(context.Background(), len(files), 2, func(_ context.Context, i int) error {
		do(files[i])
		return nil
	})
}

// Open is the archive of the folders. Nothing is read before it is asked for. A folder that is not there is an empty
// one until it is. now is the clock.
func Open(now func() time.Time, dirs ...string) *Archive {
	return &Archive{dirs: dirs, now: now, files: map[string]*known{}, records: recordCache{most: kept}}
}

// Games are all games, the latest first. The slice and what is in it must not be changed.
func (a *Archive) Games() []*Game {
	a.refresh()
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.games
}

// Broken are the files that cannot be read, by name.
func (a *Archive) Broken() []Broken {
	a.refresh()
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.broken
}

// Foreign are the files that have the ending of a record and are none, by name. Where nothing but records lies, they are broken.
func (a *Archive) Foreign() (all []Broken) {
	a.refresh()
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, path := range slices.Sorted(maps.Keys(a.files)) {
		if err := a.files[path].err; errors.Is(err, errForeign) {
			all = append(all, Broken{File: filepath.Base(path), Reason: err.Error()})
		}
	}
	return all
}

// Game is the game with the id, nil when there is none.
func (a *Archive) Game(id string) *Game {
	a.refresh()
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.byID[id]
}

// Record is the record of a game as its file has it now, nil without an error when there is no such game. It is shared
// and must not be changed.
func (a *Archive) Record(id string) (*gamelog.Record, error) {
	g := a.Game(id)
	if g == nil {
		return nil, nil
	}
	return a.records.get(g.file)
}

// refresh looks at the folders unless that was done a moment ago. Who comes while another looks has what that one
// found.
func (a *Archive) refresh() {
	a.mu.RLock()
	recent := !a.seen.IsZero() && a.now().Sub(a.seen) < fresh
	a.mu.RUnlock()
	if recent {
		return
	}
	a.scanning.Lock()
	defer a.scanning.Unlock()
	if !a.seen.IsZero() && a.now().Sub(a.seen) < fresh {
		return
	}
	files := a.update(a.find())
	games, byID, broken := sorted(files)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.files, a.games, a.byID, a.broken, a.seen = files, games, byID, broken, a.now()
}

// find lists the files that may be games. What cannot be looked at is passed over: it may be there next time.
func (a *Archive) find() (found []fileID) {
	for _, dir := range a.dirs {
		_ = userfile.Walk(dir, func(path string, err error) error {
			if err != nil || !isRecord(path) && !isContest(path) {
				return nil
			}
			if info, err := os.Lstat(userfile.Lies(path)); err == nil && info.Mode().IsRegular() {
				found = append(found, identify(path, info))
			}
			return nil
		})
	}
	return found
}

// update reads the files that are new or have changed, two at a time.
func (a *Archive) update(found []fileID) map[string]*known {
	files := make(map[string]*known, len(found))
	var changed []*known
	for _, id := range found {
		if k := a.files[id.path]; k != nil && k.file == id {
			files[id.path] = k
			continue
		}
		k := &known{file: id}
		files[id.path] = k
		changed = append(changed, k)
	}
	inTwo(changed, func(k *known) { k.game, k.err = summary(k.file) })
	return files
}

// sorted puts the games in order, each once, whatever files it comes in: of a record and a contest log the record is taken,
// of two copies the first by path. A translation stands with the first in its language.
func sorted(files map[string]*known) (games []*Game, byID map[string]*Game, broken []Broken) {
	byID = make(map[string]*Game, len(files))
	found, broken := readable(files)
	alike := map[string]int{}
	for _, k := range found {
		alike[k.game.likeness]++
		alike[k.game.ID]++
	}
	tellApart(slices.DeleteFunc(slices.Clone(found), func(k *known) bool { return alike[k.game.likeness] < 2 && alike[k.game.ID] < 2 }))
	var seen chronicle.Seen
	rows := make([]*Game, 0, len(found)) // by place among those that were seen
	for _, k := range found {
		if k.err != nil { // what was skimmed was good
			broken = append(broken, Broken{File: filepath.Base(k.file.path), Reason: k.err.Error()})
			continue
		}
		g := *k.game
		how, first := seen.Add(&chronicle.Summary{Lang: g.Lang, Recorded: g.Recorded, Identity: k.identity})
		rows = append(rows, &g)
		if how == chronicle.Repeated {
			continue
		}
		if id := seen.Name(&chronicle.Summary{ID: g.ID, Identity: k.identity}); id != g.ID {
			summary := *g.Summary
			summary.ID = id
			g.Summary = &summary
		}
		byID[g.ID] = &g
		if how == chronicle.Translated {
			rows[first].Also = append(rows[first].Also, &g)
			continue
		}
		games = append(games, &g)
	}
	slices.SortFunc(games, func(x, y *Game) int {
		return cmp.Or(cmp.Compare(y.Started, x.Started), cmp.Compare(y.ID, x.ID))
	})
	return games, byID, broken
}

// readable are the files with a game, records first, and those that are broken. A contest log beside its record is left
// out: while a game goes on, neither may be as far as the other.
func readable(files map[string]*known) (found []*known, broken []Broken) {
	recorded := map[string]bool{}
	paths := slices.Sorted(maps.Keys(files))
	slices.SortStableFunc(paths, func(x, y string) int { return cmp.Compare(files[x].rank(), files[y].rank()) })
	for _, path := range paths {
		k := files[path]
		name := filepath.Base(path)
		switch {
		case errors.Is(k.err, errForeign), errors.Is(k.err, errRunning):
		case k.err != nil:
			broken = append(broken, Broken{File: name, Reason: k.err.Error()})
		case k.rank() == 2 && recorded[k.game.ID]:
		case isContest(path) && recorded[strings.TrimSuffix(name, contestlog.Extension)]:
		default:
			if k.rank() == 0 {
				recorded[k.game.LogName], recorded[k.game.ID] = true, true
			}
			found = append(found, k)
		}
	}
	return found, broken
}

// rank puts files that tell more of a game first: records, contest logs, feeds.
func (k *known) rank() int {
	switch {
	case isContest(k.file.path):
		return 1
	case k.game != nil && k.game.feed:
		return 2
	default:
		return 0
	}
}
