package score

import (
	"maps"
	"slices"
	"strconv"

	"wolfden/internal/chronicle"
)

// TeamCalls is what the players of one team asked of language models.
type TeamCalls struct {
	Team  string          `json:"team"`
	Calls chronicle.Calls `json:"calls"`
}

// calls sums what teams asked of models in all the games, with a winner or not. Teams stand in the order of the rows.
func (c *counter) calls(games []*chronicle.Summary) (all []TeamCalls) {
	sums := map[string]*chronicle.Calls{}
	for _, g := range games {
		for i := range g.Players {
			p := &g.Players[i]
			if p.Calls == nil {
				continue
			}
			team := c.team(p.Team)
			if sums[team] == nil {
				sums[team] = &chronicle.Calls{}
			}
			sums[team].Add(p.Calls)
		}
	}
	for i := range c.Rows {
		if team := c.Rows[i].Team; sums[team] != nil {
			all = append(all, TeamCalls{team, *sums[team]})
			delete(sums, team)
		}
	}
	for _, team := range slices.Sorted(maps.Keys(sums)) { // that played no game with a winner
		all = append(all, TeamCalls{team, *sums[team]})
	}
	return all
}

// callsOf is what a team asked, nil for none.
func (t *Table) callsOf(team string) *chronicle.Calls {
	if i := slices.IndexFunc(t.Calls, func(c TeamCalls) bool { return c.Team == team }); i >= 0 {
		return &t.Calls[i].Calls
	}
	return nil
}

// mostCauses is how many causes stand in a cell.
const mostCauses = 4

// callColumns are the columns of CSV that there are where somebody asked a model.
func callColumns() []string {
	return []string{"answers_by_model", "answers_repaired", "answers_by_rule", "lines", "lines_by_model", "answers_from_cache", "requests", "tokens_in", "tokens_in_cached", "tokens_out",
		"tokens_thought", "latency_p50_ms", "latency_p95_ms", "cost_usd", "causes"}
}

// callCells are the cells of those columns; empty for a team that asked none.
func callCells(c *chronicle.Calls) (cells []string) {
	if c == nil {
		return make([]string, len(callColumns()))
	}
	for _, n := range []int{c.ByModel, c.Repaired, c.ByRule, c.Lines, c.LinesByModel, c.Kept, c.Sent, c.In, c.CachedIn, c.Out, c.Thought} {
		cells = append(cells, strconv.Itoa(n))
	}
	for _, share := range []float64{0.5, 0.95} {
		cell := ""
		if ms, ok := c.Latency(share); ok {
			cell = strconv.FormatInt(ms, 10)
		}
		cells = append(cells, cell)
	}
	return append(cells, decimal(c.USD, 6), c.Commonest(len(c.Causes)))
}
