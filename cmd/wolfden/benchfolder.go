package main

import (
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
	Files      string      `json:"files,omitempty"` // digest of those of the program, or the player's option
	Asked      labAsked    `json:"asked"`
	AnswerTime string      `json:"answer_time,omitempty"`
}

// settings are those of a contestant.
func (r *benchRun) settings(one *contestant) benchSettings {
	s := benchSettings{r.suite.Version, r.games, r.situations, r.injections, one.Player, one.Command, one.Files, labAsked{}, r.AnswerTime.String()}
	if one.Model != "" {
		s.Asked = labAsked{one.Model, r.Tuning.settings(), one.Prompts}
	}
	return s
}

// taken refuses the folder of a contestant where it is that of another suite or of somebody else: nothing in it counts here.
func (r *benchRun) taken(one *contestant) error {
	var before benchSettings
	folder := &experiment.Folder{Dir: one.dir}
	found, err := folder.Read(experiment.FolderFile, &before)
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
	if err := folder.Check(now); err != nil {
		return usageError{err}
	}
	return nil
}
