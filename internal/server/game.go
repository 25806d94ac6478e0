package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/match"
	"wolfden/internal/server/matching"
	"wolfden/werewolf"
	"wolfden/wire"
)

// running is one game in progress.
type running struct {
	header   *gamelog.Header
	game     *werewolf.Game  // nil while the record is to be opened
	match    matching.ID     // "" for none
	recorded int             // events the record has already, when resumed
	past     []gamelog.Entry // what the record held then
	sessions []*session      // by seat
	over     chan struct{}
	file     *os.File
	writer   *gamelog.Writer
	log      *slog.Logger
}

// newRunning prepares the sessions of a game.
func newRunning(h *gamelog.Header, d wire.Dialect, grace, wait time.Duration, log *slog.Logger) *running {
	r := &running{header: h, over: make(chan struct{}), log: log.With("game", h.ID)}
	for i, seat := range h.Seats {
		r.sessions = append(r.sessions, &session{
			id: werewolf.SeatID(i + 1), name: seat.Client,
			grace: grace, patience: min(grace, wait), response: time.Duration(h.Rules.Timeout.Response) * time.Millisecond,
			over: r.over, log: r.log.With("seat", i+1), since: time.Now(), arrived: make(chan struct{}),
			encoder: func() *wire.Encoder { return wire.NewEncoder(h.ID, d) },
		})
	}
	return r
}

// play drives the game to its end, or until the context ends: then its record
// stays unfinished and is resumed by the next server.
func (r *running) play(ctx context.Context, observe match.Observer) (werewolf.Result, error) {
	players := make([]match.Player, len(r.sessions))
	for i, s := range r.sessions {
		players[i] = s
	}
	m := match.Match{
		Game: r.game, Started: r.header.Started, Recorded: r.recorded, Past: r.past, Players: players,
		Observer: observe, Live: true,
		Clock:    match.WallClock(time.UnixMilli(r.header.Started)),
		Patience: r.patience(), Grace: r.sessions[0].grace,
	}
	result, err := m.Run(ctx)
	close(r.over)
	if closeErr := r.file.Close(); err == nil {
		err = closeErr
	}
	return result, err
}

// patience outlasts what the sessions wait for: it is they who give a player up.
func (r *running) patience() time.Duration {
	const margin = 5 * time.Second
	return r.sessions[0].response + margin
}

// dismiss says goodbye to everybody still connected.
func (r *running) dismiss() {
	for _, s := range r.sessions {
		s.dismiss()
	}
}

// writeLogs writes the organisers' logs of a finished game, each whole or not
// at all.
func writeLogs(rec *gamelog.Record, s *store) error {
	encode := func(werewolf.SeatID) func(werewolf.Observation) ([]byte, error) {
		return wire.NewEncoder(rec.Header.ID, dialectOf(s.protocol)).Encode
	}
	var errs []error
	if s.contest.dir != "" {
		errs = append(errs, s.contest.write(&rec.Header, func(f *os.File) error {
			return contestlog.WriteEdition(f, rec, editionOf(s.protocol))
		}))
	}
	if s.communication.dir != "" {
		errs = append(errs, s.communication.write(&rec.Header, func(f *os.File) error {
			return contestlog.WriteCommunication(f, rec, encode, editionOf(s.protocol))
		}))
	}
	return errors.Join(errs...)
}

// logFiles is where one kind of the organisers' logs goes.
type logFiles struct {
	dir     string // "" for none
	pattern string // see gamelog.Header.FileName
	ext     string
}

// write writes a file of its own: two games never share one, also when they
// have the same teams in the same second.
func (l *logFiles) write(h *gamelog.Header, fill func(*os.File) error) error {
	tmp, err := newDraft(filepath.Join(l.dir, "."+h.ID+l.ext))
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

// newDraft makes a file under a name that it has until it is whole. What a crash
// left under that name is removed, never written to: it may have its other name
// already.
func newDraft(path string) (*os.File, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
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
