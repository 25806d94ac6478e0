package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"mvdan.cc/sh/v3/shell"
	"mvdan.cc/sh/v3/syntax"

	"wolfden/internal/bot"
	"wolfden/internal/league"
	"wolfden/internal/match"
	"wolfden/internal/program"
	"wolfden/internal/transcript"
)

// programFlags let programs play wherever a built-in player can be named: exec:COMMAND starts one here, NAME too where --exec
// names it, and remote:TEAM waits for one that connects.
type programFlags struct {
	Exec commands `help:"A program that plays under this name; {url} in the command stands for the address it connects to, which is in WOLFDEN_URL as well. May be given again." placeholder:"NAME=COMMAND"`
}

// commands are those of programs, by name.
type commands map[string]string

// Decode takes one more.
func (c *commands) Decode(ctx *kong.DecodeContext) error {
	var text string
	if err := ctx.Scan.PopValueInto("NAME=COMMAND", &text); err != nil {
		return err
	}
	name, command, both := strings.Cut(text, "=")
	_, twice := (*c)[name]
	switch {
	case !both || name == "" || command == "":
		return fmt.Errorf("write NAME='COMMAND {url}', not %q", text)
	case twice:
		return fmt.Errorf("%s is there twice", name)
	case isBuiltIn(name):
		return fmt.Errorf("%s is a built-in player; name the program otherwise", name)
	}
	if *c == nil {
		*c = commands{}
	}
	(*c)[name] = command
	return nil
}

func isBuiltIn(name string) bool {
	return slices.ContainsFunc(bot.Kinds(), func(k bot.Kind) bool { return k.Name == name })
}

// Words before the colon that name programs.
const (
	execPrefix   = "exec:"
	remotePrefix = "remote:"
)

// entry is the program that a name stands for; ok is false where it stands for a built-in player, and the entry is that.
func (f *programFlags) entry(name string) (e league.Entry, ok bool, err error) {
	if command, here := f.Exec[name]; here {
		e = league.Entry{Name: name, Remote: true, Exec: command}
	} else if command, here := strings.CutPrefix(name, execPrefix); here {
		e = league.Entry{Remote: true, Exec: command}
		if words, err := commandOfProgram(command); err == nil {
			if e.Name = nameOfProgram(words); isBuiltIn(e.Name) {
				return e, true, usagef("%s: a built-in player is called %s, too; name the program by --exec NAME='COMMAND {url}'", name, e.Name)
			}
		}
	} else if team, here := strings.CutPrefix(name, remotePrefix); here {
		e = league.Entry{Name: team, Remote: true}
		if team == "" || strings.TrimRight(team, "0123456789") != team {
			return e, true, usagef("%s: name a team that does not end with a digit; its programs add digits of their own", name)
		}
	} else {
		name = asPrompts(name)
		return league.Entry{Name: name, Bot: name}, false, nil
	}
	if e.Exec == "" && !strings.HasPrefix(name, remotePrefix) {
		return e, true, usagef("%s: no command; write %sCOMMAND, or --exec NAME='COMMAND {url}'", name, execPrefix)
	}
	if e.Exec != "" {
		if _, err := commandOfProgram(e.Exec); err != nil {
			return e, true, usageError{err}
		}
	}
	return e, true, nil
}

// typed is what words of a command line stand for: a player or a program that one word names, else the command of a program.
func (f *programFlags) typed(words []string, lang string) (e league.Entry, program bool, err error) {
	text := words[0]
	if len(words) == 1 {
		if e, program, err = f.entry(text); program || err != nil {
			return e, program, err
		}
		text = e.Bot
		_, unknown := bot.New(text, bot.Config{Lang: lang})
		if unknown == nil {
			return e, false, nil
		}
		_, noFile := os.Stat(text)
		_, noCommand := exec.LookPath(text)
		if strings.HasPrefix(text, promptsPrefix) {
			return e, false, usageError{unknown}
		}
		if words, err = commandOfProgram(text); err != nil || len(words) == 1 && noFile != nil && noCommand != nil && !strings.Contains(text, "/") {
			return e, false, usageError{fmt.Errorf("%w; a program is named by its command, behind --", unknown)}
		}
	} else {
		quoted := make([]string, len(words))
		for i, word := range words {
			if quoted[i], err = syntax.Quote(word, syntax.LangPOSIX); err != nil {
				return e, false, usagef("the command: %q: %w", word, err)
			}
		}
		text = strings.Join(quoted, " ")
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return e, false, usagef("%w: a script is named with what runs it, such as -- python %s {url}; prompts are a folder or a file that ends with .yml", err, words[0])
	}
	return league.Entry{Name: nameOfProgram(words), Remote: true, Exec: text}, true, nil
}

// promptsPrefix is the player that takes prompts, with the colon before their file or folder.
const promptsPrefix = "baseline:"

// asPrompts is the name of the player whose prompts a name points at: a folder, which is no program, or a file of settings. Other names
// stay as they are.
func asPrompts(name string) string {
	info, err := os.Stat(name)
	if err != nil || isBuiltIn(name) || !info.IsDir() && !slices.Contains([]string{".yml", ".yaml"}, filepath.Ext(name)) {
		return name
	}
	return promptsPrefix + name
}

