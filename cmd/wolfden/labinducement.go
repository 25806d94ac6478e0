package main

import (
	"fmt"
	"path/filepath"

	"wolfden/internal/analysis"
	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/league"
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
	fleetFlags
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
func (c *labInducementCmd) Run(e *env) error {
	if c.Games < 1 || c.Parallel < 1 {
		return usagef("--games %d, --parallel %d: at least 1", c.Games, c.Parallel)
	}
	c.defaults()
	sides, err := c.sides()
	if err != nil {
		return err
	}
	var asking [][]string
	all := *sides[0].table
	all.bots = nil
	for _, s := range sides {
		all.bots, asking = append(all.bots, s.table.bots...), append(asking, s.table.asking(c.Games)...)
	}
	var games [][]*analysis.Game
	few := min(rehearsed, c.Games)
	return (&inquiry{
		experimentFlags: &c.experimentFlags, who: all.contenders(c.Model), bots: all.builtIn(), out: c.Out, settings: c.settings,
		programs: all.programs, wanted: "as many as have seats in the games at a time",
		asking: asking, parallel: c.Parallel, lang: c.Lang,
		foresee: func(st *stage) (experiment.Forecasts, error) {
			total := experiment.Forecasts{}
			for _, s := range sides {
				s.table.guests = st.guests
				asked, err := c.rehearse(func(used *models, folder *experiment.Folder) (did, all int, err error) {
					return s.rehearse(e.ctx, used, folder.Dir, few)
				})
				if err != nil {
					return nil, err
				}
				total.Add(asked)
			}
			return total, nil
		},
		rests: fmt.Sprintf(restOn, english.Count(few, "game")),
		run: func(st *stage) (err error) {
			p := st.show("game", c.Games*len(sides))
			end, err := c.playing(e, &c.modelFlags, "lab inducement", c.settings(st.models), sides...)
			if err != nil {
				return err
			}
			defer func() { end(err == nil) }()
			for i, s := range sides {
				s.progress, s.table.models, s.table.guests, s.out = p, st.models, st.guests, filepath.Join(st.folder.Dir, []string{"", "beside"}[i])
				played, err := s.all(e.ctx, s.total)
				if err != nil {
					return err
				}
				var counted []*analysis.Game
				for _, g := range played {
					counted = append(counted, analysis.Analyze(g))
				}
				games = append(games, counted)
			}
			return nil
		},
		tell: func() ([]league.EntryCalls, error) { return c.tell(e, all.bots, games) },
	}).perform(e)
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
		all = append(all, &series{command: "lab", table: t, total: c.Games, parallel: c.Parallel, seed: &c.Seed})
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

// tell writes what came of the attempts, those of another player in a table of its own, and then what sets them apart.
func (c *labInducementCmd) tell(e *env, bots []string, games [][]*analysis.Game) ([]league.EntryCalls, error) {
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
	if c.JSON {
		return asked.list(bots), table.WriteJSON(e.stdout, warnings)
	}
	fmt.Fprintf(e.stdout, "%s\n\n", c.verdict(sides))
	if err := table.WriteText(e.stdout, warnings); err != nil {
		return nil, err
	}
	fmt.Fprintln(e.stdout)
	return asked.list(bots), writeCalls(e.stdout, asked.list(bots))
}

// verdict is what it comes to, in a sentence.
func (c *labInducementCmd) verdict(sides [][]analysis.VoteDay) string {
	own := analysis.Attempts(sides[0])
	did := fmt.Sprintf("%s had its target executed in %d of %s", c.Bot, own.Executed, english.Count(own.Attempts, "attempt"))
	if len(sides) > 1 {
		others := analysis.Attempts(sides[1])
		more := own.More(others)
		return fmt.Sprintf("%s: %s, %s in %d of %d; %s on the same deals", moreOften(c.Bot, c.Beside, more), did, c.Beside, others.Executed, others.Attempts, pointsOf(more))
	}
	if own.Attempts == 0 {
		return c.Bot + " made no attempt to have somebody executed"
	}
	byLot, told := own.Chance/float64(own.Attempts), "from which that cannot be told"
	switch {
	case own.Success.Low > byLot:
		told = "which is less"
	case own.Success.High < byLot:
		told = "which is more"
	}
	return fmt.Sprintf("%s, %.1f%% [%.1f, %.1f]; drawn by lot it would be %.1f%%, %s", did, 100*own.Success.Value, 100*own.Success.Low, 100*own.Success.High, 100*byLot, told)
}
