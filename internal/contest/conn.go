package contest

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

const (
	// inboxSize is how many messages of a client are kept until somebody reads
	// them, and maxHeld how many bytes of them, but for a single longer one.
	inboxSize = 32
	maxHeld   = 128 << 10
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
	errSlow     = errors.New("the client does not read its packets")
	errFlood    = errors.New("the client sends without being asked")
	errSilent   = errors.New("the client gives no sign of life")
	errReplaced = errors.New("its team has come back with its token")
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
	address string // of the client, or where it was called, for logs
	name    string // as the client gave it, set before the conn is handed on
	team    string // of the name
	proved  bool   // a token, or where it was called, says that it is of the team
	// substitute is the player that plays for the team, instead of it; "" is the team itself.
	substitute string
	since      time.Time

	// Of the host's goroutine, while the client waits.
	pinged   bool // a sign of life is asked for
	doubtful bool // it has not given one for long; it is seated at no table
	claims   bool // it may be who plays on a seat that looks dead

	inbox   chan message  // what the client sent when it was asked, oldest first
	outbox  chan []byte   // packets to be written
	lost    chan struct{} // closed when the connection is gone
	left    time.Time     // when that was; to be read after lost is closed
	cancel  context.CancelCauseFunc
	ctx     context.Context
	bye     atomic.Pointer[goodbye]
	wanted  atomic.Bool  // something is asked, so messages are kept
	seated  atomic.Bool  // it has had a seat
	held    atomic.Int64 // bytes in the inbox
	unasked atomic.Int64 // messages that were dropped since that was last told
	dropped atomic.Int64 // messages that were dropped in all
	heard   atomic.Int64 // when the client last gave a sign of life, Unix nanoseconds
	tried   atomic.Int64 // when a newcomer last had it asked for one
}

// goodbye is why a client is sent home.
type goodbye struct {
	code   websocket.StatusCode
	reason string
}

// newConn takes over the socket, of which a first message is expected. The conn
// ends with the context, or when either side closes.
func newConn(ctx context.Context, ws *websocket.Conn, address string, readLimit int64) *conn {
	c := &conn{
		ws: ws, address: address, since: time.Now(), doubtful: true,
		inbox: make(chan message, inboxSize), outbox: make(chan []byte, outboxSize),
		lost: make(chan struct{}),
	}
	c.wanted.Store(true)
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
		kind, r, err := c.ws.Reader(context.Background())
		if err == nil {
			err = c.receive(kind, r)
		}
		if err != nil {
			c.cancel(err)
			return
		}
		c.heard.Store(time.Now().UnixNano())
	}
}

// receive keeps a message that something is asked for. What nobody asked for is
// not even put together: a client that waits costs no memory, whatever it sends.
func (c *conn) receive(kind websocket.MessageType, r io.Reader) error {
	if !c.wanted.Load() {
		_, err := io.Copy(io.Discard, r)
		c.drop()
		return err
	}
	var text strings.Builder
	if _, err := io.Copy(&text, r); err != nil {
		return err
	}
	c.deliver(message{text.String(), kind != websocket.MessageText})
	return nil
}

// deliver puts a message into the inbox, if there is room for it.
func (c *conn) deliver(m message) {
	size := int64(len(m.text))
	if held := c.held.Add(size); held == size || held <= maxHeld {
		select {
		case c.inbox <- m:
			return
		default:
		}
	}
	c.held.Add(-size)
	c.drop()
}

// drop counts a message that is forgotten.
func (c *conn) drop() {
	c.unasked.Add(1)
	if c.dropped.Add(1) > maxFlood {
		c.cancel(errFlood)
	}
}

// took notes that a message of the inbox was read.
func (c *conn) took(m *message) { c.held.Add(-int64(len(m.text))) }

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

// ping waits for the client's pong. That none comes says nothing of a client
// that is asked something or thinks: the organisers' Python client answers pings
// only while it waits for a message.
func (c *conn) ping(ctx context.Context) error {
	err := c.ws.Ping(ctx)
	if err == nil {
		c.heard.Store(time.Now().UnixNano())
	}
	return err
}

// drain forgets what the client sent without being asked, and returns how many
// messages that were since it was last called.
func (c *conn) drain() (unasked int64) {
	for {
		select {
		case m := <-c.inbox:
			c.took(&m)
			unasked++
		default:
			return unasked + c.unasked.Swap(0)
		}
	}
}

func (c *conn) heardSince(t time.Time) bool { return c.heard.Load() > t.UnixNano() }
