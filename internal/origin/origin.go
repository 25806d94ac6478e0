// Package origin says what games were made by: which programs and plans, by which rules, and which players with
// which models, prompts and settings.
//
// The law: it tells what records say of themselves and guesses nothing. Games that say nothing are counted as
// such. What it prints of a record's texts cannot steer a terminal.
package origin

import (
	"cmp"
	"maps"
	"slices"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
)

// Origin collects what games were made by. The zero Origin is of no game. It must not be used from several
// goroutines at once.
type Origin struct {
	games, silent int // silent games say nothing of themselves
	programs      counts
	commands      counts
	sources       counts
	plans         counts
	commas        counts                     // of games with built-in players that speak English
	rules         map[string]map[string]*law // of games played here, by the roles that are dealt and the division, then by HashOf
	players       seats
}

// counts counts games by what they have.
type counts map[string]int

func (c *counts) add(what string) {
	if what == "" {
		return
	}
	if *c == nil {
		*c = counts{}
	}
	(*c)[what]++
}

// Of is the origin of games.
func Of(games []*chronicle.Summary) *Origin {
	o := &Origin{}
	for _, g := range games {
		o.Add(g)
	}
	return o
}

// AddRecord adds the game of a record.
func (o *Origin) AddRecord(h *gamelog.Header) {
	o.Add(chronicle.Summarize(&gamelog.Record{Header: *h}))
}

// Add adds a game.
func (o *Origin) Add(g *chronicle.Summary) {
	o.games++
	if g.Recorded {
		o.addRules(g)
	}
	from := g.Provenance
	if from == nil {
		o.silent++
		return
	}
	o.programs.add(program(from))
	for _, one := range []struct {
		to   *counts
		what string
	}{{&o.commands, from.Command}, {&o.sources, from.Source}, {&o.plans, short(from.Plan)}} {
		if one.what != "" {
			one.to.add(chronicle.Label(one.what))
		}
	}
	o.players.add(g)
	if slices.ContainsFunc(from.Players, func(e gamelog.Entrant) bool { return e.Player != "" && cmp.Or(e.Lang, g.Lang) == "en" }) {
		o.commas.add(map[bool]string{false: "without", true: "with"}[from.Commas])
	}
}

// program is the version that wrote the record, with its commit if that is known.
func program(from *gamelog.Provenance) string {
	switch {
	case from.Program == "":
		return ""
	case from.Commit == "" || from.Commit == "unknown":
		return chronicle.Label(from.Program)
	default:
		return chronicle.Label(from.Program + " (" + short(from.Commit) + ")")
	}
}

// mostFirst are the keys, the most frequent first.
func mostFirst[K comparable](c map[K]int, compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(c), func(a, b K) int { return cmp.Or(cmp.Compare(c[b], c[a]), compare(a, b)) })
}
