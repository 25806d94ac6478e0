package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/secret"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

type playCmd struct {
	Program []string `arg:"" optional:"" help:"Who has one of the seats, while --bots have the others: behind -- the command that starts a program, {url} in it being the address to connect to; or a player, as for --bots."`

	Players  *int     `help:"Players of a standard game: 5, 9 or 13 (default: 5)." placeholder:"N"`
	Roles    string   `help:"Another composition, like W=1,P=1,S=1,V=3." placeholder:"W=1,.."`
	Bots     []string `help:"Players, repeated until the seats are full: built-in ones (see: wolfden bots), a folder or a file of prompts, and programs: exec:COMMAND, NAME of --exec, remote:TEAM (default: different ones, drawn by the seed)." placeholder:"a,b,c"`
	Seed     *uint64  `help:"Play the same game or games again: ids and times then come from the seed too." placeholder:"N"`
	Lang     string   `help:"Language of names and talk: en or ja." default:"en" enum:"en,ja"`
	Games    int      `help:"How many games." default:"1" placeholder:"N"`
	Parallel int      `help:"Games at the same time (default: one a processor)." placeholder:"P"`
	Out      string   `help:"Folder for the records." default:"games" placeholder:"DIR"`
	JSON     bool     `help:"One JSON object a game on standard output."`
	Quiet    bool     `short:"q" help:"Only the result."`
	Probe    bool     `help:"Ask every player, and programs that take such questions, at the end of each day, beside the game, for the chance of each role of the others: a note in the record (docs/analysis.md)."`
	Web      bool     `help:"Take a seat yourself, in a browser."`
	Listen   string   `help:"Address of the pages with --web (default: 127.0.0.1:8090), or where the programs of remote:TEAM connect (default: 127.0.0.1:8080)." placeholder:"HOST:PORT"`
	programFlags

	From string         `help:"Go on from a moment of this recorded game, with the players and the chance of the record." placeholder:"FILE"`
	At   string         `help:"With --from: the moment: d2 (dawn of day 2), d1:17 (before the 17th utterance of day 1), d1:vote, d1:night (default: the end of the record)." placeholder:"MOMENT"`
	Seat map[int]string `help:"With --from: another player in a seat, who knows what the seat knows." placeholder:"3=NAME"`

	modelFlags `embed:""`
	answerFlag
	requireFlag
	fleetFlags
}

// Help is the long help of the command.
func (playCmd) Help() string {
	return `Plays whole games and leaves a record of each in DIR. Examples:

  wolfden play                                    watch five different players
  wolfden play --players 13 --lang ja             thirteen, in Japanese
  wolfden play --seed 7                           the same game every time
  wolfden play --roles W=2,S=1,V=5 --bots plain,random
  wolfden play --games 1000 --parallel 2 --out runs/a --seed 1
  wolfden play -- python agent.py {url}           a program of yours among built-in players
  wolfden play --bots mine,plain --exec mine='python agent.py {url}'
  wolfden play --web                              take a seat yourself, in a browser
  wolfden play --from games/X.jsonl --at d1:17 --seat 3=lycaon
                                                  what if lycaon had sat there from then on
  wolfden play --from games/X.jsonl --at d2 --games 100 --seed 1 --out ways
                                                  what chance might have made of it

Ctrl-C stops a series: games that are being played are finished, everything
played is kept. A second Ctrl-C stops at once.`
}

