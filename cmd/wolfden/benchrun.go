package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/bench"
	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/situation"
	"wolfden/internal/trial"
)

// benchRun is a bench that is played.
type benchRun struct {
	*benchCmd

	env      *env
	suite    *bench.Suite
	measured []*contestant

	games, situations, injections bench.Stamp
	positions                     []*situation.Situation

	spent llm.Usage           // by the models before
	asked []league.EntryCalls // by the models, as their cards have it
}

// The parts of a bench, and their folders in that of a contestant.
const (
	benchGames      = "games"
	benchSituations = "situations"
	benchInjections = "injections"
)

// What ends an experiment rather than let rules answer for the model.
var (
	errBudget = errors.New("the budget of the run is used up")
	errSilent = errors.New("the model has not given one answer")
)

// stamp finds out what the parts ask, and whether the folders are of them.
func (r *benchRun) stamp() (err error) {
	if r.situations, err = r.suite.SituationsStamp(); err != nil {
		return err
	}
	if r.injections, err = r.suite.InjectionsStamp(); err != nil {
		return err
	}
	if r.positions, err = situation.Suite(); err != nil {
		return err
	}
	for _, s := range r.positions {
		s.Time(r.AnswerTime.Set)
	}
	plays, err := r.opponentsPlay()
	if err != nil {
		return err
	}
	r.games = r.suite.GamesStamp(plays)
	for _, one := range r.measured {
		if err := r.taken(one); err != nil {
			return err
		}
	}
	return nil
}

// opponentsPlay stands for how the opponents play: what happens in a few games of each table with one of them for the contestant.
func (r *benchRun) opponentsPlay() (string, error) {
	var records []*gamelog.Record
	for _, table := range r.suite.Games.Tables {
		spec, err := r.spec(league.Entry{Name: bench.Entry, Bot: "plain"}, table)
		if err != nil {
			return "", err
		}
		runner, err := benchRunner(spec, nil, 1)
		if err != nil {
			return "", err
		}
		runner.Games = runner.Games[:2]
		runner.Keep = func(_ *league.Game, record []byte) error {
			rec, err := gamelog.Parse(record)
			records = append(records, rec)
			return err
		}
		if err := runner.Run(context.WithoutCancel(r.env.ctx)); err != nil {
			return "", err
		}
	}
	return bench.Plays(records), nil
}

// spec is the league of a table. Among strangers players of rules speak in the same way, whoever the contestant is.
func (r *benchRun) spec(entry league.Entry, table bench.Table) (*league.Spec, error) {
	rules, err := rulesFor(table.Players, "")
	if err != nil {
		return nil, err
	}
	r.AnswerTime.Set(&rules)
	t := trial.Table{Program: entry, Rules: rules, Games: table.Of(r.Size), Seed: table.Seed, Lang: table.Lang}
	if t.Cast, err = leagueCast(table.Lang); err != nil {
		return nil, err
	}
	for _, name := range r.suite.Games.Opponents {
		t.Pool = append(t.Pool, league.Entry{Name: name, Bot: name})
	}
	return t.Spec()
}

// benchRunner plays games of a table.
func benchRunner(s *league.Spec, used *models, parallel int) (*league.Runner, error) {
	all, err := sameModel(s, used, false)
	all.among = strangers
	return all.runner("bench", s, league.Plan(s), parallel), err
}

// tables are those at which the contestant can play.
func (r *benchRun) tables(one *contestant) (list []bench.Table) {
	for _, t := range r.suite.Games.Tables {
		if one.remote() || bot.Fits(one.Player, t.Players) == nil {
			list = append(list, t)
		}
	}
	return list
}

// examinedIn is how long a model has for the first short question, which may find it on the disk still.
const examinedIn = 5 * time.Minute

