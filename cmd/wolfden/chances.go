package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/position"
	"wolfden/internal/transcript"
)

type chancesCmd struct {
	File   string   `arg:"" help:"A record or a contest log."`
	At     []string `help:"Moments: d2 (dawn of day 2), d1:17 (before the 17th utterance), d1:vote, d1:night; default: dawn and dusk of every day." placeholder:"MOMENT"`
	Every  int      `help:"Dawn and dusk and every so many utterances, beside the moments of --at." placeholder:"N"`
	As     string   `help:"By the eyes of this player: a name or a seat number; 0 is the village." placeholder:"SEAT"`
	Seats  bool     `help:"The chance of every seat's side, too."`
	Sketch bool     `help:"Only a first sketch, at once: what was learned of other games; nothing is played."`
	Keep   bool     `default:"true" negatable:"" help:"Keep the chances in a file beside the game, and take them from there."`
	JSON   bool     `help:"One JSON object."`

	rolloutFlags `kong:"set='games=400',set='where=from each moment'"`
	fleetFlags

	foreign *chances.Measured // how chances did on games of such players; nil where they are wolfden's
}

// Help is the long help of the command.
func (chancesCmd) Help() string {
	return `Tells who would win from moments of a game on: from each, built-in players play it on
many times, each time with another chance. Shares come with their 95% intervals.

  wolfden chances games/01JGG9.jsonl                   dawn and dusk of every day
  wolfden chances games/01JGG9.jsonl --every 5         and every fifth utterance
  wolfden chances games/01JGG9.jsonl --at d1:17 --as 3  what seat 3 had reason to expect
  wolfden chances games/01JGG9.jsonl --as 3 --seats    and for every seat, whatever side it is on
  wolfden chances games/01JGG9.jsonl --by lycaon,plain,random   by players of several minds
  wolfden chances games/01JGG9.jsonl --games 10000 --fleet nats://host:4222   by many machines

Where the players are not wolfden's the village's chance is what games of such players have
shown of it: little, which is said below it. What was played on stands beside it.

Without --as the players sit in their true roles. By a player's eyes, each game goes on from
one that looks to it exactly like this one; its roles are drawn as the player had reason to
believe. The page of the game shows what is kept. See docs/chances.md.`
}

// Run tells the chances.
func (c *chancesCmd) Run(e *env) error {
	if err := c.need(1); err != nil {
		return err
	}
	switch {
	case c.Seats && c.Sketch:
		return usagef("--seats: a sketch is of the village alone")
	case c.Fleet != "" && c.Sketch:
		return usagef("--fleet: for a sketch nothing is played")
	case c.Every < 0:
		return usagef("--every %d: a number of utterances is meant", c.Every)
	}
	g, err := readGame(c.File)
	if err != nil {
		return err
	}
	c.File = g.path
	players, err := c.players(g.record)
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
	if chances.Foreign(&g.record.Header) {
		if c.foreign, err = chances.OnForeign(asks.Eyes); err != nil {
			return err
		}
	}
	if c.at, err = c.join(e); err != nil {
		return err
	}
	defer c.at.leave()
	points, err := c.points(e, g, &asks, players)
	if err != nil || !c.JSON {
		return err
	}
	asks.Digest = "" // of what is kept alone
	for i := range points {
		if asks.Eyes != nil {
			points[i].Entries = 0 // it counts what these eyes may not see, such as whispers
		}
		points[i] = c.told(&points[i])
	}
	out := curveJSON{Curve: chances.Curve{Asks: asks, Points: points}, Foreign: c.foreign}
	if c.foreign != nil {
		out.Caution = c.foreign.Caution()
	}
	return e.json(&out)
}

// curveJSON is the result for programs.
type curveJSON struct {
	chances.Curve

	Caution string            `json:"caution,omitempty"`
	Foreign *chances.Measured `json:"foreign,omitempty"`
}

// told is a point as it may be told.
func (c *chancesCmd) told(p *chances.Point) chances.Point {
	if c.foreign == nil {
		return *p
	}
	return c.foreign.Tell(c.By, *p)
}

// fewGames are played on from every moment before any has more.
const fewGames = 25