// Run plays.
func (c *playCmd) Run(e *env) error {
	drawn, err := c.sitters()
	if err != nil {
		return err
	}
	if c.Probe && c.From != "" {
		return usagef("--probe: not with --from")
	}
	if c.Web {
		if c.RequireModel != 0 {
			return usagef("--require-model: not with --web, where rooms choose their players")
		}
		return c.web(e)
	}
	if c.Games < 1 {
		return usagef("--games %d: play at least one", c.Games)
	}
	if c.Parallel < 0 {
		return usagef("--parallel %d: at least one game at a time", c.Parallel)
	}
	if c.Fleet != "" && (c.Games == 1 || c.From != "") {
		return usagef("--fleet is for many games, from their beginning: --games N, without --from")
	}
	if c.Parallel == 0 {
		c.Parallel = c.atOnce(runtime.GOMAXPROCS(0))
	}
	t, from, err := c.table()
	if err != nil {
		return err
	}
	t.probe = c.Probe
	s := &series{command: "play", table: t, from: from, out: c.Out, total: c.Games, parallel: c.Parallel, seed: c.Seed, drawn: drawn, anew: c.ModelRecord != "", start: time.Now()}
	return (&inquiry{
		experimentFlags: &experimentFlags{modelFlags: c.modelFlags, requireFlag: c.requireFlag}, who: t.contenders(c.Model), bots: t.builtIn(),
		alone:  drawn != nil && c.Model == "" && c.RequireModel == 0, // nobody has asked for those who were drawn, so nobody need be told that they can use a model
		rules:  true,
		asking: t.asking(c.Games), parallel: c.Parallel, lang: c.Lang,
		run: func(st *stage) error {
			t.models = st.models
			return c.play(e, s)
		},
	}).perform(e)
}

// play plays the game or the games.
func (c *playCmd) play(e *env, s *series) (err error) {
	if s.table.guests, err = c.guests(e, s.table); err != nil {
		return err
	}
	defer s.table.guests.close()
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder for records: %w", err)
	}
	if c.Games == 1 {
		return c.one(e, s)
	}
	var same any = secret.ID() // games with seeds of their own come only once
	if c.Seed != nil {
		same = []any{*c.Seed, c.Games, s.table.rules, c.Lang}
	}
	end, err := c.playing(e, &c.modelFlags, fmt.Sprintf("play --games %d --out %s", c.Games, c.Out), same, s)
	if err != nil {
		return err
	}
	err = c.many(e, s)
	end(err == nil)
	return err
}

// sitters names the players: those who were named, or different ones, and then drawn is what they were drawn from.
func (c *playCmd) sitters() (drawn *uint64, err error) {
	if c.Bots == nil && c.From == "" {
		if drawn = c.Seed; drawn == nil {
			seed := secret.Seed()
			drawn = &seed
		}
		c.draw(*drawn)
	}
	c.Bots = bot.Names(c.Bots) // settings have commas too
	return drawn, c.seatProgram(drawn != nil)
}

// draw names different systems for the seats. Tables of several read better than those of one.
func (c *playCmd) draw(seed uint64) {
	n := c.players()
	if counts, err := parseRoles(c.Roles); c.Roles != "" && err == nil {
		n = counts.Total()
	}
	var systems []string
	for _, k := range bot.Kinds() {
		if k.Design != nil && bot.Fits(k.Name, n) == nil {
			systems = append(systems, k.Name)
		}
	}
	for _, i := range werewolf.DrawSeats.Permutation(werewolf.SubSeed(seed, -3), len(systems))[:min(max(n, 1), len(systems))] {
		c.Bots = append(c.Bots, systems[i])
	}
}

// seatProgram puts who is named by arguments before the others, who have the other seats; of those that were drawn there is one too many then.
func (c *playCmd) seatProgram(drawn bool) error {
	if len(c.Program) == 0 {
		return nil
	}
	if c.From != "" {
		return usagef("--from: programs cannot take over a game that has begun; --seat 3=NAME seats a built-in player")
	}
	e, program, err := c.typed(c.Program, c.Lang)
	if err != nil {
		return err
	}
	name := c.Program[0]
	if _, there := c.Exec[e.Name]; program && len(c.Program) > 1 && there || isBuiltIn(e.Name) && program {
		return usagef("two players are called %s; name the program otherwise: --exec NAME='COMMAND {url}', and NAME among --bots", e.Name)
	}
	if program && !strings.HasPrefix(name, remotePrefix) {
		if name = e.Name; c.Exec == nil {
			c.Exec = commands{}
		}
		c.Exec[name] = e.Exec
	}
	if c.Web {
		c.Bots = append([]string{name}, c.Bots...)
		return nil
	}
	rules, err := rulesFor(c.players(), c.Roles)
	if err != nil {
		return err
	}
	if drawn {
		c.Bots = c.Bots[:min(len(c.Bots), rules.Players()-1)]
	}
	others, err := fill(c.Bots, rules.Players()-1)
	c.Bots = append([]string{name}, others...)
	return err
}

