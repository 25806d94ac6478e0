package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/export"
	"wolfden/internal/origin"
)

type exportCmd struct {
	Files  []string `arg:"" name:"file" help:"Records, contest logs, realtime feeds, or folders or zip archives of them."`
	Out    string   `short:"o" required:"" help:"The folder to write to, a file a table." placeholder:"DIR"`
	Format string   `default:"csv" enum:"csv,parquet" help:"csv or parquet."`

	mergeFlags `embed:""`
}

// Help is the long help of the command.
func (exportCmd) Help() string {
	return `Writes games as tables for pandas, R, DuckDB: games, players, utterances, acts, votes,
outcomes, calls of models, judged moves, inputs with their faults and times, notes,
beliefs; and load.sql, which loads them into DuckDB. docs/export.md describes every
column, docs/questions.md has questions with their queries.

  wolfden export games -o tables --format parquet
  wolfden export contest/*.log -o tables

Tables of the same names in the folder are replaced. Files that cannot be read are
named, the others are exported, and the command exits with 1.`
}

// origin tells what is known of the game of a file beside its chronicle. What is not to be had is named and left out.
func (c *exportCmd) origin(e *env, g *chronicle.Game, file string) *export.Origin {
	from := &export.Origin{Contest: contestOf(g, file)}
	warn := func(err error) { _, _ = fmt.Fprintf(e.stderr, "wolfden: %s: %v\n", file, err) }
	data, err := gamelog.Load(file)
	if err != nil {
		warn(err)
		return from
	}
	if chronicle.FormatOf(data) == chronicle.NativeRecord {
		rec, err := gamelog.Parse(data)
		if err == nil {
			from.Inputs, err = chronicle.Inputs(rec)
		}
		if err != nil {
			warn(err)
		}
	}
	from.Judged = keptMoves(e, g, file)
	return from
}

// contestOf is the folder of a game's file, or of the file that its record was made from, which is how archives name their contests.
func contestOf(g *chronicle.Game, file string) string {
	if g.Provenance != nil && g.Provenance.Source != "" {
		file = filepath.FromSlash(g.Provenance.Source)
	} else if whole, err := filepath.Abs(file); err == nil {
		file = whole
	}
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		switch name := filepath.Base(dir); name {
		case "log", "json", "jsonl", "realtime", "feed", "game", "games", "record", "records": // named after what they hold
		case ".", string(filepath.Separator):
			return ""
		default:
			return name
		}
	}
}

// Run exports.
func (c *exportCmd) Run(e *env) error {
	var tables export.Tables
	var games []*chronicle.Summary            // but for translations
	played := map[string]*chronicle.Summary{} // by id
	var ids []string
	named, err := namesIn(c.Files)
	if err != nil {
		return err
	}
	read, err := readGames(e, c.Files, &c.mergeFlags, func(g *chronicle.Game, file string) {
		from := c.origin(e, g, file)
		from.File = named(file)
		tables.Add(g, from)
		if ids = append(ids, g.ID); played[g.ID] == nil {
			summary := g.Summary
			played[g.ID], games = &summary, append(games, &summary)
		}
	})
	if err != nil {
		return err
	}
	for _, note := range c.divide(games) {
		fmt.Fprintf(e.stderr, "note: %s\n", note)
	}
	tables.Divide(func(game int) string { return played[ids[game]].Table() })
	noteOrigin(e, origin.Of(games))
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	for _, t := range tables.All() {
		write := t.WriteCSV
		if c.Format == export.Parquet {
			write = t.WriteParquet
		}
		var data bytes.Buffer
		if err := write(&data); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
		file := filepath.Join(c.Out, t.Name+"."+c.Format)
		if err := replaceFile(file, data.Bytes()); err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "%s: %s\n", file, english.Count(t.Rows, "row"))
	}
	script := filepath.Join(c.Out, export.ScriptName)
	if err := replaceFile(script, []byte(tables.Script(c.Format))); err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s: loads them into DuckDB\n", script)
	if read.unread > 0 {
		return errFound
	}
	return nil
}
