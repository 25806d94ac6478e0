package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chances"
	"wolfden/internal/columns"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

type movesCmd struct {
	File string `arg:"" help:"A record or a contest log."`
	Top  int    `default:"5" help:"How many turning points are told." placeholder:"N"`
	Keep bool   `default:"true" negatable:"" help:"Keep what was judged in a file beside the game, and take it from there."`
	JSON bool   `help:"One JSON object with every move."`

	By    string `default:"lycaon" help:"The player that goes on in every seat."`
	Games int    `default:"60" help:"How many games are played on each way, at each move."`
	Seed  uint64 `default:"1" help:"Of the games that are played on."`
}

// Help is the long help of the command.
func (movesCmd) Help() string {
	return `Tells where a game turned, and what each player could have known: plays it on with and
without every utterance, with and without every vote.

  wolfden moves games/01JGG9.jsonl
  wolfden moves games/01JGG9.jsonl --json

What a move did to the village's chance is measured with the true roles, beside silence or a
void vote. Votes, and coming out as the seer, are also judged by the mover's own eyes: a
mistake is a move that the mover had reason to expect to lose by; all else is luck.

What was judged is kept beside the game, and shown on its page.`
}

// Run judges the moves.
func (c *movesCmd) Run(e *env) error {
	g, err := readGame(c.File)
	if err != nil {
		return err
	}
	flags := rolloutFlags{By: c.By, Games: c.Games}
	players, err := flags.players(g)
	if err != nil {
		return err
	}
	if c.Games < 4 {
		return usagef("--games %d: at least 4", c.Games)
	}
	moves, err := c.moves(e, g, players)
	if err != nil {
		return err
	}
	h := &g.record.Header
	table, roles := h.Rules.Table, rolesOf(g.record)
	sums := chances.SumsOf(moves, func(id werewolf.SeatID) werewolf.Team { return table.Team(roles[id]) }, len(h.Seats))
	if c.JSON {
		out := json.NewEncoder(e.stdout)
		out.SetIndent("", "  ")
		return out.Encode(map[string]any{"by": c.By, "games": c.Games, "seed": c.Seed, "moves": moves, "players": sums})
	}
	if err := c.turns(e.stdout, h, moves); err != nil {
		return err
	}
	var rows strings.Builder
	rows.WriteString("PLAYER\tROLE\tMOVES\tCHANCE LOST BY OWN MISTAKES\tGAINED BY WORDS\n")
	for _, s := range sums {
		_, _ = fmt.Fprintf(&rows, "%s\t%s\t%d\t%.1f\t%+.1f\n", transcript.Safe(h.Seats[s.Seat-1].Name),
			strings.ToLower(table.Name(roles[s.Seat])), s.Moves, 100*s.Lost, 100*s.Words)
	}
	_, err = fmt.Fprintf(e.stdout, "\nin points of the chance of the player's side:\n%s", columns.Align(rows.String()))
	return err
}

// moves judges all moves, and keeps them beside the game. Those that are kept are not judged again.
func (c *movesCmd) moves(e *env, g *gameFile, players chances.Player) ([]chances.Move, error) {
	kept := chances.KeptMoves{}
	if c.Keep {
		var err error
		if kept, err = chances.LoadMoves(c.File, g.data); err != nil {
			return nil, err
		}
		if known := kept.Find(c.By, c.Games, c.Seed); known != nil {
			return known.Moves, nil
		}
	}
	judge := chances.Judge{Record: chances.Unhurried(g.record), Players: players, Games: c.Games, Seed: c.Seed}
	moves := []chances.Move{}
	if err := judge.Moves(e.ctx, func(m chances.Move) error { moves = append(moves, m); return nil }); err != nil || !c.Keep {
		return moves, err
	}
	kept.Judged = append(kept.Judged, chances.Judged{By: c.By, Games: c.Games, Seed: c.Seed, Moves: moves})
	if err := kept.Save(c.File); err != nil {
		return nil, fmt.Errorf("%w (--no-keep keeps nothing)", err)
	}
	return moves, nil
}

// rolesOf are the roles of a record, by seat.
func rolesOf(rec *gamelog.Record) []werewolf.Role {
	roles := make([]werewolf.Role, len(rec.Header.Seats)+1)
	for i := range rec.Entries {
		if e := rec.Entries[i].Event; e != nil && e.Kind == werewolf.Dealt {
			roles[e.Seat] = e.Role
		}
	}
	return roles
}

// turns prints the moves that changed the chances most, in the order of the game.
func (c *movesCmd) turns(w io.Writer, h *gamelog.Header, moves []chances.Move) error {
	turning := chances.TurningPoints(moves, c.Top)
	_, err := fmt.Fprintf(w, "%d of %d moves changed the village's chance for certain; played on %d times each way by %s\n\n",
		count(moves, (*chances.Move).Turned), len(moves), c.Games, c.By)
	for _, i := range turning {
		m := &moves[i]
		_, err = fmt.Fprintf(w, "%-9s %+5.1f [%+.1f, %+.1f]  %s\n", m.Moment, 100*m.Village.Value, 100*m.Village.Low, 100*m.Village.High, inWords(h, m))
	}
	for i := range moves {
		m := &moves[i]
		if m.Mistake() {
			_, err = fmt.Fprintf(w, "mistake   %s  %s (%+.1f [%+.1f, %+.1f] by its own eyes%s)\n", m.Moment, inWords(h, m),
				100*m.Own.Value, 100*m.Own.Low, 100*m.Own.High, rather(h, m))
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

// rather says whom a vote should have been for.
func rather(h *gamelog.Header, m *chances.Move) string {
	if m.Better == 0 {
		return ""
	}
	return ", rather for " + transcript.Safe(h.Seats[m.Better-1].Name)
}
