package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"wolfden/internal/columns"
	"wolfden/internal/contest"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/matching"
	"wolfden/internal/english"
	"wolfden/internal/score"
	"wolfden/internal/viewer"
	"wolfden/werewolf"
)

type contestStatusCmd struct {
	contestDir `embed:""`

	JSON bool `help:"Print it as JSON, with the matches that have not begun."`
}

// Help is the long help of the command.
func (contestStatusCmd) Help() string {
	return `Tells how far each division is, when it will be over, who is missing since when, and the
standings: of games that are over, with 95% intervals and the faults of each team.
It asks the server that runs, or reads the folder where none does. Examples:

  wolfden contest status --dir autumn
  wolfden contest status --dir autumn --json`
}

// Run prints it.
func (c *contestStatusCmd) Run(e *env) error {
	told, served, err := c.reach(e, nil)
	if err != nil {
		return err
	}
	if c.JSON {
		return e.json(told)
	}
	if !served {
		fmt.Fprintln(e.stdout, "No server runs; this is what the folder tells.")
	}
	for i := range told.Tracks {
		t := &told.Tracks[i]
		if i > 0 || !served {
			fmt.Fprintln(e.stdout)
		}
		fmt.Fprintln(e.stdout, headline(t, time.Now()))
		for _, m := range t.Missing {
			if served { // else nobody is there
				fmt.Fprintf(e.stdout, "  missing: %s since %s; waiting for it: %s\n", cmp.Or(werewolf.Clean(m.Team), "a team that has not come yet"),
					clock(m.Since, time.Now()), waiting(t, &m))
			}
		}
		for _, team := range t.Withdrawn {
			fmt.Fprintf(e.stdout, "  withdrawn: %s\n", werewolf.Clean(team))
		}
		for _, team := range slices.Sorted(maps.Keys(t.Substitutes)) {
			fmt.Fprintf(e.stdout, "  %s is played by %s\n", werewolf.Clean(team), werewolf.Clean(t.Substitutes[team]))
		}
		if err := columns.Write(e.stdout, standings(t)); err != nil {
			return err
		}
	}
	return nil
}

// unbegun are the matches that wait for a team, in the order in which they are tried.
func unbegun(t *contest.Status, team string) (all []matching.Unbegun) {
	for _, u := range t.Unbegun {
		if slices.Contains(u.Teams, team) {
			all = append(all, u)
		}
	}
	return all
}

// waiting is what waits for a team: games that stand still, and matches, of which the first are named.
func waiting(t *contest.Status, m *contest.Missing) string {
	const most = 5
	var parts, ids []string
	if m.Games > 0 {
		parts = append(parts, english.Count(m.Games, "game"))
	}
	for _, u := range unbegun(t, m.Team) {
		ids = append(ids, string(u.Match))
	}
	if len(ids) > most {
		ids = append(ids[:most], "...")
	}
	if m.Matches > 0 {
		parts = append(parts, english.Count(m.Matches, "match")+" ("+strings.Join(ids, ", ")+")")
	}
	return strings.Join(parts, ", ")
}

// inOrder puts the divisions before their rehearsals.
func inOrder(tracks []contest.Status) {
	slices.SortStableFunc(tracks, func(a, b contest.Status) int {
		switch {
		case a.Planned == b.Planned:
			return 0
		case a.Planned:
			return -1
		default:
			return 1
		}
	})
}

// headline is how far a track is, in a line.
func headline(t *contest.Status, now time.Time) string {
	parts := []string{fmt.Sprintf("%s: %s", t.Track, t.State)}
	if t.Held && t.State != contest.StatePaused {
		parts[0] += " (paused: no match begins)"
	}
	if t.Planned {
		parts = append(parts, fmt.Sprintf("%d of %d matches are over", t.Done, t.Matches))
	}
	for _, n := range []struct {
		count      int
		noun, what string
	}{
		{t.Running, "game", "going on"}, {t.Paused, "game", "waiting for players"}, {t.GivenUp, "match", "given up"}, {t.Struck, "match", "struck"},
		{t.Failures, "game", "failed"}, {t.Waiting, "program", "waiting"},
	} {
		if n.count > 0 {
			parts = append(parts, english.Count(n.count, n.noun)+" "+n.what)
		}
	}
	if t.Begin != nil && now.Before(*t.Begin) {
		parts = append(parts, "begins at "+clock(*t.Begin, now))
	}
	switch {
	case t.Over != nil:
		parts = append(parts, "over at about "+clock(*t.Over, now))
	case t.End != nil && now.Before(*t.End):
		parts = append(parts, "no match begins after "+clock(*t.End, now))
	}
	return strings.Join(parts, ", ")
}

