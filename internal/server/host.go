package server

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/secret"
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
	supply     *supply         // of made-up ones, which go first; nil for none
	log        *slog.Logger
	server     *Server

	work    chan func()
	waiting []*conn
	leaving []*conn // sent home when the door closed; others may read it once idle is closed
	games   map[string]*running
	paused  map[string]*running // resumed games whose players are not all back
	probing bool                // a table is being checked before its game begins
	closing bool                // no new games
	idle    chan struct{}       // closed when closing and no game is left
	ended   chan struct{}       // closed when run has returned
	playing sync.WaitGroup      // the games' goroutines
}

// run is the host's goroutine. It ends when the server is closing and the last
// game has ended.
func (h *host) run(ctx context.Context) {
	ticker := time.NewTicker(pingEvery)
	defer ticker.Stop()
	defer close(h.ended)
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
	if !h.comeBack(c) && !h.claim(c) {
		h.admit(c)
	}
}

// admit lets a client into the waiting room.
func (h *host) admit(c *conn) {
	if h.closing {
		c.refuse(websocket.StatusGoingAway, closingDown)
		return
	}
	if j, planned := h.policy.(*matching.Journal); planned {
		if err := j.Admit(c.team, time.Now()); err != nil {
			h.log.Warn("client refused", "client", werewolf.Clean(c.name), "error", err)
			c.refuse(websocket.StatusPolicyViolation, werewolf.Clean(strings.TrimPrefix(err.Error(), "matching: ")))
			return
		}
	}
	h.waiting = append(h.waiting, c)
	h.log.Info("client waits", "client", werewolf.Clean(c.name), "address", c.address, "waiting", len(h.waiting))
	h.seatAll()
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
			switch {
			case h.closing:
				sendHome(table, websocket.StatusGoingAway, closingDown)
			case alive:
				h.start(&m, table)
			default:
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
		go func() { results <- c.challenge(ctx) }()
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
		sendHome(table, websocket.StatusInternalError, noGame)
	}
}

// sendHome says goodbye to clients that do not play, and why.
func sendHome(clients []*conn, code websocket.StatusCode, reason string) {
	for _, c := range clients {
		c.refuse(code, reason)
	}
}

// deal draws the characters of a match.
func (h *host) deal(m *matching.Match, table []*conn) *gamelog.Header {
	header := &gamelog.Header{
		Version: gamelog.Version, ID: secret.ID(), Started: time.Now().UnixMilli(),
		Seed: m.Seed, Rules: h.track.Rules, Seats: make([]werewolf.Seat, len(table)),
	}
	people := h.people(m.Seed, len(table))
	for i, c := range table {
		header.Seats[i] = people[i]
		header.Seats[i].Team, header.Seats[i].Client, header.Seats[i].Role = c.team, c.name, m.Places[i].Role
	}
	return header
}

// people are the characters of a game: made-up ones as far as there are any,
// then the cast's in an order drawn from the seed.
func (h *host) people(seed uint64, n int) []werewolf.Seat {
	people := h.supply.take(n)
	for _, i := range werewolf.Permutation(seed, werewolf.DrawCharacters, len(h.characters)) {
		if len(people) < n && !called(people, h.characters[i].Name) {
			people = append(people, h.characters[i])
		}
	}
	return people
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
	r := h.seats(header)
	r.game, r.file, r.writer, r.match = g, file, writer, m.ID
	for i, c := range table {
		r.sessions[i].attach(c)
	}
	h.games[header.ID] = r
	h.server.metrics.started.WithLabelValues(h.track.Name).Inc()
	h.playing.Go(func() { h.play(r) })
	return nil
}
