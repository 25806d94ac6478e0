package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"wolfden/werewolf"
)

// Player is what a Client plays with, such as Wolfden's built-in players. The package match describes its
// contract.
type Player interface {
	Answer(ctx context.Context, o werewolf.Observation) (string, error)
}

// Client plays on a server of the protocol. One goroutine uses it.
type Client struct {
	URL   string // ws:// or wss://, with the server's path
	Name  string // the answer to NAME
	Token string // sent as a bearer token; "" for none
	// New makes the player for a new game, given the game's id.
	New func(game string) (Player, error)
	// Games is the number of games to play before Run returns; 0 means no limit.
	Games int
	// Reconnect makes Run connect again after a lost connection, even in a running game.
	Reconnect bool
	// Aside lets players that are Thinkers or Believers say things beside the game, on servers that take them.
	Aside bool
	Log   *slog.Logger // nil for silence
	// HTTP makes the connections, with proxies or certificates of its own; nil for http.DefaultClient.
	HTTP *http.Client
}

const (
	// clientReadLimit holds the longest packets of long games.
	clientReadLimit = 8 << 20
	firstPause      = 500 * time.Millisecond
	longestPause    = 15 * time.Second
)

// ErrClosed is returned when the server closed the connection before the game was over. The error also wraps
// the websocket.CloseError with its code.
var ErrClosed = errors.New("the server closed the connection")

// errGameOver ends a connection after FINISH.
var errGameOver = errors.New("the game is over")

// Run plays until the context ends, all games are played, or the connection is lost and Reconnect is not set.
// A refused connection is an error the first time; after that Run tries again. A server that is not up yet is waited for where Reconnect is
// set.
func (c *Client) Run(ctx context.Context) error {
	p := c.session()
	pause := firstPause
	for known := false; ; {
		err := p.connect(ctx)
		known = known || p.welcomed
		switch status := websocket.CloseStatus(err); {
		case status == websocket.StatusPolicyViolation || status == websocket.StatusGoingAway: // who comes back soon is told the same
		case p.welcomed:
			pause = firstPause
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errGameOver):
			if p.played++; p.finished() {
				return nil
			}
		case !c.Reconnect || !known && !down(err):
			return err
		default:
			c.Log.Warn("connection lost", "error", err, "again_in", pause)
			if !sleep(ctx, pause) {
				return ctx.Err()
			}
			pause = min(2*pause, longestPause)
		}
	}
}

