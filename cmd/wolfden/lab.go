package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/chronicle"
	"wolfden/internal/csvtable"
	"wolfden/internal/english"
	"wolfden/internal/lab"
	"wolfden/internal/league"
	"wolfden/internal/llm"
)

type labCmd struct {
	Impressions labImpressionsCmd `cmd:"" help:"Whether praise or fear moves a discussion (Watanabe and Kano 2025)."`
	Logic       labLogicCmd       `cmd:"" help:"What a player says with and without one of its modules, for blind rating (Watanabe and Kano 2024)."`
	Rounds      labRoundsCmd      `cmd:"" help:"A round robin of one kind against another, three each (Harada and Kano 2025)."`
	Inducement  labInducementCmd  `cmd:"" help:"How often attempts to induce votes succeed (Watanabe and Kano 2025)."`
}

// byRules is the note in every output that was made without a model.
const byRules = "Answered by rules, without a model: it shows how the experiment works, and finds what was put into the rules."

// openOne opens one model for a whole experiment; it returns nil if the flags name none.
func (f *modelFlags) openOne(e *env) (*models, llm.Model, error) {
	used, err := f.open(e.stderr)
	if err != nil {
		return nil, nil, err
	}
	model, err := used.game()
	return used, model, err
}

type labLogicCmd struct {
	Files []string `arg:"" name:"file" help:"Records, contest logs, or folders of them."`
	Bot   string   `default:"kanolab" help:"The player that is asked again."`
	Off   string   `default:"logic" help:"The module that is left out on one side (see: wolfden bots --describe)."`
	Seat  string   `default:"1" help:"Whose turns: a seat number or a player's name."`
	Lang  string   `help:"Language of the player (default: the game's)." enum:",en,ja" default:""`
	Seed  uint64   `default:"1" help:"Of the player and of the order of the pairs."`
	Out   string   `short:"o" help:"Folder for pairs.csv (blind), key.csv and pairs.jsonl." placeholder:"DIR"`

	modelFlags `embed:""`
	requireFlag
}

// Help is the long help of the command.
func (labLogicCmd) Help() string {
	return `Asks a player again at every turn of a seat in recorded games, once whole and once
without one module, both seeing the game as it was recorded. Turns where a side is
silent, greets or only tells a result are left out, and those where both say the same.

  wolfden lab logic games/a.jsonl --seat 3 -o pairs
  wolfden lab logic games/a.jsonl --bot kanolab-nw --off summary --model openai:gpt-4o -o pairs`
}

// Run writes the pairs.
func (c *labLogicCmd) Run(e *env) error {
	d, err := bot.Describe(c.Bot)
	if err != nil {
		return usageError{err}
	}
	if !d.Has(c.Off) {
		return usagef("--off %q is no module of %s (wolfden bots --describe %s)", c.Off, c.Bot, c.Bot)
	}
	sides, err := c.sides()
	if err != nil {
		return usageError{err}
	}
	if err := c.begin(e, sides[:1]); err != nil {
		return err
	}
	files, err := gameFiles(c.Files, false)
	if err != nil {
		return err
	}
	used, model, err := c.openOne(e)
	if err != nil {
		return err
	}
	defer used.close(e.stderr)
	total := lab.OnOffResult{}
	for _, path := range files {
		r, err := c.one(e, path, used.config(model, c.Seed, ""))
		if err != nil {
			return err
		}
		total.Add(r)
	}
	fmt.Fprintf(e.stdout, "%s: %s; left out: %d silent, %d with greetings or results alone, %d the same on both sides\n",
		english.Count(total.Turns, "turn"), english.Count(len(total.Pairs), "pair"), total.Silent, total.Empty, total.Same)
	if model == nil {
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

func (c *labLogicCmd) one(e *env, path string, with bot.Config) (*lab.OnOffResult, error) {
	g, err := readGame(path)
	if err != nil {
		return nil, err
	}
	seat, err := seatNamed(&g.record.Header, c.Seat)
	if err != nil {
		return nil, usagef("%s: --seat: %w", path, err)
	}
	if seat == 0 {
		return nil, usagef("--seat 0: nobody sits there")
	}
	lang := c.Lang
	if lang == "" {
		lang = g.record.Header.Lang
	}
	player := func(off ...string) func() (lab.Player, error) {
		return func() (lab.Player, error) {
			one := with
			one.Lang, one.Off = lang, off
			return bot.New(c.Bot, one)
		}
	}
	x := lab.OnOff{Record: g.record, Seat: seat, With: player(), Without: player(c.Off)}
	r, err := x.Run(e.ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// write writes the files of the folder.
func (c *labLogicCmd) write(pairs []lab.Pair) error {
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
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

// keepsAnswers refuses to overwrite the key of other pairs, because without it the raters' answers would be
// lost.
func keepsAnswers(path string, answers [][]string) error {
	there, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var ours bytes.Buffer
	if err := csv.NewWriter(&ours).WriteAll(answers); err != nil {
		return err
	}
	if !bytes.Equal(there, ours.Bytes()) {
		return fmt.Errorf("%s is the key of other pairs, and what raters said of them needs it: name another folder with -o", path)
	}
	return nil
}

// writeCSV writes a table whose cells no spreadsheet executes.
func writeCSV(path string, rows [][]string) error {
	return writeFile(path, func(w io.Writer) error {
		out := csv.NewWriter(w)
		for _, row := range rows {
			for i := range row {
				row[i] = csvtable.Cell(row[i])
			}
			if err := out.Write(row); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	})
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path) //nolint:gosec // the user names the folder
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
