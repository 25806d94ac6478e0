package main

import (
	"cmp"
	"fmt"
	"io"
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
	if nameOf(file) == dash {
		return ""
	}
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

// begin begins to write the tables. The files have to be dropped, whatever comes of it.
func (c *exportCmd) begin(tables *export.Tables) (out *export.Writing, files []*replacement, err error) {
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return nil, nil, err
	}
	out, err = tables.Write(c.Format, func(table string) (io.Writer, error) {
		file, err := replacementOf(filepath.Join(c.Out, table+"."+c.Format))
		if err == nil {
			files = append(files, file)
		}
		return file, err
	})
	return out, files, err
}

// Run exports. Games are written as they are read, so that no more than a line of each is held.
func (c *exportCmd) Run(e *env) error {
	named, err := namesIn(c.Files)
	if err != nil {
		return err
	}
	var tables export.Tables
	out, files, err := c.begin(&tables)
	defer func() {
		for _, file := range files {
			file.drop()
		}
	}()
	if err != nil {
		return err
	}
	var games []*chronicle.Summary            // but for translations
	played := map[string]*chronicle.Summary{} // by id
	var ids []string
	var failed error
	read, err := readGames(e, c.Files, &c.mergeFlags, func(g *chronicle.Game, file string) {
		if failed != nil {
			return
		}
		from := c.origin(e, g, file)
		from.File = named(file)
		tables.Add(g, from)
		failed = out.Flush()
		if ids = append(ids, g.ID); played[g.ID] == nil {
			summary := g.Summary
			played[g.ID], games = &summary, append(games, &summary)
		}
	})
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	for _, note := range c.divide(games) {
		fmt.Fprintf(e.stderr, "note: %s\n", note)
	}
	noteOrigin(e, origin.Of(games))
	var told []string
	err = out.Close(func(game int) string { return played[ids[game]].Table() }, func(rows int) {
		told = append(told, fmt.Sprintf("%s: %s\n", files[len(told)].path, english.Count(rows, "row")))
	})
	if err != nil {
		return err
	}
	for i, file := range files {
		if err := file.keep(); err != nil {
			return err
		}
		fmt.Fprint(e.stdout, told[i])
	}
	script := filepath.Join(c.Out, export.ScriptName)
	if err := replaceFile(script, []byte(tables.Script(c.Format))); err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s: loads them into DuckDB\n", script)
	return read.all()
}
