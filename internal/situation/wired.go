package situation

import (
	"context"
	"iter"

	"wolfden/internal/match"
	"wolfden/werewolf"
	"wolfden/wire"
)

// Wired returns a player who is told everything in packets, like one at the other end of a connection.
func Wired(p match.Player, game string) match.Player {
	return &wired{player: p, encoder: wire.NewEncoder(game, wire.Newest)}
}

type wired struct {
	player   match.Player
	encoder  *wire.Encoder
	observer wire.Observer
}

// Answer implements match.Player.
func (w *wired) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	text, err := w.encoder.Encode(o)
	if err != nil {
		return "", err
	}
	packet, err := wire.Decode(text)
	if err != nil {
		return "", err
	}
	seen, err := w.observer.See(&packet)
	if err != nil {
		return "", err
	}
	answer, err := w.player.Answer(ctx, seen)
	if err == nil && seen.Request.Kind.Chooses() {
		w.observer.Chose(seen.SeatOf(answer))
	}
	return answer, err
}

// Notes implements match.Thinker.
func (w *wired) Notes() iter.Seq2[string, string] {
	if t, ok := w.player.(match.Thinker); ok {
		return t.Notes()
	}
	return func(func(string, string) bool) {}
}
