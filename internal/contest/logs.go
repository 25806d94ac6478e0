package contest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
	"wolfden/wire"
)

// writeLogs writes the organisers' logs of a finished game, each whole or not
// at all.
func writeLogs(rec *gamelog.Record, s *store) error {
	var errs []error
	if s.contest.dir != "" {
		errs = append(errs, s.contest.write(&rec.Header, func(f *os.File) error { return s.contestLog(f, rec) }))
	}
	if s.communication.dir != "" {
		errs = append(errs, s.communication.write(&rec.Header, func(f *os.File) error { return s.communicationLog(f, rec) }))
	}
	return errors.Join(errs...)
}

func (s *store) contestLog(f *os.File, rec *gamelog.Record) error {
	return contestlog.Write(f, rec, s.protocol.Edition())
}

func (s *store) communicationLog(f *os.File, rec *gamelog.Record) error {
	encode := func(werewolf.SeatID) func(werewolf.Observation) ([]byte, error) {
		return wire.NewEncoder(rec.Header.ID, s.protocol.Dialect()).Encode
	}
	return contestlog.WriteCommunication(f, rec, encode, s.protocol.Edition())
}

// logFiles is where one kind of the organisers' logs goes.
type logFiles struct {
	dir     string // "" for none
	pattern string // see contestlog.FileName
	ext     string
}

// write writes a file of its own: two games never share one, also when they
// have the same teams in the same second.
func (l *logFiles) write(h *gamelog.Header, fill func(*os.File) error) error {
	tmp, err := archive.NewDraft(filepath.Join(l.dir, "."+h.ID+l.ext))
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	err = fill(tmp)
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("log of game %s: %w", h.ID, err)
	}
	return l.place(tmp.Name(), h)
}

// place gives the file its name. Linking fails where a name is taken, so no
// game's log is ever overwritten by another's; where the same log stands there,
// it was written before a crash.
func (l *logFiles) place(tmp string, h *gamelog.Header) error {
	name := filepath.Join(l.dir, contestlog.FileName(h, l.pattern))
	for _, path := range []string{name + l.ext, name + "_" + h.ID + l.ext} {
		err := os.Link(tmp, path)
		if !errors.Is(err, os.ErrExist) {
			return err
		}
		if equalFiles(tmp, path) {
			return nil
		}
	}
	return fmt.Errorf("log of game %s: %s%s is taken by another game", h.ID, name, l.ext)
}

func equalFiles(a, b string) bool {
	x, errX := os.ReadFile(a)
	y, errY := os.ReadFile(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
