package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/trial"
	"wolfden/werewolf"
)

type tryCmd struct {
	Player []string `arg:"" name:"program" help:"The command that starts the program; {url} in it stands for the address it connects to, which is in WOLFDEN_URL as well. Or one word: a built-in player, a folder or a file of prompts, NAME of --exec, remote:TEAM."`

	Name     string   `help:"What the program is called in tables and records (default: after its file)." placeholder:"NAME"`
	Games    int      `help:"How many games." default:"100" placeholder:"N"`
	Players  int      `help:"Players of a standard game: 5, 9 or 13." default:"5"`
	Pool     []string `help:"Who has the other seats, in turn: built-in players, and programs: exec:COMMAND, NAME of --exec." default:"lycaon,plain,mille,kanolab-nw,random" placeholder:"A,B"`
	Lang     string   `help:"Language of names and talk: en or ja." default:"en" enum:"en,ja"`
	Seed     uint64   `help:"Other deals. Runs are compared where they share deals." default:"1" placeholder:"N"`
	Parallel int      `help:"Games at the same time (default: one a processor)." placeholder:"P"`
	Out      string   `help:"Folder for the runs, each below the program's name." default:"trials" placeholder:"DIR"`
	Label    string   `help:"A name for this run." placeholder:"LABEL"`
	Beside   []string `help:"Compare with the run of this label or number, too; may be given again." placeholder:"RUN"`
	Resume   bool     `help:"Go on with the last run, up to --games in all, rather than begin one."`
	Watch    bool     `help:"Play again whenever a file of the program changes."`
	Judge    int      `help:"How many defeats are played on to find its mistakes, those first with a vote far from what it was shown, then those nearest to a win; 0 for none." default:"6" placeholder:"N"`
	Ways     int      `help:"In how many games each way a move is judged." default:"24" placeholder:"N"`
	Open     bool     `help:"Show the defeat that teaches most in a browser afterwards, at its turn, with all games behind it, until it is stopped."`
	JSON     bool     `help:"One JSON object."`
	Quiet    bool     `short:"q" help:"No progress."`
	Listen   string   `help:"Where the programs of remote:TEAM connect." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	programFlags

	modelFlags `embed:""`
	answerFlag
	requireFlag
}

// Help is the long help of the command.
func (tryCmd) Help() string {
	return `Plays a program against others, one seat a game and every role in turn, and tells how good
it is and why it lost. Examples:

  wolfden try -- python agent.py {url}
  wolfden try --games 300 --label v2 -- python agent.py {url}
  wolfden try --beside v2 -- python agent.py {url}      beside the last run, and the one called v2
  wolfden try --watch -- python agent.py {url}          again whenever agent.py changes
  wolfden try --resume --games 500 -- python agent.py {url}
                                                        go on with the last run
  wolfden try ./my-prompts --model openai:gpt-4o-mini
  wolfden try mine --exec mine='./agent {url}' --players 13 --pool plain,mille

Every run has the same deals, so that two of them are compared deal by deal. Runs are kept
in DIR/NAME/1, 2 and so on: records, and what the program printed. Ctrl-C ends a run, keeps
what was played and shows it. The intervals are for a number of games that was chosen
beforehand; whoever looks again and again and stops where it pleases is misled sooner.
docs/write-an-agent.md explains the figures.`
}

// Run tries the program.
func (c *tryCmd) Run(e *env) error {
	if err := c.check(); err != nil {
		return err
	}
	entry, err := c.tried()
	if err != nil {
		return err
	}
	if c.Watch {
		return c.again(e, entry)
	}
	return c.once(e, entry)
}

func (c *tryCmd) check() error {
	switch {
	case c.Games < 1:
		return usagef("--games %d: at least 1", c.Games)
	case c.Parallel < 0:
		return usagef("--parallel %d: at least one game at a time", c.Parallel)
	case c.Judge < 0:
		return usagef("--judge %d: a number of defeats is meant, 0 for none", c.Judge)
	case c.Judge > 0 && c.Ways < leastJudging:
		return usagef("--ways %d: at least %d", c.Ways, leastJudging)
	case c.Label != "" && (strings.Trim(c.Label, "0123456789") == "" || strings.ContainsFunc(c.Label, func(r rune) bool { return !unicode.IsPrint(r) })):
		return usagef("--label %q: write a word; numbers are those of the runs", c.Label)
	case c.Resume && (c.Watch || c.Label != ""):
		return usagef("--resume goes on with a run that has begun: neither with --watch nor with --label")
	case c.Open && (c.Watch || c.JSON):
		return usagef("--open stays until it is stopped: neither with --watch nor with --json")
	case c.Watch && c.JSON:
		return usagef("--watch goes on and on; --json prints one object")
	}
	return nil
}

// tried is the entry of the program, under the name that the user gave it.
func (c *tryCmd) tried() (league.Entry, error) {
	e, program, err := c.typed(c.Player, c.Lang)
	if err == nil && !program {
		c.give(&e)
	}
	e.Name = cmp.Or(c.Name, e.Name)
	return e, err
}

// spec is what is played.
func (c *tryCmd) spec(entry league.Entry) (*league.Spec, error) {
	rules, err := rulesFor(c.Players, "")
	if err != nil {
		return nil, err
	}
	c.AnswerTime.Set(&rules)
	t := trial.Table{Program: entry, Rules: rules, Games: c.Games, Seed: c.Seed, Lang: c.Lang}
	if t.Cast, err = leagueCast(c.Lang); err != nil {
		return nil, usageError{err}
	}
	for _, name := range c.Pool {
		other, _, err := c.entry(name)
		if err != nil {
			return nil, err
		}
		if other.Remote && other.Exec == "" {
			return nil, usagef("--pool %s: programs that come by themselves can only be tried", name)
		}
		if other.Name == entry.Name {
			other.Name += " (pool)"
		}
		t.Pool = append(t.Pool, other)
	}
	if err := c.unused(slices.Concat(c.Pool, c.Player)...); err != nil {
		return nil, err
	}
	s, err := t.Spec()
	if err == nil {
		err = checkBots(s)
	}
	if err != nil {
		return nil, usageError{err}
	}
	return s, nil
}

// folder is where the runs of a program lie.
func (c *tryCmd) folder(name string) string { return filepath.Join(c.Out, fileNameOf(name)) }

// fileNameOf is a name as one of a file, with a dash for what may not stand there.
func fileNameOf(name string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r) {
			return r
		}
		return '-'
	}, name)
	if strings.Trim(safe, ".") == "" {
		safe = "-" + safe
	}
	return safe
}

// begun is the run that is played, a new one or the last.
func (c *tryCmd) begun(entry *league.Entry, before []trial.Run) (trial.Run, error) {
	if !c.Resume {
		return trial.Begin(c.folder(entry.Name), trial.Run{Label: c.Label, Program: entry.Name, Command: c.Player, Started: time.Now().UTC().Truncate(time.Second)})
	}
	if len(before) == 0 {
		return trial.Run{}, fmt.Errorf("%s holds no run to go on with", c.folder(entry.Name))
	}
	return before[len(before)-1], nil
}

// compared are the runs that --beside names.
func (c *tryCmd) compared(runs []trial.Run) ([]*trial.Run, error) {
	var all []*trial.Run
	for _, called := range c.Beside {
		r := trial.Find(runs, called)
		if r == nil {
			var known []string
			for i := range runs {
				known = append(known, runs[i].Called())
			}
			if len(known) == 0 {
				known = []string{"none"}
			}
			return nil, usagef("--beside %s: there is no such run; there are: %s", called, strings.Join(known, ", "))
		}
		all = append(all, r)
	}
	return all, nil
}

// left says what an ended run leaves to be played.
func (c *tryCmd) left(played int) error {
	if played >= c.Games {
		return nil
	}
	return errors.New("stopped; " + english.Count(c.Games-played, "game") + " of " + strconv.Itoa(c.Games) + " left: the same command with --resume goes on")
}

// roleName is the name of a role as tables have it.
func roleName(rules *werewolf.Rules, role werewolf.Role) string {
	return strings.ToLower(rules.Table.Name(role))
}
