package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"wolfden/internal/bot"
	"wolfden/internal/columns"
	"wolfden/internal/league"
	"wolfden/internal/secret"
	"wolfden/internal/situation"
	"wolfden/internal/speech/understand"
	"wolfden/internal/transcript"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

// situationFlags say how positions are given to players.
type situationFlags struct {
	Runs int    `help:"How often each position is given, with other chance each time (default: as its file says)." placeholder:"N"`
	Seed uint64 `default:"1" help:"Of the chance of built-in players." placeholder:"N"`
	programFlags
	modelFlags `embed:""`
	answerFlag
}

type situationRunCmd struct {
	Files   []string `arg:"" optional:"" help:"Files of situations, folders of them, or names of those that come with the program (default: all of these)."`
	Bot     []string `help:"Players: built-in ones, exec:COMMAND, or names of --exec." placeholder:"NAME"`
	All     bool     `help:"Every built-in player."`
	Program string   `help:"A command that starts a program, which is tried; what follows -- does the same." placeholder:"COMMAND"`
	Out     string   `short:"o" help:"Keep the results in this file, for wolfden situation diff." placeholder:"FILE"`
	JSON    bool     `help:"The results as one JSON object a player."`
	Quiet   bool     `short:"q" help:"Only the table."`

	situationFlags
}

// Help is the long help of the command.
func (situationRunCmd) Help() string {
	return `Gives positions to a player as a server would, and checks what it says and chooses there.
Prints what it does otherwise than expected, why the game asks for it, and what was done in
the original. docs/situations.md describes the files and what may be expected.

  wolfden situation run -- python agent.py {url}             all that come with the program
  wolfden situation run mine.yml suite/ -- ./agent {url}     files and folders
  wolfden situation run --bot lycaon,plain                   built-in players
  wolfden situation run --all -q                             a table of all of them
  wolfden situation run --bot mine --exec mine='./agent {url}' -o mine.json

Exits with 1 when something was not as expected.`
}

// situationArgs are the arguments with what follows -- of situation run as one flag.
func situationArgs(args []string) ([]string, error) {
	at := slices.Index(args, "--")
	if len(args) < 2 || args[0] != "situation" || args[1] != "run" || at < 0 {
		return args, nil
	}
	words := make([]string, 0, len(args)-at)
	for _, word := range args[at+1:] {
		quoted, err := syntax.Quote(word, syntax.LangBash)
		if err != nil {
			return nil, usagef("%q cannot be an argument of a command: %w", word, err)
		}
		words = append(words, quoted)
	}
	return append(slices.Clone(args[:at]), "--program="+strings.Join(words, " ")), nil
}

// Run tries.
func (c *situationRunCmd) Run(e *env) error {
	names := slices.Clone(c.Bot)
	if c.All {
		for _, k := range bot.Kinds() {
			if k.Name != "chaos" && k.Name != "scripted" {
				names = append(names, k.Name)
			}
		}
	}
	if c.Program != "" {
		names = append(names, execPrefix+c.Program)
	}
	if len(names) == 0 {
		return usagef("nobody is tried: write -- COMMAND, --bot NAME or --all")
	}
	all, err := readSituations(c.Files)
	if err != nil {
		return err
	}
	told := func(s *situation.Situation, r *situation.Result) { tellResult(e.stdout, s, r) }
	if c.Quiet || c.JSON || c.Out == dash {
		told = nil
	}
	reports, err := c.reports(e, all, names, told)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := keepReports(e, c.Out, reports); err != nil {
			return err
		}
	}
	if c.JSON {
		for _, r := range reports {
			if err := e.json(r); err != nil {
				return err
			}
		}
	} else if c.Out != dash {
		if err := tellReports(e.stdout, reports); err != nil {
			return err
		}
	}
	for _, r := range reports {
		if held := r.Held(); held.Successes < held.Trials {
			return errFound
		}
	}
	return nil
}

