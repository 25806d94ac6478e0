package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

type movesCmd struct {
	Files []string `arg:"" name:"file" help:"Records, contest logs, or folders of them."`
	Top   int      `default:"5" help:"How many turning points are told." placeholder:"N"`
	Keep  bool     `default:"true" negatable:"" help:"Keep what was judged in a file beside the game, and take it from there."`
	JSON  bool     `help:"One JSON object with every move, of a game."`

	rolloutFlags `kong:"set='games=60',set='where=each way at each move'"`
	fleetFlags

	shown int // games of the latest round that was begun
}

// Help is the long help of the command.
func (movesCmd) Help() string {
	return `Tells where a game turned, and what each player could have known: plays it on with and
without every utterance, with and without every vote.

  wolfden moves games/01JGG9.jsonl
  wolfden moves games/01JGG9.jsonl --json
  wolfden moves autumn/data/records/five --games 20
  wolfden moves autumn/data/records/five --fleet nats://host:4222

What a move did to the village's chance is measured with the true roles, beside silence or a
void vote. Votes, and claims of a role, are also judged by the mover's own eyes: a
mistake is a move that the mover had reason to expect to lose by; all else is luck. What
mistakes lost is measured in further games.

Where the players are not wolfden's nobody is said to have made a mistake: what games that are
played on tell of such games is said below the table.

What was judged is kept beside the game, and shown on its page.`
}

// Run judges the moves.
func (c *movesCmd) Run(e *env) error {
	if err := c.need(leastJudging); err != nil {
		return err
	}
	if c.Top < 0 {
		return usagef("--top %d: a number of turning points is meant", c.Top)
	}
	defer c.show(e, 0)()
	files, err := gameFiles(c.Files, false)
	if err != nil {
		return err
	}
	if c.JSON && len(files) > 1 {
		return usagef("--json is of one game, and there are %d", len(files))
	}
	if c.at, err = c.join(e); err != nil {
		return err
	}
	defer c.at.leave()
	if len(files) == 1 {
		g, err := readGame(files[0])
		if err != nil {
			return err
		}
		players, err := c.players(g.record)
		if err != nil {
			return err
		}
		return c.tell(e, g, players)
	}
	taken, err := eachPlayedOn(e, &c.rolloutFlags, c.Files, nil, 1, func(_ context.Context, n int, g *gameFile, _ string, players chances.Player) (any, error) {
		fmt.Fprintf(e.stdout, "== %s, %d of %d\n\n", files[n], n+1, len(files))
		defer fmt.Fprintln(e.stdout)
		c.shown = 0
		return nil, c.tell(e, g, players)
	})
	if err == nil && len(taken) < len(files) {
		err = errFound
	}
	return err
}

// tell judges the moves of a game and tells them.
func (c *movesCmd) tell(e *env, g *gameFile, players chances.Player) error {
	judged, err := c.judged(e, g, players, c.Keep, func(so *chances.Judged, games int) { c.sharper(e, so, games) })
	if err != nil {
		return err
	}
	h, moves := &g.record.Header, judged.Moves
	role := func(id werewolf.SeatID) werewolf.Role { return h.Seats[id-1].Role }
	caution, err := cautionOfPlayed(h)
	if err != nil {
		return err
	}
	sums := judged.Sums(func(id werewolf.SeatID) werewolf.Team { return h.Rules.Table.Team(role(id)) }, len(h.Seats))
	if c.JSON {
		for i := range moves {
			moves[i].Ways = nil
		}
		out := map[string]any{"by": c.By, "games": c.Games, "seed": c.Seed, "moves": moves, "players": sums}
		if caution != "" {
			out["caution"] = caution
		}
		return e.json(out)
	}
	if err := c.turns(e.stdout, h, moves); err != nil {
		return err
	}
	var rows strings.Builder
	rows.WriteString("PLAYER\tROLE\tMOVES\tMISTAKES\tCHANCE LOST BY THEM [95%]\tGAINED BY WORDS [95%]\n")
	for i := range sums {
		s, mistakes := &sums[i], "not judged"
		if s.Mistakes != nil {
			mistakes = strconv.Itoa(*s.Mistakes)
		}
		_, _ = fmt.Fprintf(&rows, "%s\t%s\t%d\t%s\t%s\t%s\n", transcript.Safe(h.Seats[s.Seat-1].Name),
			strings.ToLower(h.Rules.Table.Name(role(s.Seat))), s.Moves, mistakes, orNone(s.Lost, lost, "none found"), orNone(s.Words, points, "none judged"))
	}
	if caution != "" {
		caution = "\n" + caution + "\n"
	}
	_, err = fmt.Fprintf(e.stdout, "\nin points of the chance of the player's side:\n%s%s", columns.Align(rows.String()), caution)
	return err
}

