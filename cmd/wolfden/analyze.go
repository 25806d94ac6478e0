package main

import (
	"bytes"

	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/transcript"
)

type analyzeCmd struct {
	Files  []string    `arg:"" name:"file" help:"Records, contest logs, realtime feeds, or folders of them."`
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
	read, err := readGames(e, c.Files, func(g *chronicle.Game, _ string) { all = append(all, analysis.Analyze(g)) })
	if err != nil {
		return err
	}
	unread := read.unread
	warnings := analysis.Warnings(all)
	if unread > 0 {
		warnings = append(warnings, english.Count(unread, "file")+" could not be read, so not counted")
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
		if err = analysis.WriteText(&out, all, c.By, warnings); err == nil {
			err = writeCalls(&out, askedByGroups(analysis.Summarize(all, c.By)))
		}
	}
	if err == nil {
		_, err = out.WriteTo(e.stdout)
	}
	if err == nil && unread > 0 {
		err = errFound
	}
	return err
}

// askedByGroups is what the groups of an analysis asked of models.
func askedByGroups(groups []analysis.Group) (all []league.EntryCalls) {
	for i := range groups {
		if groups[i].Calls != nil {
			all = append(all, league.EntryCalls{Entry: transcript.Safe(groups[i].Name), Calls: *groups[i].Calls})
		}
	}
	return all
}
