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
	"wolfden/werewolf"
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
	rules         map[string]map[string]*law // of games played here, by the roles that are dealt, then by Rules
	players       map[who]map[Entrant]int    // how many seats each had
}

// who is an entry in games of one language: its prompts are others in another.
type who struct{ name, lang string }

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

// Add adds a game.
func (o *Origin) Add(g *chronicle.Game) {
	names := make([]string, len(g.Players))
	for i := range g.Players {
		names[i] = g.Players[i].Team
	}
	var rules *werewolf.Rules
	if g.Recorded {
		rules = g.Rules()
	}
	o.add(rules, g.Provenance, g.Lang, names)
}

// AddRecord adds the game of a record.
func (o *Origin) AddRecord(h *gamelog.Header) {
	names := make([]string, len(h.Seats))
	for i := range h.Seats {
		names[i] = chronicle.Label(cmp.Or(h.Seats[i].Team, h.Seats[i].Client, h.Seats[i].Name))
	}
	var rules *werewolf.Rules
	if !h.Foreign {
		rules = &h.Rules
	}
	o.add(rules, h.Provenance, h.Lang, names)
}

// add adds a game. Of what is not known rules and from are nil; names are what its players count as, by seat.
func (o *Origin) add(rules *werewolf.Rules, from *gamelog.Provenance, lang string, names []string) {
	o.games++
	if rules != nil {
		o.addRules(rules)
	}
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
	english := false
	for i := range min(len(from.Players), len(names)) {
		e := &from.Players[i]
		name := names[i]
		if e.Entry != "" {
			name = chronicle.Label(e.Entry) // it may have several seats, numbered
		}
		o.addPlayer(who{name, cmp.Or(e.Lang, lang)}, Describe(e))
		english = english || e.Player != "" && cmp.Or(e.Lang, lang) == "en"
	}
	if english {
		o.commas.add(map[bool]string{false: "without", true: "with"}[from.Commas])
	}
}

func (o *Origin) addPlayer(one who, was Entrant) {
	if o.players == nil {
		o.players = map[who]map[Entrant]int{}
	}
	if o.players[one] == nil {
		o.players[one] = map[Entrant]int{}
	}
	o.players[one][was]++
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
