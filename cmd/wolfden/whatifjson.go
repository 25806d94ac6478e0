package main

import (
	"strings"

	"wolfden/internal/chances"
	"wolfden/internal/position"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

// whatifJSON is the result for programs.
type whatifJSON struct {
	At      string           `json:"at"`
	What    string           `json:"what,omitempty"`  // what is said or voted instead, in words
	Seats   map[int]string   `json:"seats,omitempty"` // who sits elsewhere, by seat
	By      string           `json:"by"`
	Games   int              `json:"games"`
	Seed    uint64           `json:"seed"`
	Caution string           `json:"caution,omitempty"` // where the players are not wolfden's
	Change  chances.Interval `json:"change"`            // of the village's chance
	With    wayJSON          `json:"with"`              // its roles are what --roles asks for
	Without wayJSON          `json:"without"`
}

// wayJSON is one of the two ways.
type wayJSON struct {
	chances.Point

	Roles   []string     `json:"roles"` // seat by seat
	Courses []courseJSON `json:"courses"`
}

// courseJSON is a way in which games went on, those in which the same players died at the same times and the same side won.
type courseJSON struct {
	Games  int              `json:"games"` // that went so
	Share  chances.Interval `json:"share"` // of all games played on this way
	Winner werewolf.Team    `json:"winner"`
	Deaths []deathJSON      `json:"deaths"` // in order
	Says   []saysJSON       `json:"says"`   // what is said before the next night in the first of these games
}

// deathJSON is how a player leaves a game.
type deathJSON struct {
	Day  int                `json:"day"`
	Seat werewolf.SeatID    `json:"seat"`
	How  werewolf.EventKind `json:"how"`
}

// saysJSON is an utterance.
type saysJSON struct {
	Day  int             `json:"day"`
	Seat werewolf.SeatID `json:"seat"`
	Text string          `json:"text"`
}

// json prints the result for programs. sides are the way with something replaced and the one without.
func (c *whatifCmd) json(e *env, r *replaced, sides [2]chances.Side, change *chances.Change, caution string) error {
	with, err := c.way(e, r.with, sides[0], change.With)
	if err != nil {
		return err
	}
	without, err := c.way(e, r.without, sides[1], change.Without)
	if err != nil {
		return err
	}
	return e.json(whatifJSON{
		At: c.At, What: r.what, Seats: c.Seat, By: c.By, Games: c.Games, Seed: c.Seed, Caution: caution, Change: chances.Of(change.For(werewolf.VillagerTeam)), With: with, Without: without,
	})
}

// pastsSketched are the made-up pasts that a sketch is the mean of.
const pastsSketched = 40

// way is one of the two ways for programs.
func (c *whatifCmd) way(e *env, p *position.Position, side chances.Side, ends []chances.End) (w wayJSON, err error) {
	w = wayJSON{Point: chances.NewPoint(c.At, p, ends), Roles: rolesIn(p), Courses: []courseJSON{}}
	pasts := 1
	if len(c.Roles) > 0 {
		pasts = pastsSketched
	}
	if w.Sketch, err = chances.Sketch(side.From, pasts); err != nil {
		return w, err
	}
	for i, course := range chances.Courses(ends) {
		if i == c.Show {
			break
		}
		told, err := c.course(e, side, course, &ends[course.Game])
		if err != nil {
			return w, err
		}
		w.Courses = append(w.Courses, told)
	}
	return w, nil
}

// course is a way in which games went on, with the end of the first of them.
func (c *whatifCmd) course(e *env, side chances.Side, of chances.Course, end *chances.End) (courseJSON, error) {
	share := stats.Wilson(of.Games, of.Over)
	told := courseJSON{
		Games: of.Games, Share: chances.Share(share), Winner: end.Winner,
		Deaths: []deathJSON{}, Says: []saysJSON{},
	}
	for i := range end.Deaths {
		told.Deaths = append(told.Deaths, deathJSON{end.Deaths[i].Day, end.Deaths[i].Seat, end.Deaths[i].Kind})
	}
	err := c.follow(e, side, of.Game, func(ev *werewolf.Event) {
		if ev.Kind == werewolf.Talked {
			told.Says = append(told.Says, saysJSON{ev.Day, ev.Seat, ev.Text})
		}
	})
	return told, err
}

// rolesIn are the roles of a position, seat by seat.
func rolesIn(p *position.Position) (names []string) {
	for _, role := range p.Roles()[1:] {
		names = append(names, strings.ToLower(p.Rules().Table.Name(role)))
	}
	return names
}
