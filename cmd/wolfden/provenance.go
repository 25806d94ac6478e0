package main

import (
	"cmp"
	"path/filepath"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/league"
)

// provenance returns what this program writes about itself into every record; command is the one that plays.
func provenance(command string) gamelog.Provenance {
	return gamelog.Provenance{Program: release, Commit: commit(), Command: command}
}

// entrant describes a built-in player by the name that the user gave. The model is "" if rules answer.
func entrant(name, lang, model string) (gamelog.Entrant, error) {
	kind, option, off := bot.Parts(name)
	e := gamelog.Entrant{Player: kind, Option: option, Off: off}
	if model == "" {
		return e, nil
	}
	asked, err := bot.Questions(name, cmp.Or(lang, "en"))
	if err != nil || len(asked) == 0 {
		return e, err
	}
	e.Model, e.Tasks = model, map[string]gamelog.Generation{}
	for task, q := range asked {
		e.Tasks[task] = gamelog.Generation{Prompt: q.Prompt, Temperature: q.Temperature, MaxTokens: q.MaxTokens}
	}
	return e, nil
}

// describe is entrant for the entries of a league.
func describe(e league.Entry, lang string) (gamelog.Entrant, error) {
	if e.Remote {
		return gamelog.Entrant{Entry: e.Name, Remote: true}, nil
	}
	d, err := entrant(e.Bot, lang, e.Model)
	d.Entry = e.Name
	return d, err
}

// session returns a session of a league that begins now.
func session() league.Session {
	return league.Session{Started: time.Now(), Program: release, Commit: commit()}
}

// takenFrom returns the provenance of a game that was played elsewhere and read from the file.
func takenFrom(command, file string) *gamelog.Provenance {
	from := provenance(command)
	from.Source = filepath.ToSlash(file)
	return &from
}
