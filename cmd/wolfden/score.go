package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/plural"
	"wolfden/internal/score"
)

type scoreCmd struct {
	Files       []string `arg:"" optional:"" name:"file" help:"Records, contest logs, or folders of them."`
	Table       string   `help:"Recompute the averages of a CSV table of games and win rates by role." placeholder:"FILE"`
	Format      string   `default:"table" enum:"table,csv,json,latex,html" help:"table, csv, json, latex or html."`
	MergeSuffix bool     `help:"Count entries of a team that differ in a suffix (-A, _2, 3) as one."`
	Seed        uint64   `default:"1" help:"Of the draws behind ratings and tests."`
}

// Help is the long help of the command.
func (scoreCmd) Help() string {
	return `Counts who won how often: rates by role, their averages as the contest's papers
define them, ratings that allow for luck in sides, team-mates and opponents, faults,
and whether seat, name or speaking order go with winning. Every figure has its 95%
interval. docs/statistics.md explains each.

  wolfden score games                              native records
  wolfden score contest/*.log --merge-suffix       contest logs; team-A, team-B as one
  wolfden score games --format html > score.html   a page with plots
  wolfden score --table rates.csv --format csv     the averages of a printed table

Files that cannot be read are named, the others are counted, and the command exits
with 1.`
}

// Run scores.
func (c *scoreCmd) Run(e *env) error {
	switch {
	case c.Table != "" && len(c.Files) > 0:
		return usagef("give either games or --table FILE, not both")
	case c.Table != "":
		return c.table(e)
	case len(c.Files) == 0:
		return usagef("score what? Give records, contest logs or folders of them, or --table FILE")
	}
	files, err := gameFiles(c.Files)
	if err != nil {
		return err
	}
	var games []*score.Game
	unread := 0
	for _, file := range files {
		if e.ctx.Err() != nil {
			return fmt.Errorf("stopped before %s", file)
		}
		g, err := readScored(file)
		if err != nil {
			unread++
			fmt.Fprintf(e.stderr, "wolfden: %v\n", err)
			continue
		}
		games = append(games, g)
	}
	r := score.Count(games, c.MergeSuffix, c.Seed)
	if unread > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %s could not be read, so not counted", unread, plural.Of(len(files), "file")))
	}
	if err := c.write(e, r); err != nil {
		return err
	}
	if unread > 0 {
		return errFound
	}
	return nil
}

// table recomputes a table.
func (c *scoreCmd) table(e *env) error {
	file, err := os.Open(c.Table)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	t, err := score.ReadTable(file)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Table, err)
	}
	if c.Format == "csv" {
		for _, warning := range t.Warnings {
			fmt.Fprintf(e.stderr, "%s: %s\n", c.Table, warning)
		}
		return score.WriteAverages(e.stdout, t)
	}
	return c.write(e, &score.Report{Tables: []score.Table{*t}})
}

func (c *scoreCmd) write(e *env, r *score.Report) error {
	switch c.Format {
	case "csv":
		return r.WriteCSV(e.stdout)
	case "json":
		return r.WriteJSON(e.stdout)
	case "latex":
		return r.WriteLaTeX(e.stdout)
	case "html":
		return r.WriteHTML(e.stdout)
	default:
		return r.WriteText(e.stdout)
	}
}

// readScored reads what counts of one game.
func readScored(path string) (*score.Game, error) {
	data, err := gamelog.Load(path)
	if err != nil {
		return nil, err
	}
	var g *score.Game
	switch formatOf(data) {
	case nativeRecord:
		var rec *gamelog.Record
		if rec, err = gamelog.Parse(data); err == nil {
			g, err = score.FromRecord(rec)
		}
	case contestLog:
		var log *contestlog.Log
		if log, err = contestlog.Read(bytes.NewReader(data)); err == nil {
			g, err = score.FromContest(log)
		}
	default:
		err = errFormat
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	g.Sum = sha256.Sum256(data)
	return g, nil
}

func sortedKeys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
