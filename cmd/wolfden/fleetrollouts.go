package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/experiment"
	"wolfden/internal/fleet"
)

// sharedRollouts is what the jobs of a run have in common that play one game on; nothing where each has a game of its own.
type sharedRollouts struct {
	Record   string       `json:"record"` // of the game, without what players noted
	Asks     chances.Asks `json:"asks"`
	Unjudged bool         `json:"unjudged,omitempty"` // see chances.Judge
	WhatIf   *whatifCmd   `json:"whatif,omitempty"`   // what is replaced
}

// fleetRollout is a job: to play on from a moment, with and without a move, or with and without what is replaced.
type fleetRollout struct {
	Point *chances.Point              `json:"point,omitempty"` // which is given all games
	Move  int                         `json:"move,omitempty"`  // the entries before it
	Ways  map[string]chances.Outcomes `json:"ways,omitempty"`  // of the move's games those that were played
	From  int                         `json:"from,omitempty"`  // of the what-if's games
	To    int                         `json:"to,omitempty"`    // 0 where it is none
	Game  *wholeGame                  `json:"game,omitempty"`
}

// wholeGame is a job of its own game: to play on from each of its moments or, to tell what words do, wherever something is said.
type wholeGame struct {
	Record string       `json:"record,omitempty"`
	Number int          `json:"number,omitempty"` // of the game, from which chance follows
	Asks   chances.Asks `json:"asks"`
	Words  bool         `json:"words,omitempty"`
}

// do plays it on.
func (w *wholeGame) do(ctx context.Context, rec *gamelog.Record, players chances.Player) (any, error) {
	if w.Words {
		return w.Asks.Effects(ctx, rec, w.Number, players)
	}
	return w.Asks.Predict(ctx, rec, players)
}

// alone plays it on where nothing else is known.
func (w *wholeGame) alone(ctx context.Context) (any, error) {
	rec, err := gamelog.Parse([]byte(w.Record))
	if err != nil {
		return nil, err
	}
	players, err := goingOn(rec, w.Asks.By, "--by")
	if err != nil {
		return nil, err
	}
	return w.do(ctx, rec, players)
}

// rollouts is the run in which a game is played on, so many times.
func rollouts(command string, rec *gamelog.Record, shared sharedRollouts, jobs int) (run fleet.Run, err error) {
	if shared.Record, err = unnoted(rec); err != nil {
		return run, err
	}
	run = fleet.Run{Kind: rolloutsOfRun, Command: command, Program: fleetProgram(), Jobs: jobs}
	return run, name(&run, shared, nil)
}

// unnoted is a record as text, without what players noted.
func unnoted(rec *gamelog.Record) (string, error) {
	quiet := *rec
	quiet.Entries = slices.Clone(rec.Entries)
	for i, e := range quiet.Entries {
		if e.Input != nil && len(e.Input.Notes) > 0 {
			input := *e.Input
			input.Notes = nil
			quiet.Entries[i].Input = &input
		}
	}
	var text strings.Builder
	err := gamelog.Write(&text, &quiet)
	return text.String(), err
}

// rolloutDoer plays a game on for others.
type rolloutDoer struct {
	asks          chances.Asks
	judge         chances.Judge
	with, without chances.Side
}

func openRollouts(text []byte) (fleet.Doer, error) {
	var s sharedRollouts
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	d := &rolloutDoer{asks: s.Asks}
	if s.Record == "" {
		return d, nil
	}
	rec, err := gamelog.Parse([]byte(s.Record))
	if err != nil {
		return nil, err
	}
	if s.WhatIf != nil {
		s.WhatIf.rolloutFlags = rolloutFlags{By: s.Asks.By, Games: s.Asks.Games, Seed: s.Asks.Seed}
		_, d.with, d.without, err = s.WhatIf.sides(&gameFile{record: rec})
		return d, err
	}
	d.judge = chances.Judge{Record: chances.Unhurried(rec), Games: s.Asks.Games, Seed: s.Asks.Seed, Unjudged: s.Unjudged}
	d.judge.Players, err = goingOn(rec, s.Asks.By, "--by")
	return d, err
}

// Close has nothing to end.
func (*rolloutDoer) Close() {}

