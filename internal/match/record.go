package match

import (
	"bytes"
	"context"
	"errors"

	"wolfden/gamelog"
)

// Record plays the game of a header to its end, and returns its record as a value and as it is written. The record stays in memory until then:
// nobody outside follows the game. When the context ends first, Record returns its error.
func Record(ctx context.Context, h *gamelog.Header, players []Player, clock Clock) (*gamelog.Record, []byte, error) {
	game, err := h.Game()
	if err != nil {
		return nil, nil, err
	}
	var text bytes.Buffer
	writer, err := gamelog.NewWriter(&text, h)
	if err != nil {
		return nil, nil, err
	}
	k := &keeper{Writer: writer, played: gamelog.Record{Header: *h}}
	m := Match{Game: game, Started: h.Started, Players: players, Observer: k, Clock: clock}
	_, err = m.Run(ctx)
	if err = errors.Join(err, writer.Flush()); err != nil {
		return nil, nil, err
	}
	return &k.played, text.Bytes(), nil
}

// keeper keeps a game on its way into the record.
type keeper struct {
	*gamelog.Writer
	played gamelog.Record
}

// Append takes an entry.
func (k *keeper) Append(e gamelog.Entry) {
	k.Writer.Append(e)
	k.played.Entries = append(k.played.Entries, e)
}
