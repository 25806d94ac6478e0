// Package position goes on from any moment of a recorded game.
//
// The law of the package: a position is a record up to a moment and holds nothing else. What a seat knows there is its
// observation, folded from the events that it may see; so any player can take any seat, and none is handed what another
// player in that seat had in mind. The package knows no player by name and asks none for anything but its answers.
package position

import (
	"errors"
	"fmt"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Errors a caller decides on.
var (
	// ErrOver is returned for a moment after the end of the game: nothing goes on from there.
	ErrOver = errors.New("the game is over by then")
	// ErrOther is wrapped by the error about a player that should be the one of the record, and answers otherwise.
	ErrOther = errors.New("this is not the player of the record")
)

// Position is a recorded game up to a moment. It does not change and may be used by several goroutines.
type Position struct {
	header gamelog.Header
	past   []gamelog.Entry
	draws  int    // of chance, so far
	stage  stage  // of the day
	world  *world // of an imagined position; nil of a record's
}

// At returns the position after so many entries of the record. A moment between an input and the events that follow from it
// is after those events; one between answers that were asked for at the same time is before all of them, except on an open
// floor, where players speak when they like. The record must follow from its inputs up to there.
func At(rec *gamelog.Record, entries int) (*Position, error) {
	if entries < 0 || entries > len(rec.Entries) {
		return nil, fmt.Errorf("after entry %d of a record with %d", entries, len(rec.Entries))
	}
	for entries < len(rec.Entries) && (entries == 0 || rec.Entries[entries].Event != nil) {
		entries++
	}
	entries, err := waveStart(&gamelog.Record{Header: rec.Header, Entries: rec.Entries[:entries]})
	if err != nil {
		return nil, err
	}
	p := &Position{header: rec.Header, past: rec.Entries[:entries:entries]}
	counter := &countedChance{Chance: rec.Header.Chance()}
	g, err := p.replay(counter)
	if err != nil {
		return nil, err
	}
	if len(g.Pending()) == 0 {
		return nil, ErrOver
	}
	p.stage = stageOf(g)
	p.draws = counter.draws
	return p.withDerived(g), nil
}

// stage is a place in the plan of a day.
type stage struct {
	werewolf.Step

	place int
}

// stageOf returns where the game is.
func stageOf(g *werewolf.Game) stage {
	plan, at := g.Plan()
	return stage{plan[at], at}
}

// waveStart replays the record and returns how many of its entries come before the answers that were pending together with
// its last one; all of them where nobody owes such an answer any more.
func waveStart(rec *gamelog.Record) (int, error) {
	start, at := len(rec.Entries), -1
	var owing werewolf.SeatSet // of the answers asked for at the same time
	_, err := rec.Walk(func(g *werewolf.Game, e *gamelog.Entry) error {
		at++
		if e.Input == nil {
			return nil
		}
		in := e.Input.Action
		if pending := g.Pending(); owing == 0 && in.Kind == werewolf.Answer {
			start = at
			for _, q := range pending {
				if !q.Open && !pending[0].Open {
					owing = owing.With(q.Seat)
				}
			}
		}
		if owing = owing.Without(in.Seat); owing == 0 {
			start = len(rec.Entries)
		}
		return nil
	})
	return start, err
}

// withDerived returns the position with the events that a torn record lacks at its end.
func (p *Position) withDerived(g *werewolf.Game) *Position {
	held, last := 0, int64(0)
	for _, e := range p.past {
		if last = e.At; e.Event != nil {
			held++
		}
	}
	for i := range g.Log()[held:] {
		p.past = append(p.past, gamelog.Entry{At: last, Event: &g.Log()[held+i]})
	}
	return p
}

// replay plays the past with the chance and returns the game as it is then.
func (p *Position) replay(chance werewolf.Chance) (*werewolf.Game, error) {
	g, err := werewolf.NewWithChance(p.header.Rules, p.header.Seats, chance)
	if err != nil {
		return nil, err
	}
	for _, e := range p.past {
		if e.Input == nil {
			continue
		}
		if err := g.Apply(e.Input.Action); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// chance returns what decides what the rules leave to chance, from the beginning of the game. seed is that of the chance from
// the moment on; nil is the chance of the game itself.
func (p *Position) chance(seed *uint64) werewolf.Chance {
	switch {
	case p.world == nil:
		h := p.Header(seed)
		return h.Chance()
	case seed == nil:
		return p.world.chance()
	}
	return gamelog.Branched(p.world.chance(), p.draws, werewolf.Seeded(*seed))
}

// countedChance counts the draws.
type countedChance struct {
	werewolf.Chance
	draws int
}

// Shuffle implements werewolf.Chance.
func (c *countedChance) Shuffle(seats []werewolf.SeatID, why werewolf.Decision, at werewolf.Occasion) {
	c.draws++
	c.Chance.Shuffle(seats, why, at)
}

// Pick implements werewolf.Chance.
func (c *countedChance) Pick(tied werewolf.SeatSet, why werewolf.Decision, at werewolf.Occasion) werewolf.SeatID {
	c.draws++
	return c.Chance.Pick(tied, why, at)
}

// Past returns the entries of the record up to the moment. The caller must not change them.
func (p *Position) Past() []gamelog.Entry { return p.past }

// Header returns the header of the game that goes on. It names the game it comes from; id, start and provenance are still
// those of that game. seed is that of the chance from here on; nil is the chance of the game itself.
func (p *Position) Header(seed *uint64) gamelog.Header {
	h := p.header
	h.Version = gamelog.BranchVersion
	branch := gamelog.Branch{Game: h.ID, Entries: len(p.past), Draws: p.draws, Seed: seed}
	h.Branches = append(h.Branches[:len(h.Branches):len(h.Branches)], branch)
	return h
}

// Observation returns what a seat knows at the moment, with a request of no kind. Seat 0 is the public.
func (p *Position) Observation(id werewolf.SeatID) werewolf.Observation {
	w := werewolf.NewWatcher(&p.header.Rules, id)
	for _, e := range p.past {
		if e.Event != nil {
			w.See(e.Event, p.header.Started+e.At)
		}
	}
	return w.Observation(werewolf.Request{})
}

// Roles returns who has which role in the game, by seat; the first is not used.
func (p *Position) Roles() []werewolf.Role {
	roles := make([]werewolf.Role, len(p.header.Seats)+1)
	for _, e := range p.past {
		if e.Event != nil && e.Event.Kind == werewolf.Dealt {
			roles[e.Event.Seat] = e.Event.Role
		}
	}
	return roles
}

// Rules returns the rules of the game. The caller must not change them.
func (p *Position) Rules() *werewolf.Rules { return &p.header.Rules }

// Players returns the number of seats.
func (p *Position) Players() int { return len(p.header.Seats) }

// Asked returns what the game waits for at the moment. The caller must not change it.
func (p *Position) Asked() ([]werewolf.Request, error) {
	g, err := p.replay(p.chance(nil))
	if err != nil {
		return nil, err
	}
	return g.Pending(), nil
}

// Then returns the position after one more input, which the game must wait for. Where several were asked at the same time, the
// others are still to answer; ErrOver is returned where the input ends the game.
func (p *Position) Then(a werewolf.Action) (*Position, error) {
	next := *p
	at := p.past[len(p.past)-1].At
	next.past = append(p.past[:len(p.past):len(p.past)], gamelog.Entry{At: at, Input: &gamelog.Input{Action: a, Raw: a.Text}})
	counter := &countedChance{Chance: p.chance(nil)}
	g, err := next.replay(counter)
	if err != nil {
		return nil, err
	}
	if len(g.Pending()) == 0 {
		return nil, ErrOver
	}
	next.draws = counter.draws
	next.stage = stageOf(g)
	return next.withDerived(g), nil
}

// Day returns the day of the moment.
func (p *Position) Day() int {
	for i := len(p.past) - 1; i >= 0; i-- {
		if e := p.past[i].Event; e != nil {
			return e.Day
		}
	}
	return 0
}

// Silent returns the position after the seat has let its turn to speak pass. On an open floor, where nobody has to speak, that is
// the position itself.
func (p *Position) Silent(seat werewolf.SeatID) (*Position, error) {
	asked, err := p.Asked()
	if err != nil {
		return nil, err
	}
	for _, q := range asked {
		if q.Seat == seat && q.Open {
			return p, nil
		}
	}
	return p.Then(werewolf.Action{Seat: seat, Request: werewolf.Talk, Missing: true})
}