// guests lets the programs at the table in.
func (c *playCmd) guests(e *env, t *tableSetup) (*guests, error) {
	elsewhere := func(e league.Entry) bool { return e.Exec == "" }
	if c.Listen != "" && !slices.ContainsFunc(t.programs, elsewhere) {
		return nil, usagef("--listen: there are no pages without --web, and no programs that connect without remote:TEAM")
	}
	var wanted []string
	for _, p := range t.programs {
		if n := times(t.bots, p.Name); elsewhere(p) {
			wanted = append(wanted, fmt.Sprintf("%d of %s", n*min(c.Parallel, c.Games), p.Name))
		}
	}
	return openGuests(e, t.programs, c.Out, c.Probe, &listening{address: c.Listen, wanted: "it takes " + strings.Join(wanted, ", ")})
}

// times is how often a name is there.
func times(all []string, name string) (n int) {
	for _, other := range all {
		if other == name {
			n++
		}
	}
	return n
}

// one plays one game and shows it while it runs.
func (c *playCmd) one(e *env, s *series) error {
	var watch func(*gamelog.Header) func(gamelog.Entry)
	if !c.JSON && !c.Quiet {
		watch = func(h *gamelog.Header) func(gamelog.Entry) {
			p := transcript.New(e.stdout, h, colour(e.stdout))
			p.Title(h)
			return func(entry gamelog.Entry) { printEntry(p, entry) }
		}
	}
	ctx, stop := context.WithCancelCause(context.WithoutCancel(e.ctx))
	defer context.AfterFunc(e.ctx, func() {
		if cause := context.Cause(e.ctx); !errors.Is(cause, errUnread) { // else the game goes on to its end: the record is there to be read
			stop(cause)
		}
	})()
	o, err := s.play(ctx, 0, watch)
	if err != nil {
		return s.explain(err, o)
	}
	record := "record: " + o.Record
	if o.before {
		record += " (played before, and shown again)"
	}
	out := e.stdout
	switch {
	case c.JSON:
		out = e.stderr
		if err := json.NewEncoder(e.stdout).Encode(o); err != nil {
			return err
		}
	case c.Quiet:
		fmt.Fprintf(e.stdout, "%s\n%s\n", o, record)
	default:
		if s.drawn != nil {
			if err := o.introduce(e.stdout); err != nil {
				return err
			}
		}
		fmt.Fprintf(e.stdout, "\n%s\n", record)
	}
	asked := askedByBot{}
	asked.add(o.summary)
	return c.tellCalls(out, s.table, asked)
}

// tellCalls prints what was asked of models, and fails where less was answered than is required.
func (c *playCmd) tellCalls(w io.Writer, t *tableSetup, asked askedByBot) error {
	list := asked.list(t.bots)
	if err := writeCalls(w, list); err != nil {
		return err
	}
	return c.end(t.contenders(c.Model), list)
}

// printEntry prints an entry for a reader who may see everything.
func printEntry(p *transcript.Printer, entry gamelog.Entry) {
	if entry.Input != nil {
		p.Fault(entry.Input)
		return
	}
	p.Event(entry.Event)
}

// outcome is the result of a finished game.
type outcome struct {
	Game   string          `json:"game"`
	Seed   uint64          `json:"seed,string"`
	Winner werewolf.Team   `json:"winner"`
	End    werewolf.End    `json:"end"`
	Days   int             `json:"days"` // days played, day 0 included
	Record string          `json:"record"`
	Faults int             `json:"faults"`
	Seats  []outcomeOfSeat `json:"seats"`

	summary *chronicle.Summary
	before  bool // it was played before, and is told from its record
}

