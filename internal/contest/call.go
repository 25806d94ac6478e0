package contest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
	"wolfden/werewolf"
)

// An agent that listens is called again after a pause that doubles from the first of these to the last, and begins anew
// when the agent was seated or stayed for longer than the last.
const (
	firstCall = time.Second
	lastCall  = time.Minute
)

var errFull = errors.New("too many connections here, as max_connections has them")

// caller makes one connection after the other to an agent that listens.
type caller struct {
	*admission
	host    *host
	agent   config.Call
	number  int // of the connection among those to this agent, from 1
	http    *http.Client
	address string // of the agent, for logs: without what in its URL may be secret
	failure string // what was said last of why it cannot be called, "" when it could be
}

// call calls the agents of a track that listen.
func (c *Contest) call(h *host) {
	client := callingClient()
	for _, agent := range h.track.Calls {
		for i := range agent.Connections {
			k := &caller{admission: c.admission, host: h, agent: agent, number: i + 1, http: client, address: bare(agent.URL)}
			c.calling.Go(k.run)
		}
	}
}

// callingClient makes connections that end soon after the other end has vanished. It goes where the configuration says
// and nowhere else: an agent's host could send it to addresses that only this machine reaches.
func callingClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DialContext: access.Dial, DisableKeepAlives: true, Proxy: http.ProxyFromEnvironment, MaxResponseHeaderBytes: 16 << 10},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bare is an address without user and query.
func bare(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "" // the configuration has been checked
	}
	return u.Scheme + "://" + u.Host + u.Path
}

// run calls as long as the contest wants players.
func (k *caller) run() {
	for pause := firstCall; k.host.wants(); pause = min(2*pause, lastCall) {
		began := time.Now()
		c, err := k.once()
		k.tell(err)
		if c != nil {
			if bye := c.bye.Load(); bye != nil && bye.code == websocket.StatusGoingAway {
				return
			}
			if c.seated.Load() || time.Since(began) > lastCall {
				pause = firstCall
			}
		}
		select {
		case <-time.After(pause):
		case <-k.ctx.Done():
			return
		}
	}
}

// once makes a connection and returns when it has ended; the conn is nil when there was none. The error is why the agent
// could not be called, or may not play.
func (k *caller) once() (*conn, error) {
	u, err := url.Parse(k.agent.URL)
	if err != nil {
		return nil, err
	}
	if !k.limits.Enter(u.Hostname()) {
		return nil, errFull
	}
	defer k.limits.Leave(u.Hostname())
	ctx, cancel := context.WithTimeout(k.ctx, k.settings.HandshakeTimeout)
	defer cancel()
	ws, answer, err := websocket.Dial(ctx, k.agent.URL, &websocket.DialOptions{HTTPClient: k.http})
	if err != nil {
		return nil, uncalled(err, answer)
	}
	c := newConn(k.ctx, ws, k.address, k.settings.ReadLimit)
	var claims *access.Claims
	if k.agent.Team != "" {
		claims = &access.Claims{Team: k.agent.Team}
	}
	return c, uncalled(k.receive(k.host, c, claims), nil)
}

// uncalled is why an agent could not be called, in the same words each time: without the port of this end.
func uncalled(err error, answer *http.Response) error {
	var op *net.OpError
	switch {
	case answer != nil && answer.StatusCode != http.StatusSwitchingProtocols:
		return fmt.Errorf("it answers %s", werewolf.Clean(answer.Status))
	case errors.As(err, &op):
		return op.Err
	default:
		return err
	}
}

// tell says why an agent cannot be called, when that is new.
func (k *caller) tell(err error) {
	log := k.host.log.With("agent", k.address, "connection", k.number)
	switch {
	case k.ctx.Err() != nil:
	case err == nil:
		k.failure = ""
	case err.Error() == k.failure:
		log.Debug("agent cannot be called, still", "error", err)
	default:
		k.failure = err.Error()
		log.Warn("agent cannot be called; it is called again until it can be", "error", werewolf.Clean(k.failure))
	}
}

// wants reports whether anybody who comes could still play: in a game that goes on, or in one that may begin.
func (h *host) wants() bool {
	wanted := make(chan bool, 1)
	return h.do(func() {
		wanted <- !h.closing && !h.over() || len(h.games) > 0
	}) && <-wanted
}
