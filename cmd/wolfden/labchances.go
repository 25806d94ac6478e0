package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/werewolf"
)

type labChancesCmd struct {
	As    *int   `help:"By the eyes of this seat of every game; 0 is the village." placeholder:"SEAT"`
	Bins  int    `default:"5" help:"Lines of the tables of reliability."`
	Learn string `help:"Add what chances of such games are worth as a line to this file (internal/chances/foreign.jsonl)." placeholder:"FILE" file:"kept"`

	wholeFlags
	rolloutFlags `kong:"set='games=20',set='where=from each moment'"`
}

// Help is the long help of the command.
func (labChancesCmd) Help() string {
	return `Compares chances with what happened: at dawn and dusk of every day of the games, what the
village's chance was, and whether it won. The squared error of chances (Brier) stands beside
that of the share of games that the village won with as many players. Recalibrated ones are
learned from the other games: what weight the sketch deserves, and what was played on.

  wolfden lab chances games
  wolfden lab chances games --games 50 --by plain
  wolfden lab chances games --as 0              by the eyes of the village`
}

// Run compares.
func (c *labChancesCmd) Run(e *env) error {
	if err := c.need(2); err != nil {
		return err
	}
	if c.Bins < 1 {
		return usagef("--bins %d: at least 1", c.Bins)
	}
	asks := chances.Asks{By: c.By, Games: c.Games, Seed: c.Seed, Eyes: c.As}
	return playWhole(e, &c.wholeFlags, &c.rolloutFlags, wholeGame{Asks: asks}, func(n int, g *gameFile) (one wholeGame, err error) {
		if c.As != nil && (*c.As < 0 || *c.As > len(g.record.Header.Seats)) {
			return one, usagef("--as %d: the game has the seats 1 to %d", *c.As, len(g.record.Header.Seats))
		}
		one.Asks = asks
		one.Asks.Seed = werewolf.SubSeed(c.Seed, n)
		return one, nil
	}, func(all []*playedOn[[]chances.Prediction]) error { return c.measure(e, all) })
}

// measure tells how far the chances of games held.
func (c *labChancesCmd) measure(e *env, all []*playedOn[[]chances.Prediction]) error {
	var list []chances.Prediction
	games := 0
	for _, g := range all {
		for _, p := range g.Got {
			p.Game = games
			list = append(list, p)
		}
		if len(g.Got) > 0 {
			games++
		}
	}
	if len(list) == 0 {
		return errors.New("no game that somebody has won")
	}
	m, told, err := chances.Measure(list, c.Seed)
	if err != nil {
		return err
	}
	m.By, m.Playouts, m.Eyes = went(all), c.Games, chances.EyesOf(c.As)
	if c.Learn != "" {
		if err := learn(c.Learn, &m); err != nil {
			return err
		}
	}
	return c.tell(e, &m, list, told)
}

// learn adds a line to the table of what chances of others' games are worth.
func learn(path string, m *chances.Measured) error {
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Close())
}

// tell prints how far the chances hold. told are those that are recalibrated, by prediction.
func (c *labChancesCmd) tell(e *env, m *chances.Measured, list []chances.Prediction, told []float64) error {
	played, recalibrated := chances.Reliability(list, told, c.Bins)
	if c.JSON {
		return e.json(map[string]any{"measured": m, "seed": c.Seed, "played": played, "recalibrated": recalibrated})
	}
	eyes := "by true roles"
	if c.As != nil {
		eyes = fmt.Sprintf("by the eyes of seat %d", *c.As)
	}
	_, _ = fmt.Fprintf(e.stdout, "%s, %s, %s; %d games played on at each, by %s\n\n",
		english.Count(m.Games, "game"), english.Count(m.Moments, "moment"), eyes, c.Games, m.By)
	var rows strings.Builder
	for _, row := range []struct {
		what  string
		error chances.Interval
	}{
		{"chance", m.Played.Error},
		{"sketch", m.Sketch.Error},
		{"sketch, recalibrated", m.Alone.Error},
		{"sketch and chance, recalibrated", m.Together.Error},
		{"share of games won", m.Share},
		{"chance, less that of the share", m.Played.Less},
		{"sketch, less that of the share", m.Sketch.Less},
		{"sketch, recalibrated, less that of the share", m.Alone.Less},
		{"sketch and chance, recalibrated, less that of the share", m.Together.Less},
		{"sketch and chance, recalibrated, less the sketch alone", m.Added},
	} {
		bounds := "(too few games)"
		if row.error.Bounded() {
			bounds = fmt.Sprintf("[%.4f, %.4f]", row.error.Low, row.error.High)
		}
		_, _ = fmt.Fprintf(&rows, "%s\t%.4f\t%s\n", row.what, row.error.Value, bounds)
	}
	_, _ = fmt.Fprintf(e.stdout, "squared error, with its 95%% interval over games\n%s\n", columns.Align(rows.String()))
	if err := tellReliability(e, "BY ONE HALF", "MEAN CHANCE BY THE OTHER", played); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(e.stdout)
	return tellReliability(e, "RECALIBRATED", "MEAN CHANCE", recalibrated)
}

// tellReliability prints how often the village won by what its chance was. The moments of one game end alike, so that the intervals
// count games.
func tellReliability(e *env, by, chance string, lines []chances.Reliable) error {
	var rows strings.Builder
	_, _ = fmt.Fprintf(&rows, "%s\tMOMENTS\tGAMES\t%s\tWON\t95%%\tSQUARED ERROR\tTHAT OF THE SHARE\n", by, chance)
	for i := range lines {
		at := &lines[i]
		_, _ = fmt.Fprintf(&rows, "%.0f-%.0f%%\t%d\t%d\t%.1f%%\t%.1f%%\t[%.1f, %.1f]\t%.3f\t%.3f\n", 100*at.From, 100*at.To,
			at.Moments, at.Games, 100*at.Chance, 100*at.Won.Value, 100*at.Won.Low, 100*at.Won.High, at.Error, at.Share)
	}
	_, err := fmt.Fprintf(e.stdout, "%s", columns.Align(rows.String()))
	return err
}
