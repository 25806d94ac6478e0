package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"text/tabwriter"

	"wolfden/internal/bot/inducement"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/league"
	"wolfden/internal/stats"
	"wolfden/werewolf"
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
	used, err := c.openFor(entryBots(s), e.stderr)
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

type labInducementCmd struct {
	Bot     string `default:"kanolab-nw" help:"The player that plays all seats."`
	Players int    `default:"5" help:"5, 9 or 13."`
	Games   int    `default:"200" help:"How many games." placeholder:"N"`
	Lang    string `default:"en" enum:"en,ja" help:"Language of the talk: en or ja."`
	Seed    uint64 `default:"1" help:"Of the games."`
	Out     string `help:"Keep the records in this folder." placeholder:"DIR"`

	modelFlags `embed:""`
	requireFlag
}

// attempts counts the attempts of one role.
type attempts struct{ made, executed int }

// Run plays games and counts from the players' notes whom they tried to get executed.
func (c *labInducementCmd) Run(e *env) error {
	if c.Games < 1 {
		return usagef("--games %d: play at least one", c.Games)
	}
	t, err := newTableSetup(c.Players, "", c.Lang, []string{c.Bot})
	if err != nil {
		return err
	}
	if err := c.begin(e, t.contenders(c.Model)); err != nil {
		return err
	}
	if t.models, err = c.openFor([]string{c.Bot}, e.stderr); err != nil {
		return err
	}
	defer t.models.close(e.stderr)
	out := c.Out
	if out == "" {
		if out, err = os.MkdirTemp("", "wolfden-lab-"); err != nil {
			return err
		}
		defer os.RemoveAll(out) //nolint:errcheck // what is left is the system's to clear
	} else if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	s := &series{command: "lab", table: t, out: out, total: c.Games, parallel: 1, seed: &c.Seed}
	counts, asked := map[string]*attempts{}, askedByBot{}
	for n := range c.Games {
		o, err := s.play(e.ctx, n, nil)
		if err != nil {
			if c.Out == "" && errors.Is(err, context.Canceled) {
				return fmt.Errorf("stopped in game %d of %d; with --out the records stay", n+1, c.Games)
			}
			return s.explain(err, o)
		}
		g, err := chronicle.ReadFile(o.Record)
		if err != nil {
			return err
		}
		countAttempts(g, counts)
		asked.add(&g.Summary)
	}
	if err := c.tell(e, counts, asked); err != nil {
		return err
	}
	return c.end(t.contenders(c.Model), asked.list(t.bots))
}

// countAttempts counts the attempts of a game, and those whose target was executed that day.
func countAttempts(g *chronicle.Game, counts map[string]*attempts) {
	executed := map[int]string{}
	for i := range g.Lines {
		if l := &g.Lines[i]; l.Kind == contestlog.ExecuteLine {
			executed[l.Day] = g.Player(l.Target).Called
		}
	}
	for _, n := range g.Notes {
		var h inducement.Hint
		if n.Topic != inducement.Topic || json.Unmarshal([]byte(n.Text), &h) != nil || h.Target == "" {
			continue
		}
		a := counts[h.Role]
		if a == nil {
			a = &attempts{}
			counts[h.Role] = a
		}
		a.made++
		if executed[h.Day] == h.Target {
			a.executed++
		}
	}
}

func (c *labInducementCmd) tell(e *env, counts map[string]*attempts, asked askedByBot) error {
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "role\tattempts\ttarget executed")
	all := attempts{}
	for _, role := range werewolf.StandardRoles().Roles() {
		if a := counts[role.String()]; a != nil {
			fmt.Fprintf(w, "%s\t%d\t%s\n", role, a.made, stats.Wilson(a.executed, a.made))
			all.made, all.executed = all.made+a.made, all.executed+a.executed
		}
	}
	fmt.Fprintf(w, "all\t%d\t%s\n", all.made, stats.Wilson(all.executed, all.made))
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(e.stdout, "\nIn the paper's contest games: 11 of 15 with 5 players, 2 of 27 with 13.")
	if c.Model == "" {
		fmt.Fprintln(e.stdout, byRules)
		return nil
	}
	fmt.Fprintln(e.stdout)
	return writeCalls(e.stdout, asked.list([]string{c.Bot}))
}
