package spectate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// open finds what earlier servers left in the folders of the tracks.
func (f *feed) open(tracks []*track) error {
	for _, t := range tracks {
		if dir := t.feedDir(); dir != "" {
			f.tracks[dir] = append(f.tracks[dir], t)
		}
		copies, err := filepath.Glob(filepath.Join(t.games.Running(), "*"+fullExtension))
		for _, path := range copies {
			err = errors.Join(err, os.Remove(path))
		}
		if err != nil {
			return fmt.Errorf("cannot clear the folder of running games: %w", err)
		}
	}
	for dir := range f.tracks {
		if err := f.scan(dir); err != nil {
			return fmt.Errorf("cannot read the folder of the realtime feed: %w", err)
		}
	}
	return nil
}

// scan takes over the files of a folder. Drafts are removed.
func (f *feed) scan(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, isFeed := strings.CutSuffix(e.Name(), feedExtension)
		switch {
		case strings.HasPrefix(e.Name(), feedDraft):
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		case !isFeed || !e.Type().IsRegular():
		case f.shows[name] != nil:
			f.log.Warn("realtime feed: two folders have a file with the same name; one is not served", "name", name)
		default:
			err = errors.Join(err, f.adoptFile(dir, name, e))
		}
	}
	f.recall(dir)
	f.stale[dir] = true
	return err
}

// adoptFile serves a file of an earlier server.
func (f *feed) adoptFile(dir, name string, e fs.DirEntry) error {
	info, err := e.Info()
	if err != nil {
		return err
	}
	f.shows[name] = &showing{dir: dir, name: name, size: info.Size(), updated: info.ModTime()}
	return nil
}

// recall reads which games the folder's list named. A list that is not one is
// as none: it is only for viewers.
func (f *feed) recall(dir string) {
	var games []listed
	data, err := os.ReadFile(filepath.Join(dir, feedList))
	if err != nil || json.Unmarshal(data, &games) != nil {
		return
	}
	for i := len(games) - 1; i >= 0; i-- {
		if s := f.shows[games[i].Filename]; s != nil && s.dir == dir {
			s.game = games[i].ID
			f.games[s.game] = s
			f.remember(s)
		}
	}
}
