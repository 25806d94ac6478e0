package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
)

type labInducementCmd struct {
	Bot      string   `default:"kanolab-nw" help:"The player whose attempts are counted."`
	Beside   string   `help:"Another player, for whom the same deals are played as well: the shares of both are compared." placeholder:"BOT"`
	Against  []string `help:"Players of the other seats (default: the same player)." placeholder:"BOT"`
	Players  int      `default:"5" help:"5, 9 or 13."`
	Games    int      `default:"200" help:"How many games."`
	Lang     string   `default:"en" enum:"en,ja" help:"Language of the talk: en or ja."`
	Seed     uint64   `default:"1" help:"Of the games."`
	Parallel int      `default:"2" help:"Games at the same time."`
	Out      string   `short:"o" help:"Folder to keep the records in. The same command goes on with it." placeholder:"DIR"`
	JSON     bool     `help:"The result as a JSON object."`

	programFlags
	experimentFlags
	answerFlag
}

// Help is the long help of the command.
func (labInducementCmd) Help() string {
	return `Plays games and tells what came of every attempt to have somebody executed: how often by
role, day and ground of the target, whether the vote was asserted or doubt evoked, by how
many votes it failed, who pushed the same target, and whose votes were won.

  wolfden lab inducement --games 200 -o inducement
  wolfden lab inducement --beside kanolab-nw:assert=0 --games 200 -o asserted-or-hinted
  wolfden lab inducement --games 40 --against yharada,sunamelli,CanisLupus,CamelliaDragons \
      --model openai:gpt-4o-2024-08-06 -o contest

It counts as "analyze --table days --only PLAYER" does (docs/analysis.md): of a player that
notes its attempts those, else what its words are understood as. A model is asked at
temperature 1 and top_p 1, as in the paper, unless its flags say otherwise.

Ctrl-C or a crash costs the games under way: the same command with -o goes on.`
}

// Run plays the games and tells of the attempts.
func (c *labInducementCmd) Run(e *env) (err error) {
	if c.Games < 1 || c.Parallel < 1 {
		return usagef("--games %d, --parallel %d: at least 1", c.Games, c.Parallel)
	}
	if err := c.asksSomebody(); err != nil {
		return err
	}
	c.defaults()
	sides, err := c.sides()
	if err != nil {
		return err
	}
	t, both := sides[0].table, *sides[0].table
	both.bots = nil
	var asking [][]string
	for _, s := range sides {
		both.bots, asking = append(both.bots, s.table.bots...), append(asking, s.table.asking(c.Games)...)
	}
	if err := c.begin(e, both.contenders(c.Model)); err != nil {
		return err
	}
	if t.guests, err = openGuests(e, t.programs, c.Out, false, &listening{wanted: "as many as have seats in the games at a time"}); err != nil {
		return err
	}
	defer t.guests.close()
	if c.Model != "" {
		if err := c.rehearse(e, sides); err != nil || c.Forecast {
			return err
		}
	}
	if t.models, err = c.openFor(both.builtIn(), e.stderr); err != nil {
		return err
	}
	defer t.models.close(e.stderr)
	if err := c.tellPace(e.stderr, t.models, c.Parallel, c.Lang, asking...); err != nil {
		return err
	}
	if c.Out == "" {
		if sides[0].out, err = os.MkdirTemp("", "wolfden-lab-"); err != nil {
			return err
		}
		defer os.RemoveAll(sides[0].out) //nolint:errcheck // what is left is the system's to clear
	} else {
		folder, err := openLab(c.Out, c.settings(t.models))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, folder.close()) }()
	}
	p := newProgress(e.stderr, "game", c.Games*len(sides), false)
	for _, s := range sides {
		s.progress = p
	}
	games, err := c.playAll(e.ctx, sides)
	p.finish()
	if err != nil {
		return stopped(e, c.Out, err)
	}
	return c.tell(e, &both, games)
}

// playAll plays the games of all sides, and returns those of one deal at the same place.
func (c *labInducementCmd) playAll(ctx context.Context, sides []*series) (games [][]*analysis.Game, err error) {
	for i, s := range sides {
		if i > 0 {
			s.out, s.table.models, s.table.guests = filepath.Join(sides[0].out, "beside"), sides[0].table.models, sides[0].table.guests
			if err := os.MkdirAll(s.out, 0o755); err != nil {
				return nil, err
			}
		}
		played, err := s.all(ctx, s.total)
		if err != nil {
			return nil, err
		}
		counted := make([]*analysis.Game, len(played))
		for n, g := range played {
			counted[n] = analysis.Analyze(g)
		}
		games = append(games, counted)
	}
	return games, nil
}

