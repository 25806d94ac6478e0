package chronicle

import (
	"fmt"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// Wait is an answer that a game waited for.
type Wait struct {
	Seat    werewolf.SeatID
	Request werewolf.RequestKind
	Day     int
	Number  int           // of the answer's line in the record
	Millis  int64         // from the request to the answer, or until the game went on without it
	Fault   gamelog.Fault // what was wrong with the answer
}

// Came reports whether there was an answer, be it one that the game refused.
func (w *Wait) Came() bool {
	return w.Fault == gamelog.NoFault || w.Fault == gamelog.Illegal || w.Fault == gamelog.Unparsable
}

// slack is how much longer than its limit a game may take to go on without an answer, in milliseconds.
const slack = 1000

// Waits are the answers of a record with their times, nil where it tells none: a game that was played elsewhere, one that goes on
// from another, one whose clock counts answers instead of time. The record has the moments at which answers came; a request went
// out right after the entry before it, and those that wait at the same time went out together. What was said
// on an open floor, where nobody has to answer, is left out; so is what took longer than the game allows, since the server was down
// meanwhile.
func Waits(rec *gamelog.Record) (all []Wait, err error) {
	h := &rec.Header
	if h.Foreign || len(h.Branches) > 0 || stepped(rec) {
		return nil, nil
	}
	limit := int64(h.Rules.Timeout.Action+h.Rules.Timeout.Acceptable) + slack
	asked := map[werewolf.SeatID]request{}
	now, number := int64(0), 1
	_, err = rec.Walk(func(g *werewolf.Game, e *gamelog.Entry) error {
		number++
		at := max(0, e.At)
		if e.Input != nil {
			asked = waiting(g, asked, now)
			a := &e.Input.Action
			if q, is := asked[a.Seat]; is && a.Kind == werewolf.Answer {
				delete(asked, a.Seat)
				w := Wait{Seat: a.Seat, Request: q.kind, Day: g.Day(), Number: number, Millis: max(0, at-q.at), Fault: e.Input.Fault}
				if h.Rules.Timeout.Action == 0 || w.Millis <= limit {
					all = append(all, w)
				}
			}
		}
		now = max(now, at)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("times of answers: %w", err)
	}
	return all, nil
}

// request is one that waits for its answer, and when it went out.
type request struct {
	kind werewolf.RequestKind
	at   int64
}

// waiting are the requests that wait for an answer: those that did before, and those that have gone out now.
func waiting(g *werewolf.Game, before map[werewolf.SeatID]request, now int64) map[werewolf.SeatID]request {
	all := map[werewolf.SeatID]request{}
	for _, q := range g.Pending() {
		r, was := before[q.Seat]
		switch {
		case q.Open:
		case was:
			all[q.Seat] = r
		default:
			all[q.Seat] = request{q.Kind, now}
		}
	}
	return all
}

// stepped reports whether the clock of a record counts answers: each stands one step after the one before. Games from a seed
// have such a clock, so that they are the same on every machine.
func stepped(rec *gamelog.Record) bool {
	n, step := int64(0), int64(0)
	for i := range rec.Entries {
		if rec.Entries[i].Input == nil {
			continue
		}
		if n++; n == 1 {
			step = rec.Entries[i].At
		}
		if step == 0 || rec.Entries[i].At != n*step {
			return false
		}
	}
	return true
}
