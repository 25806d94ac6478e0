package chances

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"wolfden/gamelog"
)

// Foreign reports whether the players of a game are not all known to be wolfden's own, which play by rules: it was played elsewhere, or
// people, programs elsewhere or language models took part, or nothing is known of them.
func Foreign(h *gamelog.Header) bool {
	return h.Foreign || h.Provenance == nil || len(h.Provenance.Players) < len(h.Seats) ||
		slices.ContainsFunc(h.Provenance.Players, func(e gamelog.Entrant) bool {
			return e.Player == "" || e.Person || e.Remote || e.Model != "" || len(e.Models) > 0
		})
}

// The players that go on in games unless others are named. Players of one kind are of one mind, as those of others are not.
const (
	Own     = "lycaon"
	Several = "lycaon,plain,random"
)

// GoingOn is who goes on in a game unless others are named.
func GoingOn(h *gamelog.Header) string {
	if Foreign(h) {
		return Several
	}
	return Own
}

//go:embed foreign.jsonl
var foreign string

// foreignByEyes are the lines of the table, which lab chances --learn writes.
var foreignByEyes = sync.OnceValues(func() (map[string]*Measured, error) {
	by := map[string]*Measured{}
	lines := json.NewDecoder(strings.NewReader(foreign))
	for {
		m := new(Measured)
		switch err := lines.Decode(m); {
		case errors.Is(err, io.EOF):
			return by, nil
		case err != nil:
			return nil, fmt.Errorf("foreign.jsonl: %w", err)
		case m.Alone.Fit == nil || m.Together.Fit == nil:
			return nil, fmt.Errorf("foreign.jsonl: no weights by the eyes of %q", m.Eyes)
		}
		by[m.Eyes] = m
	}
})

// EyesOf names whose eyes chances are by: those who see everything, the village, or a seat.
func EyesOf(seat *int) string {
	switch {
	case seat == nil:
		return byRoles
	case *seat == 0:
		return "village"
	}
	return "seat"
}

// OnForeign is how chances by the eyes of a seat, or of those who see everything where it is nil, did on games of others' players.
func OnForeign(seat *int) (*Measured, error) {
	by, err := foreignByEyes()
	if err != nil {
		return nil, err
	}
	return by[EyesOf(seat)], nil
}

// Tell makes of the point of a curve what may be told of a game of others' players: as far as games of such players have shown, what its
// sketch says of the village, and what the players by came to where that tells more. What was played on stands beside it.
func (m *Measured) Tell(by string, p Point) Point {
	fit, signs := m.Alone.Fit, signsOf(p.Sketch)
	if p.Games > 0 {
		played := p.Shares
		p.Played = &played
		if m.PlayedTells() && by == m.By {
			fit, signs = m.Together.Fit, signsOf(p.Sketch, smoothed(played.Village.Value, p.Games))
		}
	}
	v := Of(fit.Chance(signs))
	v.N = m.Games
	p.Shares = Shares{Village: v, Werewolves: Interval{1 - v.Value, 1 - v.High, 1 - v.Low, v.N}}
	return p
}

// Used is the forecast that is told of games of others' players.
func (m *Measured) Used() *Forecast {
	if m.PlayedTells() {
		return &m.Together
	}
	return &m.Alone
}

// Caution says what chances of games of others' players are worth.
func (m *Measured) Caution() string {
	rests := "the sketch alone, to which what was played on added nothing certain"
	if m.PlayedTells() {
		rests = "the sketch and what was played on"
	}
	return fmt.Sprintf("These players are not wolfden's. Over %d games of such players (%d moments) the squared error of chances like these was %s, of the share of "+
		"games won %s, of the sketch %s, of what %s played on %s. So they rest on %s, and are drawn towards one half as far as so few games ask for; "+
		"their intervals count those games.",
		m.Games, m.Moments, m.Used().Error.errors(), m.Share.errors(), m.Sketch.Error.errors(), m.By, m.Played.Error.errors(), rests)
}

// CautionOfPlayed says what is not known where games of others' players are played on; "" where that tells of such games.
func (m *Measured) CautionOfPlayed() string {
	if m.PlayedTells() {
		return ""
	}
	return fmt.Sprintf("These players are not wolfden's. What %s played on added nothing certain to the sketches of %d games of such players (squared error %s, of "+
		"the share of games won %s). So this is what happens among those who play on, and no judgement of the players of this game.",
		m.By, m.Games, m.Played.Error.errors(), m.Share.errors())
}

// errors is a squared error in words.
func (i Interval) errors() string {
	if !i.Bounded() {
		return fmt.Sprintf("%.3f", i.Value)
	}
	return fmt.Sprintf("%.3f [%.3f, %.3f]", i.Value, i.Low, i.High)
}
