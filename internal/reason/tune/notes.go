package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// annotatedUtterances are what the utterances of a game say, by day and number; nil where nobody annotated them.
type annotatedUtterances map[[2]int]func(speaker werewolf.SeatID) speech.Rows

// annotation is one line of annotations, with the keys of wolfden parse.
type annotation struct {
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
func annotations(dir, name string, rec *gamelog.Record) (annotatedUtterances, error) {
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
	all := annotatedUtterances{}
	for i, line := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var n annotation
		if err := json.Unmarshal(line, &n); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, i+1, err)
		}
		if n.Channel == "" || n.Channel == "talk" {
			all[[2]int{n.Day, n.Idx}] = func(by werewolf.SeatID) speech.Rows { return n.rows(by, seats) }
		}
	}
	return all, nil
}

// rows is what the speaker says by the note.
func (n *annotation) rows(by werewolf.SeatID, seats map[string]werewolf.SeatID) (rows speech.Rows) {
	if n.Phase != "talk" {
		return speech.Of(speech.Act{Verb: speech.Skip})
	}
	if n.Co != werewolf.NoRole {
		rows = speech.Join(rows, speech.Claim(by, n.Co))
	}
	if n.Retract {
		rows = speech.Join(rows, speech.Retract(by))
	}
	for _, f := range n.Results {
		verb := speech.Divined
		switch f.Kind {
		case "IDENTIFIED", "medium", "MEDIUM":
			verb = speech.Identified
		case "GUARDED", "guard":
			verb = speech.Guarded
		}
		rows = append(rows, speech.Act{Verb: verb, Target: seats[f.Target], Species: f.Result})
	}
	if id := seats[n.Vote]; id != 0 {
		rows = append(rows, speech.Act{Verb: speech.Vote, Target: id})
	}
	if id := seats[n.Request]; id != 0 {
		rows = speech.Join(rows, speech.RequestVote(id))
	}
	for _, name := range n.Accuse {
		rows = speech.Join(rows, speech.Suspect(seats[name]))
	}
	for _, name := range n.Support {
		rows = speech.Join(rows, speech.Trust(seats[name]))
	}
	return rows
}

// addUtterance files an utterance by the notes, or by listening where there are none.
func (n annotatedUtterances) addUtterance(l *understand.Listener, u *werewolf.Utterance) {
	if n == nil {
		l.Hear(*u, false)
		return
	}
	var rows speech.Rows
	if say := n[[2]int{u.Day, u.Idx}]; say != nil {
		rows = say(u.Seat)
	}
	l.File(u, false, rows)
}
