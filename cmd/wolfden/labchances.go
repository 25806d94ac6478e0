package main

import (
	"errors"
	"fmt"
	"strings"

	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/english"
	"wolfden/internal/stats"
	"wolfden/werewolf"
)

type labChancesCmd struct {
	Files []string `arg:"" help:"Records and contest logs, or folders or zip archives of them."`
	As    *int     `help:"By the eyes of this seat of every game; 0 is the village." placeholder:"SEAT"`
	Bins  int      `default:"5" help:"Lines of the table of reliability."`
	JSON  bool     `help:"The result as a JSON object."`

	rolloutFlags `kong:"set='games=20',set='where=from each moment'"`
}

// Help is the long help of the command.
func (labChancesCmd) Help() string {
	return `Compares chances with what happened: at dawn and dusk of every day of the games, what the
village's chance was, and whether it won. The squared error of chances (Brier) stands beside
that of the share of games that the village won with as many players.

  wolfden lab chances games
  wolfden lab chances games --games 50 --by plain
  wolfden lab chances games --as 0              by the eyes of the village
  wolfden lab chances games --json`
}

// prediction is a chance that was told of a game.
type prediction struct {
	game, players  int
	chance, sketch float64
	first, rest    float64 // the chance by one half of the games that were played on, and by the other
	won            bool
}