// nameOfProgram is the name of the last file among the words of a command, which is the program rather than what runs it, or the
// first word's; without its ending.
func nameOfProgram(words []string) string {
	word := words[0]
	for _, w := range words[1:] {
		if info, err := os.Stat(w); err == nil && info.Mode().IsRegular() {
			word = w
		}
	}
	base := filepath.Base(word)
	if short := strings.TrimSuffix(base, filepath.Ext(base)); short != "" {
		return short
	}
	return base
}

// asProgram adds to the error about a player that there is not how a program is named, where the name is a path.
func asProgram(name string, err error) error {
	if prompts := asPrompts(name); prompts != name {
		return fmt.Errorf("%w; prompts are named %s here", err, prompts)
	}
	if !strings.ContainsAny(name, `/\.`) || strings.Contains(name, ":") {
		return err
	}
	return fmt.Errorf("%w; a program is named %s%s, or with blanks by --exec NAME='%s {url}'", err, execPrefix, name, name)
}

// unused is an error where --exec names a program that is not among the players.
func (f *programFlags) unused(players ...string) error {
	for name := range f.Exec {
		if !slices.Contains(players, name) {
			return usagef("--exec %s: nobody of this name plays; name it among the players", name)
		}
	}
	return nil
}

// commandOfProgram takes a command apart into words as a shell does, without running one.
func commandOfProgram(text string) ([]string, error) {
	words, err := shell.Fields(text, nil)
	if err == nil && len(words) == 0 {
		err = errors.New("no command")
	}
	if err != nil {
		return nil, fmt.Errorf("the command %q: %w", text, err)
	}
	return words, nil
}

// guests are the programs of a run, and how they come.
type guests struct {
	league.Guests // nil where only built-in players play
	close         func()
	printed       func(team string) (lines int, last string) // of those that were started and have ended
}

// invite is Invite, also where nobody of these is wanted.
func (g *guests) invite(ctx context.Context, game string, teams map[string]int) (players map[string][]match.Player, leave func(), err error) {
	if len(teams) == 0 {
		return map[string][]match.Player{}, func() {}, nil
	}
	return g.Invite(ctx, game, teams)
}

// programsDir is the folder in that of a run for what programs print.
const programsDir = "programs"

// openGuests lets the programs of the entries in: it starts those that have a command, when games want them, and listens at the
// address for those that come by themselves, where there are any. What programs print is kept below the folder, where one is named.
// With probe, those that speak beside the game are asked what they believe.
func openGuests(e *env, entries []league.Entry, out string, probe bool, listen *listening) (all *guests, err error) {
	options := program.Options{Slow: func(team, last string) {
		if last != "" {
			last = "; the last it printed: " + transcript.Safe(last)
		}
		fmt.Fprintf(e.stderr, "%s was started and has not connected yet%s\n", team, last)
	}}
	options.Lobby.Probe = probe
	if out != "" {
		options.Out = filepath.Join(out, programsDir)
	}
	for _, entry := range entries {
		switch {
		case entry.Exec != "":
			command, err := commandOfProgram(entry.Exec)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(options.Programs, func(p program.Program) bool { return p.Team == entry.Name }) {
				return nil, usagef("two programs are called %s; tell them apart by --exec NAME='COMMAND {url}'", entry.Name)
			}
			options.Programs = append(options.Programs, program.Program{Team: entry.Name, Command: command})
		case entry.Remote:
			options.Lobby.Teams = append(options.Lobby.Teams, entry.Name)
		}
	}
	if len(options.Programs)+len(options.Lobby.Teams) == 0 {
		return &guests{close: func() {}, printed: func(string) (int, string) { return 0, "" }}, nil
	}
	if options.Guard, err = guard(); err != nil {
		return nil, err
	}
	waiting := &awaited{w: e.stderr}
	if len(options.Lobby.Teams) > 0 {
		options.Lobby.Log, options.Lobby.Admit = newLog(e.stderr, false, false), admission()
		options.Lobby.Short = waiting.missing
	}
	pool, err := program.New(options)
	if err != nil {
		return nil, err
	}
	closers := []func(){func() { _ = pool.Close() }}
	if len(options.Lobby.Teams) > 0 {
		door, err := listen.open(e, pool)
		if err != nil {
			_ = pool.Close()
			return nil, err
		}
		closers = append(closers, door, func() { waiting.missing(nil) })
	}
	return &guests{Guests: pool, printed: pool.Printed, close: func() {
		for _, c := range closers {
			c()
		}
	}}, nil
}

// listening is where programs elsewhere connect.
type listening struct {
	address string             // leagueAddress for ""
	wanted  string             // what is needed, for the user to read
	mount   func(http.Handler) // what lets programs in instead, where another server has the address
}

// open listens, and returns what ends it.
func (l *listening) open(e *env, handler http.Handler) (func(), error) {
	if l.mount != nil {
		l.mount(handler)
		return func() {}, nil
	}
	address := l.address
	if address == "" {
		address = leagueAddress
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen for programs elsewhere: %w; name another address with listen", err)
	}
	web := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	go func() { _ = web.Serve(listener) }()
	fmt.Fprintf(e.stderr, "remote entries connect to ws://%s/ws; %s\n", listener.Addr(), l.wanted)
	return func() { _ = web.Close() }, nil
}

// guardWord is the first argument of a process that stands between this program and one that it starts. It is no command for
// users, so it goes past the command line.
const guardWord = "guard"

// guard is the command that guards others.
func guard() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find this program, which guards others: %w", err)
	}
	return []string{self, guardWord}, nil
}
