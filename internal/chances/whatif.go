package chances

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// Side is one of two ways in which a game goes on.
type Side struct {
	From    Source
	Players Player
}

// Change is what another way makes of a game.
type Change struct {
	With, Without []End // by game; the i-th are pairs
}

// WhatIf plays a game on in both ways, so many times each, on paired deals.
func WhatIf(ctx context.Context, with, without Side, games int, seed uint64) (c Change, err error) {
	return WhatIfOf(ctx, with, without, 0, games, seed)
}

// WhatIfOf plays some of the games of WhatIf: those from one on, up to another.
func WhatIfOf(ctx context.Context, with, without Side, from, to int, seed uint64) (c Change, err error) {
	if c.With, err = playMore(ctx, with.From, with.Players, from, to, seed); err != nil {
		return c, err
	}
	c.Without, err = playMore(ctx, without.From, without.Players, from, to, seed)
	return c, err
}

// For is what the change brings to the team.
func (c *Change) For(team werewolf.Team) stats.Estimate { return Difference(team, c.With, c.Without) }

// Course is a way in which games went on: who died, and who won.
type Course struct {
	Game  int // the first that went so
	Games int // that went so
	Over  int // of so many
}

// Courses returns the ways in which games went on, the commonest first.
func Courses(ends []End) (list []Course) {
	place := map[string]int{}
	for i := range ends {
		how := course(&ends[i])
		at, known := place[how]
		if !known {
			at = len(list)
			place[how] = at
			list = append(list, Course{Game: i, Over: len(ends)})
		}
		list[at].Games++
	}
	slices.SortStableFunc(list, func(a, b Course) int { return b.Games - a.Games })
	return list
}

// course is what two games have in common that went on alike.
func course(e *End) string {
	var b strings.Builder
	_, _ = fmt.Fprint(&b, e.Winner)
	for i := range e.Deaths {
		_, _ = fmt.Fprint(&b, " ", e.Deaths[i].Kind, e.Deaths[i].Day, e.Deaths[i].Seat)
	}
	return b.String()
}

// Recorded returns the answer that the record has after so many entries to the request of a kind on the same day: of the seat,
// or for seat 0 the first. It reports false where there is none.
func Recorded(rec *gamelog.Record, entries int, seat werewolf.SeatID, kind werewolf.RequestKind) (werewolf.Action, bool) {
	for _, e := range rec.Entries[entries:] {
		if e.Event != nil && e.Event.Kind == werewolf.DayBegan {
			break
		}
		if e.Input == nil || e.Input.Action.Kind != werewolf.Answer || e.Input.Action.Request != kind {
			continue
		}
		if a := e.Input.Action; seat == 0 || a.Seat == seat {
			return a, true
		}
	}
	return werewolf.Action{}, false
}
