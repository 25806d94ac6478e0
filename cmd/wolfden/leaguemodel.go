package main

import (
	"io"
	"maps"
	"slices"

	"wolfden/internal/bot"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/match"
)

// leagueModels holds the language models of a league by name. A nil leagueModels has none.
type leagueModels map[string]*models

// openModels opens the entries' models.
func (l *plannedLeague) openModels(stderr io.Writer) (leagueModels, error) {
	all := leagueModels{}
	for _, e := range l.Spec.Entries {
		if e.Model == "" || all[e.Model] != nil {
			continue
		}
		flags := modelFlags{Model: e.Model, ModelCache: l.Models.Cache, RunUSD: l.Models.USD}
		m, err := flags.open(stderr)
		if err != nil {
			all.close(io.Discard)
			return nil, err
		}
		all[e.Model] = m
	}
	return all, nil
}

func (m leagueModels) close(w io.Writer) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		m[name].close(w)
	}
}

// player is the league.Maker of built-in players.
func (m leagueModels) player(e league.Entry, lang string, seed uint64) (match.Player, error) {
	var model llm.Model
	if e.Model != "" {
		var err error
		if model, err = m[e.Model].game(); err != nil {
			return nil, err
		}
	}
	return bot.New(e.Bot, bot.Config{Seed: seed, Lang: lang, Model: model})
}
