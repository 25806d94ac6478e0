package main

import (
	"cmp"
	"path/filepath"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/league"
)

// provenance is what every record of this program says of it; command is the one that plays.
func provenance(command string) gamelog.Provenance {
	return gamelog.Provenance{Program: release, Commit: commit(), Command: command}
}

// entrant describes a built-in player by the name that its user gave it. The model is "" where rules answer.
func entrant(name, lang, model string) (gamelog.Entrant, error) {
	kind, option, _ := strings.Cut(name, ":")
	e := gamelog.Entrant{Player: kind, Option: option}
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

// session is a time of playing that begins now.
func session() league.Session {
	return league.Session{Started: time.Now(), Program: release, Commit: commit()}
}

// takenFrom is the provenance of a game that was played elsewhere: the file that tells of it.
func takenFrom(command, file string) *gamelog.Provenance {
	from := provenance(command)
	from.Source = filepath.ToSlash(file)
	return &from
}
