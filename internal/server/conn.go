package server

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

const (
	// inboxSize is how many messages of a client are kept until somebody
	// reads them. What comes beyond is dropped: nobody asked for it.
	inboxSize = 32
	// outboxSize is how many packets a client may lag behind.
	outboxSize = 512
	// writeTimeout is how long a client's network may take for one packet.
	writeTimeout = 15 * time.Second
	// goodbyeTime is how long a server that ends waits for goodbyes to be heard.
	goodbyeTime = time.Second
	// maxFlood is how many dropped messages a connection survives.
	maxFlood = 10_000
)

var (
	errSlow   = errors.New("the client does not read its packets")
	errFlood  = errors.New("the client sends without being asked")
	errSilent = errors.New("the client gives no sign of life")
)

// message is what a client sent.
type message struct {
	text string
	data bool // a binary frame, which is no text whatever is in it
}

// conn is the WebSocket of one client: a goroutine reads, another writes, and
// nobody else touches the socket.
type conn struct {
	ws      *websocket.Conn
	address string // of the client, for logs
	name    string // as the client gave it, set before the conn is handed on
	team    string // of the name
	since   time.Time

	inbox   chan message  // what the client sent, oldest first
	outbox  chan []byte   // packets to be written
	lost    chan struct{} // closed when the connection is gone
	left    time.Time     // when that was; to be read after lost is closed
	cancel  context.CancelCauseFunc
	ctx     context.Context
	bye     atomic.Pointer[goodbye]
	dropped atomic.Int64 // messages that found the inbox full
	heard   atomic.Int64 // when the client last gave a sign of life, Unix nanoseconds
}

// goodbye is why a client is sent home.
type goodbye struct {
	code   websocket.StatusCode
	reason string
}

// newConn takes over the socket. The conn ends with the context, or when
// either side closes.
func newConn(ctx context.Context, ws *websocket.Conn, address string, readLimit int64) *conn {
	c := &conn{
		ws: ws, address: address, since: time.Now(),
		inbox: make(chan message, inboxSize), outbox: make(chan []byte, outboxSize),
		lost: make(chan struct{}),
	}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	ws.SetReadLimit(readLimit)
	context.AfterFunc(c.ctx, func() { _ = ws.CloseNow() }) // which ends the two below
	go c.read()
	go c.write()
	return c
}

func (c *conn) read() {
	defer func() {
		c.left = time.Now()
		close(c.lost)
	}()
	defer func() { _ = c.ws.CloseNow() }()
	for {
		kind, data, err := c.ws.Read(context.Background())
		if err != nil {
			c.cancel(err)
			return
		}
		c.heard.Store(time.Now().UnixNano())
		select {
		case c.inbox <- message{string(data), kind != websocket.MessageText}:
		default:
			if c.dropped.Add(1) > maxFlood {
				c.cancel(errFlood)
			}
		}
	}
}

func (c *conn) write() {
	watch := time.AfterFunc(writeTimeout, func() { c.cancel(errSlow) })
	defer watch.Stop()
	for watch.Stop(); ; watch.Stop() {
		select {
		case packet := <-c.outbox:
			if packet == nil {
				bye := goodbye{code: websocket.StatusNormalClosure}
				if said := c.bye.Load(); said != nil {
					bye = *said
				}
				_ = c.ws.Close(bye.code, bye.reason)
				return
			}
			watch.Reset(writeTimeout)
			if err := c.ws.Write(context.Background(), websocket.MessageText, packet); err != nil {
				c.cancel(err)
				return
			}
		case <-c.ctx.Done():
			return
		}
	}
}

// send queues a packet. It never waits: a client that reads too slowly loses
// its connection, not the game's time.
func (c *conn) send(packet []byte) {
	select {
	case c.outbox <- packet:
	default:
		c.cancel(errSlow)
	}
}

// close says goodbye after what is queued has been sent.
func (c *conn) close() { c.send(nil) }

// refuse is close for a client that does not play, and tells it why.
func (c *conn) refuse(code websocket.StatusCode, reason string) {
	c.bye.CompareAndSwap(nil, &goodbye{code, fitting(reason)})
	c.close()
}

// fitting is what a close frame holds of a text.
func fitting(reason string) string {
	const most = 123
	if len(reason) <= most {
		return reason
	}
	return strings.ToValidUTF8(reason[:most], "")
}

// alive reports whether the connection still stands, as far as is known.
func (c *conn) alive() bool { return !c.gone() && c.ctx.Err() == nil }

// gone reports whether the connection has ended and nothing more comes from it.
func (c *conn) gone() bool {
	select {
	case <-c.lost:
		return true
	default:
		return false
	}
}

// ping waits for the client's pong. It must only be used while nothing is
// asked: the organisers' Python client answers pings only while it waits for a
// message.
func (c *conn) ping(ctx context.Context) error { return c.ws.Ping(ctx) }

// drain forgets what the client sent without being asked, and returns it.
func (c *conn) drain() (unasked []message) {
	for {
		select {
		case m := <-c.inbox:
			unasked = append(unasked, m)
		default:
			return unasked
		}
	}
}

// probe asks a waiting client for a sign of life, unless it gave one just now.
// A client that gives none loses its connection.
func (c *conn) probe(ctx context.Context) error {
	if !c.alive() {
		return errSilent
	}
	if c.heardSince(time.Now().Add(-freshFor)) {
		return nil
	}
	return c.challenge(ctx)
}

// challenge wants a sign of life now.
func (c *conn) challenge(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	if err := c.ping(ctx); err != nil {
		c.cancel(errSilent)
		return errSilent
	}
	c.heard.Store(time.Now().UnixNano())
	return nil
}

func (c *conn) heardSince(t time.Time) bool { return c.heard.Load() > t.UnixNano() }
