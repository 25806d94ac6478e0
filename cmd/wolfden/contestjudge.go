package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/english"
	"wolfden/internal/judge"
	"wolfden/internal/judge/form"
	"wolfden/internal/teamname"
	"wolfden/werewolf"
)

type contestJudgeCmd struct {
	contestDir `embed:""`

	Games    int      `help:"Games of each division, balanced over teams and roles (default: 10). Those that were picked before stay." placeholder:"N"`
	Rater    []string `help:"A person who rates; again for each (default: those of before)." placeholder:"NAME" sep:"none"`
	Each     int      `help:"How many raters every game has at least (default: 2)." placeholder:"N"`
	Listen   string   `help:"Serve the raters' pages at this address." placeholder:"HOST:PORT"`
	Address  string   `help:"Under what raters reach the pages, such as https://judge.example.org, where a proxy passes them on (default: as --listen)." placeholder:"URL"`
	Criteria []string `help:"Only these, such as A,C (default: all that fit the game's size)." placeholder:"LETTERS"`
	Scale    string   `default:"" enum:",rank,rate" help:"rank (all players in order, without ties; default) or rate (each from 1 to 5; measures give none)." placeholder:"SCALE"`
	Lang     string   `help:"Language the pages begin with, en or ja; readers may change it (default: the first game's)." enum:",en,ja" default:"" placeholder:"LANG"`
	Model    []string `help:"A model that judges the games too; may be repeated." placeholder:"NAME" sep:"none"`
	Status   bool     `help:"Tell what is answered and what is open, also while pages are served."`
	JSON     bool     `help:"With --status: one JSON object."`

	askingFlags `embed:""`
}

// Help is the long help of the command.
func (contestJudgeCmd) Help() string {
	return `Picks games that are over, gives them to raters so that every game has enough of them,
and serves each rater pages of its own, below a link that nobody else has. Measures of
the log judge the same games at once, and models while the pages are served. Examples:

  wolfden contest judge --dir autumn --games 10 --rater anna --rater ben --listen 127.0.0.1:8091
  wolfden contest judge --dir autumn --listen 127.0.0.1:8091
  wolfden contest judge --dir autumn --status

Answers are kept in the folder judgements of the contest. Ctrl-C stops, and the same
command goes on, with whatever is not given (but models) as before; links stay as they
are. --status tells whom to remind of what, and how to make tables of what is there.`
}

