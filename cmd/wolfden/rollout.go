package main

import (
	"errors"
	"fmt"

	"wolfden/gamelog"
	"wolfden/internal/bot"
	"wolfden/internal/chances"
	"wolfden/internal/english"
	"wolfden/internal/match"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// rolloutFlags say who plays games on from a moment, and how often. Each command sets its own number of games, and where they
// are played.
type rolloutFlags struct {
	By    string `default:"lycaon" help:"The player that goes on in every seat."`
	Games int    `default:"${games}" help:"How many games are played on ${where}."`
	Seed  uint64 `default:"1" help:"Of the games that are played on."`
}

// leastJudging is how many games are needed to judge a move: half of them find what would have been better, and the other half
// must be able to tell a mistake from bad luck.
const leastJudging = 8

// need refuses fewer games than the command needs.
func (f *rolloutFlags) need(least int) error {
	if f.Games < least {
		return usagef("%s to play on: at least %d", english.Count(f.Games, "game"), least)
	}
	return nil
}

// players makes who goes on in a game.
func (f *rolloutFlags) players(h *gamelog.Header) (chances.Player, error) {
	return goingOn(h, f.By, "--by")
}

// goingOn makes players of a kind that go on in a game. flag is where the user named them.
func goingOn(h *gamelog.Header, name, flag string) (chances.Player, error) {
	if err := bot.Fits(name, len(h.Seats)); err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	config := bot.Config{Lang: h.Lang, Commas: companyBefore(h).commas(), Shared: understand.NewShared()}
	if _, err := bot.New(name, config); err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	return func(_ werewolf.SeatID, seed uint64) (match.Player, error) {
		c := config
		c.Seed = seed
		return bot.New(name, c)
	}, nil
}

// eachGame passes the games of all files that can be read, each with its number among the files and who goes on in it, and names
// the others. It returns how many it read.
func (f *rolloutFlags) eachGame(e *env, args []string, take func(n int, g *gameFile, players chances.Player) error) (read int, err error) {
	files, err := gameFiles(args, false)
	if err != nil {
		return 0, err
	}
	for n, file := range files {
		g, err := readGame(file)
		if err != nil {
			fmt.Fprintf(e.stderr, "wolfden: %s: %v\n", file, err)
			continue
		}
		read++
		players, err := f.players(&g.record.Header)
		if err == nil {
			err = take(n, g, players)
		}
		if err != nil {
			return read, fmt.Errorf("%s: %w", file, err)
		}
	}
	if read == 0 {
		err = errors.New("no game could be read")
	}
	return read, err
}

// judged returns the moves of a game as they are judged by the flags. Where keep says so they are kept beside the game, and those
// that are kept are not judged again.
func (f *rolloutFlags) judged(e *env, g *gameFile, players chances.Player, keep bool) (*chances.Judged, error) {
	var kept chances.KeptMoves
	if keep {
		var err error
		if kept, err = chances.LoadMoves(g.path, g.data); err != nil {
			return nil, err
		}
		if known := kept.Find(f.By, f.Games, f.Seed); known != nil && known.Fits(len(g.record.Header.Seats)) {
			return known, nil
		}
	}
	fresh := chances.Judged{By: f.By, Games: f.Games, Seed: f.Seed, Moves: []chances.Move{}}
	judge := chances.Judge{Record: chances.Unhurried(g.record), Players: players, Games: f.Games, Seed: f.Seed}
	err := judge.Moves(e.ctx, func(m chances.Move) error { fresh.Moves = append(fresh.Moves, m); return nil })
	if err != nil || !keep {
		return &fresh, err
	}
	kept.Judged = append(kept.Judged, fresh)
	if err := kept.Save(g.path); err != nil {
		return nil, fmt.Errorf("%w (--no-keep keeps nothing)", err)
	}
	return &fresh, nil
}

// spaced is a chance in running text.
func spaced(i chances.Interval) string {
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*i.Value, 100*i.Low, 100*i.High)
}

// points is a difference of chances, in points.
func points(i chances.Interval) string {
	if !i.Bounded() {
		return fmt.Sprintf("%+.1f (too few games)", 100*i.Value)
	}
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*i.Value, 100*i.Low, 100*i.High)
}
