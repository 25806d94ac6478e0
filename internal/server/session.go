package server

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"wolfden/internal/match"
	"wolfden/werewolf"
	"wolfden/wire"
)

// session is one seat of a running game, played by whatever connection is
// there: the first one, none, or the one its client came back with. It is a
// match.Player and a match.Listener.
type session struct {
	id       werewolf.SeatID
	name     string // the client's
	team     string
	grace    time.Duration // how long it may stay away
	response time.Duration // how long a sign of life may take
	over     <-chan struct{}
	log      *slog.Logger
	encoder  func() *wire.Encoder

	mu      sync.Mutex
	conn    *conn         // nil while away
	arrived chan struct{} // closed when a connection arrives, then made anew
	left    time.Time     // when the last connection was lost
	enc     *wire.Encoder
	last    werewolf.Observation // the latest the seat was given
	asked   bool                 // whether last still wants its answer
	floor   bool                 // whether an open floor was announced
}

// away reports whether the session waits for its client to come back.
func (s *session) away() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn == nil
}

// attach gives the session a connection. A client that comes back is told
// where it is: INITIALIZE, DAILY_INITIALIZE with what was said today, and what
// is asked of it now. It reports false when the seat is taken.
func (s *session) attach(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		return false
	}
	s.conn = c
	s.enc = s.encoder()
	c.drain()
	if s.last.Rules != nil { // the game has begun without it
		s.log.Info("player is back", "client", werewolf.Clean(s.name))
		s.welcomeBack()
	}
	close(s.arrived)
	s.arrived = make(chan struct{})
	return true
}

// welcomeBack sends what a client must know to go on.
func (s *session) welcomeBack() {
	o := s.last
	pending := o.Request
	for _, kind := range []werewolf.RequestKind{werewolf.Initialize, werewolf.DailyInitialize} {
		o.Request = werewolf.Request{Seat: s.id, Kind: kind}
		s.encode(o)
	}
	o.Request = pending
	if s.asked || s.floor {
		s.encode(o)
	}
}

// encode sends the packet of an observation; the lock is held.
func (s *session) encode(o werewolf.Observation) {
	if s.conn == nil {
		return
	}
	packet, err := s.enc.Encode(o)
	if err != nil {
		s.log.Error("packet", "error", err)
		return
	}
	s.conn.send(packet)
}

// Answer sends the packet and waits for what the client says.
func (s *session) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	asks := o.Request.Kind.Speaks() || o.Request.Kind.Chooses()
	s.mu.Lock()
	s.last, s.asked = o, asks && !o.Request.Open
	if s.asked && s.conn != nil {
		s.discard()
	}
	if !o.Request.Open {
		s.encode(o)
	}
	s.mu.Unlock()
	if !asks {
		return "", nil
	}
	text, err := s.wait(ctx, o.Request.Open)
	s.mu.Lock()
	s.asked = false
	s.mu.Unlock()
	return text, err
}

// discard drops what came unasked before this request; the lock is held.
func (s *session) discard() {
	for _, text := range s.conn.drain() {
		s.log.Warn("unasked message", "client", werewolf.Clean(s.name), "text", shorten(text))
	}
}

// wait waits for the answer until the deadline. Then it waits for a sign of
// life, which makes the answer late, not the player lost.
func (s *session) wait(ctx context.Context, open bool) (string, error) {
	for {
		c, arrived := s.current()
		inbox, lost := inboxOf(c)
		select {
		case text := <-inbox:
			return text, nil
		case <-lost:
			s.lose(c)
			if len(inbox) > 0 {
				return <-inbox, nil // said before it was gone
			}
		case <-arrived:
		case <-s.over:
			return "", context.Canceled
		case <-ctx.Done():
			if open {
				return "", ctx.Err()
			}
			return "", s.signOfLife()
		}
	}
}

// current is the connection, nil while away, and the channel that tells of the
// next one.
func (s *session) current() (*conn, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn, s.arrived
}

// inboxOf are the channels of a connection; of none they never yield.
func inboxOf(c *conn) (<-chan string, <-chan struct{}) {
	if c == nil {
		return nil, nil
	}
	return c.inbox, c.lost
}

// lose notes that the connection is gone.
func (s *session) lose(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == c {
		s.conn, s.left = nil, time.Now()
		s.log.Warn("connection lost", "client", werewolf.Clean(s.name), "cause", context.Cause(c.ctx))
	}
}

// signOfLife asks a client that missed its deadline for its name. The right
// name, or coming back in time, keeps the player in the game; a late answer
// that still comes is noted and taken for nothing.
func (s *session) signOfLife() error {
	late := fmt.Errorf("late answer: %w", context.DeadlineExceeded)
	deadline := time.NewTimer(s.response)
	defer deadline.Stop()
	var asked *conn
	for {
		c, arrived := s.current()
		if c == nil {
			return s.awaitReturn(late)
		}
		if c != asked {
			c.send(wire.NamePacket())
			asked = c
		}
		select {
		case text := <-c.inbox:
			if strings.TrimSpace(text) == s.name {
				return late
			}
			s.log.Warn("late answer", "client", werewolf.Clean(s.name), "text", shorten(text))
		case <-c.lost:
			s.lose(c)
		case <-arrived:
			return late
		case <-s.over:
			return late
		case <-deadline.C:
			c.cancel(errSilent)
			return fmt.Errorf("%w: no sign of life", match.ErrGone)
		}
	}
}

// awaitReturn waits for a client that is away until its grace is over.
func (s *session) awaitReturn(late error) error {
	_, arrived := s.current()
	s.mu.Lock()
	rest := time.Until(s.left.Add(s.grace))
	s.mu.Unlock()
	timer := time.NewTimer(max(rest, 0))
	defer timer.Stop()
	select {
	case <-arrived:
		return late
	case <-s.over:
		return late
	case <-timer.C:
		return fmt.Errorf("%w: it did not come back", match.ErrGone)
	}
}

// Hear tells of the open floor: its start, every word, its end.
func (s *session) Hear(o werewolf.Observation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = o
	began := o.Request.Open && !s.floor
	ended := !o.Request.Open && s.floor
	s.floor = o.Request.Open
	if s.conn == nil {
		return
	}
	if began {
		s.conn.drain()
		s.encode(o)
	}
	words, err := s.enc.Broadcasts(o)
	for _, packet := range words {
		s.conn.send(packet)
	}
	if ended && err == nil {
		var end []byte
		if end, err = s.enc.PhaseEnd(o); err == nil {
			s.conn.send(end)
		}
	}
	if err != nil {
		s.log.Error("packet", "error", err)
	}
}

// shorten is the beginning of a client's text, safe for a log.
func shorten(text string) string {
	const most = 120
	if len(text) > most {
		text = text[:most] + "..."
	}
	return werewolf.Clean(text)
}