// down reports whether there is a machine at the address and no server on it: it may be started later.
func down(err error) bool {
	var op *net.OpError
	var name *net.DNSError
	return errors.As(err, &op) && !errors.As(err, &name)
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// clientSession is what a client keeps from one connection to the next: the game it is in.
type clientSession struct {
	*Client
	observer Observer
	player   Player
	game     string
	played   int              // games that are over
	welcomed bool             // the server has sent something on this connection
	silent   <-chan time.Time // when a caller that has said nothing is given up; nil: never
}

// session is a client that has played nothing yet.
func (c *Client) session() *clientSession {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &clientSession{Client: c}
}

// finished reports whether the client has played all its games.
func (p *clientSession) finished() bool { return p.Games > 0 && p.played >= p.Games }

// connect plays over a connection that it makes. It returns errGameOver after FINISH.
func (p *clientSession) connect(ctx context.Context) error {
	p.welcomed = false
	ws, err := p.dial(ctx)
	if err != nil {
		return err
	}
	return p.play(ctx, ws)
}

// play plays over a connection, whoever made it, and closes it. It returns errGameOver after FINISH.
func (p *clientSession) play(ctx context.Context, ws *websocket.Conn) error {
	defer func() { _ = ws.CloseNow() }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	packets, asides, failed := make(chan Packet), make(chan Aside), make(chan error, 1)
	go receive(ctx, ws, packets, asides, failed)
	t := &caller{clientSession: p, ws: ws, ctx: ctx, done: make(chan answer, 1), asides: ws.Subprotocol() == AsideProtocol}
	defer func() {
		cancel()
		t.calls.Wait() // a player is called once at a time, over all connections
	}()
	for {
		select {
		case packet := <-packets:
			p.welcomed, p.silent = true, nil
			if err := t.handlePacket(&packet); err != nil {
				if errors.Is(err, errGameOver) {
					_ = ws.Close(websocket.StatusNormalClosure, "")
				}
				return err
			}
		case a := <-asides:
			if err := t.handleAside(a); err != nil {
				return err
			}
		case a := <-t.done:
			if err := t.finish(a); err != nil {
				return err
			}
		case err := <-failed:
			if t.over { // the server hangs up after FINISH
				return errGameOver
			}
			return err
		case <-p.silent:
			return errSilentCaller
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// lost explains why a connection ended before its game was over. The server's reason is foreign text.
func lost(err error) error {
	var closed websocket.CloseError
	if !errors.As(err, &closed) {
		return fmt.Errorf("the connection broke, and the server gave no reason; it may have ended, or the network: %w", err)
	}
	said := "gave no reason; its log may hold one"
	if closed.Reason != "" {
		said = "said " + strconv.Quote(werewolf.Clean(closed.Reason))
	}
	return closedByServer{closed, fmt.Sprintf("%v: code %d, and it %s%s", ErrClosed, int(closed.Code), said, advice(closed.Code))}
}

// closedByServer is the error with the reason that the server gave for closing the connection, cleaned for a
// terminal.
type closedByServer struct {
	closed websocket.CloseError
	text   string
}

// Error implements error.
func (f closedByServer) Error() string { return f.text }

// Unwrap returns what it wraps, for errors.Is.
func (f closedByServer) Unwrap() []error { return []error{ErrClosed, f.closed} }

// explained returns the first line of a server's explanation for a refusal.
func explained(answer *http.Response) string {
	const most = 200
	text, err := io.ReadAll(io.LimitReader(answer.Body, most)) // a library's copy of its first kilobyte
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	line = werewolf.Clean(line)
	if err != nil || line == "" || strings.HasPrefix(line, "<") {
		return ""
	}
	return ": " + strconv.Quote(line)
}

// advice says what to do about a close code of the WebSocket protocol (RFC 6455, section 7.4).
func advice(code websocket.StatusCode) string {
	switch code {
	case websocket.StatusPolicyViolation:
		return "; check name, team and token"
	case websocket.StatusGoingAway, websocket.StatusTryAgainLater, websocket.StatusServiceRestart:
		return "; try again later"
	case websocket.StatusMessageTooBig:
		return "; the answer was longer than the server takes"
	default:
		return ""
	}
}

func (p *clientSession) dial(ctx context.Context) (*websocket.Conn, error) {
	if u, err := url.Parse(p.URL); err != nil || u.Scheme != "ws" && u.Scheme != "wss" {
		return nil, fmt.Errorf("%q is not an address of the form ws://host:port/path", p.URL)
	}
	header := http.Header{}
	var offered []string
	if p.Aside {
		offered = []string{AsideProtocol}
	}
	if p.Token != "" {
		header.Set("Authorization", "Bearer "+p.Token)
	}
	ws, answer, err := websocket.Dial(ctx, p.URL, &websocket.DialOptions{HTTPClient: p.HTTP, HTTPHeader: header, Subprotocols: offered})
	if err != nil {
		if answer != nil {
			return nil, fmt.Errorf("%s refuses: %s%s", p.URL, answer.Status, explained(answer))
		}
		return nil, unreachable(p.URL, err)
	}
	ws.SetReadLimit(clientReadLimit)
	return ws, nil
}

// unreachable is the error when no connection to the server could be made.
func unreachable(address string, err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return fmt.Errorf("nobody answers at %s: %w; start the server, or correct the address", address, op)
	}
	return err
}

// receive reads packets until the connection ends.
func receive(ctx context.Context, ws *websocket.Conn, packets chan<- Packet, asides chan<- Aside, failed chan<- error) {
	for ctx.Err() == nil {
		_, data, err := ws.Read(ctx)
		if err != nil {
			failed <- lost(err)
			return
		}
		if a, ok := decodeAside(data); ok {
			hand(ctx, asides, a)
			continue
		}
		p, err := Decode(data)
		if err != nil {
			failed <- err
			return
		}
		hand(ctx, packets, p)
	}
}

// hand hands something on, unless the context ends before.
func hand[T any](ctx context.Context, to chan<- T, what T) {
	select {
	case to <- what:
	case <-ctx.Done():
	}
}

// oneLine returns a text as a single line, which a frame must be.
func oneLine(s string) string {
	return strings.NewReplacer("\r", " ", "\n", " ").Replace(s)
}
