package main

import (
	"fmt"
	"os"
	"path/filepath"

	"wolfden/internal/chronicle"
	"wolfden/internal/league"
	"wolfden/internal/transcript"
	"wolfden/internal/versus"
)

// stoppingLeagues are the leagues to which games belong, by plan as records call it, each with the folder of its plan; only those that may
// stop as soon as it is decided get rules.
type stoppingLeagues map[string]string

// look notes the league of a game, if its record lies in the folder of one.
func (s stoppingLeagues) look(g *chronicle.Game, file string) {
	p := g.Provenance
	if p == nil || p.Plan == "" || p.Round == 0 || s[p.Plan] != "" {
		return
	}
	folder := filepath.Dir(filepath.Dir(file))
	if latestPlan(folder) != "" {
		s[p.Plan] = folder
	}
}

// latestPlan is the copy of the plan that was played last, "" where there is none.
func latestPlan(folder string) (latest string) {
	for n := 1; ; n++ {
		name := filepath.Join(folder, "plan.yml")
		if n > 1 {
			name = filepath.Join(folder, fmt.Sprintf("plan-%d.yml", n))
		}
		if _, err := os.Stat(name); err != nil {
			return latest
		}
		latest = name
	}
}

// rules are what holds of those leagues that may stop early, in words.
func (s stoppingLeagues) rules() map[string]string {
	all := map[string]string{}
	for plan, folder := range s {
		if rule := stopRule(folder); rule != "" {
			all[plan] = rule
		}
	}
	return all
}

// stopRule is the comparison of the league in the folder by its own test, "" where it has none.
func stopRule(folder string) string {
	path := latestPlan(folder)
	file, err := league.Load(path, leagueCast)
	if err != nil || file.Spec.Stop == nil {
		return ""
	}
	spec := &file.Spec
	unknown := "wolfden league status tells its own interval, which holds"
	if spec.Drawn {
		if begun, err := league.DrawKey(folder, spec); err != nil || !begun {
			return unknown
		}
	}
	games := league.Plan(spec)
	results, found, err := league.ReadResults(folder, spec, games, nil)
	if err != nil || found == 0 {
		return unknown
	}
	test := league.Compare(spec, games, results)
	verdict, _ := test.Verdict()
	return fmt.Sprintf("by its own test, whose interval holds after stopping, over all its games: %s - %s %s, by weighted micro (%s)",
		transcript.Safe(spec.Entries[spec.Stop.First].Name), transcript.Safe(spec.Entries[spec.Stop.Second].Name),
		versus.Points(test.Difference()), transcript.Safe(spec.Describe(verdict)))
}
