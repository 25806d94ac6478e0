package server

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/server/config"
	"wolfden/internal/server/matching"
	"wolfden/werewolf"
)

const (
	// pingEvery is how often who waits is asked whether it lives.
	pingEvery = 10 * time.Second
	// pingTimeout is how long a waiting client may take for its pong.
	pingTimeout = 3 * time.Second
	// freshFor is how long a client that was heard from needs no ping.
	freshFor = 2 * time.Second
)

// host is the waiting room of one track and keeps its games. One goroutine owns
// all of its fields; the others send it work.
type host struct {
	track      *config.Track
	store      *store
	policy     matching.Policy
	characters []werewolf.Seat // name, profile and avatar of each
	log        *slog.Logger
	server     *Server

	work    chan func()
	waiting []*conn
	games   map[string]*running
	paused  map[string]*running // resumed games whose players are not all back
	probing bool                // a table is being checked before its game begins
	closing bool                // no new games
	idle    chan struct{}       // closed when closing and no game is left
}

// run is the host's goroutine. It ends when the server is closing and the last
// game has ended.
func (h *host) run(ctx context.Context) {
	ticker := time.NewTicker(pingEvery)
	defer ticker.Stop()
	for {
		select {
		case f := <-h.work:
			f()
		case <-ticker.C:
			h.pingWaiting(ctx)
		case <-ctx.Done():
			return
		}
		if h.closing && len(h.games) == 0 {
			close(h.idle)
			return
		}
	}
}

// do hands work to the host's goroutine; false when it has ended.
func (h *host) do(f func()) bool {
	select {
	case h.work <- f:
		return true
	case <-h.idle:
		return false
	case <-h.server.games.Done():
		return false
	}
}

// arrive seats a client that said its name: back in the game it left, or in the
// waiting room.
func (h *host) arrive(c *conn) {
	if h.closing {
		c.close()
		return
	}
	for _, r := range h.games {
		for _, s := range r.sessions {
			if s.name == c.name && s.away() && s.attach(c) {
				h.wake(r)
				return
			}
		}
	}
	if j, planned := h.policy.(*matching.Journal); planned {
		if err := j.Admit(c.team, time.Now()); err != nil {
			h.log.Warn("client refused", "client", werewolf.Clean(c.name), "error", err)
			c.close()
			return
		}
	}
	h.waiting = append(h.waiting, c)
	h.log.Info("client waits", "client", werewolf.Clean(c.name), "address", c.address, "waiting", len(h.waiting))
	h.seatAll()
}

// wake starts a resumed game when its players are back.
func (h *host) wake(r *running) {
	if h.paused[r.header.ID] == nil {
		return
	}
	for _, s := range r.sessions {
		if s.away() {
			return
		}
	}
	h.unpause(r)
}

func (h *host) unpause(r *running) {
	if h.paused[r.header.ID] != nil {
		delete(h.paused, r.header.ID)
		h.log.Info("game goes on", "game", r.header.ID)
		go h.play(r)
	}
}

// resume keeps a game of an earlier server until its players are back, or the
// time for that is over.
func (h *host) resume(g *gamelog.Resumed, id matching.ID) {
	r := newRunning(&g.Record.Header, g.Game, g.Writer, g.File, h.track.ReconnectGrace, h.log)
	r.recorded, r.match = len(g.Game.Log()), id
	h.games[r.header.ID], h.paused[r.header.ID] = r, r
	h.server.gallery.resume(h, g.Record)
	time.AfterFunc(h.track.ResumeGrace, func() { h.do(func() { h.unpause(r) }) })
}

// forget drops lost connections from the waiting room.
func (h *host) forget() {
	h.waiting = slices.DeleteFunc(h.waiting, func(c *conn) bool { return !c.alive() })
}

// pingWaiting asks everybody in the waiting room for a sign of life.
func (h *host) pingWaiting(ctx context.Context) {
	h.forget()
	for _, c := range h.waiting {
		go func() { _ = c.probe(ctx) }()
	}
}

// seatAll starts games as long as the policy finds players for one.
func (h *host) seatAll() {
	if h.probing || h.closing {
		return
	}
	h.forget()
	m, ok := h.policy.Next(h.waitingTeams())
	if !ok {
		return
	}
	table := h.take(&m)
	h.probing = true
	go func() {
		alive := probeAll(h.server.games, table)
		h.do(func() {
			h.probing = false
			if alive && !h.closing {
				h.start(&m, table)
			} else {
				h.waiting = append(h.waiting, table...)
			}
			h.seatAll()
		})
	}()
}