// examine finds out, before anything is paid for, whether all answer who still have something to play, where there are several: who is
// alone says so with its first answer.
func (r *benchRun) examine() error {
	if len(r.measured) < 2 {
		return nil
	}
	for _, one := range r.measured {
		there, err := r.card(one, &chronicle.Calls{})
		if err != nil {
			return err
		}
		if there.Whole() {
			continue
		}
		if err := r.answers(one); err != nil && r.env.ctx.Err() == nil {
			return fmt.Errorf("%s: %w; nothing was begun", one.Name, err)
		}
	}
	return r.env.ctx.Err()
}

// answers starts a program, and asks models for a word.
func (r *benchRun) answers(one *contestant) error {
	if one.remote() {
		guests, err := openGuests(r.env, []league.Entry{r.entryOf(one)}, "", false, &listening{})
		if err != nil {
			return err
		}
		defer guests.close()
		_, leave, err := guests.Invite(r.env.ctx, "first", map[string]int{bench.Entry: 1})
		if err == nil {
			leave()
		}
		return err
	}
	used, err := r.modelFlags(one.Model).openFor([]string{one.Player}, io.Discard)
	if used == nil || err != nil {
		return err
	}
	defer used.close(io.Discard)
	ctx, cancel := context.WithTimeout(r.env.ctx, examinedIn)
	defer cancel()
	for _, name := range used.choice.names() {
		model, err := used.source.Open(name)
		if err != nil {
			return err
		}
		word := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "Answer with one word: yes."}}, Sampling: llm.Sampling{MaxTokens: 200}}
		_, err = model.Complete(ctx, word)
		if errors.Is(err, llm.ErrUnavailable) || errors.Is(err, llm.ErrRejected) {
			return err
		}
	}
	return nil
}

// play plays what is not there yet, of one contestant after another.
func (r *benchRun) play() error {
	for _, one := range r.measured {
		err := r.measure(one)
		switch {
		case r.env.ctx.Err() != nil:
			return fmt.Errorf("stopped; the same command goes on with %s", r.Out)
		case errors.Is(err, errBudget) || errors.Is(err, errSilent):
			return fmt.Errorf("%s: %w; the same command goes on with %s", one.Name, err, r.Out)
		case err != nil:
			return fmt.Errorf("%s: %w", one.Name, err)
		}
	}
	return nil
}

// measure plays what is not there yet of one contestant.
func (r *benchRun) measure(one *contestant) error {
	m := &measuring{benchRun: r, one: one}
	flags, err := r.left(one)
	if err != nil {
		return err
	}
	return (&inquiry{
		experimentFlags: &experimentFlags{modelFlags: *flags}, bots: []string{one.Player}, out: one.dir, settings: func(*models) any { return r.settings(one) },
		run: m.play,
	}).perform(r.env)
}

// play plays what is not there yet of the parts that are wanted.
func (m *measuring) play(st *stage) error {
	if m.models, m.folder = st.models, st.folder; m.models != nil {
		defer func() { m.spent = m.spent.Add(m.models.source.Settled()) }()
	}
	for _, part := range []struct {
		name string
		play func() error
	}{{benchGames, m.playGames}, {benchSituations, m.playSituations}, {benchInjections, m.playInjections}} {
		if !m.wants(part.name) {
			continue
		}
		if err := part.play(); err != nil {
			return err
		}
	}
	return nil
}

// left are the flags for a contestant's model, with what the models before it have left of the budget.
func (r *benchRun) left(one *contestant) (*modelFlags, error) {
	if one.Model == "" {
		return &modelFlags{}, nil
	}
	flags := r.modelFlags(one.Model)
	if flags.RunUSD != nil && *flags.RunUSD > 0 {
		left := *flags.RunUSD - r.spent.Cost
		flags.RunUSD = &left
	}
	if flags.RunTokens != nil && *flags.RunTokens > 0 {
		left := *flags.RunTokens - r.spent.In - r.spent.Out
		flags.RunTokens = &left
	}
	if r.spent.In+r.spent.Out > 0 && (!above0(flags.RunUSD) || !above0(flags.RunTokens)) {
		return nil, errBudget
	}
	return flags, nil
}