// Run judges, or tells how far it is.
func (c *contestJudgeCmd) Run(e *env) error {
	cfg, err := c.open(slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if os.Getenv("SECRET_KEY") == "" {
		return usagef("there is no SECRET_KEY in %s or the environment, which raters' links are made with", filepath.Join(c.Dir, ".env"))
	}
	judging, err := readJudging(c.Dir)
	if err != nil {
		return err
	}
	if c.Status {
		return c.status(e, judging)
	}
	criteria, err := c.sound(judging)
	if err != nil {
		return err
	}
	games, unread, err := c.pick(e, cfg, judging)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(judging.dir, 0o700); err != nil {
		return err
	}
	book, closeBook, err := openBook(e, judging.path(peopleFile))
	if err != nil {
		return err
	}
	if err := errors.Join(c.judge(e, judging, games, criteria, book), closeBook()); err != nil {
		return err
	}
	if unread {
		return errFound
	}
	return nil
}

// sound checks the flags, and takes them over into what is kept.
func (c *contestJudgeCmd) sound(j *judging) (criteria []judge.Criterion, err error) {
	asking := &modelFlags{askingFlags: c.askingFlags}
	check := asking.sound
	if len(c.Model) == 0 {
		check = asking.unasked
	}
	if err := check(); err != nil {
		return nil, err
	}
	switch {
	case c.JSON:
		return nil, usagef("--json is of --status")
	case c.Games < 0 || c.Each < 0:
		return nil, usagef("--games and --each are at least 1, or left out")
	case len(c.Rater) > 0 && c.Listen == "":
		return nil, usagef("--rater: raters answer on pages, so give --listen HOST:PORT too")
	}
	if c.Address != "" {
		if u, err := url.Parse(c.Address); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery+u.Fragment != "" {
			return nil, usagef("--address %q is not like https://judge.example.org", c.Address)
		}
	}
	if err := different(c.Rater); err != nil {
		return nil, usageError{err}
	}
	j.Each, j.Scale, j.Lang = cmp.Or(c.Each, j.Each, 2), cmp.Or(c.Scale, j.Scale, "rank"), cmp.Or(c.Lang, j.Lang)
	j.Public = cmp.Or(strings.TrimRight(c.Address, "/"), j.Public)
	for _, of := range []struct{ before, now *[]string }{{&j.Raters, &c.Rater}, {&j.Criteria, &c.Criteria}} {
		if len(*of.now) > 0 {
			*of.before = *of.now
		}
	}
	switch {
	case c.Listen == "":
	case len(j.Raters) == 0:
		return nil, usagef("--listen: who rates? Give --rater NAME, again for each")
	case len(j.Raters) < j.Each:
		return nil, usagef("--each %d: that many raters are to have every game, and there are %d; name more, or give --each %[2]d", j.Each, len(j.Raters))
	}
	over, _, err := openPrompts(c.Prompts)
	if err != nil {
		return nil, err
	}
	if len(c.Model) > 0 {
		j.Models = nil
	}
	for _, name := range c.Model {
		j.Models = append(j.Models, judge.Called(name, over))
	}
	if criteria, err = judge.Select(j.Criteria); err != nil {
		return nil, usageError{err}
	}
	return criteria, nil
}

// different is an error where raters cannot be told apart by their names.
func different(raters []string) error {
	looks := map[string]string{}
	for i, name := range raters {
		if form.CheckName(name) != nil || teamname.CheckClient(name) != nil {
			return fmt.Errorf("--rater %q: a rater is called by 1 to 60 letters, or letters and then digits, without space around them and with nothing that cannot be seen", name)
		}
		if slices.Contains(raters[:i], name) {
			return fmt.Errorf("--rater %q is there twice", name)
		}
		for _, look := range teamname.Looks(name) {
			if other, taken := looks[look]; taken && other != name {
				return fmt.Errorf("--rater %q looks like %q: whoever reads a table could not tell them apart", name, other)
			}
			looks[look] = name
		}
	}
	return nil
}

// pick reads the games of every division that somebody has won, and picks those that are judged.
func (c *contestJudgeCmd) pick(e *env, cfg *config.Config, j *judging) (games []judgedGame, unread bool, err error) {
	const firstGames = 10
	before := j.Games
	j.Wanted, j.Games = cmp.Or(c.Games, j.Wanted, firstGames), nil
	for i := range cfg.Tracks {
		t := &cfg.Tracks[i]
		if t.Matching.SelfMatch {
			continue // a rehearsal
		}
		kept := before.of(t.Name)
		played, some, err := won(e, cfg.Records(t))
		if err != nil {
			return nil, false, fmt.Errorf("%s: %w", t.Name, err)
		}
		unread = unread || some
		there := english.Count(len(played), "game")
		for _, g := range pickJudged(played, max(j.Wanted, len(kept)), seedOf(), kept...) {
			games = append(games, g)
			j.Games = append(j.Games, askedGame{Division: t.Name, ID: g.ID, Players: len(g.Players)})
		}
		fmt.Fprintf(e.stderr, "%s: %d of %s that somebody has won\n", t.Name, len(j.Games.of(t.Name)), there)
	}
	for _, g := range before {
		if !slices.Contains(j.Games, g) {
			fmt.Fprintf(e.stderr, "%s: game %s is not there any more, and nobody is asked about it; what was answered stays\n", g.Division, g.ID)
		}
	}
	if len(games) == 0 {
		err = fmt.Errorf("in %s is no game that somebody has won; judge when some are over", filepath.Join(cfg.Server.DataDir, "records"))
	}
	return games, unread, err
}

// won reads the games of a folder of records that somebody has won.
func won(e *env, dir string) (games []judgedGame, unread bool, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*"+gamelog.Extension))
	if err != nil || len(files) == 0 {
		return nil, false, err
	}
	return judgeable(e, files, mergeAll(), func(g *chronicle.Game) bool { return g.Over && g.Winner != werewolf.NoTeam })
}

// seedOf is what is drawn from: nobody else knows beforehand which games are judged, and in which order players are listed.
func seedOf() uint64 {
	const half = 16
	seed, err := strconv.ParseUint(secretOf("\x00seed")[:half], 16, 64)
	if err != nil {
		panic(err) // it is in hex
	}
	return seed
}

// secretOf is what stands in a rater's link.
func secretOf(rater string) string { return access.RaterSecret([]byte(os.Getenv("SECRET_KEY")), rater) }

// judge has everybody judge the games.
func (c *contestJudgeCmd) judge(e *env, j *judging, games []judgedGame, criteria []judge.Criterion, book *judge.AnswerBook) error {
	if c.Listen != "" {
		c.assign(j, criteria, book)
	}
	if err := errors.Join(j.writeKeys(e, games), j.write()); err != nil {
		return err
	}
	if scaleOf(j.Scale) == judge.Rated {
		fmt.Fprintln(e.stderr, "rules: figures of the log put players in order and give no ratings")
	} else if err := c.run(e, j, games, rulesEnd, judgeRunCmd{Rules: true}); err != nil {
		return err
	}
	models := func(e *env) error {
		if len(c.Model) == 0 {
			return nil
		}
		return c.run(e, j, games, modelsEnd, judgeRunCmd{Model: c.Model, askingFlags: c.askingFlags})
	}
	if c.Listen == "" {
		return models(e)
	}
	own := *e
	var stop context.CancelFunc
	own.ctx, stop = context.WithCancel(e.ctx)
	defer stop()
	var asking sync.WaitGroup
	var failed error
	err := c.serve(&own, j, games, criteria, book, func() {
		asking.Go(func() {
			if err := models(&own); err != nil {
				fmt.Fprintf(e.stderr, "wolfden: models: %v\n", err)
				failed = errFound
			}
		})
	})
	stop()
	asking.Wait()
	return cmp.Or(err, failed)
}

// assign gives the games to the raters.
func (c *contestJudgeCmd) assign(j *judging, criteria []judge.Criterion, book *judge.AnswerBook) {
	var ids []string
	questions := map[string][]judge.Question{}
	for i := range j.Games {
		g := &j.Games[i]
		ids = append(ids, g.ID)
		questions[g.ID] = g.questions(criteria, j.Scale)
	}
	j.Asked = judge.Assign(ids, j.Raters, j.Each, seedOf(), j.Asked, func(rater, game string) bool {
		return slices.ContainsFunc(questions[game], func(q judge.Question) bool {
			q.Kind, q.Rater = judge.ByHuman, rater
			return book.Answered(q)
		})
	})
}

// run has measures or models judge the games of each division.
func (c *contestJudgeCmd) run(e *env, j *judging, games []judgedGame, kind string, run judgeRunCmd) (err error) {
	run.Scale, run.Samples, run.Criteria, run.Seed, run.Parallel = j.Scale, 1, j.Criteria, seedOf(), 8
	for _, division := range j.Games.divisions() {
		run.Output, run.Files = j.path(division+kind), nil
		for _, g := range games {
			if slices.Contains(j.Games.of(division), g.ID) {
				run.Files = append(run.Files, g.path)
			}
		}
		if failed := run.Run(e); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", division, failed))
		}
		if e.ctx.Err() != nil {
			break
		}
	}
	return err
}

