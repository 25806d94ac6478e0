package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/judge"
	"wolfden/internal/lab"
	"wolfden/internal/league"
	"wolfden/internal/stats"
)

type labRoundsCmd struct {
	Proposed string   `default:"yharada" help:"The player that was proposed."`
	Baseline string   `default:"baseline" help:"The player it is held against."`
	Games    int      `default:"12" help:"Games; with 12 each of the six entries plays ten, as in the paper."`
	Lang     string   `default:"en" enum:"en,ja" help:"Language of the talk: en or ja."`
	Seed     uint64   `default:"1" help:"Of the games."`
	Parallel int      `default:"2" help:"Games at the same time."`
	Out      string   `short:"o" help:"Folder to keep the records in. The same command goes on with it." placeholder:"DIR"`
	Answers  []string `help:"Answers of judges and of people to these games (see: wolfden judge), whose ranks stand beside the paper's; may be given again." placeholder:"FILE"`
	JSON     bool     `help:"The totals and ranks as a JSON object."`

	programFlags
	fleetFlags
	alikeFlags `embed:""`
	experimentFlags
	answerFlag
}

// Help is the long help of the command.
func (labRoundsCmd) Help() string {
	return `Six entries, three of a proposed player and three of a baseline, play each other in games
of five with votes that are not shown, at temperature 0.7 unless --model-temperature says
otherwise. Then judges rank them:

  wolfden lab rounds --model openai:gpt-4o --forecast
  wolfden lab rounds --model openai:gpt-4o -o rounds
  wolfden judge run rounds/games --model openai:gpt-5 --criteria A,B,C,D,E -o rounds/answers.jsonl
  wolfden lab rounds --model openai:gpt-4o -o rounds --answers rounds/answers.jsonl

Ctrl-C or a crash costs the games under way: the same command with -o goes on.`
}

// spec is the plan of the round robin.
func (c *labRoundsCmd) spec() (*league.Spec, error) {
	const entries = 6
	if c.Games < 1 || c.Games%entries != 0 {
		return nil, usagef("--games %d: a multiple of %d, so that every entry has every seat as often", c.Games, entries)
	}
	if c.Parallel < 1 {
		return nil, usagef("--parallel: at least 1")
	}
	rules, err := rulesFor(5, "")
	if err != nil {
		return nil, err
	}
	rules.VoteVisibility = false
	c.AnswerTime.Set(&rules)
	c.heated(0.7, nil) // section 4.2
	s := &league.Spec{
		Seed: c.Seed, Lang: c.Lang, Setups: []league.Setup{{Name: "round robin", Rules: rules, Games: c.Games}},
	}
	if err := c.unused(c.Proposed, c.Baseline); err != nil {
		return nil, err
	}
	for _, kind := range []*string{&c.Proposed, &c.Baseline} {
		one, program, err := c.entry(*kind)
		if err != nil {
			return nil, err
		}
		if !program {
			c.give(&one)
		}
		*kind = one.Name // as the tables call it
		for _, suffix := range []string{"-A", "-B", "-C"} {
			of := one
			of.Name += suffix
			s.Entries = append(s.Entries, of)
		}
	}
	return s, fit(s)
}

