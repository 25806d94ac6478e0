package main

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/score"
)

type scoreCmd struct {
	Files       []string `arg:"" optional:"" name:"file" help:"Records, contest logs, realtime feeds, or folders of them."`
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
	var games []*chronicle.Summary
	read, err := eachGame(e, c.Files, func(g *chronicle.Game, _ string) {
		summary := g.Summary // without the lines: there may be many thousand games
		games = append(games, &summary)
	})
	if err != nil {
		return err
	}
	r := score.Count(games, c.MergeSuffix, c.Seed)
	if read.unread > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %s could not be read, so not counted", read.unread, english.Count(read.files, "file")))
	}
	if c.Format == "csv" { // its rows have no place for what concerns all of them
		for _, warning := range r.Warnings {
			fmt.Fprintf(e.stderr, "note: %s\n", warning)
		}
	}
	if err := c.write(e, r); err != nil {
		return err
	}
	if read.unread > 0 {
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

func sortedKeys(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
