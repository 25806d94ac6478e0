package contest

import (
	"context"
	"log/slog"
	"os"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
	"wolfden/internal/match"
	"wolfden/werewolf"
	"wolfden/wire"
)

// runningGame is one game in progress, from when its players are seated.
type runningGame struct {
	header    *gamelog.Header
	quietDays int             // after which the game is given up
	night     time.Duration   // of which nights last a multiple, see match.Match
	game      *werewolf.Game  // nil while the record is to be opened
	match     matching.ID     // "" for none
	recorded  int             // events the record has already, when resumed
	past      []gamelog.Entry // what the record held then
	sessions  []*session      // by seat
	watch     GameObserver    // nil before the observer was told
	over      chan struct{}
	file      *os.File
	writer    *gamelog.Writer
	log       *slog.Logger
}

// standIn is the player that a seat was dealt to instead of its team, "" where it was dealt to that.
func standIn(h *gamelog.Header, seat int) string {
	if p := h.Provenance; p != nil && seat < len(p.Players) {
		return p.Players[seat].Player
	}
	return ""
}

// newRunning prepares the sessions of a game.
func newRunning(h *gamelog.Header, t *config.Track, log *slog.Logger) *runningGame {
	r := &runningGame{header: h, quietDays: t.QuietDays, night: t.Night, over: make(chan struct{}), log: log.With("game", h.ID)}
	grace, dialect := t.ReconnectGrace, t.Protocol.Dialect()
	for i, seat := range h.Seats {
		r.sessions = append(r.sessions, &session{
			id: werewolf.SeatID(i + 1), name: seat.Client, stand: standIn(h, i),
			grace: grace, patience: min(grace, t.ReconnectWait), response: time.Duration(h.Rules.Timeout.Response) * time.Millisecond,
			over: r.over, log: r.log.With("seat", i+1), since: time.Now(), arrived: make(chan struct{}),
			encoder: func() *wire.Encoder { return wire.NewEncoder(h.ID, dialect) },
		})
	}
	return r
}

// play drives the game to its end, or until the context ends: then its record
// stays unfinished and is resumed by the next server.
func (r *runningGame) play(ctx context.Context, observe match.Observer) (werewolf.Result, error) {
	players := make([]match.Player, len(r.sessions))
	for i, s := range r.sessions {
		players[i] = s
	}
	m := match.Match{
		Game: r.game, Started: r.header.Started, Recorded: r.recorded, Past: r.past, Players: players,
		Observer: observe, Live: true, Forgets: true,
		Clock:    match.WallClock(time.UnixMilli(r.header.Started)),
		Patience: r.patience(), Grace: r.sessions[0].grace, QuietDays: r.quietDays, Night: r.night,
	}
	r.past = nil // the game may go on for long
	result, err := m.Run(ctx)
	close(r.over)
	if closeErr := r.file.Close(); err == nil {
		err = closeErr
	}
	return result, err
}

// patience outlasts what the sessions wait for: it is they who give a player up.
func (r *runningGame) patience() time.Duration {
	const margin = 5 * time.Second
	return r.sessions[0].response + margin
}

// dismiss says goodbye to everybody still connected.
func (r *runningGame) dismiss() {
	for _, s := range r.sessions {
		s.dismiss()
	}
}
