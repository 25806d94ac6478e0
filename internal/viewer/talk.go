package viewer

import (
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
)

// talked are the shares of package analysis that the page of statistics shows, column by column.
var talked = [...]string{
	"left_unanswered", "repeats", "role_claims_false", "results_false", "votes_kept", "votes_on_enemy", "asks_executed",
}

// mostHeard is how many games are read again for what was said in them: the latest.
const mostHeard = 300

// countTalk counts, team by team, what was said and what came of it. A game that cannot be read any more is left out.
func (d *deep) countTalk(games []*archive.Game, record func(id string) (*gamelog.Record, error)) {
	var all []*analysis.Game
	for _, g := range games[:min(len(games), mostHeard)] {
		rec, err := record(g.ID)
		if err != nil || rec == nil {
			continue
		}
		if h, err := chronicle.OfRecord(rec); err == nil {
			for i := range min(len(h.Players), len(g.Players)) {
				h.Players[i].Team = g.Players[i].Team
			}
			all = append(all, analysis.Analyze(h))
		}
	}
	d.Heard = len(all)
	shares := analysis.Shares()
	for _, group := range analysis.Summarize(all, analysis.ByTeam) {
		row := cells{Name: story.Show(group.Name)}
		for _, name := range talked {
			column := slices.IndexFunc(shares, func(s analysis.Share) bool { return s.Name == name })
			row.Cells = append(row.Cells, rate{Rate: group.Rates[column].Rate})
		}
		d.Talk = append(d.Talk, row)
	}
}

// Talked are the names of the columns of Talk.
func (d *deep) Talked() []string { return talked[:] }
