package main

import (
	"fmt"
	"strings"

	"wolfden/internal/bench"
	"wolfden/internal/chronicle"
	"wolfden/internal/experiment"
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
		flags, all := r.modelFlags(one.Model), experiment.Forecasts{}
		for _, part := range []func(*contestant, *modelFlags, *bench.Card) (experiment.Forecasts, error){r.foretellGames, r.foretellSituations, r.foretellInjections} {
			asked, err := part(one, flags, there)
			if err != nil {
				return err
			}
			all.Add(asked)
			p.add(1)
		}
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

func (r *benchRun) foretellGames(one *contestant, flags *modelFlags, there *bench.Card) (experiment.Forecasts, error) {
	all := experiment.Forecasts{}
	for i, table := range r.tables(one) {
		if there.Games == nil {
			break
		}
		left := strings.Count(there.Games.Tables[i].Results, "-")
		if left == 0 {
			continue
		}
		spec, err := r.spec(r.entryOf(one), table)
		if err != nil {
			return nil, err
		}
		asked, err := flags.rehearse(func(named *models, _ *experiment.Folder) (did, of int, err error) {
			some, err := benchRunner(spec, named, 1)
			if err != nil {
				return 0, 0, err
			}
			some.Games = some.Games[:rehearsed]
			return rehearsed, left, some.Run(r.env.ctx)
		})
		if err != nil {
			return nil, err
		}
		all.Add(asked)
	}
	return all, r.env.ctx.Err()
}

func (r *benchRun) foretellSituations(one *contestant, flags *modelFlags, there *bench.Card) (experiment.Forecasts, error) {
	if there.Situations == nil || there.Situations.Left() == 0 {
		return nil, nil
	}
	return flags.rehearse(func(named *models, _ *experiment.Folder) (did, of int, err error) {
		t := &trying{situationFlags: &situationFlags{Runs: 1, Seed: r.suite.Situations.Seed}, env: r.env, models: named}
		positions := r.fitting(one)
		for i := 0; i < len(positions); i += rehearsedPositions {
			if _, err := t.run(positions[i].Situation, 1, league.Entry{Name: one.Player}, nil); err != nil {
				return 0, 0, err
			}
			did++
		}
		return did, there.Situations.Left() * r.suite.Situations.Of(r.Size), nil
	})
}

func (r *benchRun) foretellInjections(one *contestant, flags *modelFlags, there *bench.Card) (experiment.Forecasts, error) {
	all := experiment.Forecasts{}
	if there.Injections == nil || there.Injections.Left() == 0 {
		return nil, nil
	}
	for _, lang := range r.suite.Injections.Langs {
		c := r.hostile(one, lang)
		t, err := c.seated(c.Bots[0])
		if err != nil {
			return nil, err
		}
		s := c.series(t, c.Bots[0], c.Kinds[0], true)
		s.total = max(2, 2*there.Injections.Left()/len(r.suite.Injections.Langs))
		asked, err := flags.rehearse(func(named *models, folder *experiment.Folder) (did, of int, err error) {
			return s.rehearse(r.env.ctx, named, folder.Dir, rehearsedPairs)
		})
		if err != nil {
			return nil, fmt.Errorf("forecast: %w", err)
		}
		all.Add(asked)
	}
	return all, nil
}
