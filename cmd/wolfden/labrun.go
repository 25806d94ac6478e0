package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"wolfden/internal/experiment"
	"wolfden/internal/league"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
)

// inquiry is what a command of lab does, as a value: an experiment with the flags, models and programs that it is done with.
type inquiry struct {
	*experimentFlags
	who      []contender    // whose answers may be a model's, in the tables
	bots     []string       // the players that ask a model
	alone    bool           // something else asks it, and nobody plays
	rules    bool           // may answer to the end where the model gives no answer
	programs []league.Entry // those that play, with what is wanted of them
	wanted   string
	foresee  func(*stage) (experiment.Forecasts, error) // what all of it will ask; nil where nobody knows
	rests    string                                     // what that rests on
	asking   [][]string                                 // the players that ask a model, game by game, of so many at the same time, in a language
	parallel int
	lang     string
	out      string                              // the folder, "" for one that does not stay
	settings func(used *models) any              // all that the results depend on; nil where the command has a folder of its own
	run      func(*stage) error                  // does what is not in the folder
	tell     func() ([]league.EntryCalls, error) // what came of it, and what was asked; nil where others tell it
}

// stage is what an inquiry is done with.
type stage struct {
	*env
	*inquiry
	models   *models
	guests   *guests
	folder   *experiment.Folder
	progress *progress
}

// show tells from now on how many are done of so many.
func (s *stage) show(of string, total int) *progress {
	s.progress.finish()
	s.progress = newProgress(s.stderr, of, total, false)
	return s.progress
}

// Foretell is that of experiment.Means.
func (s *stage) Foretell(asked experiment.Forecasts, rests string) (enough bool, err error) {
	return s.Forecast, s.foretell(s.env, asked, rests)
}

// Open opens the models.
func (s *stage) Open() (err error) {
	if s.alone {
		s.models, err = s.open(s.stderr)
	} else {
		s.models, err = s.openFor(s.bots, s.stderr)
	}
	if err != nil {
		return err
	}
	return s.tellPace(s.stderr, s.models, s.parallel, s.lang, s.asking...)
}

// Close ends models and programs.
func (s *stage) Close() {
	s.models.close(s.stderr)
	s.guests.close()
}

// perform does it.
func (q *inquiry) perform(e *env) (err error) {
	if q.Forecast && q.Model == "" {
		return usagef("--forecast: nothing is asked without --model NAME")
	}
	if !q.alone {
		if err := q.begin(e, q.who); err != nil {
			return err
		}
	}
	whole := e.ctx
	s := &stage{env: e, inquiry: q}
	if s.guests, err = openGuests(e, q.programs, q.out, false, &listening{wanted: q.wanted}); err != nil {
		return err
	}
	x := experiment.Experiment{Means: s, Rests: q.rests, Out: q.out}
	if q.Model != "" && q.foresee != nil {
		x.Foresee = func() (experiment.Forecasts, error) { return q.foresee(s) }
	}
	if q.settings != nil {
		x.Settings = func() any { return q.settings(s.models) }
	}
	x.Run = func(folder *experiment.Folder) error {
		ctx, cancel := context.WithCancelCause(whole)
		if s.folder, e.ctx = folder, ctx; s.models != nil && !q.rules {
			s.models.over = cancel
		}
		defer func() {
			s.progress.finish()
			e.ctx = whole
			cancel(nil)
		}()
		err := q.run(s)
		if ended := endedBy(ctx); ended != nil {
			err = ended
			if q.out != "" && q.tell != nil {
				err = fmt.Errorf("%w; the same command goes on with %s", ended, q.out)
			}
		}
		return err
	}
	if q.tell != nil {
		x.Tell = func() error {
			asked, err := q.tell()
			if err != nil {
				return err
			}
			return q.end(q.who, asked)
		}
	}
	err = x.Perform(whole)
	if errors.Is(err, experiment.ErrOther) {
		err = usageError{err}
	}
	return err
}

// endedBy is why a model has ended an experiment, nil where none has.
func endedBy(ctx context.Context) error {
	if err := context.Cause(ctx); errors.Is(err, errBudget) || errors.Is(err, errSilent) {
		return err
	}
	return nil
}

// labAsked is what a model is and how it is asked, as far as another one would be another experiment.
type labAsked struct {
	Model    string           `json:"model,omitempty"`
	Settings *league.Settings `json:"settings,omitempty"`
	Prompts  string           `json:"prompts,omitempty"` // hash of the folder
}

// asked is what the flags say of the model.
func (f *modelFlags) asked(used *models) (a labAsked) {
	if used == nil {
		return a
	}
	a = labAsked{Model: f.Model, Settings: f.Tuning.settings()}
	if f.Prompts != "" {
		a.Prompts = used.overlay.Hash()
	}
	return a
}

// moreOften says which of two did something more often, as far as that can be told. more is by how much the first did.
func moreOften(first, other string, more stats.Estimate) string {
	switch {
	case more.Low > 0:
		return first + " more often"
	case more.High < 0:
		return other + " more often"
	}
	return "no difference that can be told from chance"
}

// pointsOf is a difference with what must be known of it.
func pointsOf(more stats.Estimate) string {
	if more.N == 0 {
		return "nothing to compare"
	}
	text := versus.Points(more) + " points"
	if len(more.Warnings) > 0 {
		text += " (" + strings.Join(more.Warnings, "; ") + ")"
	}
	return text
}