// points are the chances at all moments. First all get a sketch, then a few games are played on from each, then more; whoever waits
// sees each round. What is kept is not played again.
func (c *chancesCmd) points(e *env, g *gameFile, asks *chances.Asks, players chances.Player) ([]chances.Point, error) {
	rec := chances.Unhurried(g.record)
	moments, err := c.moments(rec)
	if err != nil {
		return nil, err
	}
	kept, err := c.kept(e, g, asks, players)
	if err != nil {
		return nil, err
	}
	points, err := c.begun(e, asks, rec, &kept, moments)
	if err != nil {
		return nil, err
	}
	rounds := chances.Rounds(fewGames, c.Games)
	switch {
	case c.Sketch:
		rounds = []int{0}
	case c.at != nil:
		finish := c.show(e, 0)
		err := c.onPoints(e, rec, *asks, points, func(p *chances.Point) error { return c.keep(e, g, asks, p, players) })
		if finish(); err != nil {
			return nil, err
		}
		rounds = rounds[len(rounds)-1:] // there is nothing left to play
	}
	for n, games := range rounds {
		last := n+1 == len(rounds)
		if last {
			defer c.show(e, 0)()
		}
		for i := range points {
			if err := c.sharpen(e, g, asks, rec, &points[i], games, players); err != nil {
				return nil, err
			}
			if !last && !c.JSON && points[i].Games == games {
				_, _ = fmt.Fprintf(e.stderr, "%-10s  %s  (%d of %d games)\n", points[i].Moment, spaced(c.told(&points[i]).Village), games, c.Games)
			}
		}
	}
	if c.JSON {
		return points, nil
	}
	c.on.finish()
	_, _ = fmt.Fprintln(e.stdout, c.course(points))
	c.title(e, g, asks)
	for i := range points {
		c.lines(e, &g.record.Header, &points[i])
	}
	if c.foreign != nil {
		_, _ = fmt.Fprintf(e.stdout, "\n%s\n", c.foreign.Caution())
	}
	return points, nil
}

