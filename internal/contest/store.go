package contest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/internal/contestlog"
)

// store is where the games of a track are kept.
type store struct {
	*archive.Archive
	protocol      config.Protocol
	contest       logFiles
	communication logFiles
	feed          logFiles // which is not written here
}

// prepare makes the folders of records. Those of logs are there: the configuration has prepared them.
func (s *store) prepare() error {
	if err := os.MkdirAll(s.Running(), 0o755); err != nil {
		return fmt.Errorf("cannot make the folder for games: %w", err)
	}
	// Roles of games that are going on are nobody else's business.
	if err := os.Chmod(s.Running(), 0o700); err != nil {
		return fmt.Errorf("cannot close the folder of running games to others: %w", err)
	}
	return nil
}

// file writes the logs of a game that has ended and files its record.
func (s *store) file(id string) error {
	if s.contest.dir == "" && s.communication.dir == "" {
		return s.Finish(id)
	}
	rec, err := s.Finished(id)
	if err != nil {
		return err
	}
	return s.finish(rec)
}

// finish writes the logs of a game that is over and files its record, which
// holds what the file does.
func (s *store) finish(rec *gamelog.Record) error {
	if err := writeLogs(rec, s); err != nil {
		return err
	}
	return s.Finish(rec.Header.ID)
}

// annul puts aside what was written of a game that does not count any more: its logs first, which only its record leads to.
func (s *store) annul(game string) error {
	rec, err := s.Finished(game)
	if errors.Is(err, fs.ErrNotExist) {
		return s.Annul(game) // it was done before
	}
	if err != nil {
		return err
	}
	for _, l := range []logFiles{s.contest, s.communication, s.feed} {
		if l.dir == "" {
			continue
		}
		// Where the plain name was taken by another game, this one's has its id behind it, and what is under the plain one is not its own.
		name := contestlog.FileName(&rec.Header, l.pattern)
		if l == s.feed {
			name = FeedName(&rec.Header, l.pattern)
		}
		name = filepath.Join(l.dir, name)
		path := name + "_" + game + l.ext
		if _, err := os.Lstat(path); err != nil {
			if path = name + l.ext; !s.isOf(rec, path, l) {
				continue
			}
		}
		if err := archive.PutAside(path, game); err != nil {
			return err
		}
	}
	return s.Annul(game)
}

// isOf reports whether a file is the game's: a feed by what stands in it, a log where it is what would be written of the game now.
func (s *store) isOf(rec *gamelog.Record, path string, l logFiles) bool {
	if l == s.feed {
		text, err := os.ReadFile(path)
		return err == nil && bytes.Contains(text, []byte(rec.Header.ID))
	}
	draft, err := os.CreateTemp(s.Running(), ".log-*")
	if err != nil {
		return false
	}
	defer func() { _ = os.Remove(draft.Name()) }()
	fill := s.contestLog
	if l == s.communication {
		fill = s.communicationLog
	}
	err = errors.Join(fill(draft, rec), draft.Close())
	return err == nil && equalFiles(draft.Name(), path)
}

// FeedName is the name of a game's feed, without ending: of the pattern, without what a viewer that puts it into an address as it is would
// lose there.
func FeedName(h *gamelog.Header, pattern string) string {
	return strings.NewReplacer("%", "_", "#", "_").Replace(contestlog.FileName(h, pattern))
}

// storeOf says where a track keeps its games.
func storeOf(c *config.Config, t *config.Track) *store {
	s := &store{Archive: archive.New(c.Records(t)), protocol: t.Protocol}
	of := func(l *config.Logger, ext string) logFiles {
		if !l.Enable {
			return logFiles{}
		}
		return logFiles{dir: l.Dir, pattern: l.Filename, ext: ext}
	}
	s.contest = of(&t.GameLogger, ".log")
	s.communication = of(&t.JSONLogger, ".json")
	s.feed = of(&t.RealtimeBroadcaster.Logger, ".jsonl")
	return s
}
