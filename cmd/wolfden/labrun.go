package main

import (
	"errors"
	"fmt"
	"strings"

	"wolfden/internal/lab"
	"wolfden/internal/league"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
)

// experiment is what a command of lab does, as a value; perform does it, in the order that all have.
type experiment struct {
	*experimentFlags
	who      []contender    // whose answers may be a model's, in the tables
	bots     []string       // the players that ask a model
	alone    bool           // something else asks it, and nobody plays
	programs []league.Entry // those that play, with what is wanted of them
	wanted   string
	foresee  func(*stage) (lab.Forecasts, error) // what all of it will ask; nil where nobody knows
	rests    string                              // what that rests on
	asking   [][]string                          // the players that ask a model, game by game, of so many at the same time, in a language
	parallel int
	lang     string
	out      string                              // the folder, "" for one that does not stay
	settings func(used *models) any              // all that the results depend on; nil where the command has a folder of its own
	run      func(*stage) error                  // does what is not in the folder
	tell     func() ([]league.EntryCalls, error) // what came of it, and what was asked; nil where others tell it
}

// stage is what an experiment is done with.
type stage struct {
	*env
	models   *models
	guests   *guests
	folder   *lab.Folder
	progress *progress
}

// show tells from now on how many are done of so many.
func (s *stage) show(of string, total int) *progress {
	s.progress.finish()
	s.progress = newProgress(s.stderr, of, total, false)
	return s.progress
}

// perform does an experiment: it says what will be asked, opens models and folder, has it run, and tells what came of it.
func (x *experiment) perform(e *env) (err error) {
	if x.Forecast && x.Model == "" {
		return usagef("--forecast: nothing is asked without --model NAME")
	}
	if !x.alone {
		if err := x.begin(e, x.who); err != nil {
			return err
		}
	}
	s := &stage{env: e}
	if s.guests, err = openGuests(e, x.programs, x.out, false, &listening{wanted: x.wanted}); err != nil {
		return err
	}
	defer s.guests.close()
	if x.Model != "" && x.foresee != nil {
		asked, err := x.foresee(s)
		if err == nil {
			err = x.foretell(e, asked, x.rests)
		}
		if err != nil {
			return err
		}
	}
	if x.Forecast {
		return nil // of programs nobody knows
	}
	if x.alone {
		s.models, err = x.open(e.stderr)
	} else {
		s.models, err = x.openFor(x.bots, e.stderr)
	}
	if err != nil {
		return err
	}
	defer s.models.close(e.stderr)
	if err := x.tellPace(e.stderr, s.models, x.parallel, x.lang, x.asking...); err != nil {
		return err
	}
	if x.settings != nil {
		if s.folder, err = openLab(x.out, x.settings(s.models)); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.folder.Close()) }()
	}
	err = x.run(s)
	s.progress.finish()
	if err != nil && s.folder != nil && x.out != "" && e.ctx.Err() != nil {
		return fmt.Errorf("stopped; the same command goes on with %s", x.out)
	}
	if err != nil || x.tell == nil {
		return err
	}
	asked, err := x.tell()
	if err != nil {
		return err
	}
	return x.end(x.who, asked)
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

// openLab opens the folder of an experiment; that of another one is the user's mistake.
func openLab(dir string, what any) (*lab.Folder, error) {
	folder, err := lab.OpenFolder(dir, what)
	if errors.Is(err, lab.ErrOther) {
		err = usageError{err}
	}
	return folder, err
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
