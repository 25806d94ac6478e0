package main

import (
	"fmt"
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

// foretell tells what each model will be asked, beside what is in its folder. Every part of the suite is rehearsed apart.
func (r *benchRun) foretell(p *progress) error {
	defer p.finish()
	for _, one := range r.measured {
		if one.Model == "" {
			continue
		}
		there, err := r.card(one, &chronicle.Calls{})
		if err != nil {
			return err
		}
		flags, all := r.modelFlags(one.Model), lab.Forecasts{}
		if there.Games != nil {
			err = r.foretellGames(one, flags, there.Games, all)
		}
		p.add(1)
		if err == nil && there.Situations != nil {
			err = r.foretellSituations(one, flags, there.Situations.Planned-there.Situations.Done, all)
		}
		p.add(1)
		if err == nil && there.Injections != nil {
			err = r.foretellInjections(one, flags, there.Injections.Planned-there.Injections.Done, all)
		}
		if err != nil {
			return err
		}
		p.add(1)
		p.finish()
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

func (r *benchRun) foretellGames(one *contestant, flags *modelFlags, there *bench.Games, all lab.Forecasts) error {
	for i, table := range r.tables(one) {
		left := strings.Count(there.Tables[i].Results, "-")
		if left == 0 {
			continue
		}
		spec, err := r.spec(r.entryOf(one), table)
		if err != nil {
			return err
		}
		asked, err := flags.rehearse(func(named *models, _ *lab.Folder) (did, of int, err error) {
			some, err := benchRunner(spec, named, 1)
			if err != nil {
				return 0, 0, err
			}
			some.Games = some.Games[:rehearsed]
			return rehearsed, left, some.Run(r.env.ctx)
		})
		if err != nil {
			return err
		}
		all.Add(asked)
	}
	return r.env.ctx.Err()
}

func (r *benchRun) foretellSituations(one *contestant, flags *modelFlags, left int, all lab.Forecasts) error {
	if left == 0 {
		return nil
	}
	asked, err := flags.rehearse(func(named *models, _ *lab.Folder) (did, of int, err error) {
		t := &trying{situationFlags: &situationFlags{Runs: 1, Seed: r.suite.Situations.Seed}, env: r.env, models: named}
		positions := r.fitting(one)
		for i := 0; i < len(positions); i += rehearsedPositions {
			if _, err := t.run(positions[i].Situation, 1, league.Entry{Name: one.Player}, nil); err != nil {
				return 0, 0, err
			}
			did++
		}
		return did, left * r.suite.Situations.Of(r.Size), nil
	})
	all.Add(asked)
	return err
}

func (r *benchRun) foretellInjections(one *contestant, flags *modelFlags, left int, all lab.Forecasts) error {
	if left == 0 {
		return nil
	}
	for _, lang := range r.suite.Injections.Langs {
		c := r.hostile(one, lang)
		t, lines, err := c.seated(c.Bots[0])
		if err != nil {
			return err
		}
		s := c.series(t, lines, c.Bots[0], c.Kinds[0], true)
		s.total = max(2, 2*left/len(r.suite.Injections.Langs))
		asked, err := flags.rehearse(func(named *models, folder *lab.Folder) (did, of int, err error) {
			return s.rehearse(r.env.ctx, named, folder.Dir, rehearsedPairs)
		})
		if err != nil {
			return fmt.Errorf("forecast: %w", err)
		}
		all.Add(asked)
	}
	return nil
}
