package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/bench"
	"wolfden/internal/bot"
	"wolfden/internal/league"
	"wolfden/internal/userfile"
	"wolfden/werewolf"
)

type benchCmd struct {
	Players  []string   `arg:"" optional:"" help:"Built-in players that are measured, by rules; exec:COMMAND for programs."`
	Model    []string   `sep:"none" help:"A language model that is measured, like openai:gpt-4o-mini. May be given again." group:"model" placeholder:"NAME"`
	System   string     `help:"The player that the models play (default: that of the suite)." placeholder:"PLAYER"`
	Size     bench.Size `default:"quick" enum:"quick,full" help:"How much of the suite: quick or full."`
	Parts    []string   `default:"games,situations,injections" enum:"games,situations,injections" help:"Only these parts: games, situations, injections." placeholder:"PART"`
	Out      string     `short:"o" help:"Folder that keeps everything, below the name of whoever is measured. The same command goes on with it." default:"bench" placeholder:"DIR"`
	Card     []string   `help:"Write the cards to this file, .html or .json; may be given again. - is what --json prints." placeholder:"FILE"`
	Beside   []string   `help:"Set the cards of this file (--card of an earlier bench) beside these; may be given again." placeholder:"FILE"`
	Parallel int        `help:"Games at the same time (default: one a processor)." placeholder:"P"`
	Forecast bool       `help:"Only tell how many calls and tokens it takes, and what they cost; nothing is asked." group:"model"`
	JSON     bool       `help:"The cards as one JSON object."`
	Quiet    bool       `short:"q" help:"No progress."`

	programFlags
	fleetFlags
	askingFlags `embed:""`
	answerFlag
	requireFlag
}

// Help is the long help of the command.
func (benchCmd) Help() string {
	return `Measures models, programs and built-in players by a fixed suite: games among players by rules,
every role in turn; single positions; and games with hostile words in the talk. One card each,
beside each other. Examples:

  wolfden bench --model openai:gpt-4o-mini --model ollama:llama3.1:8b
  wolfden bench --model openai:gpt-4o --forecast          what it would cost
  wolfden bench --exec mine='python agent.py {url}' lycaon
  wolfden bench plain lycaon --size full --card cards.html --card cards.json
  wolfden bench --model openai:gpt-5 --beside cards.json
  wolfden bench plain lycaon --size full --fleet nats://host:4222   games by many machines

Games, positions and hostile words are the same everywhere, so cards can be compared; where a part
of the suite has changed since, it is left out of the comparison and that is said. Before a model
is asked anything, a forecast tells what it will be asked. Ctrl-C, or a budget that is used up
(--run-usd), keeps what is there, and the same command goes on. docs/bench.md explains the card.`
}

// contestant is somebody who is measured.
type contestant struct {
	bench.Contestant
	dir string
}

// remote reports whether it is a program.
func (c *contestant) remote() bool { return c.Command != "" }

// Run measures.
func (c *benchCmd) Run(e *env) error {
	suite, err := bench.Load()
	if err != nil {
		return err
	}
	all, err := c.contestants(suite)
	if err != nil {
		return err
	}
	files := len(c.Card)
	c.Card = slices.DeleteFunc(c.Card, func(file string) bool { return file == dash })
	c.JSON = c.JSON || len(c.Card) < files
	if err := c.check(all); err != nil {
		return err
	}
	earlier, err := c.earlier()
	if err != nil {
		return err
	}
	if !c.Forecast { // which needs no key
		if err := c.openable(all); err != nil {
			return err
		}
	}
	run := &benchRun{benchCmd: c, env: e, suite: suite, measured: all}
	if err := run.stamp(); err != nil {
		return err
	}
	if err := run.foretell(newProgress(e.stderr, "rehearsal", 3*len(c.Model), c.Quiet)); err != nil || c.Forecast {
		return err
	}
	if err := run.examine(); err != nil {
		return err
	}
	playErr := run.play()
	cards, err := run.cards()
	if playErr != nil {
		cards = slices.DeleteFunc(cards, (*bench.Card).Empty)
	}
	if err == nil && len(cards) > 0 {
		err = c.tell(e, append(cards, earlier...))
	}
	if playErr != nil || err != nil {
		return errors.Join(playErr, err)
	}
	return run.required()
}

// contestants are those who are measured, in the order in which they were named: models, players, programs.
func (c *benchCmd) contestants(suite *bench.Suite) (all []*contestant, err error) {
	var settings []byte
	if s := c.Tuning.settings(); s != nil {
		if settings, err = json.Marshal(s); err != nil {
			return nil, err
		}
	}
	system, prompts := cmp.Or(c.System, suite.System), ""
	if c.Prompts != "" {
		over, _, err := openPrompts(c.Prompts)
		if err != nil {
			return nil, err
		}
		prompts = over.Hash()
	}
	for _, model := range c.Model {
		one := &contestant{Contestant: bench.Contestant{Name: model, Player: system, Model: model, Settings: settings, Prompts: prompts}}
		if system != suite.System {
			one.Name = system + " with " + model
		}
		all = append(all, one)
	}
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(c.Exec)), func(name string) bool { return slices.Contains(c.Players, name) })
	for _, name := range slices.Concat(c.Players, others) {
		entry, program, err := c.entry(name)
		if err != nil {
			return nil, err
		}
		if program && entry.Exec == "" {
			return nil, usagef("%s: a program that connects by itself cannot be given positions; name its command, with --exec NAME='COMMAND {url}'", name)
		}
		all = append(all, &contestant{Contestant: bench.Contestant{Name: entry.Name, Player: entry.Bot, Command: entry.Exec}})
	}
	for _, one := range all {
		if one.Files, err = programDigest(league.Entry{Bot: one.Player, Exec: one.Command}); err != nil {
			return nil, err
		}
		one.AnswerTime = c.AnswerTime.String()
		one.dir = filepath.Join(c.Out, fileNameOf(one.Name))
	}
	return all, nil
}

