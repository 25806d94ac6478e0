package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"wolfden/internal/server/config"
	"wolfden/werewolf"
	"wolfden/wire"
)

// maxName is the longest name a client may give, in characters.
const maxName = 64

var errName = errors.New("the name cannot be used: a team's name of letters before the number, on one line, at most 64 characters")

// What clients are told when they are sent home.
const (
	closingDown = "the server is closing; come back later"
	noGame      = "the server could not begin the game; its log says why"
)

// enter is the handler of /ws: it lets a client in, asks its name and hands it
// to the host.
func (s *Server) enter(h *host) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		claims, err := s.guard.player(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		address := addressOf(r)
		if !s.guard.admit(address) {
			http.Error(w, "too many connections", http.StatusTooManyRequests)
			return
		}
		defer s.guard.leave(address)
		ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: s.config.Server.Origins})
		if err != nil {
			return // Accept has answered
		}
		c := newConn(s.games, ws, address, s.config.Server.ReadLimit)
		s.metrics.connections.Inc()
		defer s.metrics.connections.Dec()
		if err := s.greet(c, claims); err != nil {
			s.log.Warn("client refused", "address", address, "error", err)
			_ = ws.Close(websocket.StatusPolicyViolation, fitting(err.Error()))
			c.cancel(err)
			return
		}
		if !s.guard.admitTeam(c.team) {
			_ = ws.Close(websocket.StatusTryAgainLater, "too many connections of the team")
			c.cancel(errName)
			return
		}
		defer s.guard.leaveTeam(c.team)
		if !h.do(func() { h.arrive(c) }) {
			c.refuse(websocket.StatusGoingAway, closingDown)
		}
		<-c.lost // the handler lives as long as its socket
	}
}

// greet asks the client its name, within the time for that.
func (s *Server) greet(c *conn, claims *claims) error {
	c.send(wire.NamePacket())
	timer := time.NewTimer(s.config.Server.NameTimeout)
	defer timer.Stop()
	var name message
	select {
	case name = <-c.inbox:
		c.took(&name)
		c.wanted.Store(false)
	case <-c.lost:
		return context.Cause(c.ctx)
	case <-timer.C:
		return errSilent
	}
	c.drain()
	c.proved = claims != nil
	c.name = strings.Clone(strings.TrimSpace(name.text)) // or the name would hold on to all that came with it
	c.team = teamOf(c.name)
	switch {
	case name.data || !usableName(c.name):
		return errName
	case claims != nil && claims.Team != c.team:
		return errors.New("the token is for another team")
	}
	return nil
}

// teamOf is the team by the contest's convention: the name without its trailing
// digits.
func teamOf(name string) string { return strings.TrimRight(name, "0123456789") }

func usableName(name string) bool {
	return utf8.ValidString(name) && name == werewolf.Clean(name) && teamOf(name) != "" &&
		utf8.RuneCountInString(name) <= maxName
}

func addressOf(r *http.Request) string { return hostOf(r.RemoteAddr) }

func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}

// guard counts connections and checks tokens. It is safe for concurrent use.
type guard struct {
	tokens bool
	key    []byte
	most   config.Connections

	mu        sync.Mutex
	addresses map[string]int
	teams     map[string]int
	total     int
}

func newGuard(c *config.Config, key []byte) *guard {
	return &guard{
		tokens: c.Server.Authentication, key: key, most: c.Server.MaxConnections,
		addresses: map[string]int{}, teams: map[string]int{},
	}
}

func within(n, most int) bool { return most == werewolf.NoLimit || n < most }

func (g *guard) admit(address string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !within(g.total, g.most.Total) || !within(g.addresses[address], g.most.PerAddress) {
		return false
	}
	g.total++
	g.addresses[address]++
	return true
}

func (g *guard) leave(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.total--
	if g.addresses[address]--; g.addresses[address] == 0 {
		delete(g.addresses, address)
	}
}

func (g *guard) admitTeam(team string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !within(g.teams[team], g.most.PerTeam) {
		return false
	}
	g.teams[team]++
	return true
}

func (g *guard) leaveTeam(team string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.teams[team]--; g.teams[team] == 0 {
		delete(g.teams, team)
	}
}
