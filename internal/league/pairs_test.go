package league

import (
	"math"
	"testing"

	"wolfden/werewolf"
)

// Where one entry always wins as the village it differs from every other; with a stop rule nothing of fixed size is said.
func TestPairsOfATable(t *testing.T) {
	s := testSpec(t, 4, 5, 12, Duplicate)
	games := Plan(s)
	results := make([]Result, len(games))
	for k := range games {
		results[k] = Result{over: true, winner: werewolf.WerewolfTeam}
		for _, seat := range games[k].Seats {
			if seat.Entry == 0 && s.Setups[games[k].Setup].Rules.Table.Team(seat.Role) == werewolf.VillagerTeam {
				results[k].winner = werewolf.VillagerTeam
			}
		}
	}
	table := Standing(s, games, results)[0]
	n := len(s.Entries)
	if table.Rows[0].Entry != s.Entries[0].Name || len(table.Pairs.All) != n*(n-1)/2 {
		t.Fatalf("%+v", table)
	}
	for _, p := range table.Pairs.All[:n-1] {
		if p.First != 0 || p.Difference.Value <= 0 || p.Difference.N != table.Rounds || p.Corrected < p.P || math.IsNaN(p.P) {
			t.Errorf("%+v", p)
		}
	}
	lost := 0
	for i := 1; i < n; i++ {
		lost += table.Pairs.Met.Won[i][0]
	}
	if lost != 0 && table.Pairs.Met.Won[0][1] == 0 {
		t.Errorf("%v", table.Pairs.Met.Won)
	}
	s.Stop = DefaultStop(0, 1)
	table = Standing(s, games, results)[0]
	if table.Pairs.All != nil || !math.IsNaN(table.Rows[1].Behind.Low) || table.Rows[1].Behind.Value <= 0 {
		t.Errorf("figures of fixed size where the league may stop early: %+v", table)
	}
}
