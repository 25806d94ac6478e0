package chances

import (
	"context"
	"fmt"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/position"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// Word is a kind of utterance that may be replaced by silence.
type Word string

// The kinds, by what an utterance says.
const (
	ComesOut Word = "seer"       // on day 1 the speaker says for the first time that it is the seer
	Asserts  Word = "vote"       // the speaker says whom it will vote for
	Accuses  Word = "accusation" // the speaker calls somebody a werewolf and gives no reason
)

// Words are all kinds.
var Words = []Word{ComesOut, Asserts, Accuses}

// Place is an utterance of a game.
type Place struct {
	Entries int    // of the record, before the answer
	Moment  string // before it
	Event   *werewolf.Event
	Role    werewolf.Role // of the speaker
	Claims  werewolf.Role // that the speaker now says to have, and has not said last; no role for none
	Says    []Word
}

// Places returns the utterances of a record that are of some kind.
func Places(rec *gamelog.Record) (list []Place) {
	for _, p := range Utterances(rec) {
		if len(p.Says) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// Utterances returns all utterances of a record, in their order, with words or without.
func Utterances(rec *gamelog.Record) (list []Place) {
	h := &rec.Header
	var names []string
	for i := range h.Seats {
		names = append(names, h.Seats[i].Name)
	}
	listener := understand.New(understand.Table{Names: names, Roles: h.Rules.Roles, Specs: h.Rules.Table})
	watcher := werewolf.NewWatcher(&h.Rules, 0)
	roles := make([]werewolf.Role, len(names)+1)
	answered, moments := make([]int, len(names)+1), make([]string, len(names)+1)
	day, spoken := 0, 0
	for i := range rec.Entries {
		if in := rec.Entries[i].Input; in != nil {
			if in.Action.Kind == werewolf.Answer {
				answered[in.Action.Seat] = i
				if in.Action.Request == werewolf.Talk {
					spoken++
					moments[in.Action.Seat] = fmt.Sprintf("d%d:%d", day, spoken)
				}
			}
			continue
		}
		e := rec.Entries[i].Event
		watcher.See(e, 0)
		switch e.Kind {
		case werewolf.DayBegan:
			day, spoken = e.Day, 0
		case werewolf.Dealt:
			roles[e.Seat] = e.Role
		case werewolf.Talked:
			before := listener.Ledger().ClaimOf(e.Seat)
			o := watcher.Observation(werewolf.Request{})
			listener.Follow(&o, nil)
			rows := listener.Ledger().Rows(listener.Ledger().Heard() - 1)
			p := Place{Entries: answered[e.Seat], Moment: moments[e.Seat], Event: e, Role: roles[e.Seat], Says: wordsOf(rows, e, before, h.Rules.RoleWith(werewolf.Divines))}
			if now := listener.Ledger().ClaimOf(e.Seat); now != before {
				p.Claims = now
			}
			list = append(list, p)
		default: // nothing is said
		}
	}
	return list
}

// wordsOf returns what an utterance is.
func wordsOf(rows speech.Rows, e *werewolf.Event, before, seer werewolf.Role) (says []Word) {
	has := map[Word]bool{}
	reasons := false
	for _, act := range rows {
		reasons = reasons || act.Verb == speech.Because
	}
	for frame, act := range rows.Said() {
		if frame.Verb != speech.NoVerb || act.Subject != 0 && act.Subject != e.Seat {
			continue
		}
		has[ComesOut] = has[ComesOut] || e.Day == 1 && act.Verb == speech.ComingOut && act.Role == seer && before != seer && (act.Target == 0 || act.Target == e.Seat)
		has[Asserts] = has[Asserts] || act.Verb == speech.Vote && act.Target != 0
		has[Accuses] = has[Accuses] || act.Suspects() && act.Target != 0 && act.Target != e.Seat && !reasons
	}
	for _, w := range Words {
		if has[w] {
			says = append(says, w)
		}
	}
	return says
}

// Silenced plays the game on with the utterance and with silence in its place.
func (p *Place) Silenced(ctx context.Context, rec *gamelog.Record, players Player, games int, seed uint64) (Change, error) {
	before, err := position.At(rec, p.Entries)
	if err != nil {
		return Change{}, fmt.Errorf("entry %d: %w", p.Entries, err)
	}
	said, known := Recorded(rec, p.Entries, p.Event.Seat, werewolf.Talk)
	if !known {
		return Change{}, fmt.Errorf("entry %d: no such utterance", p.Entries)
	}
	with, err := before.Then(said)
	if err != nil {
		return Change{}, fmt.Errorf("entry %d: %w", p.Entries, err)
	}
	without, err := before.Silent(p.Event.Seat)
	if err != nil {
		return Change{}, fmt.Errorf("entry %d: %w", p.Entries, err)
	}
	return WhatIf(ctx, Side{From(with), players}, Side{From(without), players}, games, seed)
}

// Effect is what an utterance brought to the chance of its speaker's side, beside silence in its place.
type Effect struct {
	Says  []Word  `json:"says"`
	Role  string  `json:"role"` // of the speaker
	Value float64 `json:"value"`
}

// Effects are those of a game's places. Chance follows from the game's number among those that are told of together.
func (a *Asks) Effects(ctx context.Context, rec *gamelog.Record, number int, players Player) (list []Effect, err error) {
	rec = Unhurried(rec)
	for i, p := range Places(rec) {
		change, err := p.Silenced(ctx, rec, players, a.Games, werewolf.SubSeed(a.Seed, number<<16|i))
		if err != nil {
			return nil, err
		}
		table := rec.Header.Rules.Table
		list = append(list, Effect{p.Says, strings.ToLower(table.Name(p.Role)), change.For(table.Team(p.Role)).Value})
	}
	return list, nil
}
