package contest

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"wolfden/internal/match"
	"wolfden/werewolf"
	"wolfden/wire"
)

// session is one seat of a running game, played by whatever connection is
// there: the first one, none, or the one its client came back with. It is a
// match.Player, a match.Listener and a match.Herald.
type session struct {
	id       werewolf.SeatID
	name     string        // the client's
	stand    string        // the player that plays here for its team, by the organiser's order; "" is the team itself
	grace    time.Duration // how long it may stay away before it counts as gone; 0: it is gone at once
	patience time.Duration // how long a request waits for it when it is away
	response time.Duration // how long a sign of life may take
	over     <-chan struct{}
	log      *slog.Logger
	encoder  func() *wire.Encoder
	vacated  func() // is called when the connection is lost

	mu      sync.Mutex
	conn    *conn         // the latest, which may be lost; nil before the first
	since   time.Time     // when the session began
	arrived chan struct{} // closed when a connection arrives, then made anew
	closed  bool          // its player was given up, or the game is over
	overdue time.Time     // since when a client was silent whose connection was cut for that
	enc     *wire.Encoder
	last    werewolf.Observation // the latest the seat was given
	asked   werewolf.Request     // what wants its answer; the zero Request: nothing
	naming  bool                 // its name is asked, as a sign of life
	floor   werewolf.Request     // the open floor that goes on; the zero Request: none
	quiet   time.Time            // when the last floor closed
}

// encode sends the packet of an observation; the lock is held.
func (s *session) encode(o werewolf.Observation) {
	if s.conn == nil || !s.conn.alive() {
		return
	}
	packet, err := s.enc.Encode(o)
	if err != nil {
		s.log.Error("packet", "error", err)
		return
	}
	s.conn.send(packet)
}

// know keeps what the seat was given last; the lock is held. What is heard on
// an open floor may overtake what is asked beside it.
func (s *session) know(o *werewolf.Observation) {
	if o.Day > s.last.Day || o.Day == s.last.Day && len(o.Talks)+len(o.Whispers) >= len(s.last.Talks)+len(s.last.Whispers) {
		s.last = *o
	}
}

// Announce sends the packet of what wants no answer.
func (s *session) Announce(o werewolf.Observation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.know(&o)
	s.encode(o)
	s.closed = s.closed || o.Request.Kind == werewolf.Finish
}

// Answer sends the packet and waits for what the client says. On an open floor
// the client was told that it may speak.
func (s *session) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	if o.Request.Open {
		return s.wait(ctx, true)
	}
	s.ask(ctx, &o)
	return s.wait(ctx, false)
}

// ask sends the packet, unless it is too late for that.
func (s *session) ask(ctx context.Context, o *werewolf.Observation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.know(o)
	if ctx.Err() != nil {
		return
	}
	if s.conn != nil {
		s.discard()
	}
	s.asked = o.Request
	s.attend()
	s.encode(*o)
}

// attend lets the connection keep what comes while something is asked or the
// floor is open, and drop all else; the lock is held.
func (s *session) attend() {
	if s.conn == nil {
		return
	}
	wanted := s.listens()
	if s.conn.wanted.Swap(wanted) && !wanted {
		s.conn.unasked.Add(s.conn.drain())
	}
}

// listens reports whether the client may say something now; the lock is held.
func (s *session) listens() bool {
	return s.asked.Kind != werewolf.NoRequest || s.naming || s.floor.Open
}

// discard drops what came unasked before this request; the lock is held.
func (s *session) discard() {
	if n := s.conn.drain(); n > 0 {
		s.log.Warn("unasked messages", "client", s.name, "count", n)
	}
}

// unask notes that nothing wants an answer any more.
func (s *session) unask() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = werewolf.Request{}
	s.attend()
}

// wait waits for the answer until the deadline, or for the moment that a
// request has for a client that is away. After the deadline it waits for a sign
// of life, which makes the answer late, not the player lost.
func (s *session) wait(ctx context.Context, open bool) (string, error) {
	defer s.unask()
	for {
		p := s.presence()
		select {
		case m := <-p.inbox:
			p.conn.took(&m)
			switch {
			case s.belated(&m):
				s.log.Warn("late word", "client", s.name, "text", shorten(m.text))
			case m.data:
				return "", match.ErrUnparsable
			default:
				return m.text, nil
			}
		case <-p.lost:
		case <-p.arrived:
		case <-p.away():
			return "", s.missing()
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

// lateWords is how long after an open floor its words may still be on their way.
const lateWords = time.Second

// belated reports whether the message is a word for a floor that has just
// closed, rather than the choice that is asked now: nobody is called so.
func (s *session) belated(m *message) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked.Kind.Chooses() && time.Since(s.quiet) < lateWords &&
		!slices.Contains(s.last.Names, strings.TrimSpace(m.text))
}

// missing is what becomes of a request to a client that is away.
func (s *session) missing() error {
	if s.grace > 0 {
		return match.ErrAway
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return fmt.Errorf("%w: it may not come back", match.ErrGone)
}

// cut ends the connection of a client that is silent since then. Like one whose
// network broke it may come back, and has a moment for that before its silence
// counts.
func (s *session) cut(c *conn, since time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == c {
		s.overdue = since.Add(s.patience)
	}
	c.cancel(errSilent)
}

// askName asks for the client's name, or no longer does.
func (s *session) askName(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.naming = werewolf.Request{}, on
	s.attend()
	if on && s.conn != nil {
		s.conn.send(wire.NamePacket())
	}
}

// signOfLife asks a client that missed its deadline for its name. The right
// name keeps its connection; a late answer that still comes is noted and taken
// for nothing.
func (s *session) signOfLife() error {
	late := fmt.Errorf("late answer: %w", context.DeadlineExceeded)
	since := time.Now()
	tooLate := time.NewTimer(s.response)
	defer tooLate.Stop()
	s.askName(true)
	defer s.askName(false)
	for {
		p := s.presence()
		if p.lost == nil {
			return s.missing()
		}
		select {
		case m := <-p.inbox:
			p.conn.took(&m)
			if !m.data && strings.TrimSpace(m.text) == s.name {
				return late
			}
			s.log.Warn("late answer", "client", s.name, "text", shorten(m.text))
		case <-p.lost:
		case <-p.arrived:
			return late
		case <-s.over:
			return late
		case <-tooLate.C:
			s.cut(p.conn, since)
			return s.missing()
		}
	}
}

// Hear tells of the open floor: its start, every word, its end.
func (s *session) Hear(o werewolf.Observation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.know(&o)
	s.hearLocked(o)
}

// hearLocked is Hear; the lock is held.
func (s *session) hearLocked(o werewolf.Observation) {
	began := o.Request.Open && !s.floor.Open
	ended := !o.Request.Open && s.floor.Open
	s.floor = werewolf.Request{}
	if o.Request.Open {
		s.floor = o.Request
	}
	if ended {
		s.quiet = time.Now()
	}
	if began && s.conn != nil {
		s.discard()
	}
	s.attend()
	if s.conn == nil || !s.conn.alive() {
		return
	}
	if began {
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
