package main

import (
	"fmt"
	"io"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// saidGame holds what was said in a game.
type saidGame struct {
	names []string
	game  *chronicle.Game
}

// readSaid reads a record or a contest log. A log that contradicts the rules will do, since its utterances
// remain.
func readSaid(path string) (*saidGame, error) {
	g, err := chronicle.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s := &saidGame{game: g}
	for i := range g.Players {
		s.names = append(s.names, g.Players[i].Called)
	}
	return s, nil
}

// utterance returns the event as its hearers know it.
func utterance(e *werewolf.Event) werewolf.Utterance {
	return werewolf.Utterance{Day: e.Day, Idx: e.Idx, Turn: e.Turn, Seat: e.Seat, Text: e.Text, Skip: e.Skip, Over: e.Over}
}

// actPrinter prints below each utterance the acts in it.
type actPrinter struct {
	roles    *werewolf.RoleTable
	out      io.Writer
	listener *understand.Listener
}

func newActPrinter(out io.Writer, h *gamelog.Header) *actPrinter {
	t := understand.Table{Roles: h.Rules.Roles, Specs: h.Rules.Table}
	for _, seat := range h.Seats {
		t.Names = append(t.Names, seat.Name)
	}
	return &actPrinter{roles: h.Rules.Table, out: out, listener: understand.New(t)}
}

// event prints the acts of an event if it is an utterance.
func (g *actPrinter) event(e *werewolf.Event) {
	switch e.Kind {
	case werewolf.Talked, werewolf.Whispered:
		rows := g.listener.Hear(utterance(e), e.Kind == werewolf.Whispered)
		if !rows.Worded() {
			return
		}
		for n := range rows.Sentences() {
			fmt.Fprintf(g.out, "      %s\n", rows.Sentence(n, g.roles))
		}
	case werewolf.Executed, werewolf.FoundDead:
		g.listener.Died(e.Seat)
	default:
	}
}
