package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/origin"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
)

type compareCmd struct {
	First  string   `arg:"" name:"a" help:"A built-in player (see: wolfden bots), or a program: exec:COMMAND, NAME of --exec, remote:TEAM, or behind -- the command that starts it."`
	Second string   `arg:"" name:"b" help:"The other."`
	Words  []string `arg:"" optional:"" name:"words" help:"More words of commands: -- COMMAND, B -- COMMAND or -- COMMAND -- COMMAND."`

	Players    int      `help:"Players of a standard game: 5, 9 or 13." default:"5"`
	Games      int      `help:"How many games at most." default:"4000" placeholder:"N"`
	Against    []string `help:"Who has the other seats (default: A and B have all seats)." placeholder:"C"`
	Seating    string   `help:"mixed: both have seats on both sides; sides: A has the village's seats and B the others, then the other way round." default:"mixed" enum:"mixed,sides"`
	Difference float64  `help:"The smallest difference that matters, in points of weighted micro (default: 10 with a side each, which differ by more, else 5)." placeholder:"POINTS"`
	Width      float64  `help:"Rather play until the difference is known so well: until its interval is no wider, in points." placeholder:"POINTS"`
	Seed       uint64   `help:"Other deals." default:"1" placeholder:"N"`
	Lang       string   `help:"Language of names and talk: en or ja." default:"en" enum:"en,ja"`
	Out        string   `help:"Keep the records in this folder, and go on from those that are there." placeholder:"DIR"`
	JSON       bool     `help:"The result as a JSON object."`
	Plan       bool     `help:"Print how many games it takes to find a difference, and what the games at most can show; play nothing."`
	Listen     string   `help:"Where the programs of remote:TEAM connect." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	leaguePace
	programFlags
	alikeFlags `embed:""`
	modelFlags `embed:""`
	answerFlag
	OtherPrompts string `help:"Folder of prompts of B (default: those of A)." group:"model" placeholder:"DIR"`
}

// Help is the long help of the command.
func (compareCmd) Help() string {
	return `Plays the same deals with A and B in turn in every seat until it is plain which of
them wins more, or that they differ by less than matters. Examples:

  wolfden compare mille plain
  wolfden compare plain random --players 13
  wolfden compare mille plain --seating sides          a village of A's against B's werewolves: far fewer games
  wolfden compare mille plain --against random,plain   a seat on each side; these have the others, as in a contest
  wolfden compare mille plain --width 10               by how much, give or take 5 points
  wolfden compare plain -- python agent.py {url}       a program of yours, which it starts
  wolfden compare -- ./old {url} -- ./new {url}        two of them

Some players are better among their own kind. Who wants to know how a player does among
others asks with --against.

It calls one better without cause in at most 5% of all comparisons, and a difference
too small that is not in at most 5%, however early it stops. The interval holds with
95% whenever one looks; with --width, when it is as narrow as asked. Exits with 1 when it could not decide. See docs/league.md.`
}

// Run compares.
func (c *compareCmd) Run(e *env) error {
	spec, err := c.spec()
	if err != nil {
		return err
	}
	if c.Plan {
		return c.foresee(e.stdout, spec)
	}
	all, err := sameModel(spec, nil, c.Probe)
	if err != nil {
		return err
	}
	r := &leagueRun{
		Runner: all.runner("compare", spec, league.Plan(spec), c.workers(0)), fleet: &c.fleetFlags, quiet: c.Quiet, out: c.Out,
		title: "compare " + spec.Entries[0].Name + " " + spec.Entries[1].Name, model: c.modelFlags,
		begin: func(folder *league.Folder, _ int) error { return c.keepPlan(folder, spec) },
	}
	r.Merge = partsOf(c.Merge)
	r.listen = &listening{address: c.Listen, wanted: fmt.Sprintf("as many of each as have seats in %s at a time", english.Count(r.Parallel, "game"))}
	err = (&inquiry{
		experimentFlags: &experimentFlags{modelFlags: c.modelFlags, requireFlag: c.requireFlag}, who: contenders(spec, false), bots: entryBots(spec),
		asking: askingInLeague(r.Runner), parallel: r.Parallel, lang: c.Lang,
		run: func(st *stage) error {
			all.ask(spec, st.models)
			return r.play(e)
		},
		tell: func() ([]league.EntryCalls, error) { return c.tell(e, r.Runner) },
	}).perform(e)
	if err != nil {
		return err
	}
	switch verdict, rounds := r.Test().Verdict(); {
	case verdict != league.Undecided:
		return nil
	case e.ctx.Err() != nil:
		return fmt.Errorf("stopped after %d deals", rounds)
	}
	return errFound
}

func (c *compareCmd) spec() (*league.Spec, error) {
	rules, err := rulesFor(c.Players, "")
	if err != nil {
		return nil, err
	}
	if c.Games < 2 {
		return nil, usagef("--games %d: a deal is played twice, so at least 2", c.Games)
	}
	if c.Parallel < 0 {
		return nil, usagef("--parallel %d: at least one game at a time", c.Parallel)
	}
	if c.Width != 0 && c.Difference != 0 {
		return nil, usagef("--width and --difference: which is better, or by how much? One of them")
	}
	if c.OtherPrompts != "" && c.Model == "" {
		return nil, usagef("--other-prompts needs --model: without a model nothing is asked")
	}
	a, b := c.two()
	if len(b) == 0 {
		return nil, usagef("%s against whom? Name two players, such as: wolfden compare plain -- python agent.py {url}", strings.Join(a, " "))
	}
	first, err := c.contestant(a, c.Prompts)
	if err != nil {
		return nil, err
	}
	second, err := c.contestant(b, cmp.Or(c.OtherPrompts, c.Prompts))
	if err != nil {
		return nil, err
	}
	if err := c.unused(slices.Concat(c.Against, a[:1], b[:1])...); err != nil {
		return nil, err
	}
	s := &league.Spec{
		Entries: []league.Entry{first, second}, Deals: league.Duplicate, Seed: c.Seed, Lang: c.Lang,
		Setups: []league.Setup{{Name: fmt.Sprintf("%d players", c.Players), Rules: rules, Games: c.Games / 2 * 2}},
		Stop:   league.DefaultStop(0, 1),
	}
	if s.Against, err = c.others(); err != nil {
		return nil, err
	}
	c.AnswerTime.Set(&s.Setups[0].Rules)
	if first.Name == second.Name {
		s.Entries[0].Name, s.Entries[1].Name = first.Name+" (A)", second.Name+" (B)"
	}
	if c.Seating == league.Sides.String() {
		s.Seating = league.Sides
		s.Setups[0].Name += ", a side each"
	}
	s.Stop.Difference, s.Stop.Width = c.matters(s.Seating), c.Width/100
	return s, fit(s)
}

// two are the words of each player: one and the rest, or what stands on both sides of a second --, since the parser takes the first away.
func (c *compareCmd) two() (a, b []string) {
	words := append([]string{c.First, c.Second}, c.Words...)
	if i := slices.Index(words, "--"); i > 0 {
		return words[:i], words[i+1:]
	}
	return words[:1], words[1:]
}

// contestant is the entry that words stand for.
func (c *compareCmd) contestant(words []string, prompts string) (league.Entry, error) {
	e, program, err := c.typed(words, c.Lang)
	if err == nil && !program {
		c.give(&e)
		e.Prompts = prompts
	}
	return e, err
}

// others are the entries of those who have the other seats.
func (c *compareCmd) others() (all []league.Entry, err error) {
	for _, name := range c.Against {
		e, err := c.contestant([]string{name}, "")
		if err != nil {
			return nil, err
		}
		if e.Remote && e.Exec == "" {
			return nil, usagef("--against %s: programs that come by themselves can be one of the two only", name)
		}
		e.Name, e.Model, e.Settings = e.Name+" (against)", "", nil
		all = append(all, e)
	}
	return all, nil
}

// matters is the smallest difference that matters.
func (c *compareCmd) matters(seating league.Seating) float64 {
	switch {
	case c.Difference != 0:
		return c.Difference / 100
	case seating == league.Sides:
		return 0.10
	default:
		return league.DefaultStop(0, 1).Difference
	}
}

// keepPlan writes the plan of what is about to be played into the folder, in a form that wolfden league can play
// too: JSON is YAML.
func (c *compareCmd) keepPlan(folder *league.Folder, s *league.Spec) error {
	type object = map[string]any
	stop := object{
		"compare": []string{s.Entries[0].Name, s.Entries[1].Name},
		"alpha":   s.Stop.Alpha, "beta": s.Stop.Beta, "difference": s.Stop.Difference,
	}
	if s.Stop.Width > 0 {
		delete(stop, "beta")
		delete(stop, "difference")
		stop["width"] = s.Stop.Width
	}
	plan := object{
		"lang": s.Lang, "seed": s.Seed, "deals": s.Deals.String(), "seating": s.Seating.String(),
		"setups": []object{{"name": s.Setups[0].Name, "players": c.Players, "games": s.Setups[0].Games}},
		"stop":   stop,
	}
	var entries []object
	for _, e := range s.Entries {
		entry := object{"name": e.Name, "bot": e.Bot, "exec": e.Exec, "model": e.Model, "settings": e.Settings, "prompts": e.Prompts}
		if e.Remote && e.Exec == "" {
			entry = object{"remote": e.Name}
		}
		maps.DeleteFunc(entry, func(_ string, v any) bool { return v == "" || v == (*league.Settings)(nil) })
		entries = append(entries, entry)
	}
	plan["entries"] = entries
	if len(s.Against) > 0 {
		var against []string
		for _, e := range s.Against {
			if e.Exec != "" {
				e.Bot = execPrefix + e.Exec
			}
			against = append(against, e.Bot)
		}
		plan["against"] = against
	}
	text, err := json.MarshalIndent(plan, "", "  ")
	if err != nil {
		return err
	}
	return folder.Begin(session(), "plan.yml", append(text, '\n'))
}

// tell prints the result.
func (c *compareCmd) tell(e *env, r *league.Runner) ([]league.EntryCalls, error) {
	table := &league.Standing(r.Spec, r.Games, r.Results)[0]
	if c.JSON {
		return table.Calls, c.encode(e.stdout, r, table)
	}
	err := writeComparison(e.stdout, r.Spec, r.Test())
	if err == nil {
		err = writeStanding(e.stdout, table)
	}
	if why := c.alike(r); why != "" {
		fmt.Fprintln(e.stdout, why+"\nof the same games comes no difference, whatever was to be tested: this is no test")
	}
	writeOrigin(e.stdout, r.Made)
	return table.Calls, err
}

// comparisonJSON is the result for machines. Differences are shares of weighted micro, of the first player
// less the second.
type comparisonJSON struct {
	First      string              `json:"first"`
	Second     string              `json:"second"`
	Verdict    string              `json:"verdict"`
	Difference stats.Estimate      `json:"difference"` // null where no deal is complete; its warnings stand beside it
	Deals      int                 `json:"deals"`
	Games      int                 `json:"games"`
	Faults     int                 `json:"faults"`
	Entries    []entryJSON         `json:"entries"` // the better first, as league status --json has them; without intervals, for it may stop any time
	Warnings   []string            `json:"warnings"`
	Alike      string              `json:"alike,omitempty"` // why they are the same player, where both did the same in every game
	Models     []league.EntryCalls `json:"models,omitempty"`
	Made       *origin.Origin      `json:"made_by"`
}

func (c *compareCmd) encode(w io.Writer, r *league.Runner, t *league.Table) error {
	verdict, rounds := r.Test().Verdict()
	d := r.Test().Difference()
	warnings := append(append([]string{}, d.Warnings...), r.Made.Warnings()...)
	d.Warnings = nil
	return json.NewEncoder(w).Encode(comparisonJSON{
		First: r.Spec.Entries[0].Name, Second: r.Spec.Entries[1].Name, Verdict: verdict.String(),
		Difference: d, Deals: rounds, Games: rounds * len(r.Spec.Entries),
		Faults: t.Faults, Entries: entriesOf(t), Warnings: warnings, Alike: c.alike(r), Models: t.Calls, Made: r.Made,
	})
}

// alike says that both did the same in every game, empty where they did not: with no model that may be all that they differ in.
func (c *compareCmd) alike(r *league.Runner) string {
	if !league.Alike(r.Spec, r.Games, r.Results) {
		return ""
	}
	first, second := &r.Spec.Entries[0], &r.Spec.Entries[1]
	text := fmt.Sprintf("%s and %s did the same in every game, word for word", first.Name, second.Name)
	for _, e := range r.Spec.Entries {
		if can, err := bot.Asks(e.Bot); !e.Remote && err == nil && can && e.Model == "" {
			return text + ": without a model only rules answer (--model NAME)"
		}
	}
	return text
}

// writeComparison prints the result of a stop rule: first what it comes to.
func writeComparison(w io.Writer, s *league.Spec, test *league.Sequential) error {
	verdict, rounds := test.Verdict()
	d := test.Difference()
	fmt.Fprintf(w, "verdict: %s\n%s - %s: %s points of weighted micro after %s, %s\n",
		s.Describe(verdict), s.Entries[s.Stop.First].Name, s.Entries[s.Stop.Second].Name, versus.Points(d), english.Count(rounds, "round"), english.Count(rounds*len(s.Entries), "game"))
	for _, warning := range d.Warnings {
		fmt.Fprintf(w, "warning: %s\n", warning)
	}
	_, err := fmt.Fprintln(w)
	return err
}
