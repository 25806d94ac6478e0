package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"

	"wolfden/internal/bot"
	"wolfden/internal/characters"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/origin"
)

type leagueCmd struct {
	Run    leagueRunCmd    `cmd:"" help:"Play the games of a plan."`
	Resume leagueResumeCmd `cmd:"" help:"Play what is left of a plan."`
	Status leagueStatusCmd `cmd:"" help:"Print the standing, and how much is left."`
}

// Help is the long help of the command.
func (leagueCmd) Help() string {
	return `Plays many games by a plan, so that every entry has the same seats and roles, and
says what the results can tell. docs/league.md describes plans. A small one:

  entries:
    - bot: plain
    - bot: mille
  setups:
    - {players: 5, games: 2000}

Ctrl-C, a crash or a lost machine cost only the games being played: league resume
goes on, and the records are in the end the same.`
}

type leagueRunCmd struct {
	leaguePlan
	Plan bool `help:"Print what would be played, and how evenly, without playing."`
	leaguePace
}

// Help is the long help of the command.
func (leagueRunCmd) Help() string {
	return `Plays the games of a plan and prints the standing. Examples:

  wolfden league run spring.yml --plan           what would be played, and how evenly
  wolfden league run spring.yml --parallel 2

Records are kept in the folder called like the plan without its ending, unless the plan
names another. docs/league.md describes plans.`
}

// Run begins a league.
func (c *leagueRunCmd) Run(e *env) error {
	l, err := c.load()
	if err != nil {
		return err
	}
	if c.Plan {
		return l.print(e)
	}
	return l.play(e, &c.leaguePace, false)
}

type leagueResumeCmd struct {
	leaguePlan
	leaguePace
}

// Help is the long help of the command.
func (leagueResumeCmd) Help() string {
	return `Plays the games of a plan that are not in its folder yet, after Ctrl-C or a crash. Example:

  wolfden league resume spring.yml`
}

// Run goes on with a league.
func (c *leagueResumeCmd) Run(e *env) error {
	l, err := c.load()
	if err != nil {
		return err
	}
	return l.play(e, &c.leaguePace, true)
}

type leagueStatusCmd struct {
	leaguePlan
	JSON bool `help:"One JSON object."`
}

// Help is the long help of the command.
func (leagueStatusCmd) Help() string {
	return `Prints the standing of a league, and how many games are left, also while it is being played.
Examples:

  wolfden league status spring.yml
  wolfden league status spring.yml --json`
}

// Run prints the standing of a league, even while it is being played.
func (c *leagueStatusCmd) Run(e *env) error {
	l, err := c.load()
	if err != nil {
		return err
	}
	if err := l.placed(); err != nil {
		return err
	}
	results, _, err := league.ReadResults(l.Out, &l.Spec, l.games, &l.made)
	if err == nil {
		err = league.Comparable(&l.made, l.merge)
	}
	if err != nil {
		return err
	}
	var test *league.Sequential
	if l.Spec.Stop != nil {
		test = league.Compare(&l.Spec, l.games, results)
	}
	if c.JSON {
		return l.encode(e.stdout, results, test)
	}
	return l.standing(e.stdout, results, test)
}

// leaguePlan is the argument that all league commands have.
type leaguePlan struct {
	File string `arg:"" name:"plan" help:"The plan, a YAML file."`

	alikeFlags `embed:""`
}

type leaguePace struct {
	Parallel int  `help:"Games at the same time (default: what a plan says, or one a processor)." placeholder:"P"`
	Quiet    bool `short:"q" help:"No progress."`
	Probe    bool `help:"Ask every built-in player, and programs that take such questions, at the end of each day, beside the game, for the chance of each role of the others: a note in the record (docs/analysis.md)."`
	requireFlag
	fleetFlags
	Foreseeable bool `help:"Play by the plan's seed although teams elsewhere can connect: they can compute every role."`
}

// workers returns how many games are played at a time.
func (p *leaguePace) workers(planned int) int {
	switch {
	case p.Parallel > 0:
		return p.Parallel
	case planned > 0:
		return p.atOnce(planned)
	default:
		return p.atOnce(runtime.GOMAXPROCS(0))
	}
}

