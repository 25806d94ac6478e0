package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/fleet"
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

	fleetFlags
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

// turns is how often its seat speaks.
func (g *logicGame) turns() (n int) {
	for i := range g.record.Entries {
		if e := g.record.Entries[i].Event; e != nil && e.Kind == werewolf.Talked && e.Seat == g.seat {
			n++
		}
	}
	return n
}

// Run writes the pairs.
func (c *labLogicCmd) Run(e *env) error {
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
	c.defaults()
	sides, err := c.sides()
	if err != nil {
		return usageError{err}
	}
	x := &inquiry{
		experimentFlags: &c.experimentFlags, who: sides[:1], bots: []string{c.Bot}, out: c.Out, settings: c.settings,
		parallel: 1, lang: cmp.Or(c.Lang, "ja"),
		foresee: func(*stage) (experiment.Forecasts, error) {
			return c.rehearse(func(used *models, folder *experiment.Folder) (did, all int, err error) {
				games, all, err := c.games(&stage{env: e, models: used, folder: folder}, sides[1].bot, 1)
				if err == nil {
					_, err = c.again(e.ctx, &games[0], used, nil)
				}
				return 1, all, err
			})
		},
		rests: "rehearsed by rules in one game; what was kept before is not asked again",
	}
	if len(c.Files) == 0 {
		x.asking = [][]string{slices.Repeat([]string{sides[1].bot}, 5)}
	}
	var total *lab.OnOffResult
	x.run = func(s *stage) error {
		if len(c.Files) == 0 {
			s.show("game", c.Games)
		}
		games, _, err := c.games(s, sides[1].bot, 0)
		if err == nil {
			total, err = c.ask(s, games)
		}
		return err
	}
	x.tell = func() ([]league.EntryCalls, error) {
		x.who = sides // what is required of the player is required of both sides
		return c.tell(e, sides, total)
	}
	return x.perform(e)
}

// ask asks at every turn of every game that was not asked of before.
func (c *labLogicCmd) ask(s *stage, games []logicGame) (*lab.OnOffResult, error) {
	turns := 0
	for i := range games {
		turns += games[i].turns()
	}
	p := s.show("turn", turns)
	kept, keep := experiment.In[lab.OnOffResult](s.folder, "asked-%03d.json")
	shared := c.sharing(c.Bot)
	crew, end, err := c.crew(s.env, func() (fleet.Run, error) { return shared.run("lab logic", len(games), c.settings(s.models)) })
	if err != nil {
		return nil, err
	}
	asked := experiment.Runs[lab.OnOffResult]{N: len(games), Parallel: c.atOnce(1), Keep: keep}
	asked.Kept = func(i int) (*lab.OnOffResult, error) {
		r, err := kept(i)
		if r != nil {
			p.add(r.Turns)
		}
		return r, err
	}
	asked.Do = func(ctx context.Context, i int) (*lab.OnOffResult, error) {
		g := &games[i]
		if crew == nil {
			return c.again(ctx, g, s.models, func() { p.add(1) })
		}
		text, err := unnoted(g.record)
		if err != nil {
			return nil, err
		}
		r, err := experiment.Away[lab.OnOffResult](ctx, crew, fleetGame{Header: text, Again: &askedAgain{g.seat, c.Off, c.Lang}})
		if err == nil {
			p.add(r.Turns)
		}
		return r, err
	}
	all, err := asked.All(s.ctx)
	end(err == nil)
	if err != nil {
		return nil, err
	}
	total := &lab.OnOffResult{}
	for _, r := range all {
		total.Add(r)
	}
	return total, nil
}

// askedAgain says of a game's turns which are asked again by others.
type askedAgain struct {
	Seat werewolf.SeatID `json:"seat"`
	Off  string          `json:"off"`
	Lang string          `json:"lang,omitempty"`
}

