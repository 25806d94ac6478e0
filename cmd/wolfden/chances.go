package main

import (
	"fmt"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/transcript"
)

type chancesCmd struct {
	File   string   `arg:"" help:"A record or a contest log."`
	At     []string `help:"Moments: d2 (dawn of day 2), d1:17 (before the 17th utterance), d1:vote, d1:night; default: dawn and dusk of every day." placeholder:"MOMENT"`
	Every  int      `help:"Every so many utterances, too." placeholder:"N"`
	As     string   `help:"By the eyes of this player: a name or a seat number; 0 is the village." placeholder:"SEAT"`
	Seats  bool     `help:"The chance of every seat's side, too."`
	Sketch bool     `help:"Only a first sketch, at once: what was learned of other games; nothing is played."`
	Keep   bool     `default:"true" negatable:"" help:"Keep the chances in a file beside the game, and take them from there."`
	JSON   bool     `help:"One JSON object."`

	rolloutFlags `kong:"set='games=400',set='where=from each moment'"`
}

// Help is the long help of the command.
func (chancesCmd) Help() string {
	return `Tells who would win from moments of a game on: from each, built-in players play it on
many times, each time with another chance. Shares come with their 95% intervals.

  wolfden chances games/01JGG9.jsonl                   dawn and dusk of every day
  wolfden chances games/01JGG9.jsonl --every 5         and every fifth utterance
  wolfden chances games/01JGG9.jsonl --at d1:17 --as 3 what seat 3 had reason to expect
  wolfden chances games/01JGG9.jsonl --as 3 --seats    and for every seat, whatever side it is on

Without --as the players sit in their true roles. By a player's eyes, each game goes on from
one that looks to it exactly like this one; its roles are drawn as the player had reason to
believe. The page of the game shows what is kept. See docs/chances.md.`
}

// Run tells the chances.
func (c *chancesCmd) Run(e *env) error {
	if err := c.need(1); err != nil {
		return err
	}
	if c.Seats && c.Sketch {
		return usagef("--seats: a sketch is of the village alone")
	}
	g, err := readGame(c.File)
	if err != nil {
		return err
	}
	players, err := c.players(&g.record.Header)
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
	curve := &chances.Curve{Asks: asks}
	if !c.JSON {
		c.title(e, g, &asks)
	}
	if err := c.eachPoint(e, g, &asks, players, func(p *chances.Point) {
		curve.Points = append(curve.Points, *p)
		if !c.JSON {
			c.lines(e, &g.record.Header, p)
		}
	}); err != nil || !c.JSON {
		return err
	}
	return e.json(curve)
}

// eachPoint passes the chances at all moments, one after another. What is kept is not played again.
func (c *chancesCmd) eachPoint(e *env, g *gameFile, asks *chances.Asks, players chances.Player, take func(*chances.Point)) error {
	rec := chances.Unhurried(g.record)
	moments := c.At
	if len(moments) == 0 {
		moments = chances.Moments(rec, c.Every)
	}
	kept, err := chances.Load(c.File, g.data)
	if err != nil && c.Keep {
		return err
	}
	sketches, err := c.sketches(e, asks, rec, &kept, moments)
	if err != nil {
		return err
	}
	for _, moment := range moments {
		point, known := kept.Point(asks, moment)
		switch {
		case c.Sketch:
			point = sketches[moment]
		case !known || !c.Keep:
			first := sketches[moment]
			if point, err = asks.Sharpen(e.ctx, rec, &first, players); err == nil && c.Keep {
				kept, err = c.keep(g, asks, point)
			}
		}
		switch {
		case e.ctx.Err() != nil:
			return fmt.Errorf("stopped at %s; the moments before it are kept, unless --no-keep says otherwise", moment)
		case err != nil:
			return err
		}
		take(&point)
	}
	return nil
}

// sketches are what can be said at once of moments for which no games are kept. Whoever waits for the games sees them, beside the
// table.
func (c *chancesCmd) sketches(e *env, asks *chances.Asks, rec *gamelog.Record, kept *chances.Kept, moments []string) (map[string]chances.Point, error) {
	all := map[string]chances.Point{}
	for _, moment := range moments {
		if _, known := kept.Point(asks, moment); known && c.Keep && !c.Sketch {
			continue
		}
		point, err := asks.Sketch(rec, moment)
		if err != nil {
			return nil, err
		}
		all[moment] = point
		if !c.JSON && !c.Sketch {
			_, _ = fmt.Fprintf(e.stderr, "%-10s  %5.1f%%  (a first sketch)\n", moment, 100*point.Sketch)
		}
	}
	return all, nil
}

// keep keeps chances beside the game, with those that somebody else has kept meanwhile.
func (c *chancesCmd) keep(g *gameFile, asks *chances.Asks, point chances.Point) (chances.Kept, error) {
	kept, err := chances.Load(c.File, g.data)
	if err == nil {
		kept.Put(asks, point)
		err = kept.Save(c.File)
	}
	if err != nil {
		err = fmt.Errorf("%w (--no-keep keeps nothing)", err)
	}
	return kept, err
}

// title says what the table shows.
func (c *chancesCmd) title(e *env, g *gameFile, asks *chances.Asks) {
	eyes := "true roles"
	if asks.Eyes != nil {
		eyes = "by the eyes of the village"
		if *asks.Eyes > 0 {
			eyes = "by the eyes of " + transcript.Safe(g.record.Header.Seats[*asks.Eyes-1].Name)
		}
	}
	how := fmt.Sprintf("%s at each moment, played on by %s", english.Count(c.Games, "game"), c.By)
	if c.Sketch {
		how = "a sketch, nothing is played"
	}
	_, _ = fmt.Fprintf(e.stdout, "%s; %s\n\n%-10s  %-6s  %-21s  %s\n", eyes, how, "MOMENT", "SKETCH", "VILLAGE", "WEREWOLVES")
}

// lines prints the chances at a moment.
func (c *chancesCmd) lines(e *env, h *gamelog.Header, p *chances.Point) {
	_, _ = fmt.Fprintf(e.stdout, "%-10s  %5.1f%%", p.Moment, 100*p.Sketch)
	if p.Games > 0 {
		_, _ = fmt.Fprintf(e.stdout, "  %-21s  %s", spaced(p.Village), spaced(p.Werewolves))
	}
	_, _ = fmt.Fprintln(e.stdout)
	if !c.Seats {
		return
	}
	var rows strings.Builder
	for i, chance := range p.Seats[:min(len(p.Seats), len(h.Seats))] {
		_, _ = fmt.Fprintf(&rows, "  %d\t%s\t%s\n", i+1, transcript.Safe(h.Seats[i].Name), spaced(chance))
	}
	_, _ = fmt.Fprint(e.stdout, columns.Align(rows.String()))
}