// clock is a time of day, with its date where that is another.
func clock(at, now time.Time) string {
	at, now = at.Local(), now.Local()
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return at.Format("15:04")
	}
	return at.Format("2006-01-02 15:04")
}

// standingOf is where a team stands by what a server counts of it.
func standingOf(t *archive.Tally) score.Standing {
	return score.Standing{Team: t.Team, Wins: t.Wins, Seats: t.Decided + t.Lost, Clusters: t.Sides + t.Lost}
}

// standings are the teams of a track, the best first, as rows of columns. Of games that nobody planned, such as those of one team alone,
// nobody is told who won them.
func standings(t *contest.Status) string {
	if len(t.Teams) == 0 {
		return ""
	}
	rows := slices.Clone(t.Teams)
	var b strings.Builder
	if t.Planned {
		slices.SortFunc(rows, func(a, b *archive.Tally) int { return score.Better(standingOf(a), standingOf(b)) })
		b.WriteString("  team\tgames\tfailed\twon\tof\trate\t95%\tfaults\n")
	} else {
		b.WriteString("  team\tgames\tfailed\tfaults\n")
	}
	for _, r := range rows {
		var faults []string
		for _, kind := range slices.Sorted(maps.Keys(r.Faults)) {
			if n := r.Faults[kind]; n > 0 {
				faults = append(faults, fmt.Sprintf("%d %s", n, kind))
			}
		}
		fmt.Fprintf(&b, "  %s\t%d\t%d", werewolf.Clean(r.Team), r.Games, r.Failed)
		if t.Planned {
			s := standingOf(r)
			rate := s.Rate()
			fmt.Fprintf(&b, "\t%d\t%d\t%.1f%%\t%.0f to %.0f%%", s.Wins, s.Seats, 100*rate.Share(), 100*rate.Low, 100*rate.High)
		}
		fmt.Fprintf(&b, "\t%s\n", strings.Join(faults, ", "))
	}
	return b.String()
}

// divisions are the tracks as the page of the contest shows them, to the organiser with who will meet whom.
func divisions(tracks []contest.Status, organiser bool) (all []viewer.Division) {
	inOrder(tracks)
	at := func(t *time.Time) time.Time {
		if t == nil {
			return time.Time{}
		}
		return t.Local()
	}
	for i := range tracks {
		t := &tracks[i]
		d := viewer.Division{
			Name: t.Track, State: string(t.State), Planned: t.Planned, Matches: t.Matches, Done: t.Done,
			Running: t.Running, Paused: t.Paused, GivenUp: t.GivenUp, Struck: t.Struck, Failures: t.Failures, Waiting: t.Waiting,
			Begin: at(t.Begin), End: at(t.End), Over: at(t.Over), Withdrawn: t.Withdrawn, Substitutes: t.Substitutes,
		}
		if t.Held && t.State == contest.StatePlays {
			d.State = string(contest.StatePaused) // the page says beside it that games go on
		}
		for _, m := range t.Missing {
			missing := viewer.Missing{Team: m.Team, Since: m.Since.Local(), Matches: m.Matches, Games: m.Games}
			for _, u := range unbegun(t, m.Team) {
				if organiser {
					missing.Which = append(missing.Which, string(u.Match)+": "+strings.TrimLeft(strings.Join(u.Teams, ", "), ", ")) // some may have no name yet
				}
			}
			d.Missing = append(d.Missing, missing)
		}
		for _, e := range t.Teams {
			d.Teams = append(d.Teams, viewer.Entrant{Standing: standingOf(e), Games: e.Games, Failed: e.Failed, Faults: e.Faults})
		}
		all = append(all, d)
	}
	return all
}