// sides are the games of the player and those of the one beside it, if there is one.
func (c *labInducementCmd) sides() (all []*series, err error) {
	bots := []string{c.Bot}
	switch {
	case c.Beside == "":
	case c.Beside == c.Bot:
		return nil, usagef("--beside %s: that is the player of --bot; name another, such as %s with a parameter or without a module", c.Beside, c.Bot)
	case c.Exec[c.Bot]+c.Exec[c.Beside] != "":
		return nil, usagef("--beside compares built-in players: a program can be named in --against")
	default:
		bots = append(bots, c.Beside)
	}
	for _, bot := range bots {
		t, err := newTableSetup(c.Players, "", c.Lang, append([]string{bot}, c.Against...), &c.programFlags)
		if err == nil {
			err = c.answersIn(&t.rules, len(t.programs) > 0)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, &series{command: "lab", table: t, out: c.Out, total: c.Games, parallel: c.Parallel, seed: &c.Seed})
	}
	return all, nil
}

// settings is what the games depend on; how many there are is not of it.
func (c *labInducementCmd) settings(used *models) any {
	return struct {
		Experiment string   `json:"experiment"`
		Bot        string   `json:"bot"`
		Beside     string   `json:"beside,omitempty"`
		Against    []string `json:"against,omitempty"`
		Players    int      `json:"players"`
		Lang       string   `json:"lang"`
		Seed       uint64   `json:"seed"`
		Single     bool     `json:"single,omitempty"` // a game alone has the seed of the series
		Asked      labAsked `json:"asked"`
	}{"inducement", c.Bot, c.Beside, c.Against, c.Players, c.Lang, c.Seed, c.Games == 1, c.asked(used)}
}

// rehearsed is how many games a forecast is made from.
const rehearsed = 2

// rehearse tells what the games of all sides will ask.
func (c *labInducementCmd) rehearse(e *env, sides []*series) error {
	total := forecast{}
	for _, s := range sides {
		f, err := (&rehearsal{}).series(e.ctx, s, &c.modelFlags, min(rehearsed, c.Games))
		if err != nil {
			return err
		}
		total.add(f)
	}
	return c.foretell(e, total, fmt.Sprintf("rehearsed by rules in %s; games played before are not played again", english.Count(min(rehearsed, c.Games), "game")))
}

// series rehearses some games of a series.
func (r *rehearsal) series(ctx context.Context, s *series, flags *modelFlags, games int) (forecast, error) {
	dir, err := os.MkdirTemp("", "wolfden-lab-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // what is left is the system's to clear
	named, err := flags.named()
	if err != nil {
		return nil, err
	}
	named.instead = r.open
	table := *s.table
	table.models = named
	stage := *s
	stage.table, stage.out = &table, dir
	for n := range games {
		if _, err := stage.play(ctx, n, nil); err != nil {
			return nil, err
		}
	}
	return r.times(s.total, games), nil
}

// kept is game n, played unless its record is there. A record that breaks off is played again.
func (s *series) kept(ctx context.Context, n int) (*chronicle.Game, error) {
	defer s.progress.add(1)
	h, err := s.header(n)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(s.out, h.ID+gamelog.Extension)
	if g, err := chronicle.ReadFile(path); err == nil && g.Over {
		return g, nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if _, err := s.play(ctx, n, nil); err != nil {
		return nil, err
	}
	return chronicle.ReadFile(path)
}

// tell writes what came of the attempts, those of another player in a table of its own, and then what sets them apart.
func (c *labInducementCmd) tell(e *env, t *tableSetup, games [][]*analysis.Game) error {
	asked, warnings := askedByBot{}, []string{"the paper counts attempts of its own agents in contest games by hand: the possessed's of day 1 with 5 players, the werewolves' of all days with 13"}
	var sides [][]analysis.VoteDay
	for side, bot := range []string{c.Bot, c.Beside}[:len(games)] {
		notes := false
		var days []analysis.VoteDay
		for deal, g := range games[side] {
			asked.add(&g.Summary)
			for _, v := range g.VoteDays() {
				if v.Deal = deal; g.Player(v.Seat).Affiliation == bot {
					days, notes = append(days, v), notes || v.Ground != ""
				}
			}
		}
		if sides = append(sides, days); !notes {
			warnings = append(warnings, bot+" notes no attempts: these are what its words are understood as")
		}
	}
	if c.Model == "" {
		warnings = append(warnings, byRules)
	}
	table := analysis.DayTable(sides[0])
	if len(sides) > 1 {
		table = analysis.CompareDays(c.Bot, c.Beside, sides[0], sides[1])
	}
	var err error
	if c.JSON {
		err = table.WriteJSON(e.stdout, warnings)
	} else if err = table.WriteText(e.stdout, warnings); err == nil {
		fmt.Fprintln(e.stdout)
		err = writeCalls(e.stdout, asked.list(t.bots))
	}
	if err != nil {
		return err
	}
	return c.end(t.contenders(c.Model), asked.list(t.bots))
}