func (h *host) waitingTeams() []matching.Waiting {
	var teams []matching.Waiting
	at := map[string]int{}
	for _, c := range h.waiting {
		i, known := at[c.team]
		if !known {
			i = len(teams)
			at[c.team] = i
			teams = append(teams, matching.Waiting{Team: c.team})
		}
		teams[i].Since = append(teams[i].Since, c.since)
	}
	return teams
}

// take takes the match's players out of the waiting room, in seat order.
func (h *host) take(m *matching.Match) []*conn {
	table := make([]*conn, len(m.Places))
	for i, p := range m.Places {
		var team []*conn
		for _, c := range h.waiting {
			if c.team == p.Team {
				team = append(team, c)
			}
		}
		slices.SortStableFunc(team, func(a, b *conn) int { return a.since.Compare(b.since) })
		table[i] = team[p.Nth]
	}
	h.waiting = slices.DeleteFunc(h.waiting, func(c *conn) bool { return slices.Contains(table, c) })
	return table
}

// probeAll reports whether everybody at the table is there.
func probeAll(ctx context.Context, table []*conn) bool {
	results := make(chan error, len(table))
	for _, c := range table {
		go func() { results <- c.probe(ctx) }()
	}
	alive := true
	for range table {
		alive = <-results == nil && alive
	}
	return alive
}

// start begins a game at the table. The match is booked first: after a crash
// in between it counts as failed and is played again, never twice.
func (h *host) start(m *matching.Match, table []*conn) {
	header := h.deal(m, table)
	err := h.policy.Start(*m, header.ID, time.Now())
	if err == nil {
		err = h.open(m, header, table)
		if err != nil {
			lost := matching.Outcome{Game: header.ID, Failure: err.Error(), At: time.Now()}
			err = errors.Join(err, h.policy.End(m.ID, lost))
		}
	}
	if err != nil {
		h.log.Error("no game begins", "error", err)
		for _, c := range table {
			c.close()
		}
	}
}

// deal draws the characters of a match.
func (h *host) deal(m *matching.Match, table []*conn) *gamelog.Header {
	header := &gamelog.Header{
		Version: gamelog.Version, ID: newID(), Started: time.Now().UnixMilli(),
		Seed: m.Seed, Rules: h.track.Rules, Seats: make([]werewolf.Seat, len(table)),
	}
	as := werewolf.Permutation(m.Seed, werewolf.DrawCharacters, len(h.characters))
	for i, c := range table {
		header.Seats[i] = h.characters[as[i]]
		header.Seats[i].Team, header.Seats[i].Client, header.Seats[i].Role = c.team, c.name, m.Places[i].Role
	}
	return header
}

// open opens the record of a game, seats the clients and lets it begin.
func (h *host) open(m *matching.Match, header *gamelog.Header, table []*conn) error {
	g, err := header.Game()
	if err != nil {
		return err
	}
	file, writer, err := h.store.create(header)
	if err != nil {
		return err
	}
	r := newRunning(header, g, writer, file, h.track.ReconnectGrace, h.log)
	r.match = m.ID
	for i, c := range table {
		r.sessions[i].attach(c)
	}
	h.games[header.ID] = r
	h.server.metrics.started.WithLabelValues(h.track.Name).Inc()
	go h.play(r)
	return nil
}

// play drives a game and books its end.
func (h *host) play(r *running) {
	result, err := r.play(h.server.games, h.observe(r))
	if err == nil {
		r.dismiss()
		err = h.store.finish(r.header.ID)
	}
	h.report(r, result, err)
	h.server.gallery.end(r.header.ID, err)
	h.do(func() {
		delete(h.games, r.header.ID)
		if errors.Is(err, context.Canceled) {
			return // it goes on with the next server
		}
		outcome := matching.Outcome{Game: r.header.ID, At: time.Now()}
		switch {
		case err != nil:
			outcome.Failure = err.Error()
		case result.End == werewolf.Failure:
			outcome.Failure = result.End.String()
		}
		if r.match != "" {
			if err := h.policy.End(r.match, outcome); err != nil {
				h.log.Error("match is not booked", "game", r.header.ID, "error", err)
			}
		}
		h.seatAll()
	})
}

func (h *host) report(r *running, result werewolf.Result, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		r.log.Info("game stands still until the server is back")
	case err != nil:
		r.log.Error("game ended", "error", err)
	default:
		h.server.metrics.ended.WithLabelValues(h.track.Name, result.Winner.String(), result.End.String()).Inc()
		r.log.Info("game ended", "winner", result.Winner.String(), "end", result.End.String())
	}
}
