package main

import (
	"math"
	"path/filepath"

	"wolfden/internal/chances"
	"wolfden/internal/league"
	"wolfden/internal/origin"
	"wolfden/internal/stats"
	"wolfden/internal/transcript"
	"wolfden/internal/trial"
)

// triedJSON is a run for programs. Shares are fractions.
type triedJSON struct {
	Program string              `json:"program"`
	Run     int                 `json:"run"`
	Label   string              `json:"label,omitempty"`
	Dir     string              `json:"dir"`
	Games   int                 `json:"games"`
	Planned int                 `json:"planned"`
	Won     stats.Estimate      `json:"won"`
	Faults  map[string]int      `json:"faults"`
	Lines   int                 `json:"lines_printed"`
	Printed string              `json:"printed,omitempty"` // one of them
	Roles   []triedRole         `json:"roles"`
	With    []triedWith         `json:"with"`
	Ahead   stats.Estimate      `json:"ahead"` // of the others in the same roles; n counts decks
	Decided int                 `json:"decided_at,omitempty"`
	Beside  []triedBeside       `json:"beside"`
	Defeats []triedDefeat       `json:"defeats"` // those that teach most
	Habits  []triedHabit        `json:"habits"`  // those that cost most
	Models  []league.EntryCalls `json:"models,omitempty"`
	Made    *origin.Origin      `json:"made_by"`
}

type triedRole struct {
	Role   string         `json:"role"`
	Won    stats.Estimate `json:"won"`
	Others stats.Estimate `json:"others"`
}

type triedWith struct {
	Name    string         `json:"name"`
	Against stats.Estimate `json:"against"`
	Beside  stats.Estimate `json:"beside"`
}

type triedBeside struct {
	Run        int            `json:"run"`
	Label      string         `json:"label,omitempty"`
	Deals      int            `json:"deals"`
	OnlyThis   int            `json:"only_this_won"`
	OnlyOther  int            `json:"only_other_won"`
	Difference stats.Estimate `json:"difference"`
	P          *float64       `json:"p"`
	Corrected  *float64       `json:"p_holm"` // for all these runs together
	Decided    int            `json:"decided_at,omitempty"`
}

type triedDefeat struct {
	gameLink
	*trial.Defeat
}

// triedHabit is what the program does again and again; what it costs is of the chance of its side.
type triedHabit struct {
	*trial.Habit
	Roles []string     `json:"roles"` // in which it was done
	Seen  []triedSight `json:"seen"`  // the dearest first
}

type triedSight struct {
	gameLink
	At   string  `json:"at"`
	Cost float64 `json:"cost"`
}

// encode prints the run as JSON.
func (c *tryCmd) encode(e *env, r *trialRun) error {
	f := r.figures
	out := triedJSON{
		Program: r.spec.Entries[0].Name, Run: r.run.Number, Label: r.run.Label, Dir: filepath.ToSlash(r.run.Dir()), Games: len(r.games),
		Lines: r.lines, Printed: transcript.Safe(r.last),
		Planned: c.Games, Won: f.Won.Estimate(), Faults: map[string]int{}, Ahead: f.Ahead, Decided: f.Decided,
		Beside: []triedBeside{}, Defeats: []triedDefeat{}, Habits: []triedHabit{}, Models: r.asked, Made: &r.made,
	}
	for kind, n := range f.Faults {
		out.Faults[kind.String()] = n
	}
	for _, role := range f.Roles {
		out.Roles = append(out.Roles, triedRole{r.rules().Table.Name(role.Role), role.Own.Estimate(), role.Others.Estimate()})
	}
	for _, w := range f.With {
		out.With = append(out.With, triedWith{w.Name, w.Against.Estimate(), w.Beside.Estimate()})
	}
	for i := range r.beside {
		o := &r.beside[i]
		out.Beside = append(out.Beside, triedBeside{o.run.Number, o.run.Label, o.Deals, o.OnlyThis, o.OnlyOther, o.Difference, testOrNil(o.P), testOrNil(o.corrected), o.Decided})
	}
	for i := range r.instruct {
		d := &r.instruct[i]
		d.Mistakes = append([]chances.Move{}, d.Mistakes...)
		out.Defeats = append(out.Defeats, triedDefeat{linkOf(d.Game, r), d})
	}
	for i := range r.habits {
		habit := triedHabit{Habit: &r.habits[i]}
		for _, role := range habit.Habit.Roles.Slice() {
			habit.Roles = append(habit.Roles, r.rules().Table.Name(role))
		}
		for _, s := range habit.Habit.Seen {
			habit.Seen = append(habit.Seen, triedSight{linkOf(s.Game, r), s.Moment, s.Cost})
		}
		out.Habits = append(out.Habits, habit)
	}
	return e.json(out)
}

// linkOf is where a game is found.
func linkOf(d *trial.Game, r *trialRun) gameLink {
	return gameLink{
		ID: d.ID, File: filepath.ToSlash(d.File), Page: pageOf(d.ID), Seat: int(d.Seat), Team: r.spec.Entries[0].Name,
		Role: r.rules().Table.Name(d.Role),
	}
}

// testOrNil is a P, nil where there was nothing to test.
func testOrNil(p float64) *float64 {
	if math.IsNaN(p) {
		return nil
	}
	return &p
}
