package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/lab"
	"wolfden/internal/league"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

type labLogicCmd struct {
	Files []string `arg:"" optional:"" name:"file" help:"Records, contest logs, or folders or zip archives of them (default: games that are played first)."`
	Bot   string   `default:"kanolab" help:"The player that is asked again."`
	Off   string   `default:"logic" help:"The module that is left out on one side (see: wolfden bots --describe)."`
	Games int      `default:"2" help:"Games that are played first, where no files are given: five players without the module, five turns a day."`
	Seat  string   `help:"Whose turns: a seat number or a player's name (default: 1 of given games, drawn in others)."`
	Lang  string   `help:"Language of the player (default: the game's; of games that are played first ja, as in the paper)." enum:",en,ja" default:""`
	Seed  uint64   `default:"1" help:"Of games that are played first, and of the order of the pairs."`
	Out   string   `short:"o" help:"Folder for the games, form.html and pairs.csv (blind), key.csv and pairs.jsonl. The same command goes on with it." placeholder:"DIR"`

	experimentFlags
	answerFlag
}

// Help is the long help of the command.
func (labLogicCmd) Help() string {
	return `Asks a player again at every turn of a seat, once whole and once without one module, both
seeing the game as it was recorded, with the limits of the turn. Turns where a side is
silent, greets or only tells a result are left out. Raters compare the two blindly:

  wolfden lab logic --model openai:gpt-4-1106-preview -o logic     plays two games, then asks
  wolfden lab logic games/a.jsonl --seat 3 -o pairs
  wolfden lab logic games/a.jsonl --bot kanolab-nw --off summary --model openai:gpt-4o -o pairs
  wolfden lab tally logic/key.csv ratings-*.json                   after form.html was filled in

A model is asked at temperature 1 and top_p 1, as in the paper, unless its flags say
otherwise.

Ctrl-C or a crash costs the game under way: the same command with -o goes on.`
}

// logicGame is a game whose turns are asked again.
type logicGame struct {
	record *gamelog.Record
	path   string
	seat   werewolf.SeatID
}

// Run writes the pairs.
func (c *labLogicCmd) Run(e *env) (err error) {
	d, err := bot.Describe(c.Bot)
	if err != nil {
		return usageError{err}
	}
	switch {
	case !d.Has(c.Off):
		return usagef("--off %q is no module of %s (wolfden bots --describe %s)", c.Off, c.Bot, c.Bot)
	case c.Games < 1:
		return usagef("--games %d: at least one", c.Games)
	}
	if err := c.asksSomebody(); err != nil {
		return err
	}
	c.defaults()
	sides, err := c.sides()
	if err != nil {
		return usageError{err}
	}
	if err := c.begin(e, sides[:1]); err != nil {
		return err
	}
	if c.Model != "" {
		if err := c.rehearse(e, sides[1].bot); err != nil || c.Forecast {
			return err
		}
	}
	used, err := c.openFor([]string{c.Bot}, e.stderr)
	if err != nil {
		return err
	}
	defer used.close(e.stderr)
	if len(c.Files) == 0 {
		if err := c.tellPace(e.stderr, used, 1, c.langOr("ja"), slices.Repeat([]string{sides[1].bot}, 5)); err != nil {
			return err
		}
	}
	var folder *labFolder
	if c.Out != "" {
		if folder, err = openLab(c.Out, c.settings(used)); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, folder.close()) }()
	}
	total, err := c.ask(e.ctx, used, sides[1].bot, folder)
	if err != nil {
		return stopped(e, c.Out, err)
	}
	return c.tell(e, sides, total)
}

// settings is all that the pairs depend on.
func (c *labLogicCmd) settings(used *models) any {
	return struct {
		Experiment string   `json:"experiment"`
		Files      []string `json:"files,omitempty"`
		Bot        string   `json:"bot"`
		Off        string   `json:"off"`
		Games      int      `json:"games,omitempty"`
		Seat       string   `json:"seat,omitempty"`
		Lang       string   `json:"lang,omitempty"`
		Seed       uint64   `json:"seed"`
		Asked      labAsked `json:"asked"`
	}{"logic", c.Files, c.Bot, c.Off, c.Games, c.Seat, c.Lang, c.Seed, c.asked(used)}
}

// baseline is the series of games that are played first: five players without the module, five turns a day of at most twenty, as in the
// paper (section 5.1).
func (c *labLogicCmd) baseline(without, dir string, used *models) (*series, error) {
	t, err := newTableSetup(5, "", c.langOr("ja"), []string{without}, nil)
	if err != nil {
		return nil, err
	}
	t.rules.Talk.MaxCount.PerAgent, t.rules.Talk.MaxCount.PerDay = 5, 20
	if err := c.answersIn(&t.rules, false); err != nil {
		return nil, err
	}
	t.models = used
	return &series{command: "lab", table: t, out: dir, total: c.Games, parallel: 1, seed: &c.Seed}, nil
}

