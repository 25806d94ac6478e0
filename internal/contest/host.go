package contest

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
	"wolfden/internal/secret"
	"wolfden/werewolf"
)

const (
	// pingEvery is how often who waits is asked whether it lives.
	pingEvery = 10 * time.Second
	// pingTimeout is how long a waiting client may take for its pong.
	pingTimeout = 10 * time.Second
	// doubtAfter is how long others wait for its pong.
	doubtAfter = 500 * time.Millisecond
	// freshFor is how long a client that was heard from needs no ping.
	freshFor = 2 * time.Second
)

// host is the waiting room of one track and keeps its games. One goroutine owns
// all of its fields; the others send it work.
type host struct {
	track      *config.Track
	store      *store
	policy     matching.Policy
	journal    *matching.Journal // the policy of a planned contest, nil for others
	characters []werewolf.Seat   // name, profile and avatar of each
	supply     *supply           // of made-up ones, which go first; nil for none
	log        *slog.Logger

	config   *config.Config
	program  gamelog.Provenance // of every record
	ctx      context.Context    // ends when games are to stand still
	health   *health
	teams    *teamRegister
	notify   *notifier
	observer Observer // set before run

	work    chan func()
	waiting []*conn
	leaving []*conn // sent home when the host closed; others may read it once idle is closed
	games   map[string]*runningGame
	paused  map[string]*runningGame // resumed games whose players are not all back
	closing bool                    // no new games
	idle    chan struct{}           // closed when closing and no game is left
	rested  <-chan struct{}         // a team that rested is back
	began   time.Time               // when the server was started
	seen    map[string]time.Time    // when a team was last here
	still   stillness
	told    bool                          // that the contest is over
	stands  map[string]context.CancelFunc // ends who plays for a team
	ended   chan struct{}                 // closed when run has returned
	playing sync.WaitGroup                // the games' goroutines
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
			h.forget()
			h.tellMissing(time.Now())
			h.tellOver()
			h.askAll(ctx)
		case <-h.rested:
			h.seatAll()
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
	case <-h.ctx.Done():
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
	if h.journal != nil {
		if code, reason := h.unadmitted(c); reason != "" {
			c.refuse(code, reason)
			return
		}
		h.teams.know(c.team)
	}
	h.waiting = append(h.waiting, c)
	h.log.Info("client waits", "client", werewolf.Clean(c.name), "address", c.address, "waiting", len(h.waiting))
	h.askLife(h.ctx, c)
}

// unadmitted is why a client has nothing to play for in the plan, "" when it has.
func (h *host) unadmitted(c *conn) (websocket.StatusCode, string) {
	if h.over() {
		return websocket.StatusGoingAway, h.farewell()
	}
	if err := h.journal.Admit(c.team, time.Now()); err != nil {
		h.log.Warn("client refused", "client", werewolf.Clean(c.name), "error", err)
		return refusal(err)
	}
	return websocket.StatusPolicyViolation, h.stranger(c)
}

// refusal is what a client is told that was not admitted. What went wrong here is none of its business.
func refusal(err error) (websocket.StatusCode, string) {
	if no := (*matching.NoSlotError)(nil); errors.As(err, &no) {
		return websocket.StatusPolicyViolation, werewolf.Clean(no.Reason())
	}
	return websocket.StatusInternalError, notAdmitted
}

// forget drops lost connections from the waiting room.
func (h *host) forget() {
	h.waiting = slices.DeleteFunc(h.waiting, func(c *conn) bool { return !c.alive() })
}

// askAll asks everybody in the waiting room for a sign of life who has not just
// given one.
func (h *host) askAll(ctx context.Context) {
	for _, c := range h.waiting {
		if !h.fresh(c) {
			h.askLife(ctx, c)
		}
	}
}

func (h *host) fresh(c *conn) bool { return c.heardSince(time.Now().Add(-freshFor)) }