// plannedLeague is a plan that can be played.
type plannedLeague struct {
	*league.File
	path  string
	games []league.Game

	prompts leaguePrompts
	made    origin.Origin // of the games that were played
	merge   []origin.Part // in what entries may differ
	begun   bool          // the games are fixed; until then they are drawn again when the league begins
}

func (p *leaguePlan) load() (*plannedLeague, error) {
	file, err := league.Load(p.File, leagueCast)
	if err != nil {
		return nil, err
	}
	faults := faultsOfBots(&file.Spec)
	for i, err := range faults {
		faults[i] = fmt.Errorf("%s: %w", p.File, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	l := &plannedLeague{File: file, path: p.File, begun: true, merge: partsOf(p.Merge)}
	if l.prompts, err = readPrompts(&file.Spec); err != nil {
		return nil, fmt.Errorf("%s: %w", p.File, err)
	}
	if file.Spec.Drawn {
		if l.begun, err = league.DrawKey(file.Out, &file.Spec); err != nil {
			return nil, err
		}
	}
	l.games = league.Plan(&file.Spec)
	return l, nil
}

// placed is an error where nobody has said in which folder the records are.
func (l *plannedLeague) placed() error {
	if l.Out == "" {
		return usagef("%s: the plan names no folder for its records, which would be called like the plan without its ending; write out: FOLDER into it", l.path)
	}
	return nil
}

// leagueCast returns the characters in the form that a league needs.
func leagueCast(lang string) ([]league.Character, error) {
	people, err := characters.In(lang)
	if err != nil {
		return nil, err
	}
	all := make([]league.Character, len(people))
	for i, c := range people {
		all[i] = league.Character{Name: c.Name, Profile: c.Profile()}
	}
	return all, nil
}

// fit gives a plan its characters, and refuses one that cannot be played.
func fit(s *league.Spec) (err error) {
	if s.Cast, err = leagueCast(s.Lang); err == nil {
		err = s.Check()
	}
	if err == nil {
		err = checkBots(s)
	}
	if err != nil {
		return usageError{err}
	}
	return nil
}

// checkBots finds before the first game what would prevent players from playing.
func checkBots(s *league.Spec) error { return errors.Join(faultsOfBots(s)...) }

func faultsOfBots(s *league.Spec) (faults []error) {
	told := map[string]bool{}
	for _, e := range slices.Concat(s.Entries, s.Against) {
		if err := checkBot(s, &e); err != nil && !told[err.Error()] {
			told[err.Error()] = true
			faults = append(faults, err)
		}
	}
	return faults
}

func checkBot(s *league.Spec, e *league.Entry) error {
	if e.Exec != "" {
		if _, err := commandOfProgram(e.Exec); err != nil {
			return fmt.Errorf("entry %s: %w", e.Name, err)
		}
	}
	if e.Remote {
		return nil
	}
	if _, err := bot.New(e.Bot, bot.Config{Lang: cmp.Or(e.Lang, s.Lang)}); err != nil {
		return asProgram(e.Bot, err)
	}
	for _, setup := range s.Setups {
		if err := bot.Fits(e.Bot, setup.Rules.Players()); err != nil {
			return err
		}
	}
	return nil
}

// play plays the games that are left, and prints the standing.
func (l *plannedLeague) play(e *env, pace *leaguePace, resume bool) error {
	if err := l.placed(); err != nil {
		return err
	}
	if pace.RequireModel == 0 && l.RequireModel > 0 {
		pace.RequireModel, pace.planned = l.RequireModel, true
	}
	var r *leagueRun
	return (&inquiry{
		experimentFlags: &experimentFlags{requireFlag: pace.requireFlag}, who: contenders(&l.Spec, true),
		run: func(*stage) (err error) {
			r, err = l.goOn(e, pace, resume)
			return err
		},
		tell: func() ([]league.EntryCalls, error) {
			err := l.standing(e.stdout, r.Results, r.Test())
			if err == nil {
				fmt.Fprintf(e.stdout, "records: %s\n", filepath.ToSlash(filepath.Join(l.Out, "games")))
				if left := r.Left(); left > 0 {
					err = fmt.Errorf("stopped; %s left: wolfden league resume %s", english.Count(left, "game"), l.path)
				}
			}
			return askedOf(league.Standing(&l.Spec, l.games, r.Results)), err
		},
	}).perform(e)
}

// goOn plays the games that are left.
func (l *plannedLeague) goOn(e *env, pace *leaguePace, resume bool) (*leagueRun, error) {
	used, err := openEntryModels(l.Spec.Entries, askingFlags{ModelCache: l.Models.Cache, RunUSD: l.Models.USD}, l.prompts, companyOf(&l.Spec), pace.Probe, e.stderr) // before the folder, which keeps the plan and would turn down a mended one
	if err != nil {
		return nil, err
	}
	bill := io.Discard
	defer func() { used.close(bill) }()
	r := &leagueRun{
		Runner: used.runner("league", &l.Spec, l.games, pace.workers(l.Parallel)), fleet: &pace.fleetFlags, quiet: pace.Quiet, out: l.Out, title: "league run " + l.path,
		model: modelFlags{askingFlags: askingFlags{RunUSD: l.Models.USD}},
		begin: func(folder *league.Folder, found int) error {
			switch {
			case found > 0 && !resume:
				return fmt.Errorf("%s holds %d of %s already; go on with: wolfden league resume %s", l.Out, found, english.Count(len(l.games), "game"), l.path)
			case found == 0 && resume:
				return fmt.Errorf("%s holds no game of the plan; begin with: wolfden league run %s", l.Out, l.path)
			}
			bill = e.stderr
			return folder.Begin(session(), "plan.yml", l.Text)
		},
	}
	r.Made, r.Merge = &l.made, l.merge
	if r.listen, err = l.listening(r.Parallel, pace); err != nil {
		return nil, err
	}
	return r, r.play(e)
}

// standing prints the comparison, the tables and what is left to play.
func (l *plannedLeague) standing(w io.Writer, results []league.Result, test *league.Sequential) error {
	if test != nil {
		if err := writeComparison(w, &l.Spec, test); err != nil {
			return err
		}
	}
	for _, t := range league.Standing(&l.Spec, l.games, results) {
		if err := writeStanding(w, &t); err != nil {
			return err
		}
	}
	writeOrigin(w, &l.made)
	return nil
}

// writeOrigin says what games were made by.
func writeOrigin(w io.Writer, made *origin.Origin) {
	for _, warning := range made.Warnings() {
		fmt.Fprintf(w, "warning: %s\n", warning)
	}
	if line := made.Line(); line != "" {
		fmt.Fprintln(w, line)
	}
}

// askedOf sums over the setups of a league what entries asked of models.
func askedOf(tables []league.Table) (all []league.EntryCalls) {
	for _, t := range tables {
		for _, a := range t.Calls {
			i := slices.IndexFunc(all, func(b league.EntryCalls) bool { return b.Entry == a.Entry })
			if i < 0 {
				i = len(all)
				all = append(all, league.EntryCalls{Entry: a.Entry})
			}
			all[i].Calls.Add(&a.Calls)
		}
	}
	return all
}

func writeStanding(w io.Writer, t *league.Table) error {
	fmt.Fprintf(w, "%s: %d of %s, %s", t.Setup, t.Played, english.Count(t.Games, "game"), english.Count(t.Rounds, "whole round"))
	if t.Nobody > 0 {
		fmt.Fprintf(w, ", %s won by nobody", english.Count(t.Nobody, "game"))
	}
	if t.Faults > 0 {
		fmt.Fprintf(w, ", %s with a fault", english.Count(t.Faults, "answer"))
	}
	fmt.Fprintln(w)
	if t.Rounds == 0 {
		return writeCalls(w, t.Calls)
	}
	for i, s := range t.Sheets() {
		fmt.Fprintf(w, "\n%s", s.Told())
		for _, warning := range s.Warnings() {
			if i == 0 { // the others rest on the same rounds
				fmt.Fprintf(w, "warning: %s\n", warning)
			}
		}
	}
	if len(t.Rows) > 2 {
		for _, line := range []string{t.Pairs.Disagreement(math.MaxInt), t.Pairs.Circles()} {
			if line != "" {
				fmt.Fprintln(w, line)
			}
		}
	}
	fmt.Fprintln(w)
	return writeCalls(w, t.Calls)
}
