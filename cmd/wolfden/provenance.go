package main

import (
	"cmp"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/bot/task"
	"wolfden/internal/league"
	"wolfden/internal/llm"
)

// provenance returns what this program writes about itself into every record; command is the one that plays.
func provenance(command string, among company) gamelog.Provenance {
	return gamelog.Provenance{Program: release, Commit: commit(), Command: command, Commas: among.commas()}
}

// entrant describes a built-in player by the name that the user gave. The choice is nil if rules answer.
func entrant(name, lang string, choice *modelChoice, with *bot.Prompts) (gamelog.Entrant, error) {
	n, err := bot.Parse(name)
	e := gamelog.Entrant{Player: n.Kind, Option: n.Option, Off: n.Off, Parameters: n.Params}
	if err != nil || choice == nil {
		return e, err
	}
	asked, err := bot.Questions(name, cmp.Or(lang, "en"), with)
	if err != nil || len(asked) == 0 {
		return e, err
	}
	if e.Window, err = choice.window(); err != nil {
		return e, err
	}
	if len(choice.tasks) > 0 {
		e.Models = choice.tasks
	}
	e.Model, e.Tasks = choice.main, map[string]gamelog.Generation{}
	for name, q := range asked {
		s := choice.settings.Apply(llm.Sampling{Temperature: q.Temperature, MaxTokens: task.Limit(q.MaxTokens, e.Window)})
		e.Tasks[name] = gamelog.Generation{
			Prompt: q.Prompt, Model: choice.tasks[name], Temperature: s.Temperature, TopP: s.TopP, Seed: s.Seed,
			MaxTokens: s.MaxTokens, Effort: string(s.Effort), Thought: s.Thought, Extra: s.Extra,
		}
	}
	return e, nil
}

// entrant describes a built-in player that asks these models.
func (m *models) entrant(name, lang string) (gamelog.Entrant, error) {
	if m == nil {
		return entrant(name, lang, nil, nil)
	}
	return entrant(name, lang, m.choice, m.prompts)
}

// describe is entrant for the entries of a league.
func (p leaguePrompts) describe(e league.Entry, lang string) (gamelog.Entrant, error) {
	if e.Remote {
		return gamelog.Entrant{Entry: e.Name, Remote: true, Command: e.Exec, Files: e.Files}, nil
	}
	choice, err := entryModel(e)
	if err != nil {
		return gamelog.Entrant{}, err
	}
	d, err := entrant(e.Bot, lang, choice, p[e.Prompts])
	d.Entry = e.Name
	return d, err
}

// session returns a session of a league that begins now.
func session() league.Session {
	return league.Session{Started: time.Now(), Program: release, Commit: commit()}
}

// takenFrom returns the provenance of a game that was played elsewhere and read from the file.
func takenFrom(command, file string) *gamelog.Provenance {
	from := provenance(command, strangers)
	from.Source = nameOf(file)
	return &from
}
