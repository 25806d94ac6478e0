package contest

import (
	"fmt"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
)

// store is where the games of a track are kept.
type store struct {
	*archive.Archive
	protocol      config.Protocol
	contest       logFiles
	communication logFiles
	realtime      string // folder of the feed, which is not written here
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

// finish writes the logs of a game that is over and files its record, which
// holds what the file does.
func (s *store) finish(rec *gamelog.Record) error {
	if err := writeLogs(rec, s); err != nil {
		return err
	}
	return s.Finish(rec.Header.ID)
}

// storeOf says where a track keeps its games. Several tracks keep their records
// apart.
func storeOf(t *config.Track, dir string, several bool) *store {
	records := filepath.Join(dir, "records")
	if several {
		records = filepath.Join(records, t.Name)
	}
	s := &store{Archive: archive.New(records), protocol: t.Protocol}
	of := func(l *config.Logger, ext string) logFiles {
		if !l.Enable {
			return logFiles{}
		}
		return logFiles{dir: l.Dir, pattern: l.Filename, ext: ext}
	}
	s.contest = of(&t.GameLogger, ".log")
	s.communication = of(&t.JSONLogger, ".json")
	s.realtime = of(&t.RealtimeBroadcaster.Logger, "").dir
	return s
}