// again asks at the turns of a game, for others.
func (p *gamePlayer) again(ctx context.Context, rec *gamelog.Record, a *askedAgain) (*lab.OnOffResult, error) {
	e := p.shared.Entries[0]
	c := labLogicCmd{Bot: e.Bot, Off: a.Off, Lang: a.Lang}
	return c.again(ctx, &logicGame{rec, rec.Header.ID, a.Seat}, p.models.models[modelKey(e)], nil)
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

// games are those of the files or, without any, those that are played first; few of them where it is not 0. of is how many there are.
func (c *labLogicCmd) games(s *stage, without string, few int) (list []logicGame, of int, err error) {
	var files []string
	if len(c.Files) > 0 {
		files, err = gameFiles(c.Files, false)
		of = len(files)
	} else {
		files, err = c.first(s, without, cmp.Or(few, c.Games))
		of = c.Games
	}
	if err != nil {
		return nil, 0, err
	}
	for _, path := range files[:min(cmp.Or(few, len(files)), len(files))] {
		g, err := readGame(path)
		if err != nil {
			return nil, 0, err
		}
		h, seat := &g.record.Header, werewolf.SeatID(1)
		switch {
		case c.Seat != "":
			if seat, err = seatNamed(h, c.Seat); err != nil {
				return nil, 0, usagef("%s: --seat: %w", path, err)
			}
			if seat == 0 {
				return nil, 0, usagef("--seat 0: nobody sits there")
			}
		case len(c.Files) == 0:
			seat = werewolf.SeatID(1 + werewolf.SubSeed(h.Seed, -3)%uint64(len(h.Seats)))
		}
		list = append(list, logicGame{g.record, path, seat})
	}
	return list, of, nil
}

// first are the records of games that are played first, but for those that are there: five players without the module, five turns a day of at
// most twenty, as in the paper (section 5.1).
func (c *labLogicCmd) first(st *stage, without string, games int) (files []string, err error) {
	t, err := newTableSetup(5, "", cmp.Or(c.Lang, "ja"), []string{without}, nil)
	if err != nil {
		return nil, err
	}
	t.rules.Talk.MaxCount.PerAgent, t.rules.Talk.MaxCount.PerDay = 5, 20
	if err := c.answersIn(&t.rules, false); err != nil {
		return nil, err
	}
	t.models = st.models
	s := &series{command: "lab", table: t, out: filepath.Join(st.folder.Dir, "games"), total: c.Games, parallel: 1, seed: &c.Seed, progress: st.progress}
	if st.inquiry != nil { // and not in a rehearsal
		end, err := c.playing(st.env, &c.modelFlags, "lab logic", c.settings(st.models), s)
		if err != nil {
			return nil, err
		}
		defer func() { end(err == nil) }()
	}
	played, err := s.all(st.ctx, games)
	if err != nil {
		return nil, err
	}
	for _, g := range played {
		files = append(files, filepath.Join(s.out, g.ID+gamelog.Extension))
	}
	return files, nil
}

// again asks at every turn of a game. Both players have the seed of the seat, so that they lie, and draw, as the recorded one did.
func (c *labLogicCmd) again(ctx context.Context, g *logicGame, used *models, asked func()) (*lab.OnOffResult, error) {
	lang := cmp.Or(c.Lang, g.record.Header.Lang)
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
	x := lab.OnOff{Record: g.record, Seat: g.seat, With: player(), Without: player(c.Off), Asked: asked}
	r, err := x.Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", g.path, err)
	}
	return r, nil
}

// tell writes what came of it, and the files of the folder.
func (c *labLogicCmd) tell(e *env, sides []contender, total *lab.OnOffResult) ([]league.EntryCalls, error) {
	verdict := "no turn can be compared: at each a side is silent, greets or only tells a result"
	if differ := len(total.Pairs) - total.Same; differ > 0 {
		verdict = fmt.Sprintf("%s changes what %s says at %d of %s that can be compared; whether for the better, raters say", c.Off, c.Bot, differ, english.Count(len(total.Pairs), "place"))
	} else if total.Same > 0 {
		verdict = fmt.Sprintf("%s changes nothing of what %s says, at %s that can be compared", c.Off, c.Bot, english.Count(total.Same, "place"))
	}
	fmt.Fprintf(e.stdout, "%s\n%s: %s, %d of them the same on both sides; left out: %d silent, %d with greetings or results alone\n",
		verdict, english.Count(total.Turns, "turn"), english.Count(len(total.Pairs), "pair"), total.Same, total.Silent, total.Empty)
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
	if err := writeCalls(e.stdout, asked); err != nil || c.Out == "" {
		return asked, err
	}
	if err := lab.WritePairs(c.Out, cmp.Or(c.Lang, "ja"), c.Seed, total.Pairs); err != nil {
		return nil, err
	}
	form, key := filepath.Join(c.Out, lab.FormFile), filepath.Join(c.Out, lab.KeyFile)
	fmt.Fprintf(e.stdout, "for raters: %s; then: wolfden lab tally %s FILE...\n", filepath.ToSlash(form), filepath.ToSlash(key))
	return asked, nil
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
	keys, err := readLab(c.Key, lab.ReadKey)
	if err != nil {
		return err
	}
	var all []*lab.Ratings
	for _, path := range c.Ratings {
		r, err := readLab(path, lab.ReadRatings)
		if err != nil {
			return err
		}
		all = append(all, r)
	}
	t := lab.TallyRatings(keys, all)
	if c.JSON {
		return json.NewEncoder(e.stdout).Encode(t)
	}
	return t.Write(e.stdout)
}

// readLab reads a file that the user names.
func readLab[T any](path string, read func(io.Reader) (T, error)) (t T, err error) {
	file, err := userfile.Open(path)
	if err != nil {
		return t, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	if t, err = read(file); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return t, err
}
