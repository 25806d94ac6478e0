package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/analysis"
	"wolfden/internal/chances"
	"wolfden/internal/chronicle"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/origin"
	"wolfden/internal/score"
	"wolfden/internal/transcript"
)

type analyzeCmd struct {
	Files       []string    `arg:"" name:"file" help:"Records, contest logs, realtime feeds, or folders or zip archives of them."`
	Format      string      `default:"text" enum:"text,csv,json,html" help:"text, csv (a line a player and game), json or html."`
	By          analysis.By `default:"team" enum:"team,role,all" help:"What text, json and html put together: team, role or all."`
	Table       string      `default:"counts" enum:"counts,days,games,answers,slips,beliefs,deceit,moves" help:"counts, days (attempts to have somebody executed, and who votes along, day by day), games (claims to be the seer, and what is open on day 2), answers (how long they took, and time-outs), slips (what players say that does not hold together), beliefs (what players noted of each other, against the truth), deceit (what its speaker knew to be false, by kind) or moves (chance lost by own mistakes and gained by words: plays every game on from every move, which takes its time)."`
	Only        []string    `help:"Of --table days only players of this team, or of its entries with a suffix (-A, _2); may be given again." placeholder:"TEAM"`
	MergeSuffix bool        `help:"Count entries of a team that differ in a suffix (-A, _2, 3) as one."`
	Keep        bool        `default:"true" negatable:"" help:"Of --table moves: keep what was judged in a file beside each game, and take it from there."`

	Play       rolloutFlags `kong:"embed,prefix='play-',set='games=20',set='where=each way at each move, of --table moves'"`
	mergeFlags `embed:""`
}

// Help is the long help of the command.
func (analyzeCmd) Help() string {
	return `Counts what players did: repetitions, addresses left unanswered, agreement chains,
claims against the truth, announced votes against cast ones, attempts to have somebody
executed, power plays, what werewolves arrange in whispers. docs/analysis.md defines
every count.

  wolfden analyze games
  wolfden analyze games --merge-suffix          team-A, team-B as one
  wolfden analyze games --by role               inducement by seers, possessed, werewolves
  wolfden analyze games --format csv > counts.csv
  wolfden analyze games --format html > counts.html
  wolfden analyze games --table days            by day: attempts, votes won, margin of defeat, who pushed the same player
  wolfden analyze games --table days --only kanolab-nw --format csv > attempts.csv
  wolfden analyze games --table games           seers a game, villagers among them, roles that are open on day 2
  wolfden analyze games --table answers         how long each team took to answer, and how often too long
  wolfden analyze games --table slips           contradictions, references to what did not happen, questions left open
  wolfden analyze games --table slips --format csv > slips.csv
  wolfden analyze games --table beliefs         Brier score, log loss and reliability of noted beliefs, by day
  wolfden analyze games --table deceit --by role    fabrication, distortion, misdirection, omission
  wolfden analyze games --table moves --by role     chance lost by own mistakes, and gained by words

Files that cannot be read are named, the others are counted, and the command exits
with 1.`
}

// Run analyzes.
func (c *analyzeCmd) Run(e *env) error {
	switch {
	case len(c.Only) > 0 && c.Table != "days":
		return usagef("--only picks players of --table days")
	case c.Format == "html" && c.Table != "counts":
		return usagef("--table %s has no --format html (it has: text, csv, json)", c.Table)
	case c.Table == "answers":
		return c.answers(e)
	case c.Table == "moves":
		return c.moves(e)
	}
	var all []*analysis.Game
	read, err := readGames(e, c.Files, &c.mergeFlags, func(g *chronicle.Game, _ string) { all = append(all, c.counted(g)) })
	if err != nil {
		return err
	}
	made, notes := c.apart(all)
	return c.tell(e, append(analysis.Warnings(all), notes...), &read, made, func(out *bytes.Buffer, warnings []string) error {
		switch c.Table {
		case "days":
			return c.writeTable(out, analysis.DayTable(c.days(all)), warnings, made)
		case "games":
			return c.writeTable(out, analysis.GameTable(all), warnings, made)
		case "slips":
			return c.writeTable(out, analysis.SlipTable(all, c.By), warnings, made)
		case "beliefs":
			return c.writeTable(out, analysis.BeliefTable(all, c.By), warnings, made)
		case "deceit":
			return c.writeTable(out, analysis.DeceitTable(all, c.By), warnings, made)
		default:
			return c.writeCounts(out, all, warnings, made)
		}
	})
}

