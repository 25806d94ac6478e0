package spectate

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"wolfden/internal/contest/archive"
)

// feedList is the name of the list in every folder of the feed.
const feedList = "games.json"

// listed is a game in the list, as the organisers' viewer reads it.
type listed struct {
	ID        string    `json:"id"`
	Filename  string    `json:"filename"` // without ending
	UpdatedAt time.Time `json:"updated_at"`
}

// list is the games that go on and those that ended last, the latest change
// first: those among them that are wanted and of which there is something to
// see.
func (f *feed) list(whole bool, wanted func(*showing) bool) []listed {
	f.mu.RLock()
	defer f.mu.RUnlock()
	games := []listed{}
	add := func(s *showing) {
		if at := s.changed(whole); !at.IsZero() && wanted(s) {
			games = append(games, listed{s.game, s.name, at.UTC()})
		}
	}
	shows := map[*showing]bool{}
	for _, s := range f.recent {
		shows[s] = true
	}
	for s := range f.strips {
		if s.show != nil {
			shows[s.show] = true
		}
	}
	for s := range shows {
		add(s)
	}
	slices.SortFunc(games, func(a, b listed) int {
		return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(b.ID, a.ID))
	})
	return games
}

// outdate notes that the list of a folder is to be written.
func (f *feed) outdate(dir string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.stale[dir] = true
}

// writeLists writes the lists that are out of date, not too often, and reports
// when it wants to do that again.
func (f *feed) writeLists(now time.Time, closing bool) (again time.Time) {
	f.mu.Lock()
	stale := f.stale
	if due := f.listed.Add(listPulse); len(stale) > 0 && now.Before(due) && !closing {
		f.mu.Unlock()
		return due
	}
	f.stale = map[string]bool{}
	f.mu.Unlock()
	for dir := range stale {
		f.listed = now
		if err := f.writeList(dir); err != nil {
			f.log.Error("realtime feed", "error", err)
			f.outdate(dir)
			again = now.Add(feedRetry)
		}
	}
	return again
}

// writeList writes the list of a folder, whole or not at all.
func (f *feed) writeList(dir string) error {
	b, err := json.Marshal(f.list(false, func(s *showing) bool { return s.dir == dir }))
	if err != nil {
		return err
	}
	draft, err := archive.NewDraft(filepath.Join(dir, feedDraft+feedList))
	if err != nil {
		return err
	}
	_, err = draft.Write(b)
	err = errors.Join(err, draft.Close())
	if err == nil {
		err = os.Rename(draft.Name(), filepath.Join(dir, feedList))
	}
	if err != nil {
		_ = os.Remove(draft.Name())
	}
	return err
}
