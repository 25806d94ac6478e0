package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/teamname"
	"wolfden/wire"
)

var errName = errors.New("the name cannot be used: it is no text")

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
		ws, err := websocket.Accept(w, r, s.welcome())
		if err != nil {
			return // Accept has answered
		}
		c := newConn(s.games, ws, address, s.config.Server.ReadLimit)
		s.metrics.connections.Inc()
		defer s.metrics.connections.Dec()
		err = s.greet(c, claims)
		if err == nil {
			err = h.rostered(c.team)
		}
		if err == nil {
			err = s.guard.admitTeam(c.team)
		}
		if err != nil {
			s.log.Warn("client refused", "address", address, "client", shorten(c.name), "error", err)
			code := websocket.StatusPolicyViolation
			if errors.Is(err, errCrowd) {
				code = websocket.StatusTryAgainLater
			}
			_ = ws.Close(code, fitting(err.Error()))
			c.cancel(err)
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
	c.team = teamname.Of(c.name)
	switch err := teamname.CheckClient(c.name); {
	case name.data:
		return errName
	case err != nil:
		return err
	case claims != nil && claims.Team != c.team:
		return errors.New("the token is for another team")
	}
	return nil
}

func addressOf(r *http.Request) string { return hostOf(r.RemoteAddr) }

func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}
