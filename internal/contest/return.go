package contest

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
	until   time.Time       // when a request no longer waits for the client; zero while it is here
}

// presence is who is there.
func (s *session) presence() presence {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := presence{conn: s.conn, arrived: s.arrived}
	switch {
	case s.conn == nil:
		p.until = s.since.Add(s.patience)
	case s.conn.gone():
		p.inbox = s.conn.inbox
		if len(s.conn.inbox) == 0 {
			p.until = s.conn.left.Add(s.patience)
		}
	default:
		p.inbox, p.lost = s.conn.inbox, s.conn.lost
	}
	return p
}

// away yields when a request has waited long enough for a client that is away.
// For one that is here it never does.
func (p *presence) away() <-chan time.Time {
	if p.until.IsZero() {
		return nil
	}
	return time.After(time.Until(p.until))
}

// Away is since when the client is away, the zero time while it is here. Who was
// silent until its connection was cut is away since then.
func (s *session) Away() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.conn == nil:
		return s.since
	case s.conn.alive():
		return time.Time{}
	case !s.overdue.IsZero():
		return s.overdue
	case s.conn.gone():
		return s.conn.left
	default:
		return time.Now()
	}
}

// met reports whether the client was ever connected to this seat since the server was started.
func (s *session) met() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn != nil
}

// vacant reports whether the session waits for its client to come back.
func (s *session) vacant() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.free()
}

// free is vacant; the lock is held. A connection that lives keeps its seat,
// however silent it is.
func (s *session) free() bool {
	return !s.closed && (s.conn == nil || s.grace > 0 && !s.conn.alive())
}

// freeFor reports whether the client may have the seat; the lock is held. Who
// was waiting before the seat was left is another client of the name, as far as
// can be told: the one that left goes first, for as long as a request waits.
func (s *session) freeFor(c *conn) bool {
	if !s.free() {
		return false
	}
	if s.conn == nil || c.claims || !s.conn.gone() {
		return true
	}
	return c.since.After(s.conn.left) || time.Since(s.conn.left) >= s.patience
}

// attach gives the session a connection; false when it may not have the seat. A
// client that comes back is told where it is: INITIALIZE, DAILY_INITIALIZE with
// what was said today, and what is asked of it now. What it had said before the
// connection broke is its answer still.
func (s *session) attach(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.freeFor(c) {
		return false
	}
	c.drain()
	if s.conn != nil {
		s.rescue(s.conn, c)
	}
	s.conn, s.enc, s.overdue = c, s.encoder(), time.Time{}
	c.wanted.Store(s.listens())
	c.seated.Store(true)
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
	select {
	case m := <-old.inbox:
		old.took(&m)
		if s.asked.Kind != werewolf.NoRequest {
			c.deliver(m)
			s.asked = werewolf.Request{}
		}
	default:
	}
}

// parted notes a lost connection. After FINISH it is as it should be.
func (s *session) parted(c *conn) {
	s.mu.Lock()
	over := s.closed
	s.mu.Unlock()
	select {
	case <-s.over:
		over = true
	default:
	}
	if over {
		s.log.Debug("connection closed", "client", s.name, "cause", context.Cause(c.ctx))
		return
	}
	s.log.Warn("connection lost", "client", s.name, "cause", context.Cause(c.ctx))
	s.vacated()
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

// holdEvery is how often it is looked whether a seat is still held, and
// askHolder how often its holder is asked for a sign of life.
const (
	holdEvery = 100 * time.Millisecond
	askHolder = time.Second
)

// holds waits until it is known, for a newcomer under its name, whether the
// client that holds the seat is still there: it is when it gives a sign of life,
// and it is not when its connection has ended. Silence says nothing: a client
// may be thinking. Only who has shown its team's token has the silent
// connection cut, when that is silent for longer than it might have been away.
func (s *session) holds(ctx context.Context, newcomer *conn) bool {
	ticker := time.NewTicker(holdEvery)
	defer ticker.Stop()
	for {
		s.mu.Lock()
		c, closed := s.conn, s.closed
		s.mu.Unlock()
		switch {
		case closed:
			return true
		case c == nil || !c.alive():
			return false
		case c.heardSince(newcomer.since):
			return true
		case newcomer.proved && s.grace > 0 && time.Since(newcomer.since) >= s.grace:
			c.cancel(errReplaced)
			return false
		default:
			c.try(ctx)
		}
		select {
		case <-ticker.C:
		case <-c.lost:
		case <-newcomer.lost:
			return true
		case <-s.over:
			return true
		case <-ctx.Done():
			return true
		}
	}
}

// try asks a client that plays for a sign of life, not too often, however many
// newcomers there are. That it is silent has no consequence.
func (c *conn) try(ctx context.Context) {
	now, last := time.Now(), c.tried.Load()
	if now.Sub(time.Unix(0, last)) < askHolder || len(c.outbox) > 0 || !c.tried.CompareAndSwap(last, now.UnixNano()) {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(ctx, askHolder)
		defer cancel()
		_ = c.ping(ctx)
	}()
}

// belongsTo reports whether the seat was dealt to a client of this name, which plays for its team, or is of it, as the one did that had it: the record says who it was.
func (s *session) belongsTo(c *conn) bool { return s.name == c.name && s.stand == c.substitute }

// comeBack seats a client in the game it left; false when there is none.
func (h *host) comeBack(c *conn) bool {
	for _, r := range h.games {
		for _, s := range r.sessions {
			if s.belongsTo(c) && s.attach(c) {
				h.wake(r)
				return true
			}
		}
	}
	return false
}

// claim lets a client wait whose name is seated in a running game, until it is
// known whether the seat's connection is dead, as when a network broke and only
// one end noticed. Without a token any client of the name is the same one, as far
// as the protocol can tell. It reports false when the name is not seated, or in
// so many games that it stands for several clients.
func (h *host) claim(c *conn) bool {
	var held []*session
	for _, r := range h.games {
		for _, s := range r.sessions {
			if s.belongsTo(c) {
				held = append(held, s)
			}
		}
	}
	if len(held) != 1 {
		return false
	}
	h.log.Info("client waits for the seat of its name", "client", c.name, "address", c.address)
	go func() {
		vacant := !held[0].holds(h.ctx, c)
		h.do(func() {
			c.claims = vacant
			if !h.comeBack(c) {
				h.admit(c)
			}
		})
	}()
	return true
}
