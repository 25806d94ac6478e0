package server

import (
	"context"
	"time"

	"wolfden/werewolf"
)

// presence is a session's connection at a moment. Its channels are for select.
type presence struct {
	conn    *conn
	inbox   <-chan message  // nil without a connection; what came before it was lost is still there
	lost    <-chan struct{} // nil without a connection, and when it is lost
	arrived <-chan struct{} // the next connection is there
	until   time.Time       // how long the client may stay away; zero while it is here
}

// presence is who is there.
func (s *session) presence() presence {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := presence{conn: s.conn, arrived: s.arrived}
	switch {
	case s.conn == nil:
		p.until = s.since.Add(s.grace)
	case s.conn.gone():
		p.inbox = s.conn.inbox
		if len(s.conn.inbox) == 0 {
			p.until = s.conn.left.Add(s.grace)
		}
	default:
		p.inbox, p.lost = s.conn.inbox, s.conn.lost
	}
	return p
}

// away yields when the client has stayed away for too long. A client that is
// here never does.
func (p *presence) away() <-chan time.Time {
	if p.until.IsZero() {
		return nil
	}
	return time.After(time.Until(p.until))
}

// vacant reports whether the session waits for its client to come back.
func (s *session) vacant() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.free()
}

// free is vacant; the lock is held.
func (s *session) free() bool {
	switch {
	case s.closed:
		return false
	case s.conn == nil:
		return true
	default:
		return !s.conn.alive() && (!s.conn.gone() || time.Since(s.conn.left) < s.grace)
	}
}

// attach gives the session a connection; false when it is not vacant. A client that comes back is told
// where it is: INITIALIZE, DAILY_INITIALIZE with what was said today, and what
// is asked of it now. What it had said before the connection broke is its answer
// still.
func (s *session) attach(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.free() {
		return false
	}
	if s.conn != nil {
		s.rescue(s.conn, c)
	} else {
		c.drain()
	}
	s.conn, s.enc = c, s.encoder()
	context.AfterFunc(c.ctx, func() { s.parted(c) })
	if s.last.Rules != nil { // the game has begun without it
		s.log.Info("player is back", "client", s.name)
		s.welcomeBack()
	}
	close(s.arrived)
	s.arrived = make(chan struct{})
	return true
}

// dismiss says goodbye to whoever is there. The seat is not given back.
func (s *session) dismiss() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.conn != nil {
		s.conn.close()
	}
}

// rescue hands on the answer that the old connection brought.
func (s *session) rescue(old, c *conn) {
	c.drain()
	select {
	case m := <-old.inbox:
		if s.asked.Kind != werewolf.NoRequest {
			c.inbox <- m
			s.asked = werewolf.Request{}
		}
	default:
	}
}

// parted notes a lost connection.
func (s *session) parted(c *conn) {
	select {
	case <-s.over: // as it should be
	default:
		s.log.Warn("connection lost", "client", s.name, "cause", context.Cause(c.ctx))
		s.vacated()
	}
}

// welcomeBack sends what a client must know to go on; the lock is held.
func (s *session) welcomeBack() {
	for _, kind := range []werewolf.RequestKind{werewolf.Initialize, werewolf.DailyInitialize} {
		s.sendAs(werewolf.Request{Seat: s.id, Kind: kind})
	}
	for _, q := range []werewolf.Request{s.floor, s.asked} {
		if q.Kind != werewolf.NoRequest {
			s.sendAs(q)
		}
	}
}

func (s *session) sendAs(q werewolf.Request) {
	o := s.last
	o.Request = q
	s.encode(o)
}

// holds reports whether the client that holds the seat is still there, for a
// newcomer under its name. It must have been heard from since the newcomer
// came, or answer a ping; while something is asked of it, it has time for that.
func (s *session) holds(ctx context.Context, newcomer *conn) bool {
	ticker := time.NewTicker(holdEvery)
	defer ticker.Stop()
	for {
		s.mu.Lock()
		c, asked, closed := s.conn, s.asked, s.closed
		s.mu.Unlock()
		switch {
		case closed:
			return true
		case c == nil || !c.alive():
			return false
		case c.heardSince(newcomer.since):
			return true
		case asked.Kind == werewolf.NoRequest:
			return c.challenge(ctx) == nil
		}
		select {
		case <-ticker.C:
		case <-c.lost:
		case <-newcomer.lost:
			return true
		case <-s.over:
			return true
		}
	}
}

// holdEvery is how often it is looked whether a seat is still held.
const holdEvery = 100 * time.Millisecond

// comeBack seats a client in the game it left; false when there is none.
func (h *host) comeBack(c *conn) bool {
	for _, r := range h.games {
		for _, s := range r.sessions {
			if s.name == c.name && s.attach(c) {
				h.wake(r)
				return true
			}
		}
	}
	return false
}

// claim lets a client wait whose name is seated in a running game, until it is
// known whether the seat's connection is dead, as when a network broke and only
// one end noticed. It reports false when the name is not seated, or in so many
// games that it stands for several clients.
func (h *host) claim(c *conn) bool {
	var held []*session
	for _, r := range h.games {
		for _, s := range r.sessions {
			if s.name == c.name {
				held = append(held, s)
			}
		}
	}
	if len(held) != 1 {
		return false
	}
	go func() {
		held[0].holds(h.server.games, c)
		h.do(func() {
			if !h.comeBack(c) {
				h.admit(c)
			}
		})
	}()
	return true
}