// Do plays on, and returns the point or the ways.
func (d *rolloutDoer) Do(ctx context.Context, body json.RawMessage) ([]byte, error) {
	var r fleetRollout
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, err
	}
	var came any
	var err error
	switch {
	case r.Game != nil:
		came, err = r.Game.alone(ctx)
	case r.Point != nil:
		came, err = d.asks.Sharpen(ctx, d.judge.Record, r.Point, d.asks.Games, d.judge.Players)
	case r.To > 0:
		came, err = chances.WhatIfOf(ctx, d.with, d.without, r.From, r.To, d.asks.Seed)
	default:
		came, err = d.judge.Ways(ctx, r.Move, r.Ways)
	}
	return asJSON(came, err)
}

// onPoints has workers play on from the moments that lack games, and keeps what came of each.
func (f *rolloutFlags) onPoints(e *env, rec *gamelog.Record, asks chances.Asks, points []chances.Point, keep func(*chances.Point) error) error {
	asks.Digest = "" // it is of the players of this process, and workers are of its version
	var lacks []*chances.Point
	for i := range points {
		if points[i].Games < asks.Games {
			lacks = append(lacks, &points[i])
		}
	}
	var mu sync.Mutex
	_, err := playOn(e, f, "chances", rec, sharedRollouts{Asks: asks}, len(lacks),
		func(i int) fleetRollout { return fleetRollout{Point: lacks[i]} },
		func(i int, point *chances.Point) error {
			f.on.add(point.Games - lacks[i].Games)
			mu.Lock()
			defer mu.Unlock()
			*lacks[i] = *point
			return keep(point)
		})
	return err
}

// onMoves has workers play the games of the moves that so has not.
func (f *rolloutFlags) onMoves(e *env, judge *chances.Judge, so *chances.Judged) error {
	moves := judge.Moves(so.Moves)
	so.Moves = moves
	_, err := playOn(e, f, "moves", judge.Record, sharedRollouts{Asks: chances.Asks{By: f.By, Games: f.Games, Seed: f.Seed}, Unjudged: judge.Unjudged}, len(moves),
		func(i int) fleetRollout { return fleetRollout{Move: moves[i].Entries, Ways: moves[i].Ways} },
		func(i int, ways *map[string]chances.Outcomes) error {
			f.on.add(played(*ways) - played(moves[i].Ways))
			moves[i].Ways = *ways
			return nil
		})
	return err
}

// gamesOfJob is how many games of a what-if are a job, each way.
const gamesOfJob = 20

// onWhatIf has workers play the games with and without what is replaced.
func (c *whatifCmd) onWhatIf(e *env, rec *gamelog.Record) (change chances.Change, err error) {
	bare := *c
	bare.File, bare.fleetFlags = "", fleetFlags{} // which are of this machine
	shared := sharedRollouts{Asks: chances.Asks{By: c.By, Games: c.Games, Seed: c.Seed}, WhatIf: &bare}
	all, err := playOn(e, &c.rolloutFlags, "whatif", rec, shared, (c.Games+gamesOfJob-1)/gamesOfJob,
		func(i int) fleetRollout {
			return fleetRollout{From: i * gamesOfJob, To: min((i+1)*gamesOfJob, c.Games)}
		},
		func(i int, some *chances.Change) error {
			c.on.add(len(some.With) + len(some.Without))
			if want := min(gamesOfJob, c.Games-i*gamesOfJob); len(some.With) != want || len(some.Without) != want {
				return fmt.Errorf("a worker sent %d and %d games for %d", len(some.With), len(some.Without), want)
			}
			return nil
		})
	if err != nil {
		return change, err
	}
	for _, some := range all {
		change.With, change.Without = append(change.With, some.With...), append(change.Without, some.Without...)
	}
	return change, nil
}

// played is how many games were played of a move.
func played(ways map[string]chances.Outcomes) (n int) {
	for _, way := range ways {
		n += len(way)
	}
	return n
}

// playOn has the jobs of a game done: job makes one, and take is told what it came to, by several goroutines at once.
func playOn[R any](e *env, f *rolloutFlags, command string, rec *gamelog.Record, shared sharedRollouts, jobs int, job func(int) fleetRollout, take func(int, *R) error) ([]*R, error) {
	if jobs == 0 {
		return nil, nil
	}
	run, err := rollouts(fmt.Sprintf("%s of %s", command, rec.Header.ID), rec, shared, jobs)
	if err != nil {
		return nil, err
	}
	crew, end, err := f.at.begin(run)
	if err != nil {
		return nil, err
	}
	runs := experiment.Runs[R]{N: jobs, Parallel: jobs, Keep: take, Do: func(ctx context.Context, i int) (*R, error) { return experiment.Away[R](ctx, crew, job(i)) }}
	all, err := runs.All(e.ctx)
	end(err == nil)
	return all, err
}
