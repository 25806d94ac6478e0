package main

import (
	"encoding/json"
	"io"

	"wolfden/internal/league"
	"wolfden/internal/origin"
	"wolfden/internal/stats"
	"wolfden/internal/versus"
)

// standingJSON is the standing of a league for machines. Rates and differences are shares; unknown figures are
// null.
type standingJSON struct {
	Setups     []setupJSON     `json:"setups"`
	Verdict    string          `json:"verdict,omitempty"` // of the stop rule, where there is one
	Difference *stats.Estimate `json:"difference,omitempty"`
	Warnings   []string        `json:"warnings,omitempty"` // of games that were not made alike
	Made       *origin.Origin  `json:"made_by"`
}

type setupJSON struct {
	*league.Table
	Entries []entryJSON         `json:"entries"`          // the best first
	Models  []league.EntryCalls `json:"models,omitempty"` // of entries and opponents that asked one
	versus.JSON
}

type entryJSON struct {
	*league.Row
	Roles map[string]versus.Rate `json:"roles"`
}

// entriesOf are the rows of a table, the best first.
func entriesOf(t *league.Table) (all []entryJSON) {
	for i := range t.Rows {
		row := &t.Rows[i]
		e := entryJSON{row, map[string]versus.Rate{}}
		for _, role := range t.Roles {
			e.Roles[t.Known.Name(role)] = versus.RateOf(row.Roles[role], "")
		}
		all = append(all, e)
	}
	return all
}

// encode prints the standing as one JSON object.
func (l *plannedLeague) encode(w io.Writer, results []league.Result, test *league.Sequential) error {
	all := standingJSON{Warnings: l.made.Warnings(), Made: &l.made}
	for _, t := range league.Standing(&l.Spec, l.games, results) {
		s := setupJSON{Table: &t, Entries: entriesOf(&t), Models: t.Calls}
		if t.Rounds > 0 {
			s.JSON = t.Pairs.JSON()
		}
		all.Setups = append(all.Setups, s)
	}
	if test != nil {
		verdict, _ := test.Verdict()
		difference := test.Difference()
		all.Verdict, all.Difference = verdict.String(), &difference
	}
	return json.NewEncoder(w).Encode(all)
}
