package server

import (
	"context"
	"errors"
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
	// maxFlood is how many dropped messages a connection survives.
	maxFlood = 10_000
)

var (
	errSlow  = errors.New("the client does not read its packets")
	errFlood = errors.New("the client sends without being asked")
)

// conn is the WebSocket of one client: a goroutine reads, another writes, and
// nobody else touches the socket.
type conn struct {
	ws      *websocket.Conn
	address string // of the client, for logs
	name    string // as the client gave it, set before the conn is handed on
	team    string // of the name
	since   time.Time

	inbox   chan string   // what the client sent, oldest first
	outbox  chan []byte   // packets to be written
	lost    chan struct{} // closed when the connection is gone
	cancel  context.CancelCauseFunc
	ctx     context.Context
	dropped atomic.Int64 // messages that found the inbox full
	heard   atomic.Int64 // when the client last gave a sign of life, Unix nanoseconds
}

// newConn takes over the socket. The conn ends with the context, or when
// either side closes.
func newConn(ctx context.Context, ws *websocket.Conn, address string, readLimit int64) *conn {
	c := &conn{
		ws: ws, address: address, since: time.Now(),
		inbox: make(chan string, inboxSize), outbox: make(chan []byte, outboxSize),
		lost: make(chan struct{}),
	}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	ws.SetReadLimit(readLimit)
	go c.read()
	go c.write()
	return c
}

func (c *conn) read() {
	defer close(c.lost)
	defer func() { _ = c.ws.CloseNow() }()
	for {
		_, data, err := c.ws.Read(c.ctx)
		if err != nil {
			c.cancel(err)
			return
		}
		c.heard.Store(time.Now().UnixNano())
		select {
		case c.inbox <- string(data):
		default:
			if c.dropped.Add(1) > maxFlood {
				c.cancel(errFlood)
			}
		}
	}
}

func (c *conn) write() {
	for {
		select {
		case packet := <-c.outbox:
			if packet == nil {
				_ = c.ws.Close(websocket.StatusNormalClosure, "")
				return
			}
			ctx, cancel := context.WithTimeout(c.ctx, writeTimeout)
			err := c.ws.Write(ctx, websocket.MessageText, packet)
			cancel()
			if err != nil {
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

// alive reports whether the connection still stands, as far as is known.
func (c *conn) alive() bool {
	select {
	case <-c.lost:
		return false
	default:
		return c.ctx.Err() == nil
	}
}

// ping waits for the client's pong. It must only be used while nothing is
// asked: the organisers' Python client answers pings only while it waits for a
// message.
func (c *conn) ping(ctx context.Context) error { return c.ws.Ping(ctx) }

// drain forgets what the client sent without being asked, and returns it.
func (c *conn) drain() (unasked []string) {
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
	if time.Since(time.Unix(0, c.heard.Load())) < freshFor {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	if err := c.ping(ctx); err != nil {
		c.cancel(errSilent)
		return errSilent
	}
	c.heard.Store(time.Now().UnixNano())
	return nil
}
