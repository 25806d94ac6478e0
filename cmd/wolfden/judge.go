package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/filelock"
	"wolfden/internal/judge"
	"wolfden/internal/judge/measure"
)

type judgeCmd struct {
	Run   judgeRunCmd   `cmd:"" help:"Have models, or measures of the log, rank the players of games."`
	Form  judgeFormCmd  `cmd:"" help:"Make blind rating pages for people."`
	Merge judgeMergeCmd `cmd:"" help:"Turn answers of models, measures and people into a table per team."`
}

type judgeRunCmd struct {
	Files    []string `arg:"" name:"file" help:"Records, contest logs, realtime feeds, or folders or zip archives of them."`
	Model    []string `help:"A model that judges, such as openai:gpt-4o; may be repeated." placeholder:"NAME" sep:"none"`
	Rules    bool     `help:"Rank by measures of the log, without a model."`
	Scale    string   `default:"rank" enum:"rank,rate" help:"rank (all players in order, without ties) or rate (each from 1 to 5; models only)."`
	Samples  int      `default:"1" help:"How often every model is asked every question."`
	Criteria []string `help:"Only these, such as A,C (default: all that fit the game's size)." placeholder:"LETTERS"`
	Lang     string   `help:"Language of the questions, en or ja (default: the game's)." enum:",en,ja" default:"" placeholder:"LANG"`
	Output   string   `short:"o" required:"" help:"File of answers; goes on where it stopped." placeholder:"FILE" file:"kept"`
	Games    int      `help:"Only so many games, balanced over teams and roles." placeholder:"N"`
	Seed     uint64   `default:"1" help:"Of the picking of games and the orders in which players are listed."`
	Parallel int      `default:"8" help:"Games under way at most; a model's questions about a game go out one after another."`
	Forecast bool     `help:"Only tell how many calls and tokens it takes, and what they cost; nothing is asked." group:"model"`

	fleetFlags
	recordFlags   `embed:""`
	askingFlags   `embed:""`
	oldJudgeFlags `embed:""`
	mergeFlags    `embed:""`
}

// Help is the long help of the command.
func (judgeRunCmd) Help() string {
	return `Asks models to rank the players of each game by each criterion, best first and
without ties, or with --scale rate to rate each player from 1 to 5. Players are listed
in drawn orders; teams and outcome are not shown. An answer that is no ranking is asked
for again. An attempt has two minutes, or --model-timeout. docs/judging.md says more.

  wolfden judge run games --model openai:gpt-4o --model ollama:qwen3 -o answers.jsonl
  wolfden judge run games --model openai:gpt-4o --scale rate -o answers.jsonl
  wolfden judge run games --rules -o rules.jsonl
  wolfden judge run games --model openai:gpt-4o -o answers.jsonl --forecast   what it will cost
  wolfden judge run games --model openai:gpt-4o -o answers.jsonl --fleet nats://host:4222

Every answer is kept in the file as it comes. The same command again asks only what
has no answer yet. The table is made by: wolfden judge merge answers.jsonl`
}

// Run judges.
func (c *judgeRunCmd) Run(e *env) error {
	if !c.Rules && len(c.Model) == 0 {
		return usagef("judge by whom? Give --model NAME, or --rules for measures of the log")
	}
	if c.Rules && scaleOf(c.Scale) == judge.Rated {
		return usagef("--rules: figures of the log put players in order; they give no ratings. Ask a model, or drop --scale rate")
	}
	if err := c.renamed(e.stderr); err != nil {
		return err
	}
	asking := c.flags()
	if err := asking.sound(); err != nil {
		return err
	}
	if len(c.Model) == 0 {
		if c.Forecast || c.Fleet != "" {
			return usagef("--forecast and --fleet: nothing is asked without --model NAME")
		}
		if err := asking.unasked(); err != nil {
			return err
		}
	}
	if c.Samples < 1 || c.Parallel < 1 || c.Games < 0 {
		return usagef("--samples and --parallel are at least 1, --games at least 0")
	}
	criteria, err := judge.Select(c.Criteria)
	if err != nil {
		return usageError{err}
	}
	if err := c.measurable(e, criteria); err != nil {
		return err
	}
	games, unread, err := readJudged(e, c.Files, &c.mergeFlags, c.Games, c.Seed)
	if err != nil {
		return err
	}
	book, closeBook, err := openBook(e, c.Output)
	if err != nil {
		return err
	}
	err = c.judge(e, games, criteria, book)
	if err := errors.Join(err, closeBook()); err != nil {
		return err
	}
	if unread {
		return errFound
	}
	return nil
}

