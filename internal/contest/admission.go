package contest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/internal/teamname"
	"wolfden/wire"
)

var (
	errName      = errors.New("the name cannot be used: it is no text")
	errOtherTeam = errors.New("the token, or the address it was called at, is for another team")
)

// What clients are told when they are sent home.
const (
	closingDown = "the server is closing; come back later"
	notAdmitted = "the server could not write down that your team plays; its log says why"
	noGame      = "the server could not begin the game; its log says why"
)

// admission lets clients in and hands each to the host of its track.
type admission struct {
	settings *config.Server
	ctx      context.Context // ends when games are to stand still
	tokens   access.Tokens
	limits   *access.Limits
	teams    *teamRegister
	log      *slog.Logger
	observer Observer // set before anybody comes
}

// handle is the handler of /ws: it lets a client in, asks its name and hands it
// to the host.
func (d *admission) handle(h *host) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		claims, err := d.tokens.Player(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		address := access.AddressOf(r)
		if !d.limits.Enter(address) {
			http.Error(w, "too many connections", http.StatusTooManyRequests)
			return
		}
		defer d.limits.Leave(address)
		ctx, cancel := context.WithCancelCause(d.ctx)
		defer cancel(nil)
		ws, err := websocket.Accept(w, r, d.welcome(cancel))
		if err != nil {
			return // Accept has answered
		}
		c := newConn(ctx, ws, address, d.settings.ReadLimit)
		if err := d.receive(h, c, claims); err != nil {
			d.log.Warn("client refused", "address", address, "client", shorten(c.name), "error", err)
		}
	}
}

// receive asks a client its name, hands it to the host, and returns when its connection has ended; or refuses it, and
// returns why.
func (d *admission) receive(h *host, c *conn, claims *access.Claims) error {
	d.observer.Connected(1)
	defer d.observer.Connected(-1)
	err := d.greet(c, claims)
	if err == nil {
		err = h.rostered(c.team)
	}
	if err == nil {
		err = d.teams.enter(c.team)
	}
	if err != nil {
		code := websocket.StatusPolicyViolation
		if errors.Is(err, errCrowd) {
			code = websocket.StatusTryAgainLater
		}
		_ = c.ws.Close(code, fitting(err.Error()))
		c.cancel(err)
		return err
	}
	defer d.teams.leave(c.team)
	if !h.do(func() { h.arrive(c) }) {
		c.refuse(websocket.StatusGoingAway, closingDown)
	}
	<-c.lost
	return nil
}

// greet asks the client its name, within the time for that.
func (d *admission) greet(c *conn, claims *access.Claims) error {
	c.send(wire.NamePacket())
	timer := time.NewTimer(d.settings.NameTimeout)
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
	if c.proved = claims != nil; c.proved {
		c.substitute = claims.Player
	}
	c.name = strings.Clone(strings.TrimSpace(name.text)) // or the name would hold on to all that came with it
	c.team = teamname.Of(c.name)
	switch err := teamname.CheckClient(c.name); {
	case name.data:
		return errName
	case err != nil:
		return err
	case claims != nil && claims.Team != c.team:
		return errOtherTeam
	}
	return nil
}

// Pings and pongs of a client: more than any program sends that asks whether the other side is there.
const (
	controlFrames = 10 // a second
	controlBurst  = 200
)

var errControl = errors.New("too many pings and pongs")

// welcome says which pages may connect players: all, as their connections carry no cookie, unless the configuration names some. The
// connection ends by cancel where a client floods it with what is no message, and costs memory to answer.
func (d *admission) welcome(cancel context.CancelCauseFunc) *websocket.AcceptOptions {
	origins, frames := d.settings.Origins, rate.NewLimiter(controlFrames, controlBurst)
	mind := func(context.Context, []byte) bool {
		if frames.Allow() {
			return true
		}
		cancel(errControl)
		return false
	}
	return &websocket.AcceptOptions{
		OriginPatterns: origins, InsecureSkipVerify: len(origins) == 0,
		OnPingReceived: mind, OnPongReceived: func(ctx context.Context, payload []byte) { mind(ctx, payload) },
	}
}
