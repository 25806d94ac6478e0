package main

import (
	"bytes"
	"fmt"

	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/origin"
	"wolfden/internal/score"
	"wolfden/internal/userfile"
)

type scoreCmd struct {
	Files       []string `arg:"" optional:"" name:"file" help:"Records, contest logs, realtime feeds, or folders or zip archives of them."`
	Table       string   `help:"Recompute the averages of a CSV table of games and win rates by role." placeholder:"FILE"`
	Format      string   `default:"table" enum:"table,csv,json,latex,html" help:"table, csv, json, latex or html."`
	MergeSuffix bool     `help:"Count entries of a team that differ in a suffix (-A, _2, 3) as one."`
	Pairs       bool     `help:"With --format csv: every pair of teams, a line each."`
	Seed        uint64   `default:"1" help:"Of the draws behind ratings and tests."`

	mergeFlags `embed:""`
}

// Help is the long help of the command.
func (scoreCmd) Help() string {
	return `Counts who won how often: rates by role, their averages as the contest's papers
define them, ratings that allow for luck in sides, team-mates and opponents, also by
role, which teams differ, who won against whom, faults, and whether seat, name or
speaking order go with winning. Every figure has its 95% interval. docs/statistics.md explains each.

  wolfden score games                              native records
  wolfden score contest/*.log --merge-suffix       contest logs; team-A, team-B as one
  wolfden score games --format html > score.html   a page with plots
  wolfden score games --format csv --pairs         all pairs, with Holm's correction
  wolfden score --table rates.csv --format csv     the averages of a printed table

Files that cannot be read are named, the others are counted, and the command exits
with 1.`
}

// Run scores.
func (c *scoreCmd) Run(e *env) error {
	switch {
	case c.Table != "" && len(c.Files) > 0:
		return usagef("give either games or --table FILE, not both")
	case c.Table != "" && c.Pairs:
		return usagef("a table of rates does not tell who met whom: --pairs needs games")
	case c.Table != "":
		return c.table(e)
	case len(c.Files) == 0:
		return usagef("score what? Give records, contest logs or folders of them, or --table FILE")
	}
	if c.Pairs && c.Format != "csv" {
		return usagef("--pairs goes with --format csv; the other formats have pairs beside the rest")
	}
	var games, counted []*chronicle.Summary
	var seen chronicle.Seen
	stopping := stoppingLeagues{}
	read, err := eachGame(e, c.Files, &c.mergeFlags, func(g *chronicle.Game, file string) {
		stopping.look(g, file)
		summary := g.Summary // without the lines: there may be many thousand games
		games = append(games, &summary)
		if how, _ := seen.Add(&summary); how == chronicle.New {
			counted = append(counted, &summary)
		}
	})
	if err != nil {
		return err
	}
	done := e.doing("rates and ratings are being reckoned")
	notes := c.divide(counted)
	r := score.Count(games, c.MergeSuffix, c.Seed)
	r.Warnings = append(notes, r.Warnings...)
	r.Stopped(stopping.rules())
	r.Made = origin.Of(counted)
	done()
	if read.unread > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%d of %s could not be read, so not counted", read.unread, english.Count(read.files, "file")))
	}
	if c.Format == "csv" { // its rows have no place for what concerns all of them
		for _, warning := range r.Warnings {
			fmt.Fprintf(e.stderr, "note: %s\n", warning)
		}
		noteOrigin(e, r.Made)
	}
	if err := c.write(e, r); err != nil {
		return err
	}
	return read.all()
}

// table recomputes a table.
func (c *scoreCmd) table(e *env) error {
	text, err := userfile.Load(c.Table, userfile.Most)
	if err != nil {
		return err
	}
	t, err := score.ReadTable(bytes.NewReader(text))
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
		if c.Pairs {
			return r.WritePairs(e.stdout)
		}
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