// Run plays the round robin: six entries, five players a game, votes that are not shown.
func (c *labRoundsCmd) Run(e *env) error {
	s, err := c.spec()
	if err != nil {
		return err
	}
	runner := func(used *models) (*league.Runner, error) {
		all, err := sameModel(s, used, false)
		return all.runner("lab", s, league.Plan(s), c.atOnce(c.Parallel)), err
	}
	r, err := runner(nil)
	if err != nil {
		return err
	}
	return (&inquiry{
		experimentFlags: &c.experimentFlags, who: contenders(s, false), bots: entryBots(s), out: c.Out,
		programs: s.Entries, wanted: "as many of each as have seats in the games at a time",
		asking: askingInLeague(r), parallel: c.Parallel, lang: c.Lang,
		foresee: func(st *stage) (experiment.Forecasts, error) {
			return c.rehearse(func(used *models, _ *experiment.Folder) (did, all int, err error) {
				some, err := runner(used)
				if err != nil {
					return 0, 0, err
				}
				some.Games, some.Parallel, some.Guests = r.Games[:rehearsed], 1, st.guests
				return rehearsed, len(r.Games), some.Run(e.ctx)
			})
		},
		rests: fmt.Sprintf(restOn, english.Count(rehearsed, "game")),
		run: func(st *stage) (err error) {
			if r, err = runner(st.models); err != nil {
				return err
			}
			r.Merge = partsOf(c.Merge)
			if err := (&leagueRun{Runner: r, fleet: &c.fleetFlags, out: c.Out, title: "lab rounds", model: c.modelFlags, programs: st.guests}).play(e); err != nil || r.Left() == 0 {
				return err
			}
			left := english.Count(r.Left(), "game")
			if c.Out == "" {
				return fmt.Errorf("stopped; %s left: with -o the records stay, and the same command goes on", left)
			}
			return fmt.Errorf("stopped; %s left: the same command goes on with %s", left, c.Out)
		},
		tell: func() ([]league.EntryCalls, error) {
			table := &league.Standing(s, r.Games, r.Results)[0]
			rounds, err := c.result(e, table)
			switch {
			case err != nil:
			case c.JSON:
				err = json.NewEncoder(e.stdout).Encode(rounds)
			default:
				won := league.Wins(s, r.Games, r.Results, 2, func(entry int) int { return 2 * entry / len(s.Entries) })
				err = c.tell(e.stdout, table, rounds, stats.CompareRates(won)[0].Difference)
			}
			return table.Calls, err
		},
	}).perform(e)
}

// result makes the tables of the paper.
func (c *labRoundsCmd) result(e *env, t *league.Table) (*lab.Rounds, error) {
	r := lab.NewRounds(c.Proposed, c.Baseline)
	for _, row := range t.Rows {
		rates := map[string]lab.Share{}
		for _, role := range t.Roles {
			rates[t.Known.Name(role)] = lab.Share{Won: row.Roles[role].Successes, Of: row.Roles[role].Trials}
		}
		r.Add(row.Entry, rates)
	}
	if len(c.Answers) == 0 {
		return r, nil
	}
	tally, err := readAnswers(io.Discard, c.Answers)
	if err != nil {
		return nil, err
	}
	tally.Scales = []judge.Scale{judge.Ranked}
	ballots, err := tally.Ballots(5)
	if err != nil {
		return nil, err
	}
	if asked := ballots.Asked(); asked != "" {
		fmt.Fprintf(e.stderr, "note: %s\n", asked)
	}
	for _, merged := range []map[string]string{nil, r.Groups()} {
		for _, row := range ballots.Table(merged, true).Rows {
			if !row.Person { // the paper has people together
				r.Rank(row.Team, row.Rater, row.Mean)
			}
		}
	}
	return r, nil
}

// tell writes what it comes to, the standing, and the paper's tables with its own figures beside. more is how much more often the proposed won.
func (c *labRoundsCmd) tell(w io.Writer, t *league.Table, r *lab.Rounds, more stats.Estimate) error {
	baseline, proposed := r.Totals[0].All, r.Totals[1].All
	fmt.Fprintf(w, "%s: %s won in %d of %s, %s in %d of %d; %s\n\n", moreOften(c.Proposed, c.Baseline, more),
		c.Proposed, proposed.Won, english.Count(proposed.Of, "seat"), c.Baseline, baseline.Won, baseline.Of, pointsOf(more))
	if err := writeStanding(w, t); err != nil {
		return err
	}
	if err := r.Write(w); err != nil {
		return err
	}
	if c.Out != "" {
		games := filepath.ToSlash(filepath.Join(c.Out, "games"))
		fmt.Fprintf(w, "\nrecords: %s; to have them ranked: wolfden judge run %s --model NAME --criteria A,B,C,D,E -o FILE, then this command with --answers FILE\n", games, games)
	}
	if c.Model == "" {
		fmt.Fprintln(w, byRules)
	}
	return nil
}
