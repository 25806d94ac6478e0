package main

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"wolfden/internal/contest/config"
	"wolfden/internal/site"
	"wolfden/internal/transcript"
)

type contestReportCmd struct {
	contestDir `embed:""`

	Team []string `help:"Only the page of this team; again for each." placeholder:"NAME" sep:"none"`
}

// Help is the long help of the command.
func (contestReportCmd) Help() string {
	return `Tells what came of a contest, of the games that are over: the standings of each division as
wolfden score has them, how far raters agree, and a page for each team: games, faults, and its
best and worst moments where wolfden moves has judged any. Examples:

  wolfden contest report --dir autumn
  wolfden contest report --dir autumn --team aruru

As pages for everybody, with every game: wolfden contest publish autumn -o site`
}

// Run reports.
func (c *contestReportCmd) Run(e *env) error {
	cfg, err := c.open(slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	divisions, _, err := contestDivisions(cfg)
	if err != nil {
		return err
	}
	for i := range divisions {
		if err := schedule(&divisions[i]); err != nil {
			fmt.Fprintf(e.stderr, "wolfden: how far the schedule is cannot be told: %v\n", err)
		}
	}
	report, err := site.Read(e.ctx, divisions)
	if err != nil {
		return err
	}
	teams := report.Teams()
	for _, team := range c.Team {
		if !slices.Contains(teams, team) {
			return usagef("--team %q: no such team has a game that is over; there are %s", team, transcript.Safe(strings.Join(teams, ", ")))
		}
	}
	if len(c.Team) == 0 {
		judged, err := judgedIn(e, c.Dir)
		if err := errors.Join(err, report.Standings(e.stdout)); err != nil {
			return err
		}
		for _, d := range judged {
			fmt.Fprintf(e.stdout, "== %s: raters\n\n", transcript.Safe(d.division))
			writeWithin(e.stdout, d.among, d.beside)
			fmt.Fprintln(e.stdout)
		}
		c.Team = teams
	}
	for _, team := range c.Team {
		if err := report.Team(e.stdout, team); err != nil {
			return err
		}
	}
	return unread(e, report.Unread)
}

// unread names files that could not be read.
func unread(e *env, files []site.Unread) error {
	for _, u := range files {
		fmt.Fprintf(e.stderr, "wolfden: %s: %s\n", u.File, u.Reason)
	}
	if len(files) > 0 {
		return errFound
	}
	return nil
}

// contestDivisions are those of a contest but for rehearsals, and how many these are.
func contestDivisions(cfg *config.Config) (divisions []site.Division, rehearsals int, err error) {
	all, err := site.Divisions([]string{cfg.Server.DataDir})
	if err != nil {
		return nil, 0, fmt.Errorf("no game of the contest is over yet: %w", err)
	}
	rehearses := func(d site.Division) bool {
		return slices.ContainsFunc(cfg.Tracks, func(t config.Track) bool { return t.Matching.SelfMatch && cfg.Records(&t) == d.Folder })
	}
	contest := slices.DeleteFunc(slices.Clone(all), rehearses)
	if len(contest) == 0 {
		return nil, 0, fmt.Errorf("in %s are rehearsals only", cfg.Server.DataDir)
	}
	return contest, len(all) - len(contest), nil
}