// Run compares.
func (c *labChancesCmd) Run(e *env) error {
	if err := c.need(2); err != nil {
		return err
	}
	if c.Bins < 1 {
		return usagef("--bins %d: at least 1", c.Bins)
	}
	var list []prediction
	games := 0
	_, err := c.eachGame(e, c.Files, func(n int, g *gameFile, players chances.Player) error {
		more, err := c.game(e, g, werewolf.SubSeed(c.Seed, n), players)
		if err != nil || len(more) == 0 {
			return err
		}
		for i := range more {
			more[i].game = games
		}
		games++
		list = append(list, more...)
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(list) == 0:
		return errors.New("no game that somebody has won")
	}
	return c.tell(e, list, games)
}

// game predicts a game's end at dawn and dusk of every day; nothing where nobody won.
func (c *labChancesCmd) game(e *env, g *gameFile, seed uint64, players chances.Player) (list []prediction, err error) {
	winner := g.record.Result().Winner
	if winner == werewolf.NoTeam {
		return nil, nil
	}
	rec := chances.Unhurried(g.record)
	if c.As != nil && (*c.As < 0 || *c.As > len(g.record.Header.Seats)) {
		return nil, usagef("--as %d: the game has the seats 1 to %d", *c.As, len(g.record.Header.Seats))
	}
	asks := chances.Asks{By: c.By, Games: c.Games, Seed: seed, Eyes: c.As}
	for _, moment := range chances.Moments(rec, 0) {
		sketch, err := asks.Sketch(rec, moment)
		if err != nil {
			return nil, err
		}
		half, err := asks.Sharpen(e.ctx, rec, &sketch, c.Games/2, players)
		if err != nil {
			return nil, err
		}
		all, err := asks.Sharpen(e.ctx, rec, &half, c.Games, players)
		if err != nil {
			return nil, err
		}
		rest := (all.Village.Value*float64(all.Games) - half.Village.Value*float64(half.Games)) / float64(all.Games-half.Games)
		list = append(list, prediction{
			players: len(rec.Header.Seats), chance: all.Village.Value, sketch: sketch.Sketch, first: half.Village.Value, rest: rest,
			won: winner == werewolf.VillagerTeam,
		})
	}
	return list, nil
}

// tell prints how far the chances hold.
func (c *labChancesCmd) tell(e *env, list []prediction, games int) error {
	eyes := "by true roles"
	if c.As != nil {
		eyes = fmt.Sprintf("by the eyes of seat %d", *c.As)
	}
	base := baseRates(list, games)
	first := make([][]int, games)
	for i := range list {
		first[list[i].game] = append(first[list[i].game], i)
	}
	mean := func(of func(i int) float64) stats.Estimate {
		return stats.Bootstrap(games, c.Seed, func(picks []int) float64 {
			sum, n := 0.0, 0
			for _, game := range picks {
				for _, i := range first[game] {
					sum, n = sum+of(i), n+1
				}
			}
			return sum / float64(n)
		})
	}
	played := func(i int) float64 { return list[i].playedOff(c.Games) }
	var rows strings.Builder
	figures := map[string]stats.Estimate{}
	for _, row := range []struct {
		what, name string
		of         func(i int) float64
	}{
		{"chance", "chance", played},
		{"sketch", "sketch", func(i int) float64 { return off(list[i].sketch, list[i].won) }},
		{"share of games won", "share", func(i int) float64 { return off(base[i], list[i].won) }},
		{"chance, less that of the share", "chance_less_share", func(i int) float64 { return played(i) - off(base[i], list[i].won) }},
		{"sketch, less that of the share", "sketch_less_share", func(i int) float64 { return off(list[i].sketch, list[i].won) - off(base[i], list[i].won) }},
	} {
		m, bounds := mean(row.of), "(too few games)"
		if chances.Of(m).Bounded() {
			bounds = fmt.Sprintf("[%.4f, %.4f]", m.Low, m.High)
		}
		figures[row.name] = m
		_, _ = fmt.Fprintf(&rows, "%s\t%.4f\t%s\n", row.what, m.Value, bounds)
	}
	lines := reliability(list, c.Bins)
	if c.JSON {
		return e.json(map[string]any{
			"games": games, "moments": len(list), "as": c.As, "by": c.By, "played_on": c.Games, "squared_error": figures, "reliability": lines,
		})
	}
	_, _ = fmt.Fprintf(e.stdout, "%s, %s, %s; %d games played on at each, by %s\n\n",
		english.Count(games, "game"), english.Count(len(list), "moment"), eyes, c.Games, c.By)
	_, _ = fmt.Fprintf(e.stdout, "squared error, with its 95%% interval over games\n%s\n", columns.Align(rows.String()))
	return tellReliability(e, lines)
}

// off is the squared error of a chance.
func off(chance float64, won bool) float64 {
	if won {
		return (1 - chance) * (1 - chance)
	}
	return chance * chance
}

// playedOff is the squared error of the chance that so many games scatter around; what their scatter adds to the error is taken off.
func (p *prediction) playedOff(games int) float64 {
	return off(p.chance, p.won) - p.chance*(1-p.chance)/float64(games-1)
}

// reliable is a line of the table of reliability.
type reliable struct {
	From    float64        `json:"from"`
	To      float64        `json:"to"`
	Moments int            `json:"moments"`
	Chance  float64        `json:"mean_chance"`
	Won     stats.Estimate `json:"won"` // moments of one game end alike, so that the interval counts games

	won   int
	games map[int]bool
}

// reliability puts moments together. One half of the games that were played on says in which line a moment stands, the other half
// what its chance was: a half that put it too high by chance would say so of it as well.
func reliability(list []prediction, bins int) (all []reliable) {
	lines := make([]reliable, bins)
	for i := range list {
		p := &list[i]
		at := &lines[min(int(p.first*float64(bins)), bins-1)]
		if at.games == nil {
			at.games = map[int]bool{}
		}
		at.Moments++
		at.games[p.game] = true
		at.Chance += p.rest
		if p.won {
			at.won++
		}
	}
	for n, at := range lines {
		if at.Moments > 0 {
			at.From, at.To = float64(n)/float64(bins), float64(n+1)/float64(bins)
			at.Chance /= float64(at.Moments)
			at.Won = stats.Clustered(at.won, at.Moments, len(at.games)).Estimate()
			at.Won.N = len(at.games)
			all = append(all, at)
		}
	}
	return all
}

// tellReliability prints how often the village won by what its chance was.
func tellReliability(e *env, lines []reliable) error {
	var rows strings.Builder
	rows.WriteString("BY ONE HALF\tMOMENTS\tGAMES\tMEAN CHANCE BY THE OTHER\tWON\t95%\n")
	for _, at := range lines {
		_, _ = fmt.Fprintf(&rows, "%.0f-%.0f%%\t%d\t%d\t%.1f%%\t%.1f%%\t[%.1f, %.1f]\n", 100*at.From, 100*at.To,
			at.Moments, at.Won.N, 100*at.Chance, 100*at.Won.Value, 100*at.Won.Low, 100*at.Won.High)
	}
	_, err := fmt.Fprintf(e.stdout, "%s", columns.Align(rows.String()))
	return err
}

// baseRates are, for each prediction, the share of the other games with as many players that the village won; a half where there
// are none.
func baseRates(list []prediction, games int) []float64 {
	players, won := make([]int, games), make([]bool, games)
	for i := range list {
		players[list[i].game], won[list[i].game] = list[i].players, list[i].won
	}
	rates := make([]float64, len(list))
	for i := range list {
		all, wins := 0, 0
		for game := range games {
			if game != list[i].game && players[game] == list[i].players {
				all++
				if won[game] {
					wins++
				}
			}
		}
		if rates[i] = 0.5; all > 0 {
			rates[i] = float64(wins) / float64(all)
		}
	}
	return rates
}
