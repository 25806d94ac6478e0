package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/werewolf"
)

// store is where the games of a track are kept.
type store struct {
	records       string // folder of the native records
	protocol      config.Protocol
	contest       logFiles
	communication logFiles
	realtime      logFiles
}

// prepare makes the folders and sees to it that they can be written.
func (s *store) prepare() error {
	for _, dir := range []string{s.records, s.running(), s.contest.dir, s.communication.dir, s.realtime.dir} {
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("cannot make the folder for games: %w", err)
		}
		if dir == s.running() { // roles of games that are going on are nobody else's business
			if err := os.Chmod(dir, 0o700); err != nil {
				return fmt.Errorf("cannot close the folder of running games to others: %w", err)
			}
		}
		probe, err := os.CreateTemp(dir, ".probe*")
		if err != nil {
			return fmt.Errorf("cannot write games: %w", err)
		}
		_ = probe.Close()
		if err := os.Remove(probe.Name()); err != nil {
			return err
		}
	}
	return nil
}

// Records of games that are going on stand in a folder of their own, so that a
// server that starts need not read every game ever played.
func (s *store) running() string { return filepath.Join(s.records, "running") }

// create begins the record of a game.
func (s *store) create(h *gamelog.Header) (*os.File, *gamelog.Writer, error) {
	f, w, err := gamelog.Create(filepath.Join(s.running(), h.ID+gamelog.Extension), h)
	if err == nil {
		err = f.Chmod(0o600)
	}
	return f, w, err
}

// reopen opens the record of a game that goes on.
func (s *store) reopen(id string) (*gamelog.Resumed, error) {
	return gamelog.ResumeFile(filepath.Join(s.running(), id+gamelog.Extension))
}

// unfinished are the games that were going on when the last server ended. Those
// that had ended are filed as if it had not. A file that is no record is
// reported and left alone; the other games are returned beside the error.
func (s *store) unfinished() ([]*gamelog.Resumed, error) {
	paths, err := filepath.Glob(filepath.Join(s.running(), "*"+gamelog.Extension))
	if err != nil {
		return nil, err
	}
	var games []*gamelog.Resumed
	var errs []error
	for _, path := range paths {
		r, err := gamelog.ResumeFile(path)
		switch {
		case errors.Is(err, gamelog.ErrNoRecord):
			// The server died with the header half written: no game began.
			errs = append(errs, os.Rename(path, path+".torn"))
		case err != nil:
			errs = append(errs, err)
		case r.Game.Result().End != werewolf.NotOver:
			_ = r.File.Close()
			errs = append(errs, s.finish(r.Record))
		default:
			games = append(games, r)
		}
	}
	return games, errors.Join(errs...)
}

// finish writes the logs of a game that is over and files its record, which
// holds what the file does.
func (s *store) finish(rec *gamelog.Record) error {
	if err := writeLogs(rec, s); err != nil {
		return err
	}
	name := rec.Header.ID + gamelog.Extension
	running := filepath.Join(s.running(), name)
	if err := os.Chmod(running, 0o644); err != nil { // a game that is over has no secrets
		return err
	}
	return os.Rename(running, filepath.Join(s.records, name))
}

// finished is the record of a game that has ended, whether it is filed or not
// yet.
func (s *store) finished(id string) (*gamelog.Record, error) {
	rec, err := gamelog.ReadFile(filepath.Join(s.records, id+gamelog.Extension))
	if errors.Is(err, os.ErrNotExist) {
		rec, err = gamelog.ReadFile(filepath.Join(s.running(), id+gamelog.Extension))
	}
	return rec, err
}