// measurable says which criteria rules cannot rank. If that is all of them and nobody else is asked, it is an
// error.
func (c *judgeRunCmd) measurable(e *env, criteria []judge.Criterion) error {
	without := slices.DeleteFunc(slices.Clone(criteria), func(x judge.Criterion) bool { return len(x.Signs) > 0 })
	switch {
	case !c.Rules:
		return nil
	case len(without) == len(criteria) && len(c.Model) == 0:
		return usagef("--rules cannot rank by %s: criteria.json gives no signs for it. Ask a model (--model) or people (judge form)", judge.Letters(without))
	case len(without) > 0:
		fmt.Fprintf(e.stderr, "rules cannot rank by %s, which has no signs in criteria.json\n", judge.Letters(without))
	}
	return measure.Check(criteria)
}

// openBook opens a file of answers and locks it against other processes.
func openBook(e *env, path string) (book *judge.AnswerBook, closeBook func() error, err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	unlock, err := filelock.Lock(file)
	if err == nil {
		book, err = judge.OpenAnswerBook(file)
	}
	if err != nil {
		_ = file.Close()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if book.Torn {
		fmt.Fprintf(e.stderr, "%s: cut off a torn entry at its end\n", path)
	}
	return book, func() error { return errors.Join(file.Sync(), unlock(), file.Close()) }, nil
}

// judge asks every judge that the flags name.
func (c *judgeRunCmd) judge(e *env, games []judgedGame, criteria []judge.Criterion, book *judge.AnswerBook) error {
	var all []*judge.Game
	for _, g := range games {
		all = append(all, g.Game)
		if c.Forecast {
			continue
		}
		key := g.key()
		if err := book.Add(judge.Entry{Key: &key}); err != nil {
			return err
		}
	}
	if c.Rules && !c.Forecast {
		if err := c.measure(e, all, criteria, book); err != nil {
			return err
		}
	}
	if len(c.Model) == 0 {
		return nil
	}
	return c.ask(e, all, criteria, book)
}

// measure judges by figures from the log.
func (c *judgeRunCmd) measure(e *env, games []*judge.Game, criteria []judge.Criterion, book *judge.AnswerBook) error {
	added := 0
	p := newProgress(e.stderr, "game", len(games), false)
	defer p.finish()
	for _, g := range games {
		if p.add(1); e.ctx.Err() != nil {
			return fmt.Errorf("stopped; the same command goes on with %s", c.Output)
		}
		for _, a := range measure.Rank(g, criteria, c.Seed) {
			if book.Answered(a.Question) {
				continue
			}
			added++
			if err := book.Add(judge.Entry{Answer: &a}); err != nil {
				return err
			}
		}
	}
	p.print(e.stderr, "rules: %s of %s (%s)\n", english.Count(added, "ranking"), english.Count(len(games), "game"), measure.Note)
	return nil
}

// scaleOf is the scale that a flag names.
func scaleOf(name string) judge.Scale {
	if name == "rate" {
		return judge.Rated
	}
	return judge.Ranked
}

// judgedGame is a game with the file it was read from.
type judgedGame struct {
	*judge.Game
	path string
}

// key tells who played the game, and what it was made by.
func (g *judgedGame) key() judge.Key {
	key := g.Key(nameOf(g.path))
	if h := headerOf(g.path); h != nil {
		for i := range h.Seats {
			h.Seats[i].Profile = "" // which is long, and says nothing of that
		}
		key.Record, _ = json.Marshal(h) // it was read from JSON
	}
	return key
}

// readJudged reads the games, each once in a language, and picks at most most of them; 0 picks all.
func readJudged(e *env, args []string, merge *mergeFlags, most int, seed uint64) (games []judgedGame, unread bool, err error) {
	games, unread, err = judgeable(e, args, merge, func(*chronicle.Game) bool { return true })
	if err == nil && len(games) == 0 {
		err = errors.New("no game to judge")
	}
	return pickJudged(games, most, seed), unread, err
}

// judgeable reads the games that count, each once in a language. It names the files that cannot be read.
func judgeable(e *env, args []string, merge *mergeFlags, counts func(*chronicle.Game) bool) (games []judgedGame, unread bool, err error) {
	read, err := readGames(e, args, merge, func(told *chronicle.Game, file string) {
		if !counts(told) {
			return
		}
		g, err := judge.NewGame(told)
		if err != nil {
			unread = true
			fmt.Fprintf(e.stderr, "wolfden: %s: %v\n", file, err)
			return
		}
		games = append(games, judgedGame{g, file})
	})
	return games, unread || read.unread > 0, err
}

// pickJudged is judge.Pick.
func pickJudged(games []judgedGame, most int, seed uint64, kept ...string) []judgedGame {
	var all []*judge.Game
	for _, g := range games {
		all = append(all, g.Game)
	}
	picked := judge.Pick(all, most, seed, kept...)
	return slices.DeleteFunc(games, func(g judgedGame) bool { return !slices.Contains(picked, g.Game) })
}
