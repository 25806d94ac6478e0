package main

import (
	"fmt"
	"os"
	"strings"

	"wolfden/internal/bench"
	"wolfden/internal/chronicle"
	"wolfden/internal/lab"
	"wolfden/internal/league"
)

// Parts of the suite that a forecast rehearses.
const (
	rehearsedPositions = 8 // every so manyth
	rehearsedPairs     = 1
)

// foretell tells what each model will be asked, beside what is in its folder.
func (r *benchRun) foretell() error {
	for _, one := range r.measured {
		if one.Model == "" {
			continue
		}
		there, err := r.card(one, &chronicle.Calls{})
		if err != nil {
			return err
		}
		flags, all := r.modelFlags(one.Model), forecast{}
		if there.Games != nil {
			err = r.foretellGames(one, flags, there.Games, all)
		}
		if err == nil && there.Situations != nil {
			err = r.foretellSituations(one, flags, there.Situations.Planned-there.Situations.Done, all)
		}
		if err == nil && there.Injections != nil {
			err = r.foretellInjections(one, flags, there.Injections.Planned-there.Injections.Done, all)
		}
		if err != nil {
			return err
		}
		e := experimentFlags{Forecast: r.Forecast, modelFlags: *flags}
		if err := e.foretell(r.env, all, "rehearsed by rules in a part of what is left"); err != nil {
			return err
		}
		if len(all) == 0 {
			fmt.Fprintf(r.env.stderr, "forecast: %s: nothing is left to be asked\n", one.Name)
		}
	}
	return nil
}

// add adds another forecast.
func (f forecast) add(other forecast) {
	for name, o := range other {
		one := f[name]
		f[name] = lab.Forecast{Calls: one.Calls + o.Calls, In: one.In + o.In, Out: one.Out + o.Out}
	}
}

// rehearsing is a rehearsal and the models that stand in for those of the flags.
func rehearsing(flags *modelFlags) (*rehearsal, *models, error) {
	stage := &rehearsal{}
	named, err := flags.named()
	if err != nil {
		return nil, nil, err
	}
	named.instead = stage.open
	return stage, named, nil
}

func (r *benchRun) foretellGames(one *contestant, flags *modelFlags, there *bench.Games, all forecast) error {
	for i, table := range r.tables(one) {
		left := strings.Count(there.Tables[i].Results, "-")
		if left == 0 {
			continue
		}
		spec, err := r.spec(r.entryOf(one), table)
		if err != nil {
			return err
		}
		prompts, err := readPrompts(spec)
		if err != nil {
			return err
		}
		stage, named, err := rehearsing(flags)
		if err != nil {
			return err
		}
		games := league.Plan(spec)
		some := &league.Runner{
			Spec: spec, Games: games[:rehearsed], Results: make([]league.Result, rehearsed), Parallel: 1, Make: benchPlayers(spec, named, prompts).player,
		}
		if err := some.Run(r.env.ctx); err != nil {
			return err
		}
		all.add(stage.times(left, rehearsed))
	}
	return r.env.ctx.Err()
}

func (r *benchRun) foretellSituations(one *contestant, flags *modelFlags, left int, all forecast) error {
	if left == 0 {
		return nil
	}
	stage, named, err := rehearsing(flags)
	if err != nil {
		return err
	}
	t := &trying{situationFlags: &situationFlags{Runs: 1, Seed: r.suite.Situations.Seed}, env: r.env, models: named}
	positions, tried := r.fitting(one), 0
	for i := 0; i < len(positions); i += rehearsedPositions {
		if _, err := t.run(positions[i].Situation, 1, league.Entry{Name: one.Player}); err != nil {
			return err
		}
		tried++
	}
	all.add(stage.times(left*r.suite.Situations.Of(r.Size), tried))
	return nil
}

func (r *benchRun) foretellInjections(one *contestant, flags *modelFlags, left int, all forecast) error {
	if left == 0 {
		return nil
	}
	dir, err := os.MkdirTemp("", "wolfden-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // what is left is the system's to clear
	for _, lang := range r.suite.Injections.Langs {
		c := r.hostile(one, lang)
		c.Out = dir
		t, lines, err := c.seated(c.Bots[0])
		if err != nil {
			return err
		}
		s := c.series(t, lines, c.Bots[0], c.Kinds[0], true)
		s.total = max(2, 2*left/len(r.suite.Injections.Langs))
		f, err := (&rehearsal{}).series(r.env.ctx, s, flags, rehearsedPairs)
		if err != nil {
			return fmt.Errorf("forecast: %w", err)
		}
		all.add(f)
	}
	return nil
}
