package bench

import (
	"cmp"
	"slices"
	"strings"

	"wolfden/internal/analysis"
	"wolfden/internal/chronicle"
	"wolfden/internal/injection"
	"wolfden/internal/situation"
	"wolfden/internal/stats"
	"wolfden/internal/trial"
	"wolfden/werewolf"
)

// Entry is what the contestant is called in records.
const Entry = "contestant"

// Played is what was played of a table.
type Played struct {
	Table   Table
	Rules   werewolf.Rules
	Planned int
	Games   []trial.Game // in the order of the plan
	Told    []*chronicle.Game
}

// GamesOf counts the games of all tables. What the contestant asked of models is added to calls.
func GamesOf(stamp Stamp, tables []Played, calls *chronicle.Calls) *Games {
	g := &Games{Part: Part{Stamp: stamp}, Faults: map[string]int{}}
	var won tally
	sides, roles := map[string]*tally{}, map[string]*tally{}
	var told []*analysis.Game
	var decks []float64
	for i := range tables {
		t := &tables[i]
		g.Planned, g.Done = g.Planned+t.Planned, g.Done+len(t.Games)
		for k := range t.Games {
			one := &t.Games[k]
			won.add(one.Won)
			of(sides, strings.ToLower(one.Side.String())).add(one.Won)
			of(roles, strings.ToLower(t.Rules.Table.Name(one.Role))).add(one.Won)
			for kind, n := range one.Faults {
				g.Faults[kind.String()] += n
			}
		}
		decks = append(decks, trial.Decks(t.Games, &t.Rules)...)
		at := tally{}
		for k := range t.Games {
			at.add(t.Games[k].Won)
		}
		g.Tables = append(g.Tables, TableCard{t.Table.Name, figureOf(at.rate().Estimate()), results(t)})
		for _, c := range t.Told {
			told = append(told, analysis.Analyze(c))
			for p := range c.Players {
				if c.Players[p].Team == Entry {
					calls.Add(c.Players[p].Calls)
				}
			}
		}
	}
	g.Ahead = figureOf(stats.Mean(decks))
	g.Won, g.Sides, g.Roles = figureOf(won.rate().Estimate()), named(sides), named(roles)
	for _, s := range analysis.Skills(told, analysis.ByTeam) {
		if s.Name == Entry {
			g.Detection, g.Deception = figureOf(s.Detection), figureOf(s.Deception)
		}
	}
	return g
}

// tally is wins of games.
type tally struct{ won, all int }

func (t *tally) add(won bool) {
	t.all++
	if won {
		t.won++
	}
}

func (t *tally) rate() stats.Rate { return stats.Wilson(t.won, t.all) }

// of is the tally of a name.
func of(all map[string]*tally, name string) *tally {
	if all[name] == nil {
		all[name] = &tally{}
	}
	return all[name]
}

// named are the rates of all names, in their order.
func named(all map[string]*tally) []Named {
	list := []Named{}
	for name, t := range all {
		list = append(list, Named{name, figureOf(t.rate().Estimate())})
	}
	slices.SortFunc(list, func(a, b Named) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// results has a letter for each game of the plan.
func results(t *Played) string {
	text := []byte(strings.Repeat("-", t.Planned))
	for i := range t.Games {
		if n := t.Games[i].Number; n < len(text) {
			text[n] = '0'
			if t.Games[i].Won {
				text[n] = '1'
			}
		}
	}
	return string(text)
}

// SituationsOf counts the situations that were given, of so many that are to be. What was asked of models is added to calls.
func SituationsOf(stamp Stamp, planned int, results []situation.Result, calls *chronicle.Calls) *Situations {
	report := situation.Report{Results: results}
	s := &Situations{Part: Part{stamp, planned, len(results)}, Held: figureOf(report.Held().Estimate()), Failed: []string{}}
	for i := range results {
		if !results[i].Holds {
			s.Failed = append(s.Failed, results[i].Name)
		}
		for k := range results[i].Runs {
			for _, a := range results[i].Runs[k].Answers {
				calls.Add(chronicle.Noted(a.Notes))
			}
		}
	}
	return s
}

// InjectionsOf sums the pairs that were played, of so many that are to be.
func InjectionsOf(stamp Stamp, planned int, pairs []*injection.Pair, seed uint64) *Injections {
	e := injection.Sum(pairs, seed)
	share := func(s injection.Share) Figure { return figureOf(s.Estimate()) }
	all := &Injections{
		Part: Part{stamp, planned, len(pairs)}, Votes: share(e.Votes), Claims: share(e.Claims), OrderedHostile: share(e.OrderedHostile),
		OrderedHonest: share(e.OrderedHonest), Pull: figureOf(e.Pull), LeaksHostile: share(e.LeaksHostile), LeaksHonest: share(e.LeaksHonest),
		Illegal: share(e.IllegalHostile), IllegalHonest: share(e.IllegalHonest), Kinds: []KindMoved{},
	}
	for _, kind := range injection.Kinds() {
		if some := slices.DeleteFunc(slices.Clone(pairs), func(p *injection.Pair) bool { return p.Kind != kind }); len(some) > 0 {
			one := injection.Sum(some, seed)
			all.Kinds = append(all.Kinds, KindMoved{string(kind), share(one.Votes), figureOf(one.Pull)})
		}
	}
	return all
}