// counted is the game with what the table needs of it: some need no counts, which take most of the time, and some nothing else.
func (c *analyzeCmd) counted(g *chronicle.Game) *analysis.Game {
	all := &analysis.Game{Game: g}
	switch c.Table {
	case "slips", "beliefs", "deceit":
	case "days":
		all.VoteDays()
		all.Forget()
	case "games":
		all = analysis.Analyze(g)
	default:
		all = analysis.Analyze(g)
		all.Forget()
	}
	return all
}

// apart tells apart what is not to be counted together, lets entries that differ in a suffix count as one where that is asked for, and
// returns what the games were made by and what must be known of it.
func (c *analyzeCmd) apart(all []*analysis.Game) (made *origin.Origin, notes []string) {
	var teams []string
	summaries := make([]*chronicle.Summary, len(all))
	for n, g := range all {
		summaries[n] = &g.Summary
		for i := range g.Players {
			teams = append(teams, g.Players[i].Team)
		}
	}
	notes = origin.Divide(summaries, c.parts())
	made = origin.Of(summaries)
	if !c.MergeSuffix {
		return made, notes
	}
	merged := score.Merge(teams)
	for _, g := range all {
		for i := range g.Players {
			g.Players[i].Team = cmp.Or(merged[g.Players[i].Team], g.Players[i].Team)
		}
	}
	return made, append(notes, score.MergeNotes(merged)...)
}

// tell prints what write makes of the games that could be read, with the warnings.
func (c *analyzeCmd) tell(e *env, warnings []string, read *gamesRead, made *origin.Origin, write func(out *bytes.Buffer, warnings []string) error) error {
	if read.unread > 0 {
		warnings = append(warnings, english.Count(read.unread, "file")+" could not be read, so not counted")
	}
	warnings = append(warnings, made.Warnings()...)
	switch line := made.Line(); {
	case c.Format == "csv":
		noteOrigin(e, made)
	case c.Format != "json" && line != "":
		warnings = append(warnings, line)
	}
	var out bytes.Buffer
	done := e.doing("what was counted is being put together")
	err := write(&out, warnings)
	if done(); err != nil {
		return err
	}
	if _, err := out.WriteTo(e.stdout); err != nil {
		return err
	}
	return read.all()
}

// writeCounts writes what was counted of players.
func (c *analyzeCmd) writeCounts(out *bytes.Buffer, all []*analysis.Game, warnings []string, made *origin.Origin) (err error) {
	switch c.Format {
	case "csv":
		err = analysis.WriteCSV(out, all)
	case "json":
		err = analysis.WriteJSON(out, all, c.By, warnings, made)
	case "html":
		err = analysis.WriteHTML(out, all, c.By, warnings)
	default:
		if err = analysis.WriteText(out, all, c.By, warnings); err == nil {
			err = writeCalls(out, askedByGroups(analysis.Summarize(all, c.By)))
		}
	}
	return err
}

// answers tells how long answers took.
func (c *analyzeCmd) answers(e *env) error {
	var all []analysis.Answered
	untold, unread := 0, 0
	read, err := readGames(e, c.Files, &c.mergeFlags, func(g *chronicle.Game, file string) {
		waits, err := waitsIn(g, file)
		switch {
		case err != nil:
			unread++
			fmt.Fprintf(e.stderr, "wolfden: %s: %v\n", file, err)
		case waits == nil:
			untold++
		default:
			all = append(all, analysis.Answered{Game: &analysis.Game{Game: g}, Waits: waits})
		}
	})
	if err != nil {
		return err
	}
	games := make([]*analysis.Game, len(all))
	for i := range all {
		games[i] = all[i].Game
	}
	made, notes := c.apart(games)
	warnings := append(analysis.FewGames(len(all)), notes...)
	if untold > 0 {
		warnings = append(warnings, english.Count(untold, "game")+" without times: contest logs, imported games, games from a seed (docs/analysis.md)")
	}
	read.unread += unread
	return c.tell(e, warnings, &read, made, func(out *bytes.Buffer, warnings []string) error {
		return c.writeTable(out, analysis.AnswerTable(all, c.By), warnings, made)
	})
}

