package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/match"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

// rolloutFlags say who plays games on from a moment, and how often.
type rolloutFlags struct {
	By    string `default:"lycaon" help:"The player that goes on in every seat."`
	Games int    `default:"400" help:"How many games are played on at each moment."`
	Seed  uint64 `default:"1" help:"Of the games that are played on."`
}

// players makes who goes on.
func (f *rolloutFlags) players(g *gameFile) (chances.Player, error) {
	h := &g.record.Header
	if f.Games < 1 {
		return nil, usagef("--games %d: at least 1", f.Games)
	}
	if err := bot.Fits(f.By, len(h.Seats)); err != nil {
		return nil, usagef("--by: %w", err)
	}
	config := bot.Config{Lang: h.Lang, Commas: companyBefore(h).commas()}
	if _, err := bot.New(f.By, config); err != nil {
		return nil, usagef("--by: %w", err)
	}
	return func(_ werewolf.SeatID, seed uint64) (match.Player, error) {
		c := config
		c.Seed = seed
		return bot.New(f.By, c)
	}, nil
}

type chancesCmd struct {
	File  string   `arg:"" help:"A record or a contest log."`
	At    []string `help:"Moments: d2 (dawn of day 2), d1:17 (before the 17th utterance), d1:vote, d1:night; default: dawn and dusk of every day." placeholder:"MOMENT"`
	Every int      `help:"Every so many utterances, too." placeholder:"N"`
	As    string   `help:"By the eyes of this player: a name or a seat number; 0 is the village." placeholder:"SEAT"`
	Keep  bool     `default:"true" negatable:"" help:"Keep the chances in a file beside the game, and take them from there."`
	JSON  bool     `help:"One JSON object."`

	rolloutFlags
}

// Help is the long help of the command.
func (chancesCmd) Help() string {
	return `Tells who would win from moments of a game on: from each, built-in players play it on
many times, each time with another chance. Shares come with their 95% intervals.

  wolfden chances games/01JGG9.jsonl                   dawn and dusk of every day
  wolfden chances games/01JGG9.jsonl --every 5         and every fifth utterance
  wolfden chances games/01JGG9.jsonl --at d1:17 --as 3 what seat 3 had reason to expect

Without --as the players sit in their true roles. By a player's eyes, each game goes on from
one that looks to it exactly like this one; its roles are drawn as the player had reason to
believe. See docs/chances.md.`
}

// Run tells the chances.
func (c *chancesCmd) Run(e *env) error {
	g, err := readGame(c.File)
	if err != nil {
		return err
	}
	players, err := c.players(g)
	if err != nil {
		return err
	}
	asks := chances.Asks{By: c.By, Games: c.Games, Seed: c.Seed}
	if c.As != "" {
		seat, err := seatNamed(&g.record.Header, c.As)
		if err != nil {
			return err
		}
		eyes := int(seat)
		asks.Eyes = &eyes
	}
	curve, err := c.curve(e, g, &asks, players)
	if err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(e.stdout)
		out.SetIndent("", "  ")
		return out.Encode(curve)
	}
	return c.table(e, g, curve)
}

// curve is the chances at all moments. What is kept is not played again.
func (c *chancesCmd) curve(e *env, g *gameFile, asks *chances.Asks, players chances.Player) (*chances.Curve, error) {
	rec := chances.Unhurried(g.record)
	moments := c.At
	if len(moments) == 0 {
		moments = chances.Moments(rec, c.Every)
	}
	kept, err := chances.Load(c.File, g.data)
	if err != nil && c.Keep {
		return nil, err
	}
	curve := &chances.Curve{Asks: *asks}
	for _, moment := range moments {
		point, known := kept.Point(asks, moment)
		if !known || !c.Keep {
			if point, err = asks.At(e.ctx, rec, moment, players); err != nil {
				return nil, err
			}
			kept.Put(asks, point)
			if c.Keep {
				if err := kept.Save(c.File); err != nil {
					return nil, fmt.Errorf("%w (--no-keep keeps nothing)", err)
				}
			}
		}
		curve.Points = append(curve.Points, point)
	}
	return curve, nil
}

// table prints the curve for people.
func (c *chancesCmd) table(e *env, g *gameFile, curve *chances.Curve) error {
	eyes := "true roles"
	if curve.Eyes != nil {
		eyes = "by the eyes of the village"
		if *curve.Eyes > 0 {
			eyes = "by the eyes of " + transcript.Safe(g.record.Header.Seats[*curve.Eyes-1].Name)
		}
	}
	_, _ = fmt.Fprintf(e.stdout, "%s; %d games at each moment, played on by %s\n\n", eyes, c.Games, c.By)
	var rows strings.Builder
	rows.WriteString("MOMENT\tVILLAGE\t95%\tWEREWOLVES\t95%\n")
	for i := range curve.Points {
		p := &curve.Points[i]
		_, _ = fmt.Fprintf(&rows, "%s\t%s\t%s\n", p.Moment, percents(p.Village), percents(p.Werewolves))
	}
	_, err := fmt.Fprint(e.stdout, columns.Align(rows.String()))
	return err
}

// percents is an interval in two cells.
func percents(i chances.Interval) string {
	return fmt.Sprintf("%.1f%%\t[%.1f, %.1f]", 100*i.Value, 100*i.Low, 100*i.High)
}
