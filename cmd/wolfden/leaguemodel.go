package main

import (
	"encoding/json"
	"io"
	"maps"
	"slices"

	"wolfden/internal/bot"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/match"
	"wolfden/internal/speech/understand"
)

// leagueModels holds the language models of a league by what entries say of theirs. Without any it has none.
type leagueModels struct {
	models  map[string]*models
	prompts leaguePrompts
	among   company
	shared  *understand.Shared
	probe   bool // players are asked beside the game what they believe
}

// leaguePrompts are the prompts of a league's entries by folder.
type leaguePrompts map[string]*bot.Prompts

// readPrompts reads the entries' prompts, and notes in the spec what was read, and which files programs have: another text makes another plan.
func readPrompts(s *league.Spec) (all leaguePrompts, err error) {
	for _, entries := range [][]league.Entry{s.Entries, s.Against} {
		for i := range entries {
			if entries[i].Files, err = programDigest(entries[i]); err != nil {
				return nil, err
			}
		}
	}
	all, read := leaguePrompts{}, map[string]string{}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Prompts == "" {
			continue
		}
		if all[e.Prompts] == nil {
			over, laid, err := openPrompts(e.Prompts)
			if err != nil {
				return nil, usagef("entry %s: %w", e.Name, err)
			}
			all[e.Prompts], read[e.Prompts] = laid, over.Hash()
		}
		e.Asked = read[e.Prompts]
	}
	return all, nil
}

// modelKey is the same for entries that ask the same model in the same way.
func modelKey(e league.Entry) string {
	text, _ := json.Marshal(e.Settings) // plain numbers and text from a file of that kind
	return e.Model + "\n" + string(text)
}

// openEntryModels opens the models of entries.
func openEntryModels(entries []league.Entry, with askingFlags, prompts leaguePrompts, among company, probe bool, stderr io.Writer) (leagueModels, error) {
	all := leagueModels{map[string]*models{}, prompts, among, understand.NewShared(), probe}
	for _, e := range entries {
		if e.Model == "" {
			continue
		}
		choice, err := entryModel(e)
		if err == nil {
			err = choice.fits(e.Bot)
		}
		if err == nil && all.models[modelKey(e)] == nil {
			flags := modelFlags{askingFlags: with}
			all.models[modelKey(e)], err = flags.source(choice, stderr)
		}
		if err != nil {
			delete(all.models, modelKey(e))
			all.close(io.Discard)
			return all, usagef("entry %s: %w", e.Name, err)
		}
	}
	return all, nil
}

// sameModel are the players of a league whose entries all ask one model, those that ask one. Their prompts are read as readPrompts does.
func sameModel(s *league.Spec, used *models, probe bool) (leagueModels, error) {
	prompts, err := readPrompts(s)
	all := leagueModels{map[string]*models{}, prompts, companyOf(s), understand.NewShared(), probe}
	all.ask(s, used)
	return all, err
}

// ask has all entries that ask a model ask this one.
func (m leagueModels) ask(s *league.Spec, used *models) {
	for _, e := range s.Entries {
		if e.Model != "" {
			m.models[modelKey(e)] = used
		}
	}
}

// entryBots are the players of the entries.
func entryBots(s *league.Spec) (names []string) {
	for _, e := range s.Entries {
		if !e.Remote {
			names = append(names, e.Bot)
		}
	}
	return names
}

// entryModel returns the choice of an entry's model, nil without one.
func entryModel(e league.Entry) (*modelChoice, error) {
	if e.Model == "" {
		return nil, nil
	}
	return chooseModel(e.Model, e.Settings, planKeys)
}

func (m leagueModels) close(w io.Writer) {
	for _, name := range slices.Sorted(maps.Keys(m.models)) {
		m.models[name].close(w)
	}
}

// player is the league.Maker of built-in players.
func (m leagueModels) player(e league.Entry, lang string, seed uint64) (match.Player, error) {
	var model llm.Model
	if e.Model != "" {
		var err error
		if model, err = m.models[modelKey(e)].game(); err != nil {
			return nil, err
		}
	}
	return bot.New(e.Bot, bot.Config{Seed: seed, Lang: lang, Commas: m.among.commas(), Model: model, Window: m.models[modelKey(e)].tokens(), Prompts: m.prompts[e.Prompts], Shared: m.shared, Probe: m.probe})
}