type outcomeOfSeat struct {
	Seat  int    `json:"seat"`
	Name  string `json:"name"`
	Bot   string `json:"bot"`
	Role  string `json:"role"`
	Alive bool   `json:"alive"`
	Won   bool   `json:"won"`
	// Calls is what it asked of a language model.
	Calls *chronicle.Calls `json:"calls,omitempty"`
}

// String is the outcome in one line.
func (o *outcome) String() string {
	if o.Winner == werewolf.NoTeam {
		return fmt.Sprintf("%s: no winner (%s) after %s", o.Game, o.End, english.Count(o.Days, "day"))
	}
	return fmt.Sprintf("%s: %s wins (%s) after %s", o.Game, o.Winner, o.End, english.Count(o.Days, "day"))
}

// introduce tells who played, to those who named nobody.
func (o *outcome) introduce(w io.Writer) error {
	var rows strings.Builder
	var drawn []string
	for _, s := range o.Seats {
		kinds := bot.Kinds()
		what := "yours"
		if i := slices.IndexFunc(kinds, func(k bot.Kind) bool { return k.Name == s.Bot }); i >= 0 {
			what = kinds[i].Summary
			if !slices.Contains(drawn, s.Bot) {
				drawn = append(drawn, s.Bot)
			}
		}
		fmt.Fprintf(&rows, "%3d  %s\t%s\t%s\n", s.Seat, s.Name, s.Bot, what)
	}
	fmt.Fprintln(w, "\nThey were")
	if err := columns.Write(w, rows.String()); err != nil {
		return err
	}
	a, b := drawn[0], drawn[1%len(drawn)]
	_, err := fmt.Fprintf(w, "\nwhich is better: wolfden compare %s %s; what one is made of: wolfden bots --describe %[1]s\n", a, b)
	return err
}

// ending is how a game ended.
type ending struct {
	Winner werewolf.Team    `json:"winner"`
	End    werewolf.End     `json:"end"`
	Days   int              `json:"days"`
	Living werewolf.SeatSet `json:"living"`
	Faults int              `json:"faults"`
}

// endingOf is the ending of a game that is known whole.
func endingOf(s *chronicle.Summary) ending {
	end := ending{Winner: s.Winner, End: s.End, Days: s.Days}
	for i := range s.Players {
		p := &s.Players[i]
		if end.Faults += p.FaultCount(); p.Cause == 0 {
			end.Living = end.Living.With(p.Seat)
		}
	}
	return end
}

// outcomeOf is the outcome of a game that ended so. Of what is played what was asked of models counts.
func outcomeOf(h *gamelog.Header, end ending, path string, played *gamelog.Record) *outcome {
	o := &outcome{
		Game: h.ID, Seed: h.Seed, Winner: end.Winner, End: end.End, Days: end.Days,
		Record: filepath.ToSlash(path), Faults: end.Faults, summary: chronicle.Summarize(played),
	}
	for i, s := range h.Seats {
		id := werewolf.SeatID(i + 1)
		o.Seats = append(o.Seats, outcomeOfSeat{
			Seat: i + 1, Name: s.Name, Bot: s.Team, Role: h.Rules.Table.Name(s.Role),
			Alive: end.Living.Has(id), Won: end.Winner != werewolf.NoTeam && h.Rules.Table.Team(s.Role) == end.Winner,
			Calls: o.summary.Players[i].Calls,
		})
	}
	return o
}

// players returns the number of players when no role counts are given.
func (c *playCmd) players() int {
	if c.Players == nil {
		return 5
	}
	return *c.Players
}

// agree refuses a number of players that no game has, and two different numbers for one game.
func (c *playCmd) agree() error {
	if c.Roles == "" {
		if _, err := rulesFor(c.players(), ""); err != nil {
			return usagef("%w; any other composition: --roles W=1,P=1,S=1,V=%d", err, max(1, c.players()-3))
		}
		return nil
	}
	if c.Players == nil {
		return nil
	}
	counts, err := parseRoles(c.Roles)
	if err != nil {
		return err
	}
	if n := counts.Total(); n != *c.Players {
		return usagef("--players %d contradicts --roles %s, which makes %d; leave one of them out", *c.Players, c.Roles, n)
	}
	return nil
}