// check refuses what cannot be measured.
func (c *benchCmd) check(all []*contestant) error {
	switch {
	case len(all) == 0:
		return usagef("nobody is measured: name --model NAME, --exec NAME='COMMAND {url}', or a built-in player (wolfden bots)")
	case c.Parallel < 0:
		return usagef("--parallel %d: at least one game at a time", c.Parallel)
	case c.System != "" && len(c.Model) == 0:
		return usagef("--system %s: it plays for models, and there is none; name --model NAME", c.System)
	case c.Forecast && len(c.Model) == 0:
		return usagef("--forecast: nothing is asked without --model NAME")
	case len(c.Model) == 0 && c.asks():
		return usagef("the flags for how a model is asked, what it may cost and --require-model need --model")
	}
	if err := c.requireFlag.check(); err != nil {
		return err
	}
	if err := c.answersIn(new(werewolf.Rules), slices.ContainsFunc(all, (*contestant).remote)); err != nil {
		return err
	}
	for i, one := range all {
		if j := slices.IndexFunc(all[:i], func(o *contestant) bool { return o.dir == one.dir }); j >= 0 {
			return usagef("%s and %s would have one folder, %s: measure them apart, with another --out", all[j].Name, one.Name, one.dir)
		}
		if err := c.plays(one); err != nil {
			return err
		}
	}
	for _, file := range c.Card {
		if ext := filepath.Ext(file); ext != ".html" && ext != ".json" {
			return usagef("--card %s: the name ends with .html for a page or .json for programs", file)
		}
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return usagef("--card %s: there is no folder %s", file, filepath.Dir(file))
		}
	}
	return nil
}

// asks reports whether anything is said of how models are asked.
func (c *benchCmd) asks() bool {
	a := &c.askingFlags
	return a.ModelCache+a.Prompts+a.ModelPrices != "" || a.GameUSD != nil || a.RunUSD != nil || a.GameTokens != nil || a.RunTokens != nil ||
		a.Tuning.settings() != nil || c.RequireModel > 0
}

// plays refuses a contestant that cannot play.
func (c *benchCmd) plays(one *contestant) error {
	if one.remote() {
		return nil
	}
	if _, err := bot.New(one.Player, bot.Config{Lang: "en"}); err != nil {
		return usageError{err}
	}
	if one.Model == "" {
		return nil
	}
	can, err := bot.Asks(one.Player)
	if err == nil && !can {
		err = usagef("--system %s asks no model; wolfden bots lists who can", one.Player)
	}
	return err
}

// openable finds what would prevent one of the models from being asked, such as a key that is missing, before any is.
func (c *benchCmd) openable(all []*contestant) error {
	for _, one := range all {
		if one.Model == "" {
			continue
		}
		used, err := c.modelFlags(one.Model).openFor([]string{one.Player}, io.Discard)
		if err != nil {
			return err
		}
		used.close(io.Discard)
	}
	return nil
}

// modelFlags are the flags for one of the models.
func (c *benchCmd) modelFlags(model string) *modelFlags {
	return &modelFlags{Model: model, askingFlags: c.askingFlags}
}

// earlier are the cards that --beside names.
func (c *benchCmd) earlier() (all []*bench.Card, err error) {
	for _, file := range c.Beside {
		text, err := userfile.Read(file, userfile.Most)
		if err != nil {
			return nil, usagef("--beside: %w", err)
		}
		cards, err := bench.ReadJSON(text)
		if err != nil {
			return nil, usagef("--beside %s: %w; it reads what --card FILE.json has written", file, err)
		}
		all = append(all, cards...)
	}
	return all, nil
}

// tell prints the cards and writes the files.
func (c *benchCmd) tell(e *env, cards []*bench.Card) error {
	sheet := bench.NewSheet(cards)
	for _, file := range c.Card {
		write := func() ([]byte, error) { return sheet.HTML() }
		if filepath.Ext(file) == ".json" {
			write = func() ([]byte, error) { return bench.WriteJSON(cards) }
		}
		text, err := write()
		if err == nil {
			err = replaceFile(file, text)
		}
		if err != nil {
			return err
		}
	}
	if c.JSON {
		return e.json(map[string]any{"cards": cards})
	}
	if err := sheet.WriteText(e.stdout); err != nil {
		return err
	}
	if len(c.Card) > 0 {
		fmt.Fprintf(e.stderr, "cards: %s\n", strings.Join(c.Card, ", "))
	}
	return nil
}

// wants reports whether a part is asked for.
func (c *benchCmd) wants(part string) bool { return slices.Contains(c.Parts, part) }

// entryOf is the contestant in a plan.
func (c *benchCmd) entryOf(one *contestant) league.Entry {
	e := league.Entry{Name: bench.Entry, Bot: one.Player, Model: one.Model, Remote: one.remote(), Exec: one.Command}
	if one.Model != "" {
		e.Settings, e.Prompts = c.Tuning.settings(), c.Prompts
	}
	return e
}
