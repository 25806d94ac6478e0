package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"wolfden/internal/bot"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/match"
)

// leagueModels holds the language models of a league by what entries say of theirs. A nil leagueModels has none.
type leagueModels map[string]*models

// modelKey is the same for entries that ask the same model in the same way.
func modelKey(e league.Entry) string {
	text, _ := json.Marshal(e.Settings) // plain numbers and text from a file of that kind
	return e.Model + "\n" + string(text)
}

// openModels opens the entries' models.
func (l *plannedLeague) openModels(stderr io.Writer) (leagueModels, error) {
	all := leagueModels{}
	for _, e := range l.Spec.Entries {
		if e.Model == "" || all[modelKey(e)] != nil {
			continue
		}
		flags := modelFlags{Model: e.Model, ModelCache: l.Models.Cache, RunUSD: l.Models.USD}
		var err error
		if flags.modelTuning, err = tuningOf(e.Settings); err == nil {
			all[modelKey(e)], err = flags.open(stderr)
		}
		if err != nil {
			delete(all, modelKey(e))
			all.close(io.Discard)
			return nil, usagef("entry %s: %w", e.Name, err)
		}
	}
	return all, nil
}

// tuningOf reads the settings of an entry as flags.
func tuningOf(s *league.Settings) (f modelTuning, err error) {
	if s == nil {
		return f, nil
	}
	f = modelTuning{
		ModelTemperature: s.Temperature, ModelTopP: s.TopP, ModelSeed: s.Seed, ModelEffort: s.Effort, ModelThought: s.Thought,
		ModelAnswer: s.Answer, ModelRequests: s.Requests, ModelTokens: s.Tokens, ModelParallel: s.Parallel, ModelWindow: s.Window,
	}
	if s.Timeout != "" {
		if f.ModelTimeout, err = time.ParseDuration(s.Timeout); err != nil {
			return f, fmt.Errorf("settings.timeout: %q; write a duration such as 30s", s.Timeout)
		}
	}
	if s.Extra != nil {
		text, err := json.Marshal(s.Extra)
		if err != nil {
			return f, fmt.Errorf("settings.extra: %w", err)
		}
		f.ModelExtra = string(text)
	}
	return f, nil
}

// entry returns the flags as the settings of an entry, nil where none is given.
func (f *modelTuning) entry() (*league.Settings, error) {
	settings, err := f.settings()
	if err != nil {
		return nil, err
	}
	s := league.Settings{
		Temperature: f.ModelTemperature, TopP: f.ModelTopP, Seed: f.ModelSeed, Effort: f.ModelEffort, Thought: f.ModelThought,
		Answer: f.ModelAnswer, Requests: f.ModelRequests, Tokens: f.ModelTokens, Parallel: f.ModelParallel, Window: f.ModelWindow,
	}
	if f.ModelTimeout != 0 {
		s.Timeout = f.ModelTimeout.String()
	}
	if settings.Extra != nil {
		if err := json.Unmarshal(settings.Extra, &s.Extra); err != nil {
			return nil, err
		}
	}
	if text, err := json.Marshal(s); err != nil || string(text) == "{}" {
		return nil, err
	}
	return &s, nil
}

// entryModel returns the choice of an entry's model, nil without one.
func entryModel(e league.Entry) (*modelChoice, error) {
	if e.Model == "" {
		return nil, nil
	}
	tuning, err := tuningOf(e.Settings)
	if err != nil {
		return nil, err
	}
	choice, err := chooseModel(e.Model)
	if err != nil {
		return nil, err
	}
	choice.settings, err = tuning.settings()
	return choice, err
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
		if model, err = m[modelKey(e)].game(); err != nil {
			return nil, err
		}
	}
	return bot.New(e.Bot, bot.Config{Seed: seed, Lang: lang, Model: model})
}
