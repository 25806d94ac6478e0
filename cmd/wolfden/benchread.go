package main

import (
	"wolfden/internal/bench"
	"wolfden/internal/chronicle"
	"wolfden/internal/experiment"
	"wolfden/internal/injection"
	"wolfden/internal/league"
	"wolfden/internal/situation"
	"wolfden/internal/trial"
)

// cards are what the folders of all who are measured come to.
func (r *benchRun) cards() (all []*bench.Card, err error) {
	for _, one := range r.measured {
		var calls chronicle.Calls
		card, err := r.card(one, &calls)
		if err != nil {
			return nil, err
		}
		all = append(all, card)
		r.asked = append(r.asked, league.EntryCalls{Entry: one.Name, Calls: calls})
	}
	return all, nil
}

// card is counted from what the folder of a contestant holds. What it asked of models is added to calls.
func (r *benchRun) card(one *contestant, calls *chronicle.Calls) (*bench.Card, error) {
	c := &bench.Card{Form: bench.CardVersion, Suite: r.suite.Version, Size: r.Size, Program: release, Contestant: one.Contestant}
	if r.wants(benchGames) {
		tables, err := r.played(one)
		if err != nil {
			return nil, err
		}
		c.Games = bench.GamesOf(r.games, tables, calls)
	}
	if r.wants(benchSituations) {
		results, err := r.given(one)
		if err != nil {
			return nil, err
		}
		c.Situations = bench.SituationsOf(r.situations, len(r.fitting(one)), results, calls)
	}
	if r.wants(benchInjections) && r.pairs(one) > 0 {
		pairs, err := r.keptPairs(one, calls)
		if err != nil {
			return nil, err
		}
		c.Injections = bench.InjectionsOf(r.injections, r.pairs(one), pairs, r.suite.Injections.Seed)
	}
	c.Asked = bench.AskedOf(calls)
	return c, nil
}

// played are the games that the folder of a contestant holds.
func (r *benchRun) played(one *contestant) (tables []bench.Played, err error) {
	for _, table := range r.tables(one) {
		rules, err := rulesFor(table.Players, "")
		if err != nil {
			return nil, err
		}
		p := bench.Played{Table: table, Rules: rules, Planned: table.Of(r.Size)}
		games, err := trial.ReadGames(r.gamesDir(one, table), bench.Entry, nil)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			if g.Number >= p.Planned {
				continue // of a larger size
			}
			told, err := chronicle.ReadFile(g.File)
			if err != nil {
				return nil, err
			}
			p.Games, p.Told = append(p.Games, g), append(p.Told, told)
		}
		tables = append(tables, p)
	}
	return tables, nil
}

// given are the results of positions that the folder of a contestant holds.
func (r *benchRun) given(one *contestant) (results []situation.Result, err error) {
	folder := &experiment.Folder{Dir: one.dir}
	for _, p := range r.fitting(one) {
		var result situation.Result
		found, err := folder.Read(r.situationFile(p.Name), &result)
		if err != nil {
			return nil, err
		}
		if found {
			results = append(results, result)
		}
	}
	return results, nil
}

// keptPairs are the pairs with hostile words that the folder of a contestant holds. What was asked in their games is added to calls.
func (r *benchRun) keptPairs(one *contestant, calls *chronicle.Calls) (pairs []*injection.Pair, err error) {
	all := &injected{asked: askedByBot{}}
	for l, lang := range r.suite.Injections.Langs {
		c := r.hostile(one, lang)
		t, err := c.seated(c.Bots[0])
		if err != nil {
			return nil, err
		}
		for _, kind := range c.Kinds {
			some, err := c.pairs(t, c.Bots[0], kind, all, (*series).there)
			if err != nil {
				return nil, err
			}
			for _, p := range some {
				p.Deal += l * c.Games
			}
			pairs = append(pairs, some...)
		}
	}
	for _, some := range all.asked {
		calls.Add(some)
	}
	return pairs, nil
}

// required fails where a model answered less than the share that is required.
func (r *benchRun) required() error {
	var own []contender
	for _, one := range r.measured {
		if one.Model != "" {
			own = append(own, contender{name: one.Name, bot: one.Player, model: true})
		}
	}
	return r.end(own, r.asked)
}
