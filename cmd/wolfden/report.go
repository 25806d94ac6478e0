package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/report"
)

type reportCmd struct {
	Runs        []string `arg:"" name:"dir" help:"A folder of games for each run."`
	Out         string   `short:"o" required:"" help:"Folder to write the report into." placeholder:"DIR"`
	MergeSuffix bool     `help:"Count entries of a team that differ in a suffix (-A, _2, 3) as one."`
	Seed        uint64   `default:"1" help:"Of the draws behind ratings and tests."`

	mergeFlags `embed:""`
}

// Help is the long help of the command.
func (reportCmd) Help() string {
	return `Sets runs beside each other, a folder of games each: win rates, roles, strengths,
differences between runs, what players did and said, what they asked of language models.

  wolfden report games -o out                   one run
  wolfden report warm cold -o out               two, with the run as a factor

Writes out/index.html, a page that needs nothing else; out/report.json; every table as
CSV and LaTeX in out/tables, with out/report.tex that has them all; every chart as SVG and
PNG in out/charts. Figures are those of score and analyze. In JSON shares are fractions,
elsewhere percent.

Files that cannot be read are named, the others are counted, and the command exits
with 1.`
}

// leagueGames is the folder of a league that holds its games.
const leagueGames = "games"

// reportMark is the file by which a folder is known as that of a report.
const reportMark = "report.json"

// Run writes a report.
func (c *reportCmd) Run(e *env) error {
	if err := reportFolder(c.Out); err != nil {
		return err
	}
	var runs []report.Run
	var notes []string
	unread, stopping := 0, stoppingLeagues{}
	names := runNames(c.Runs)
	for i, folder := range c.Runs {
		run := report.Run{Name: names[i]}
		var games []*chronicle.Summary
		read, err := readGames(e, []string{folder}, &c.mergeFlags, func(g *chronicle.Game, file string) {
			stopping.look(g, file)
			run.Games = append(run.Games, analysis.Analyze(g))
			games = append(games, &g.Summary)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		for _, note := range c.divide(games) { // within a run: what sets runs apart is what is compared
			notes = append(notes, run.Name+": "+note)
		}
		unread += read.unread
		runs = append(runs, run)
	}
	r := report.New(runs, c.MergeSuffix, c.Seed, stopping.rules())
	r.Warnings = append(notes, r.Warnings...)
	if unread > 0 {
		r.Warnings = append(r.Warnings, english.Count(unread, "file")+" could not be read, so not counted")
	}
	if err := r.Write(c.Out); err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s: %s, %s\n", filepath.Join(c.Out, "index.html"), english.Count(len(r.Sheets), "table"), english.Count(len(r.Charts), "chart"))
	if unread > 0 {
		return errFound
	}
	return nil
}

// reportFolder says no to a folder that holds something else than a report.
func reportFolder(folder string) error {
	files, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	if len(files) > 0 && !slices.ContainsFunc(files, func(f fs.DirEntry) bool { return f.Name() == reportMark }) {
		return usagef("%s is not empty and holds no report: give a new folder after -o", folder)
	}
	return nil
}

// runNames are the names of runs: those of their folders, or paths where two have the same.
func runNames(folders []string) []string {
	names := make([]string, len(folders))
	times := map[string]int{}
	for i, folder := range folders {
		folder = filepath.Clean(folder)
		if filepath.Base(folder) == leagueGames && filepath.Dir(folder) != "." {
			folder = filepath.Dir(folder) // a league is called as its plan
		}
		names[i] = filepath.Base(folder)
		times[names[i]]++
	}
	for i := range names {
		if times[names[i]] > 1 {
			names[i] = filepath.Clean(folders[i])
		}
	}
	return names
}
