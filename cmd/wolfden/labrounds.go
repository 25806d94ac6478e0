package main

import (
	"fmt"

	"wolfden/internal/league"
)

type labRoundsCmd struct {
	Proposed string `default:"yharada" help:"The player that was proposed."`
	Baseline string `default:"baseline" help:"The player it is held against."`
	Games    int    `default:"12" help:"Games; with 12 each of the six entries plays ten." placeholder:"N"`
	Lang     string `default:"en" enum:"en,ja" help:"Language of the talk: en or ja."`
	Seed     uint64 `default:"1" help:"Of the games."`

	modelFlags `embed:""`
	requireFlag
}

// Run plays the round robin: six entries, five players a game, votes that are not shown.
func (c *labRoundsCmd) Run(e *env) error {
	const entries = 6
	if c.Games < 1 || c.Games%entries != 0 {
		return usagef("--games %d: a multiple of %d, so that every entry has every seat as often", c.Games, entries)
	}
	rules, err := rulesFor(5, "")
	if err != nil {
		return err
	}
	rules.VoteVisibility = false
	settings := c.Tuning.settings()
	s := &league.Spec{
		Seed: c.Seed, Lang: c.Lang, Setups: []league.Setup{{Name: "round robin", Rules: rules, Games: c.Games}},
	}
	for _, kind := range []string{c.Proposed, c.Baseline} {
		for _, suffix := range []string{"A", "B", "C"} {
			s.Entries = append(s.Entries, league.Entry{Name: kind + "-" + suffix, Bot: kind, Model: c.Model, Settings: settings, Prompts: c.Prompts})
		}
	}
	if s.Cast, err = leagueCast(c.Lang); err != nil {
		return usageError{err}
	}
	if err := s.Check(); err != nil {
		return usageError{err}
	}
	if err := checkBots(s); err != nil {
		return usageError{err}
	}
	if err := c.begin(e, contenders(s, false)); err != nil {
		return err
	}
	used, err := c.open(e.stderr)
	if err != nil {
		return err
	}
	defer used.close(e.stderr)
	all := leagueModels{models: map[string]*models{modelKey(s.Entries[0]): used}}
	if all.prompts, err = readPrompts(s); err != nil {
		return err
	}
	r := &league.Runner{Spec: s, Games: league.Plan(s), Make: all.player, Provenance: provenance("lab"), Describe: all.prompts.describe, Parallel: 2}
	r.Results = make([]league.Result, len(r.Games))
	if err := r.Run(e.ctx); err != nil {
		return err
	}
	table := &league.Standing(s, r.Games, r.Results)[0]
	if err := writeStanding(e.stdout, table); err != nil {
		return err
	}
	fmt.Fprintln(e.stdout, "\nIn the paper (ten games each, GPT-4o) the three proposed entries won 16 of 30 games, the three baselines 17 of 30.")
	if used == nil {
		fmt.Fprintln(e.stdout, byRules)
	}
	return c.end(contenders(s, false), table.Calls)
}
