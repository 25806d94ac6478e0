package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/reason/facts"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// notes are what the utterances of a game say, by day and number; nil where nobody annotated them.
type notes map[[2]int]speech.Reading

// note is one line of annotations, with the keys of wolfden parse.
type note struct {
	Channel string          `json:"channel"`
	Day     int             `json:"day"`
	Idx     int             `json:"idx"`
	Co      werewolf.Role   `json:"co"`
	Retract bool            `json:"retract"`
	Vote    string          `json:"vote"`
	Request string          `json:"request_vote"`
	Accuse  []string        `json:"accuse"`
	Support []string        `json:"support"`
	Phase   string          `json:"phase"`
	Results []annotatedFind `json:"results"`
}

type annotatedFind struct {
	Kind   string           `json:"kind"`
	Target string           `json:"target"`
	Result werewolf.Species `json:"result"`
}

// annotations are the notes on a game, nil when there are none.
func annotations(dir, name string, rec *gamelog.Record) (notes, error) {
	if dir == "" {
		return nil, nil
	}
	path := filepath.Join(dir, name+".jsonl")
	data, err := gamelog.Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	seats := map[string]werewolf.SeatID{}
	for i, s := range rec.Header.Seats {
		seats[s.Name] = werewolf.SeatID(i + 1)
	}
	all := notes{}
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var n note
		if err := json.Unmarshal(line, &n); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, i+1, err)
		}
		if n.Channel == "" || n.Channel == "talk" {
			all[[2]int{n.Day, n.Idx}] = n.reading(seats)
		}
	}
	return all, nil
}

func (n *note) reading(seats map[string]werewolf.SeatID) speech.Reading {
	r := speech.Reading{Claim: n.Co, Retract: n.Retract, Vote: seats[n.Vote], RequestVote: seats[n.Request]}
	if n.Phase != "talk" {
		r.Phase = speech.SkipPhase
	}
	for _, name := range n.Accuse {
		r.Accuse |= werewolf.SetOf(seats[name]) &^ 1
	}
	for _, name := range n.Support {
		r.Support |= werewolf.SetOf(seats[name]) &^ 1
	}
	for _, f := range n.Results {
		verb := speech.Divined
		switch f.Kind {
		case "IDENTIFIED", "medium", "MEDIUM":
			verb = speech.Identified
		case "GUARDED", "guard":
			verb = speech.Guarded
		}
		r.Results = append(r.Results, speech.Result{Verb: verb, Target: seats[f.Target], Species: f.Result})
	}
	return r
}

// reader reads utterances by the notes, or by listening where there are none.
func (n notes) reader(l *understand.Listener) facts.Reader {
	return func(u *werewolf.Utterance) speech.Reading {
		if n != nil {
			return n[[2]int{u.Day, u.Idx}]
		}
		return l.Hear(*u, false)
	}
}
