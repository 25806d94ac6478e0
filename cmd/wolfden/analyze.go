package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"wolfden/gamelog"
	"wolfden/internal/analysis"
	"wolfden/internal/analysis/heard"
	"wolfden/internal/contestlog"
	"wolfden/internal/plural"
)

type analyzeCmd struct {
	Files  []string    `arg:"" name:"file" help:"Records, contest logs, or folders of them."`
	Format string      `default:"text" enum:"text,csv,json,html" help:"text, csv (a line a player and game), json or html."`
	By     analysis.By `default:"team" enum:"team,role,all" help:"What text, json and html put together: team, role or all."`
}

// Help is the long help of the command.
func (analyzeCmd) Help() string {
	return `Counts what players did: repetitions, addresses left unanswered, agreement chains,
claims against the truth, announced votes against cast ones, attempts to have somebody
executed, power plays, what werewolves arrange in whispers. docs/analysis.md defines
every count.

  wolfden analyze games
  wolfden analyze games --by role               inducement by seers, possessed, werewolves
  wolfden analyze games --format csv > counts.csv
  wolfden analyze games --format html > counts.html

Files that cannot be read are named, the others are counted, and the command exits
with 1.`
}

// Run analyzes.
func (c *analyzeCmd) Run(e *env) error {
	var all []*analysis.Game
	unread, err := hearGames(e, c.Files, func(g *heard.Game, _ string) { all = append(all, analysis.Analyze(g)) })
	if err != nil {
		return err
	}
	warnings := analysis.Warnings(all)
	if unread > 0 {
		warnings = append(warnings, plural.Of(unread, "file")+" could not be read, so not counted")
	}
	var out bytes.Buffer
	switch c.Format {
	case "csv":
		err = analysis.WriteCSV(&out, all)
	case "json":
		err = analysis.WriteJSON(&out, all, c.By, warnings)
	case "html":
		err = analysis.WriteHTML(&out, all, c.By, warnings)
	default:
		err = analysis.WriteText(&out, all, c.By, warnings)
	}
	if err == nil {
		_, err = out.WriteTo(e.stdout)
	}
	if err == nil && unread > 0 {
		err = errFound
	}
	return err
}

// hearGames gives take every game once, with its file. What cannot be read is named and counted.
func hearGames(e *env, args []string, take func(g *heard.Game, file string)) (unread int, err error) {
	files, err := gameFiles(args)
	if err != nil {
		return 0, err
	}
	first, ids := map[[sha256.Size]byte]string{}, map[string]bool{}
	for _, file := range files {
		if e.ctx.Err() != nil {
			return unread, fmt.Errorf("stopped before %s", file)
		}
		g, err := hearGame(file)
		switch {
		case err != nil:
			unread++
			fmt.Fprintf(e.stderr, "wolfden: %s: %v\n", file, err)
		case first[g.Sum] != "":
			fmt.Fprintf(e.stderr, "%s is the same game as %s\n", file, first[g.Sum])
		default:
			first[g.Sum] = file
			if ids[g.ID] {
				g.ID = fmt.Sprintf("%s-%x", g.ID, g.Sum[:4]) // another game of the same seed
			}
			ids[g.ID] = true
			take(g, file)
		}
	}
	if len(first) == 0 {
		return unread, errors.New("no game could be read")
	}
	return unread, nil
}

// hearGame reads a record or a contest log, even one that the rules contradict: what was done was done.
func hearGame(path string) (*heard.Game, error) {
	data, err := gamelog.Load(path)
	if err != nil {
		return nil, err
	}
	switch formatOf(data) {
	case nativeRecord:
		rec, err := gamelog.Parse(data)
		if err != nil {
			return nil, err
		}
		return heard.Record(rec)
	case contestLog:
		log, err := contestlog.Read(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return heard.Contest(log)
	default:
		return nil, errFormat
	}
}