// moments are those that are asked for, each once and in the order of the game.
func (c *chancesCmd) moments(rec *gamelog.Record) ([]string, error) {
	all := slices.Clone(c.At)
	if len(all) == 0 || c.Every > 0 {
		all = append(all, chances.Moments(rec, c.Every)...)
	}
	place, once := map[string]int{}, []string(nil)
	for _, moment := range all {
		if _, known := place[moment]; known {
			continue
		}
		n, err := position.Find(rec, moment)
		if err != nil {
			return nil, err
		}
		place[moment], once = n, append(once, moment)
	}
	slices.SortStableFunc(once, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return once, nil
}

// kept is what is kept beside the game of what these players come to.
func (c *chancesCmd) kept(e *env, g *gameFile, asks *chances.Asks, players chances.Player) (kept chances.Kept, err error) {
	if !c.Keep || c.Sketch {
		return kept, nil
	}
	if kept, err = chances.Load(c.File, g.data); err != nil {
		return kept, err
	}
	for i := range kept.Curves {
		if err := kept.Curves[i].Fits(len(g.record.Header.Seats)); err != nil {
			return kept, fmt.Errorf("%s: %w; delete it to begin anew", chances.Beside(c.File), err)
		}
	}
	if len(kept.Curves) == 0 {
		c.replaced(e, chances.Beside(c.File), kept.Replaces, 0)
		return kept, nil // the sketches come first
	}
	if asks.Digest, err = c.digest(e, g.record, players); err == nil {
		c.replaced(e, chances.Beside(c.File), "", kept.Forget(c.By, asks.Digest))
	}
	return kept, err
}

// begun are what is kept of the moments or, where that is nothing, what can be said at once.
func (c *chancesCmd) begun(e *env, asks *chances.Asks, rec *gamelog.Record, kept *chances.Kept, moments []string) (points []chances.Point, err error) {
	for _, moment := range moments {
		point, known := kept.Point(asks, moment)
		if !known {
			if e.ctx.Err() != nil {
				return nil, c.stopped(moment)
			}
			if point, err = asks.Sketch(rec, moment); err != nil {
				return nil, err
			}
			if !c.JSON && !c.Sketch {
				_, _ = fmt.Fprintf(e.stderr, "%-10s  %5.1f%%  (a first sketch)\n", moment, 100*point.Sketch)
			}
		}
		points = append(points, point)
	}
	return points, nil
}

// sharpen brings a moment to so many games, and keeps what came of them.
func (c *chancesCmd) sharpen(e *env, g *gameFile, asks *chances.Asks, rec *gamelog.Record, point *chances.Point, games int, players chances.Player) error {
	if point.Games >= games {
		return nil
	}
	sharper, err := asks.Sharpen(e.ctx, rec, point, games, players)
	if err == nil {
		*point = sharper
		err = c.keep(e, g, asks, point, players)
	}
	if e.ctx.Err() != nil {
		return c.stopped(point.Moment)
	}
	return err
}

// stopped says where the user has stopped it, and what is left of it.
func (c *chancesCmd) stopped(moment string) error {
	if !c.Keep || c.Sketch {
		return fmt.Errorf("stopped at %s; nothing is kept", moment)
	}
	return fmt.Errorf("stopped at %s; what was played before is kept", moment)
}

// keep keeps chances beside the game, where they are to be kept, with those that somebody else has kept meanwhile.
func (c *chancesCmd) keep(e *env, g *gameFile, asks *chances.Asks, point *chances.Point, players chances.Player) (err error) {
	if !c.Keep {
		return nil
	}
	if asks.Digest == "" {
		if asks.Digest, err = c.digest(e, g.record, players); err != nil {
			return err
		}
	}
	err = chances.Alone(c.File, func() error {
		kept, err := chances.Load(c.File, g.data)
		if err != nil {
			return err
		}
		kept.Forget(c.By, asks.Digest)
		kept.Put(asks, *point)
		return kept.Save(c.File)
	})
	if err != nil {
		err = fmt.Errorf("%w (--no-keep keeps nothing)", err)
	}
	return err
}

// course is how the game went, in a sentence.
func (c *chancesCmd) course(points []chances.Point) string {
	chance := func(p *chances.Point) (i chances.Interval, text string) {
		if p.Games == 0 && c.foreign == nil {
			return chances.Interval{Value: p.Sketch, Low: p.Sketch, High: p.Sketch}, fmt.Sprintf("%.1f%%", 100*p.Sketch)
		}
		i = c.told(p).Village
		return i, spaced(i)
	}
	before, text := chance(&points[0])
	if len(points) == 1 {
		return fmt.Sprintf("at %s the village wins with a chance of %s", points[0].Moment, text)
	}
	_, end := chance(&points[len(points)-1])
	most, step := 0.0, "no step between two moments can be told from chance"
	for i := 1; i < len(points); i++ {
		now, _ := chance(&points[i])
		if by := now.Value - before.Value; math.Abs(by) > most && (now.Low > before.High || now.High < before.Low) {
			most, step = math.Abs(by), fmt.Sprintf("most at once between %s and %s, by %+.1f points", points[i-1].Moment, points[i].Moment, 100*by)
		}
		before = now
	}
	return fmt.Sprintf("the village's chance goes from %s at %s to %s at %s; %s", text, points[0].Moment, end, points[len(points)-1].Moment, step)
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
	last := "WEREWOLVES"
	if c.foreign != nil {
		last = "VILLAGE AS PLAYED ON"
	}
	_, _ = fmt.Fprintf(e.stdout, "%s; %s\n\n%-10s  %-6s  %-21s  %s\n", eyes, how, "MOMENT", "SKETCH", "VILLAGE", last)
}

// lines prints the chances at a moment.
func (c *chancesCmd) lines(e *env, h *gamelog.Header, p *chances.Point) {
	told, last := c.told(p), ""
	switch {
	case p.Games == 0:
	case c.foreign != nil:
		last = spaced(p.Village)
	default:
		last = spaced(p.Werewolves)
	}
	_, _ = fmt.Fprintf(e.stdout, "%-10s  %5.1f%%", p.Moment, 100*p.Sketch)
	if p.Games > 0 || c.foreign != nil {
		_, _ = fmt.Fprintf(e.stdout, "  %-21s  %s", spaced(told.Village), last)
	}
	_, _ = fmt.Fprintln(e.stdout)
	if !c.Seats {
		return
	}
	var rows strings.Builder
	how := ""
	if c.foreign != nil {
		how = "\tas played on"
	}
	for i, chance := range p.Seats[:min(len(p.Seats), len(h.Seats))] {
		_, _ = fmt.Fprintf(&rows, "  %d\t%s\t%s%s\n", i+1, transcript.Safe(h.Seats[i].Name), spaced(chance), how)
	}
	_, _ = fmt.Fprint(e.stdout, columns.Align(rows.String()))
}