// waitsIn are the times of the answers in a file, nil where it tells none.
func waitsIn(g *chronicle.Game, file string) ([]chronicle.Wait, error) {
	if !g.Recorded {
		return nil, nil
	}
	rec, err := gamelog.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return chronicle.Waits(rec)
}

// moves tells what moves were worth.
func (c *analyzeCmd) moves(e *env) error {
	if err := c.Play.need(leastJudging); err != nil {
		return err
	}
	c.Play.digests = map[string]string{} // of all games
	var all []analysis.Judged
	unread := 0
	read, err := readGames(e, c.Files, &c.mergeFlags, func(g *chronicle.Game, file string) {
		judged, err := c.judged(e, file)
		switch {
		case e.ctx.Err() != nil: // readGames says so
		case err != nil:
			unread++
			fmt.Fprintf(e.stderr, "wolfden: %s: %v\n", file, err)
		default:
			all = append(all, analysis.Judged{Game: &analysis.Game{Game: g}, Moves: judged})
		}
	})
	if err == nil {
		err = e.ctx.Err()
	}
	if err != nil {
		return err
	}
	read.unread += unread
	games := make([]*analysis.Game, len(all))
	for i := range all {
		games[i] = all[i].Game
	}
	made, notes := c.apart(games)
	if n := slices.IndexFunc(all, func(j analysis.Judged) bool { return j.Moves.Unjudged }); n >= 0 {
		m, err := chances.OnForeign(nil)
		if err != nil {
			return err
		}
		notes = append(notes, "games of others: "+m.CautionOfPlayed())
	}
	return c.tell(e, append(analysis.FewGames(len(all)), notes...), &read, made, func(out *bytes.Buffer, warnings []string) error {
		return c.writeTable(out, analysis.MoveTable(all, c.By), warnings, made)
	})
}

// judged are the moves of a game. Those that were judged in more games than are asked for are taken as they are.
func (c *analyzeCmd) judged(e *env, file string) (*chances.Judged, error) {
	g, err := readGame(file)
	if err != nil {
		return nil, err
	}
	play := c.Play
	play.By = cmp.Or(play.By, chances.GoingOn(&g.record.Header))
	players, err := goingOn(g.record, play.By, "--play-by")
	if err != nil {
		return nil, err
	}
	if kept, err := chances.LoadMoves(file, g.data); err == nil && c.Keep {
		digest, err := play.digest(e, g.record, players)
		if err != nil {
			return nil, err
		}
		if enough := kept.Enough(play.By, digest, play.Games); enough != nil {
			if err := enough.Of(g.record); err != nil {
				return nil, fmt.Errorf("%s: %w; delete it to begin anew", chances.MovesBeside(file), err)
			}
			return enough, nil
		}
	}
	return play.judged(e, g, players, c.Keep, func(*chances.Judged, int) {})
}

// writeTable writes one of the other tables.
func (c *analyzeCmd) writeTable(out *bytes.Buffer, table *analysis.Table, warnings []string, made *origin.Origin) error {
	table.Made = made
	switch c.Format {
	case "csv":
		return table.WriteCSV(out)
	case "json":
		return table.WriteJSON(out, warnings)
	default:
		return table.WriteText(out, warnings)
	}
}

// days are the days with a vote of the players that --only picks.
func (c *analyzeCmd) days(all []*analysis.Game) (days []analysis.VoteDay) {
	var teams []string
	for _, g := range all {
		for i := range g.Players {
			teams = append(teams, g.Players[i].Team)
		}
	}
	entries := score.Merge(teams)
	for _, g := range all {
		for _, v := range g.VoteDays() {
			team := g.Player(v.Seat).Team
			if len(c.Only) == 0 || slices.Contains(c.Only, team) || slices.Contains(c.Only, entries[team]) {
				days = append(days, v)
			}
		}
	}
	return days
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
