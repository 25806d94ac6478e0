package main

import (
	"encoding/json"

	"wolfden/internal/bench"
	"wolfden/internal/experiment"
)

// benchSettings is all that the results of a contestant depend on, but for how much of the suite is played.
type benchSettings struct {
	Suite      int         `json:"suite"`
	Games      bench.Stamp `json:"games"`
	Situations bench.Stamp `json:"situations"`
	Injections bench.Stamp `json:"injections"`
	Player     string      `json:"player,omitempty"`
	Command    string      `json:"command,omitempty"`
	Asked      labAsked    `json:"asked"`
	AnswerTime string      `json:"answer_time,omitempty"`
}

// settings are those of a contestant.
func (r *benchRun) settings(one *contestant) benchSettings {
	s := benchSettings{r.suite.Version, r.games, r.situations, r.injections, one.Player, one.Command, labAsked{}, r.AnswerTime.String()}
	if one.Model != "" {
		s.Asked = labAsked{one.Model, r.Tuning.settings(), one.Prompts}
	}
	return s
}

// taken refuses the folder of a contestant where it is that of another suite or of somebody else: nothing in it counts here.
func (r *benchRun) taken(one *contestant) error {
	var before benchSettings
	found, err := (&experiment.Folder{Dir: one.dir}).Read(experiment.FolderFile, &before)
	if err != nil || !found {
		return err
	}
	now := r.settings(one)
	for _, part := range []struct {
		name      string
		was, asks bench.Stamp
	}{{benchGames, before.Games, now.Games}, {benchSituations, before.Situations, now.Situations}, {benchInjections, before.Injections, now.Injections}} {
		if part.was != part.asks {
			return usagef("%s was begun with other %s (suite %d, version %d of them, %s) than this program has (suite %d, version %d, %s): name another folder with --out",
				one.dir, part.name, before.Suite, part.was.Version, part.was.Digest, now.Suite, part.asks.Version, part.asks.Digest)
		}
	}
	if digestOf(before) != digestOf(now) {
		return usagef("%s is of another player, command, model or way to ask it, as %s in it says: give the same flags to go on with it, or name another folder with --out",
			one.dir, experiment.FolderFile)
	}
	return nil
}

// digestOf is the same for settings that are the same.
func digestOf(s benchSettings) string {
	text, _ := json.Marshal(s) // came out of flags or JSON
	return string(text)
}