// serve serves the pages of all raters until it is stopped. Once it can, it calls up.
func (c *contestJudgeCmd) serve(e *env, j *judging, games []judgedGame, criteria []judge.Criterion, book *judge.AnswerBook, up func()) error {
	j.Lang = cmp.Or(j.Lang, games[0].Lang)
	f := &form.Form{Criteria: criteria, Scale: scaleOf(j.Scale), Lang: j.Lang, Seed: seedOf()}
	for _, g := range games {
		f.Games = append(f.Games, g.Game)
	}
	forms := formsOf(f, j.Raters, j.Asked)
	handler, err := behindLinks(forms, secretOf, book)
	if err != nil {
		return err
	}
	listener, err := listenOn(c.Listen)
	if err != nil {
		return err
	}
	if at, ok := listener.Addr().(*net.TCPAddr); ok && at.IP.IsUnspecified() && j.Public == "" {
		_ = listener.Close()
		return usagef("--listen %s is every address of this machine, and links need one that raters reach: give --address http://HOST:%d too", c.Listen, at.Port)
	}
	j.Address = cmp.Or(j.Public, "http://"+listener.Addr().String())
	if err := j.write(); err != nil {
		return err
	}
	tellLinks(e, forms, j.link)
	fmt.Fprintf(e.stdout, "Ctrl-C stops, the same command goes on. What is open: wolfden contest judge --dir %s --status\n", shellWord(c.Dir))
	up()
	return serveUntilDone(e.ctx, listener, handler)
}
