package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/export"
)

type exportCmd struct {
	Files  []string `arg:"" name:"file" help:"Records, contest logs, realtime feeds, or folders of them."`
	Out    string   `short:"o" required:"" help:"The folder to write to, a file a table." placeholder:"OUT"`
	Format string   `default:"csv" enum:"csv,parquet" help:"csv or parquet."`
}

// Help is the long help of the command.
func (exportCmd) Help() string {
	return `Writes games as tables for pandas, R, DuckDB: games, players, utterances, acts, votes,
outcomes, calls of models, judged moves. docs/export.md describes every column.

  wolfden export games -o tables --format parquet
  wolfden export contest/*.log -o tables

Tables of the same names in the folder are replaced. Files that cannot be read are
named, the others are exported, and the command exits with 1.`
}

// judgedBeside are the moves kept beside a game that were judged in most games; nil for none.
func judgedBeside(file string) (*chances.Judged, error) {
	data, err := gamelog.Load(file)
	if err != nil {
		return nil, err
	}
	kept, err := chances.LoadMoves(file, data)
	return kept.Best(), err
}

// Run exports.
func (c *exportCmd) Run(e *env) error {
	var tables export.Tables
	named, err := namesIn(c.Files)
	if err != nil {
		return err
	}
	read, err := readGames(e, c.Files, func(g *chronicle.Game, file string) {
		judged, err := judgedBeside(file)
		if err != nil {
			fmt.Fprintf(e.stderr, "wolfden: %v\n", err)
		}
		if judged != nil {
			if err := judged.Fits(len(g.Players)); err != nil {
				_, _ = fmt.Fprintf(e.stderr, "wolfden: %s: %v; delete it\n", chances.MovesBeside(file), err)
				judged = nil
			}
		}
		tables.Add(g, named(file), judged)
	})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	for _, t := range tables.All() {
		write := t.WriteCSV
		if c.Format == "parquet" {
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
	if read.unread > 0 {
		return errFound
	}
	return nil
}