// sharper tells, after every round of games at all moves, what came of them so far.
func (c *movesCmd) sharper(e *env, so *chances.Judged, games int) {
	if games == c.shown {
		return
	}
	if c.shown > 0 && !c.JSON {
		c.on.print(e.stderr, "%d games each way of %d: %d of %d moves have an interval without 0\n",
			c.shown, c.Games, count(so.Moves, (*chances.Move).Turned), len(so.Moves))
	}
	c.shown = games
}

// turns prints the moves that changed the chances most, in the order of the game.
func (c *movesCmd) turns(w io.Writer, h *gamelog.Header, moves []chances.Move) error {
	turned, byChance := count(moves, (*chances.Move).Turned), chances.ByChance(len(moves))
	verdict := fmt.Sprintf("no move stands out from what chance alone makes with %d games each way; more of them (--games) tell more", c.Games)
	if most := chances.TurningPoints(moves, 1); len(most) > 0 && turned > byChance {
		m := &moves[most[0]]
		verdict = fmt.Sprintf("the game turned most at %s: %+.0f points for the village, by %s", m.Moment, 100*m.Village.Value, inWords(h, m))
	}
	turning := chances.TurningPoints(moves, c.Top)
	_, err := fmt.Fprintf(w, "%s\n%d of %d moves have an interval without 0, where chance alone makes about %d; played on %d times each way by %s\n",
		verdict, turned, len(moves), byChance, c.Games, c.By)
	if len(turning) > 0 {
		_, err = fmt.Fprint(w, "\nin points of the village's chance:\n")
	}
	for _, i := range turning {
		m := &moves[i]
		_, err = fmt.Fprintf(w, "%-9s %s  %s\n", m.Moment, points(m.Village), inWords(h, m))
	}
	for i := range moves {
		m := &moves[i]
		if m.Lost != nil {
			_, err = fmt.Fprintf(w, "mistake   %s  %s (lost %s by its own eyes%s)\n", m.Moment, inWords(h, m), lost(*m.Lost), rather(h, m))
		}
	}
	return err
}

// count counts the moves of which something is true.
func count(moves []chances.Move, is func(*chances.Move) bool) (n int) {
	for i := range moves {
		if is(&moves[i]) {
			n++
		}
	}
	return n
}

// inWords is a move in words.
func inWords(h *gamelog.Header, m *chances.Move) string {
	name := transcript.Safe(h.Seats[m.Seat-1].Name)
	if m.Kind == werewolf.Vote {
		return name + " votes for " + transcript.Safe(h.Seats[m.Target-1].Name)
	}
	return name + ": " + transcript.Safe(m.Text)
}

// lost is what was lost, in points.
func lost(i chances.Interval) string {
	return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*i.Value, 100*i.Low, 100*i.High)
}

// orNone is a figure in words, or none where there is none.
func orNone(i *chances.Interval, words func(chances.Interval) string, none string) string {
	if i == nil {
		return none
	}
	return words(*i)
}

// rather says whom a vote should have been for.
func rather(h *gamelog.Header, m *chances.Move) string {
	if m.Better == 0 {
		return ""
	}
	return ", rather for " + transcript.Safe(h.Seats[m.Better-1].Name)
}
