package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/analysis"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/judge"
	"wolfden/internal/report"
	"wolfden/internal/sheet"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
)

type reportCmd struct {
	Runs        []string `arg:"" name:"dir" file:"dir" help:"A folder of games for each run."`
	Out         string   `short:"o" required:"" help:"Folder to write the report into." placeholder:"DIR"`
	MergeSuffix bool     `help:"Count entries of a team that differ in a suffix (-A, _2, 3) as one."`
	Seed        uint64   `default:"1" help:"Of the draws behind ratings and tests."`
	Answers     []string `help:"Answers of judges and of people to these games (see: wolfden judge), whose places stand in the report; may be given again." placeholder:"FILE"`

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
PNG in out/charts; in out/games the replays of games that the page leads to. Figures are those of score and analyze. In JSON shares are fractions,
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
	ballots, err := c.ballots(e)
	if err != nil {
		return err
	}
	files := map[report.Moment]string{} // of games
	for i, name := range runNames(c.Runs) {
		folder, run := c.Runs[i], report.Run{Name: name}
		games, ids := []*chronicle.Summary{}, map[string]bool{}
		read, err := readGames(e, []string{folder}, &c.mergeFlags, func(g *chronicle.Game, file string) {
			stopping.look(g, file)
			files[report.Moment{Run: run.Name, Game: g.ID}] = file
			run.Games = append(run.Games, analysis.Analyze(g))
			games = append(games, &g.Summary)
			if moves := keptMoves(e, g, file); moves != nil {
				run.Judged = append(run.Judged, analysis.Judged{Game: &analysis.Game{Game: g}, Moves: moves})
			}
			if ballots == nil {
				return
			}
			if asked, err := judge.NewGame(g); err == nil { // others were not judged
				ids[asked.ID] = true
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		for _, note := range c.divide(games) { // within a run: what sets runs apart is what is compared
			notes = append(notes, run.Name+": "+note)
		}
		unread += read.unread
		if ballots != nil {
			run.More = []sheet.Sheet{c.ranks(e, ballots.Of(func(game string) bool { return ids[game] }))}
		}
		runs = append(runs, run)
	}
	done := e.doing("tables, charts and pages are being made")
	r := report.New(runs, c.MergeSuffix, c.Seed, stopping.rules())
	r.Warnings = append(notes, r.Warnings...)
	if unread > 0 {
		r.Warnings = append(r.Warnings, english.Count(unread, "file")+" could not be read, so not counted")
	}
	if err = c.replay(r, files); err == nil {
		err = r.Write(c.Out)
	}
	if done(); err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "%s: %s, %s\n", filepath.Join(c.Out, "index.html"), english.Count(len(r.Sheets), "table"), english.Count(len(r.Charts), "chart"))
	if unread > 0 {
		return errFound
	}
	return nil
}

// ranks are what raters gave in a run.
func (c *reportCmd) ranks(e *env, ballots *judge.Ballots) sheet.Sheet {
	c.apart(e, ballots)
	return ballots.Table(nil, false).Sheet()
}

// replay gives the report pages of the games that it tells of, whose files are given.
func (c *reportCmd) replay(r *report.Report, files map[report.Moment]string) error {
	r.Replays, r.Files = map[report.Moment]string{}, map[string][]byte{}
	stories, names, pages := map[string]*story.Story{}, map[string]string{}, map[string]*viewer.Static{} // by file, file and language
	for _, m := range r.Moments() {
		file := files[report.Moment{Run: m.Run, Game: m.Game}]
		if stories[file] == nil {
			g, err := readGame(file)
			if err != nil {
				return err
			}
			h := &g.record.Header
			if pages[h.Lang] == nil {
				if pages[h.Lang], err = viewer.NewStatic(h.Lang, nil); err != nil {
					return err
				}
			}
			kept, _ := archive.ReadKept(file, g.data) // keptMoves has named what is torn
			var page bytes.Buffer
			frame := pages[h.Lang].Frame("", "../", []viewer.Link{{Text: "Report", Href: "../index.html"}})
			if _, err = pages[h.Lang].Game(&page, g.record, kept, frame, make([]string, len(h.Seats)), ""); err != nil {
				return err
			}
			names[file], stories[file] = fmt.Sprintf("games/%d.html", len(names)+1), story.Of(g.record, story.Perspective{All: true})
			r.Files[names[file]] = page.Bytes()
		}
		r.Replays[m] = names[file] + "#" + stories[file].At(m.At)
	}
	for _, lang := range pages {
		maps.Copy(r.Files, lang.Files())
	}
	return nil
}

// ballots are those of the answers, nil where none are given.
func (c *reportCmd) ballots(e *env) (*judge.Ballots, error) {
	if len(c.Answers) == 0 {
		return nil, nil
	}
	tally, err := readAnswers(e.stderr, c.Answers)
	if err != nil {
		return nil, err
	}
	return (&ballotPick{}).of(e, tally, c.Answers)
}

// keptMoves are the moves of a game that were judged in the most games, nil where none were; what cannot be used is named.
func keptMoves(e *env, g *chronicle.Game, file string) *chances.Judged {
	data, err := gamelog.Load(file)
	if err != nil {
		return nil // the game was read, so somebody takes it away just now
	}
	kept, err := chances.LoadMoves(file, data)
	if err != nil {
		fmt.Fprintf(e.stderr, "wolfden: %v\n", err)
	}
	judged := kept.Best()
	if judged == nil {
		return nil
	}
	if err := judged.Fits(len(g.Players)); err != nil {
		_, _ = fmt.Fprintf(e.stderr, "wolfden: %s: %v; delete it\n", chances.MovesBeside(file), err)
		return nil
	}
	return judged
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
