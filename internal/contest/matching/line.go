package matching

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"wolfden/internal/secret"
	"wolfden/internal/strictjson"
	"wolfden/werewolf"
)

// version is that of the journal's format. Before version 2 all chances followed
// from the spec, which whoever knows the contest knows; before version 3 nobody
// knew who was gone from a game that failed.
const version = 3

// header is the first line of a journal.
type header struct {
	Version int `json:"matching"`
	Spec
}

// journalLine is any other line of a journal.
type journalLine struct {
	Do      do          `json:"do"`
	At      int64       `json:"at,omitempty"` // Unix milliseconds
	Match   ID          `json:"match,omitempty"`
	Game    string      `json:"game,omitempty"`
	Why     string      `json:"why,omitempty"`
	Team    string      `json:"team,omitempty"`
	Slot    *slot       `json:"slot,omitempty"`
	Gone    []slot      `json:"gone,omitempty"`
	Round   int         `json:"round,omitempty"`
	Rounds  int         `json:"rounds,omitempty"`
	Player  string      `json:"player,omitempty"`
	Matches []written   `json:"matches,omitempty"`
	Key     *secret.Key `json:"key,omitempty"`
}

// do is what a line books: these, and the orders.
type do string

const (
	doKey    do = "key"    // all chances are drawn with it from here on: key
	doRound  do = "round"  // another round is planned: round, matches
	doDeal   do = "deal"   // matches are dealt again: matches
	doBind   do = "bind"   // a slot has its team: slot, team
	doStart  do = "start"  // match, game
	doFinish do = "finish" // match, game
	doFail   do = "fail"   // match, game, why, gone
	doGiveUp do = "giveup" // a game failed as the last of its match: match, game, why, gone
)

// written is a planned match as it stands in a journal, by seat.
type written struct {
	ID    ID              `json:"match"`
	Slots []slot          `json:"slots"`
	Roles []werewolf.Role `json:"roles"`
}

func write(m plannedMatch) written {
	w := written{ID: m.ID}
	for _, c := range m.Chairs {
		w.Slots, w.Roles = append(w.Slots, c.slot), append(w.Roles, c.Role)
	}
	return w
}

func (w *written) planned() plannedMatch {
	m := plannedMatch{ID: w.ID}
	for i, s := range w.Slots {
		m.Chairs = append(m.Chairs, chair{s, w.Roles[i]})
	}
	return m
}

// encode is a value as a line of a journal.
func encode(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	return append(b, '\n'), err
}

// read is what a journal says up to its last whole line, and how many bytes
// that is. A journal whose header is not whole is nil and 0 bytes long. What is
// wrong with any whole line is an error that names the line.
func read(data []byte) (l *journalState, whole int, err error) {
	for number := 1; ; number++ {
		text, _, found := bytes.Cut(data[whole:], []byte{'\n'})
		if !found {
			return l, whole, nil
		}
		if number == 1 {
			l, err = readHeader(text)
		} else {
			err = l.readLine(text)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w", number, err)
		}
		whole += len(text) + 1
	}
}

func readHeader(text []byte) (*journalState, error) {
	var v struct {
		Version int `json:"matching"`
	}
	if err := json.Unmarshal(text, &v); err != nil || v.Version < 1 {
		return nil, errors.New("this is no matching journal")
	}
	if v.Version > version {
		return nil, fmt.Errorf("a newer program wrote this journal: version %d, known is %d", v.Version, version)
	}
	var h header
	if err := strictjson.Read(text, &h); err != nil {
		return nil, err
	}
	if h.Version == 1 && h.Seed != nil && *h.Seed == 0 {
		h.Seed = nil // as it was written where no seed was configured
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	return newLedger(h.Spec), nil
}

func (l *journalState) readLine(text []byte) error {
	n := &journalLine{}
	if err := strictjson.Read(text, n); err != nil {
		return err
	}
	if err := l.check(n); err != nil {
		return err
	}
	l.apply(n)
	return nil
}
