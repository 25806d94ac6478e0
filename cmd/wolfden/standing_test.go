package main

import (
	"slices"
	"testing"

	"wolfden/internal/chronicle"
	"wolfden/internal/contest"
	"wolfden/internal/contest/archive"
	"wolfden/internal/score"
	"wolfden/internal/viewer"
	"wolfden/internal/viewer/viewertest"
)

// Where the teams of a contest stand is the same for the server that plays it, whose command and page tell it, and for score, which reads the
// records: in the same order, with the same intervals, also where teams have several seats in a game.
func TestStandingsAreThoseOfScore(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine")
	}
	games, read := archive.New(t.TempDir()), []*chronicle.Summary(nil)
	for seed := range uint64(40) {
		rec := viewertest.Play(t, 5, seed, nil)
		games.Add(archive.Summarize(&rec.Header, rec.Entries))
		read = append(read, chronicle.Summarize(rec))
	}
	tallies := map[string]*archive.Tally{}
	games.AddTo(tallies)
	status := contest.Status{Planned: true}
	for _, tally := range tallies {
		status.Teams = append(status.Teams, tally)
	}
	entrants := divisions([]contest.Status{status}, false)[0].Teams
	slices.SortFunc(entrants, func(a, b viewer.Entrant) int { return score.Better(a.Standing, b.Standing) })
	rows := score.Count(read, false, 1).Tables[0].Rows
	if len(rows) != 4 || len(entrants) != 4 {
		t.Fatalf("%d teams, score has %d", len(entrants), len(rows))
	}
	several := false
	for i := range rows {
		want, got := rows[i].Standing(), entrants[i].Standing
		if got != want || got.Rate() != want.Rate() || 100*got.Rate().Low != rows[i].Macro.Low {
			t.Errorf("at %d: %+v of the server, %+v of score", i, got, want)
		}
		several = several || want.Clusters < want.Seats
	}
	if !several {
		t.Error("no team has several seats on a side")
	}
}
