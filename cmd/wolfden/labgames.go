package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/experiment"
	"wolfden/internal/league"
	"wolfden/internal/origin"
)

// rehearsed is how many games a forecast is made from.
const rehearsed = 2

// restOn says of a forecast what it rests on.
const restOn = "rehearsed by rules in %s; games played before are not played again"

// rehearse plays the first games of a series into a folder, with other models. It returns how many it played of how many there are.
func (s *series) rehearse(ctx context.Context, used *models, dir string, games int) (did, all int, err error) {
	table, stage := *s.table, *s
	table.models = used
	stage.table, stage.out = &table, dir
	for n := range games {
		if _, err := stage.play(ctx, n, nil); err != nil {
			return 0, 0, err
		}
	}
	return games, s.total, nil
}

// found is game n where its record is there and whole, else nil.
func (s *series) found(n int) (*chronicle.Game, error) {
	h, err := s.header(n)
	if err != nil {
		return nil, err
	}
	g, err := chronicle.ReadFile(filepath.Join(s.out, h.ID+gamelog.Extension))
	if err != nil || !g.Over {
		return nil, nil // it is played again, as all has it
	}
	if len(s.table.programs) > 0 {
		err = league.Comparable(origin.Of([]*chronicle.Summary{&g.Summary}), []origin.Part{origin.Program}, h)
	}
	return g, err
}

// all are the first games of a series, played unless their records are there.
func (s *series) all(ctx context.Context, n int) ([]*chronicle.Game, error) {
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		return nil, err
	}
	games := experiment.Runs[chronicle.Game]{N: n, Parallel: s.parallel, Kept: s.found, Done: func() { s.progress.add(1) }}
	games.Do = func(ctx context.Context, i int) (*chronicle.Game, error) {
		h, err := s.header(i)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(s.out, h.ID+gamelog.Extension)
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if _, err := s.play(ctx, i, nil); err != nil {
			return nil, err
		}
		return chronicle.ReadFile(path)
	}
	return games.All(ctx)
}

// there are those of the first games of a series whose records are there and whole, and nil for others.
func (s *series) there(n int) ([]*chronicle.Game, error) {
	games := experiment.Runs[chronicle.Game]{N: n, Do: func(_ context.Context, i int) (*chronicle.Game, error) { return s.found(i) }}
	return games.All(context.Background())
}

// withPrograms plays the first games of a series. Programs are started anew for it: the two games of a pair have one id, which a
// program that has played one of them would take for the same game.
func withPrograms(e *env) func(s *series, n int) ([]*chronicle.Game, error) {
	return func(s *series, n int) (games []*chronicle.Game, err error) {
		if s.table.guests, err = openGuests(e, s.table.programs, s.out, false, nil); err != nil {
			return nil, err
		}
		defer s.table.guests.close()
		return s.all(e.ctx, n)
	}
}