func (c *labLogicCmd) langOr(lang string) string {
	if c.Lang != "" {
		return c.Lang
	}
	return lang
}

// rehearse tells what all of it will ask: as one game by rules does, or the first of the files.
func (c *labLogicCmd) rehearse(e *env, without string) error {
	named, err := c.named()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "wolfden-lab-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // what is left is the system's to clear
	stage := &rehearsal{}
	named.instead = stage.open
	games, total := func() ([]logicGame, error) { return c.firstGames(e.ctx, without, dir, named, 1) }, c.Games
	if len(c.Files) > 0 {
		files, err := gameFiles(c.Files, false)
		if err != nil {
			return err
		}
		games, total = func() ([]logicGame, error) { return c.given(files[:1]) }, len(files)
	}
	some, err := games()
	if err != nil {
		return err
	}
	if _, err := c.again(e.ctx, &some[0], named); err != nil {
		return err
	}
	return c.foretell(e, stage.times(total, 1), "rehearsed by rules in one game; what was kept before is not asked again")
}

// firstGames plays the first games of the baseline, but for those whose records are there.
func (c *labLogicCmd) firstGames(ctx context.Context, without, dir string, used *models, games int) (list []logicGame, err error) {
	s, err := c.baseline(without, dir, used)
	if err != nil {
		return nil, err
	}
	for n := range games {
		g, err := s.kept(ctx, n)
		if err != nil {
			return nil, err
		}
		h, err := s.header(n)
		if err != nil {
			return nil, err
		}
		path := filepath.Join(dir, h.ID+gamelog.Extension)
		record, err := gamelog.ReadFile(path)
		if err != nil {
			return nil, err
		}
		one := logicGame{record: record, path: path, seat: werewolf.SeatID(1 + werewolf.SubSeed(h.Seed, -3)%uint64(len(g.Players)))}
		if c.Seat != "" {
			if one.seat, err = c.seatOf(record, path); err != nil {
				return nil, err
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// given reads the games of files.
func (c *labLogicCmd) given(files []string) (list []logicGame, err error) {
	for _, path := range files {
		g, err := readGame(path)
		if err != nil {
			return nil, err
		}
		one := logicGame{record: g.record, path: path, seat: 1}
		if c.Seat != "" {
			if one.seat, err = c.seatOf(g.record, path); err != nil {
				return nil, err
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// seatOf is the seat that the user named.
func (c *labLogicCmd) seatOf(record *gamelog.Record, path string) (werewolf.SeatID, error) {
	seat, err := seatNamed(&record.Header, c.Seat)
	switch {
	case err != nil:
		return 0, usagef("%s: --seat: %w", path, err)
	case seat == 0:
		return 0, usagef("--seat 0: nobody sits there")
	}
	return seat, nil
}

// ask asks at every turn of every game that was not asked of before.
func (c *labLogicCmd) ask(ctx context.Context, used *models, without string, folder *labFolder) (*lab.OnOffResult, error) {
	total := &lab.OnOffResult{}
	var games []logicGame
	var err error
	if len(c.Files) > 0 {
		var files []string
		if files, err = gameFiles(c.Files, false); err == nil {
			games, err = c.given(files)
		}
	} else {
		dir := filepath.Join(c.Out, "games")
		if folder == nil {
			if dir, err = os.MkdirTemp("", "wolfden-lab-"); err != nil {
				return nil, err
			}
			defer os.RemoveAll(dir) //nolint:errcheck // what is left is the system's to clear
		}
		if err = os.MkdirAll(dir, 0o755); err == nil {
			games, err = c.firstGames(ctx, without, dir, used, c.Games)
		}
	}
	if err != nil {
		return nil, err
	}
	for i := range games {
		name, kept := fmt.Sprintf("asked-%03d.json", i), false
		r := &lab.OnOffResult{}
		if folder != nil {
			if kept, err = folder.read(name, r); err != nil {
				return nil, err
			}
		}
		if !kept {
			if r, err = c.again(ctx, &games[i], used); err != nil {
				return nil, err
			}
			if folder != nil && ctx.Err() == nil {
				err = folder.keep(name, r)
			}
		}
		if err = errors.Join(err, context.Cause(ctx)); err != nil {
			return nil, err
		}
		total.Add(r)
	}
	return total, nil
}

// again asks at every turn of a game. Both players have the seed of the seat, so that they lie, and draw, as the recorded one did.
func (c *labLogicCmd) again(ctx context.Context, g *logicGame, used *models) (*lab.OnOffResult, error) {
	lang := c.langOr(g.record.Header.Lang)
	player := func(off ...string) func() (lab.Player, error) {
		return func() (lab.Player, error) {
			model, err := used.game()
			if err != nil {
				return nil, err
			}
			one := used.config(model, werewolf.SubSeed(g.record.Header.Seed, int(g.seat)), lang, companyBefore(&g.record.Header))
			one.Off = off
			return bot.New(c.Bot, one)
		}
	}
	x := lab.OnOff{Record: g.record, Seat: g.seat, With: player(), Without: player(c.Off)}
	r, err := x.Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.path, err)
	}
	return r, nil
}

// tell writes what came of it, and the files of the folder.
func (c *labLogicCmd) tell(e *env, sides []contender, total *lab.OnOffResult) error {
	fmt.Fprintf(e.stdout, "%s: %s, %d of them the same on both sides; left out: %d silent, %d with greetings or results alone\n",
		english.Count(total.Turns, "turn"), english.Count(len(total.Pairs), "pair"), total.Same, total.Silent, total.Empty)
	fmt.Fprintf(e.stdout, "without %s the player says what is recorded at %s\n", c.Off, english.Count(total.Recorded, "turn"))
	if c.Model == "" {
		fmt.Fprintln(e.stdout, byRules)
	}
	var asked []league.EntryCalls
	for i := range sides {
		if calls := chronicle.Noted(total.Noted[i]); calls != nil {
			asked = append(asked, league.EntryCalls{Entry: sides[i].name, Calls: *calls})
		}
	}
	if err := writeCalls(e.stdout, asked); err != nil {
		return err
	}
	if c.Out != "" {
		if err := c.write(total.Pairs); err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "for raters: %s; then: wolfden lab tally %s FILE...\n",
			filepath.ToSlash(filepath.Join(c.Out, "form.html")), filepath.ToSlash(filepath.Join(c.Out, "key.csv")))
	}
	return c.end(sides, asked)
}

// sides are the player and the player without the module.
func (c *labLogicCmd) sides() ([]contender, error) {
	name, err := bot.Parse(c.Bot)
	if err != nil {
		return nil, err
	}
	name.Off = append(slices.Clone(name.Off), c.Off)
	return []contender{
		{name: c.Bot, bot: c.Bot, model: c.Model != ""}, {name: name.String(), bot: name.String(), model: c.Model != ""},
	}, nil
}

// write writes the files of the folder.
func (c *labLogicCmd) write(pairs []lab.Pair) error {
	forms, keys := lab.Blinded(pairs, c.Seed)
	rows := [][]string{{"id", "player", "before", "a", "b"}}
	for _, f := range forms {
		rows = append(rows, []string{strconv.Itoa(f.ID), f.Player, strings.Join(f.Before, "\n"), f.A, f.B})
	}
	answers := [][]string{{"id", "with"}}
	for _, k := range keys {
		answers = append(answers, []string{strconv.Itoa(k.ID), k.With})
	}
	if err := keepsAnswers(filepath.Join(c.Out, "key.csv"), answers); err != nil {
		return err
	}
	return errors.Join(
		writeCSV(filepath.Join(c.Out, "pairs.csv"), rows),
		writeCSV(filepath.Join(c.Out, "key.csv"), answers),
		writeFile(filepath.Join(c.Out, "form.html"), func(w io.Writer) error { return lab.WriteForm(w, c.langOr("ja"), forms) }),
		writeFile(filepath.Join(c.Out, "pairs.jsonl"), func(w io.Writer) error {
			enc := json.NewEncoder(w)
			for i := range pairs {
				if err := enc.Encode(&pairs[i]); err != nil {
					return err
				}
			}
			return nil
		}),
	)
}

type labTallyCmd struct {
	Key     string   `arg:"" help:"key.csv of lab logic."`
	Ratings []string `arg:"" help:"Files that form.html has saved, one or more for each rater."`
	JSON    bool     `help:"One JSON object."`
}

// Help is the long help of the command.
func (labTallyCmd) Help() string {
	return `Counts how raters chose from each of the four perspectives, for utterances without the module
and with it, and puts the counts beside tables 4 to 7 of Watanabe and Kano (2024).

  wolfden lab tally logic/key.csv ratings-anna.json ratings-ben.json`
}

// Run counts.
func (c *labTallyCmd) Run(e *env) error {
	keys, err := readKey(c.Key)
	if err != nil {
		return err
	}
	var all []*lab.Ratings
	for _, path := range c.Ratings {
		file, err := userfile.Open(path)
		if err != nil {
			return err
		}
		r, err := lab.ReadRatings(file)
		_ = file.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, r)
	}
	t := lab.TallyRatings(keys, all)
	if c.JSON {
		return json.NewEncoder(e.stdout).Encode(t)
	}
	return t.Write(e.stdout)
}

// readKey reads which side of each pair had the module.
func readKey(path string) (keys []lab.Key, err error) {
	file, err := userfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, row := range rows {
		if i == 0 {
			continue
		}
		id, err := strconv.Atoi(row[0])
		if err != nil || len(row) != 2 || row[1] != "a" && row[1] != "b" {
			return nil, fmt.Errorf("%s: line %d is no pair and side of a key", path, i+1)
		}
		keys = append(keys, lab.Key{ID: id, With: row[1]})
	}
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s: no pair", path)
	}
	return keys, nil
}