// askLife asks a waiting client for a sign of life. Until it gives one, others
// are seated without it; if it gives none at all it loses its connection.
func (h *host) askLife(ctx context.Context, c *conn) {
	if c.pinged {
		return
	}
	c.pinged = true
	doubt := time.AfterFunc(doubtAfter, func() { h.do(func() { h.doubt(c) }) })
	go func() {
		ctx, cancel := context.WithTimeout(ctx, pingTimeout)
		defer cancel()
		err := c.ping(ctx)
		doubt.Stop()
		h.do(func() { h.answered(c, err) })
	}()
}

// doubt passes a client over that takes long for its sign of life.
func (h *host) doubt(c *conn) {
	if c.pinged && !c.doubtful {
		c.doubtful = true
		h.seatAll()
	}
}

// answered notes what came of a ping. A client that has meanwhile been seated is
// none of the waiting room's; one that talks lives, though its pong is late.
func (h *host) answered(c *conn, err error) {
	silent := err != nil && !c.heardSince(time.Now().Add(-pingTimeout))
	c.pinged, c.doubtful = false, silent
	switch {
	case !slices.Contains(h.waiting, c):
	case silent:
		c.cancel(errSilent)
		h.forget()
	default:
		h.seatAll()
	}
}

// seatAll starts games as long as the policy finds players for one who are known
// to live. Where that is not known of all, everybody in question is asked at the
// same time, so that any number of silent ones delays the others once, by
// doubtAfter.
func (h *host) seatAll() {
	for !h.closing && h.isOpen() {
		h.forget()
		m, ok := h.policy.Next(h.waitingTeams())
		if !ok {
			return
		}
		table := h.table(&m)
		if slices.ContainsFunc(table, func(c *conn) bool { return !h.fresh(c) }) {
			h.askAll(h.ctx)
			return
		}
		h.waiting = slices.DeleteFunc(h.waiting, func(c *conn) bool { return slices.Contains(table, c) })
		h.start(&m, table)
	}
}

func (h *host) waitingTeams() []matching.Waiting {
	var teams []matching.Waiting
	at := map[string]int{}
	for _, c := range h.waiting {
		if c.doubtful {
			continue
		}
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

// table is the match's players, in seat order.
func (h *host) table(m *matching.Match) []*conn {
	table := make([]*conn, len(m.Places))
	for i, p := range m.Places {
		var team []*conn
		for _, c := range h.waiting {
			if c.team == p.Team && !c.doubtful {
				team = append(team, c)
			}
		}
		slices.SortStableFunc(team, func(a, b *conn) int { return a.since.Compare(b.since) })
		table[i] = team[p.Nth]
	}
	return table
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
		Provenance: h.provenance(m, table),
	}
	people := h.people(m.Seed, len(table))
	for i, c := range table {
		header.Seats[i] = people[i]
		header.Seats[i].Team, header.Seats[i].Client, header.Seats[i].Role = c.team, c.name, m.Places[i].Role
	}
	return header
}

// provenance is what the record says of its making: of programs elsewhere nothing is known but what they call themselves.
func (h *host) provenance(m *matching.Match, table []*conn) *gamelog.Provenance {
	from := h.program
	from.Plan, from.Match, from.Tries = h.track.Name, string(m.ID), 1
	if h.journal != nil {
		from.Tries = h.track.Matching.Tries
	}
	for _, c := range table {
		from.Players = append(from.Players, gamelog.Entrant{Entry: c.team, Remote: true, Player: c.substitute})
	}
	return &from
}

// people are the characters of a game: made-up ones as far as there are any,
// then the cast's in an order drawn from the seed.
func (h *host) people(seed uint64, n int) []werewolf.Seat {
	people := h.supply.handOut(n)
	for _, i := range werewolf.DrawCharacters.Permutation(seed, len(h.characters)) {
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
	file, writer, err := h.store.Create(header)
	if err != nil {
		return err
	}
	r := h.seats(header)
	r.game, r.file, r.writer, r.match = g, file, writer, m.ID
	for i, c := range table {
		r.sessions[i].attach(c)
	}
	h.games[header.ID] = r
	h.playing.Go(func() { h.play(r) })
	return nil
}
