package viewer

import (
	"fmt"
	"strings"
	"testing"

	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

func TestStats(t *testing.T) {
	dir := t.TempDir()
	village := 0
	var counted []*analysis.Game
	for seed := range uint64(20) {
		rec := viewertest.Play(t, 5, seed, nil)
		if rec.Result().Winner == werewolf.VillagerTeam {
			village++
		}
		viewertest.Save(t, dir, rec)
		h, err := chronicle.OfRecord(rec)
		if err != nil {
			t.Fatal(err)
		}
		counted = append(counted, analysis.Analyze(h))
	}
	viewertest.Save(t, dir, unfinished(viewertest.Play(t, 5, 99, nil)))
	body := page(t, site(t, Options{Dirs: []string{dir}}).URL+"/stats")
	votes := analysis.Summarize(counted, analysis.ByTeam)[0].Total
	for _, want := range []string{"in the latest 20 games", fmt.Sprintf("%.0f / %.0f", votes[analysis.VotesOnEnemy], votes[analysis.VotesCast]), "20 of 21 games", fmt.Sprintf("%d / 20", village), fmt.Sprintf("%d / 20", 20-village), "Head to head", "Seat 5", "Ratings", "As games were played", "What should not matter", "Said a day"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