// keepReports writes the results of players, an object a line.
func keepReports(e *env, file string, reports []*situation.Report) error {
	var text strings.Builder
	for _, r := range reports {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	return e.write(file, []byte(text.String()))
}

// tellReports prints in how many situations each player did what was expected.
func tellReports(out io.Writer, reports []*situation.Report) error {
	var rows strings.Builder
	rows.WriteString("PLAYER\tHELD\tOF\tSHARE\t95% INTERVAL\n")
	for _, r := range reports {
		held := r.Held()
		fmt.Fprintf(&rows, "%s\t%d\t%d\t%.0f%%\t%.0f-%.0f%%\n", transcript.Safe(r.Player), held.Successes, held.Trials, 100*held.Share(), 100*held.Low, 100*held.High)
	}
	return columns.Write(out, rows.String())
}

// tellResult prints what a player did in a situation.
func tellResult(out io.Writer, s *situation.Situation, r *situation.Result) {
	mark := "ok  "
	if !r.Holds {
		mark = "FAIL"
	}
	fmt.Fprintf(out, "%s %s\n", mark, transcript.Safe(r.Name))
	shown := &r.Runs[0] // one run shows what it does
	if !r.Holds {
		fmt.Fprintf(out, "     %s\n", transcript.Safe(s.About))
		shown = &r.Runs[slices.IndexFunc(r.Runs, func(run situation.Run) bool { return len(run.Broken) > 0 })]
	}
	for _, b := range shown.Broken {
		fmt.Fprintf(out, "     expected: %s; but it %s\n     because:  %s\n", transcript.Safe(b.Expected), transcript.Safe(b.But), transcript.Safe(b.Why))
	}
	for i := range shown.Answers {
		tellReply(out, &shown.Answers[i])
	}
}

func tellReply(out io.Writer, a *situation.Reply) {
	fmt.Fprintf(out, "     %-8s  %s\n", a.Asked, transcript.Safe(a.Said))
	if len(a.Acts) > 0 {
		fmt.Fprintf(out, "       says:      %s\n", transcript.Safe(strings.Join(a.Acts, "; ")))
	}
	if a.Was != "" {
		fmt.Fprintf(out, "       original:  %s\n", transcript.Safe(a.Was))
	}
}

// reports tries the players one after another. told is called with each result; where it is nil, it is told how far they are.
func (f *situationFlags) reports(e *env, all []*situation.Situation, names []string, told func(*situation.Situation, *situation.Result)) ([]*situation.Report, error) {
	if f.Runs < 0 {
		return nil, usagef("--runs %d: 1 or more", f.Runs)
	}
	if err := f.unused(names...); err != nil {
		return nil, err
	}
	entries, bots, err := f.tried(names)
	if err != nil {
		return nil, err
	}
	if err := f.time(all, len(bots) < len(entries)); err != nil {
		return nil, err
	}
	used, err := f.openFor(bots, e.stderr)
	if err != nil {
		return nil, err
	}
	defer used.close(e.stderr)
	guests, err := openGuests(e, entries, "", false, &listening{})
	if err != nil {
		return nil, err
	}
	defer guests.close()
	t := &trying{situationFlags: f, env: e, models: used, guests: guests}
	p := newProgress(e.stderr, "position", len(entries)*len(all), told != nil)
	defer p.finish()
	var reports []*situation.Report
	for _, entry := range entries {
		r := &situation.Report{Player: entry.Name, Results: []situation.Result{}}
		for n, s := range all {
			if bot.Fits(entry.Name, s.Players()) != nil && entry.Exec == "" {
				continue // it plays no such games
			}
			result, err := t.result(s, n, entry)
			if err != nil {
				return nil, err
			}
			if p.add(1); told != nil {
				told(s, result)
			}
			r.Results = append(r.Results, *result)
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// tried are the players of the names, and those of them that are built in.
func (f *situationFlags) tried(names []string) (entries []league.Entry, bots []string, err error) {
	for _, name := range names {
		entry, is, err := f.entry(name)
		if err != nil {
			return nil, nil, err
		}
		if is && entry.Exec == "" {
			return nil, nil, usagef("%s: programs that connect by themselves cannot be tried; write exec:COMMAND", name)
		}
		if entries = append(entries, entry); is {
			continue
		}
		if _, err := bot.New(entry.Bot, bot.Config{Lang: "en"}); err != nil {
			return nil, nil, usageError{err}
		}
		bots = append(bots, entry.Bot)
	}
	return entries, bots, nil
}

// time gives answers to the positions the time that the user said.
func (f *situationFlags) time(all []*situation.Situation, programs bool) error {
	for _, s := range all {
		s.Time(f.AnswerTime.Set)
	}
	return f.answersIn(new(werewolf.Rules), programs)
}

// trying gives positions to players.
type trying struct {
	*situationFlags

	env    *env
	models *models
	guests *guests
}

// result gives one position to a player, as often as it is to be given.
func (t *trying) result(s *situation.Situation, n int, entry league.Entry) (*situation.Result, error) {
	shared := understand.NewShared()
	r := &situation.Result{Name: s.Name, Holds: true}
	runs := s.Runs
	if t.Runs > 0 {
		runs = t.Runs
	}
	for i := range runs {
		run, err := t.run(s, werewolf.SubSeed(t.Seed, n<<8|i), entry, shared)
		if t.env.ctx.Err() != nil {
			return nil, errors.New("stopped")
		}
		if err != nil {
			return nil, err
		}
		r.Holds = r.Holds && len(run.Broken) == 0
		r.Runs = append(r.Runs, *run)
	}
	return r, nil
}

// run gives a position to a player once.
func (t *trying) run(s *situation.Situation, seed uint64, entry league.Entry, shared *understand.Shared) (*situation.Run, error) {
	game := secret.ID()
	if entry.Exec != "" {
		players, leave, err := t.guests.Invite(t.env.ctx, game, map[string]int{entry.Name: 1})
		if err != nil {
			return nil, err
		}
		defer leave()
		p := players[entry.Name][0]
		run, err := s.Try(t.env.ctx, p)
		s.Finish(t.env.ctx, p)
		return run, err
	}
	model, err := t.models.game()
	if err != nil {
		return nil, err
	}
	config := t.models.config(model, seed, s.Lang, strangers)
	config.Shared = shared
	p, err := bot.New(entry.Name, config)
	if err != nil {
		return nil, err
	}
	return s.Try(t.env.ctx, situation.Wired(p, game))
}

type situationDiffCmd struct {
	A     string   `arg:"" file:"in" help:"Results that situation run -o has kept, or a player: a built-in one, exec:COMMAND, a name of --exec."`
	B     string   `arg:"" file:"in" help:"The other."`
	Files []string `arg:"" optional:"" help:"The situations in which players are tried (default: those that come with the program)."`
	JSON  bool     `help:"The differences as one JSON object."`

	situationFlags
}

// Help is the long help of the command.
func (situationDiffCmd) Help() string {
	return `Shows in which positions two players say or choose other things, whatever their words.

  wolfden situation diff plain lycaon
  wolfden situation run -o old.json -- ./agent {url}; wolfden situation run -o new.json -- ./agent {url}
  wolfden situation diff old.json new.json`
}

// Run compares.
func (c *situationDiffCmd) Run(e *env) error {
	var reports []*situation.Report
	var players []string
	for _, arg := range []string{c.A, c.B} {
		text, err := userfile.Read(arg, userfile.Most)
		if err != nil {
			players = append(players, arg)
			reports = append(reports, nil)
			continue
		}
		r := new(situation.Report)
		if err := json.Unmarshal(text, r); err != nil {
			return usagef("%s: not the results of one player, as situation run --bot NAME -o FILE keeps them: %w", arg, err)
		}
		reports = append(reports, r)
	}
	if len(players) > 0 {
		all, err := readSituations(c.Files)
		if err != nil {
			return err
		}
		tried, err := c.reports(e, all, players, nil)
		if err != nil {
			return err
		}
		for i := range reports {
			if reports[i] == nil {
				reports[i], tried = tried[0], tried[1:]
			}
		}
	}
	differences, common := situation.Differences(reports[0], reports[1])
	if c.JSON {
		return e.json(map[string]any{"a": reports[0].Player, "b": reports[1].Player, "common": common, "differences": differences})
	}
	for i := range differences {
		tellDifference(e.stdout, &differences[i], reports[0].Player, reports[1].Player)
	}
	fmt.Fprintf(e.stdout, "they behave otherwise in %d of %d situations\n", len(differences), common)
	return tellReports(e.stdout, reports)
}

// tellDifference prints what each of two players did.
func tellDifference(out io.Writer, d *situation.Difference, a, b string) {
	fmt.Fprintln(out, transcript.Safe(d.Name))
	for _, side := range []struct {
		name string
		of   *situation.Result
	}{{a, d.A}, {b, d.B}} {
		mark := "ok  "
		if !side.of.Holds {
			mark = "FAIL"
		}
		for _, does := range side.of.Does() {
			fmt.Fprintf(out, "  %s %s: %s\n", mark, transcript.Safe(side.name), transcript.Safe(does))
		}
	}
}
