package wire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// ListenPath is where listening clients are called: ws://host:port/ws.
const ListenPath = "/ws"

const (
	// callTimeout is how long a caller may take to become a WebSocket, and then to say something: a server asks for
	// the name at once, and whoever says nothing keeps a client from it.
	callTimeout = 30 * time.Second
	// callHeader is how long the header of a call may be, in bytes.
	callHeader = 16 << 10
)

// errSilentCaller ends a connection on which nothing was said.
var errSilentCaller = errors.New("whoever called says nothing")

// Listen plays over connections that servers make to l at ListenPath, until the context ends or every client has played
// its Games. A client has one connection at a time; with all of them taken, a call is refused. When a connection is
// lost, its client waits for the next call, in the middle of a game too, and says in its Log what was wrong. URL, Token,
// Reconnect, Aside and HTTP have no meaning here. A web page may not call: whatever names an Origin is refused. Listen
// closes l, and no client plays any more when it returns.
func Listen(ctx context.Context, l net.Listener, clients ...*Client) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := &desk{ctx: ctx, free: make(chan *clientSession, len(clients)), done: make(chan struct{}, len(clients))}
	for _, c := range clients {
		d.free <- c.session()
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+ListenPath, d.answer)
	web := &http.Server{
		Handler: mux, ReadHeaderTimeout: callTimeout, WriteTimeout: callTimeout, IdleTimeout: callTimeout, MaxHeaderBytes: callHeader,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(l) }()
	left, err := len(clients), error(nil)
	for left > 0 && err == nil {
		select {
		case <-d.done:
			left--
		case <-ctx.Done():
			err = ctx.Err()
		case err = <-failed:
			err = fmt.Errorf("no more calls can be taken at %s: %w", l.Addr(), err)
		}
	}
	cancel()
	_ = web.Close()
	for range left { // who is taken back here cannot be called any more
		select {
		case <-d.free:
		case <-d.done:
		}
	}
	return err
}

// Listen is the function Listen for one client, at an address such as 127.0.0.1:9000.
func (c *Client) Listen(ctx context.Context, address string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	return Listen(ctx, l, c)
}

// desk hands calls to clients.
type desk struct {
	ctx  context.Context
	free chan *clientSession // those without a connection
	done chan struct{}       // one for each that has played its games
}

// answer takes a call, if there is a client for it, and plays.
func (d *desk) answer(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Origin") != "" {
		// Also a page of the same host: none is served here, and names can be made to lead here.
		http.Error(w, "web pages may not call", http.StatusForbidden)
		return
	}
	var p *clientSession
	select {
	case p = <-d.free:
	default:
		http.Error(w, "all players have a connection", http.StatusServiceUnavailable)
		return
	}
	if d.play(w, r, p); p.finished() {
		d.done <- struct{}{}
		return
	}
	d.free <- p
}

// play plays over the connection of a call.
func (d *desk) play(w http.ResponseWriter, r *http.Request, p *clientSession) {
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	ws.SetReadLimit(clientReadLimit)
	silent := time.NewTimer(callTimeout)
	defer silent.Stop()
	p.silent = silent.C
	switch err = p.play(d.ctx, ws); {
	case errors.Is(err, errGameOver):
		p.played++
	case d.ctx.Err() == nil:
		p.Log.Warn("connection lost; waits for the next call", "caller", r.RemoteAddr, "error", err)
	}
}
