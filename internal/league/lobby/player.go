package lobby

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/match"
	"wolfden/werewolf"
	"wolfden/wire"
)

const (
	// inboxSize is how many messages are kept, while something is asked, until
	// somebody reads them, and maxHeld how many bytes of them, but for a single
	// longer one. All else is dropped: nobody asked for it.
	inboxSize = 32
	maxHeld   = 128 << 10
	// maxFlood is how many dropped messages a connection survives.
	maxFlood = 10_000
	// readLimit is the longest message, in bytes.
	readLimit = 64 << 10
	// writeTimeout is how long a network may take for one packet.
	writeTimeout = 15 * time.Second
)

// message is what a program sent.
type message struct {
	text string
	data bool // a binary frame, which is no text whatever is in it
}

// client is the connection of one program. A goroutine reads from it until it
// is lost.
type client struct {
	ws     *websocket.Conn
	name   string
	team   string
	inbox  chan message
	lost   chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once

	wanted  atomic.Bool  // something is asked
	held    atomic.Int64 // bytes in the inbox
	dropped int          // messages, of the reading goroutine alone
}

func newClient(ws *websocket.Conn) *client {
	c := &client{ws: ws, inbox: make(chan message, inboxSize), lost: make(chan struct{})}
	// The request's context ends with its handler, which waits for the socket.
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.wanted.Store(true) // its name
	ws.SetReadLimit(readLimit)
	go c.read()
	return c
}

func (c *client) read() {
	defer close(c.lost)
	defer c.cancel()
	for {
		kind, r, err := c.ws.Reader(c.ctx)
		if err != nil || c.receive(kind, r) != nil || c.dropped > maxFlood {
			return
		}
	}
}

// receive keeps a message that something is asked for; others are not even put
// together.
func (c *client) receive(kind websocket.MessageType, r io.Reader) error {
	if !c.wanted.Load() {
		c.dropped++
		_, err := io.Copy(io.Discard, r)
		return err
	}
	var text strings.Builder
	if _, err := io.Copy(&text, r); err != nil {
		return err
	}
	size := int64(text.Len())
	if held := c.held.Add(size); held == size || held <= maxHeld {
		select {
		case c.inbox <- message{text.String(), kind != websocket.MessageText}:
			return nil
		default:
		}
	}
	c.held.Add(-size)
	c.dropped++
	return nil
}

// took notes that a message was read.
func (c *client) took(m *message) { c.held.Add(-int64(len(m.text))) }

// want says whether something is asked of the program. What came before is
// forgotten.
func (c *client) want(something bool) {
	c.wanted.Store(something)
	c.drain()
}

// send writes a packet. Its error wraps match.ErrGone.
func (c *client) send(packet []byte) error {
	ctx, cancel := context.WithTimeout(c.ctx, writeTimeout)
	defer cancel()
	if err := c.ws.Write(ctx, websocket.MessageText, packet); err != nil {
		return fmt.Errorf("%w: %w", match.ErrGone, err)
	}
	return nil
}

// close says goodbye, once.
func (c *client) close() {
	c.once.Do(func() {
		_ = c.ws.Close(websocket.StatusNormalClosure, "")
		c.cancel()
	})
}

func (c *client) gone() bool {
	select {
	case <-c.lost:
		return true
	default:
		return c.ctx.Err() != nil
	}
}

// drain forgets what came unasked.
func (c *client) drain() {
	for {
		select {
		case m := <-c.inbox:
			c.took(&m)
		default:
			return
		}
	}
}

// player is a program in its game, for a match to ask.
type player struct {
	*client
	encoder *wire.Encoder
	log     *slog.Logger
}

// Answer sends the packet and waits for what the program says to it. Late
// answers count as none; who gives no sign of life then, in the time that the
// rules have for one, is gone.
func (p *player) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	packet, err := p.encoder.Encode(o)
	if err != nil {
		return "", err
	}
	asks := o.Request.Kind.Speaks() || o.Request.Kind.Chooses()
	p.want(asks)
	defer p.want(false)
	if err := p.send(packet); err != nil {
		return "", err
	}
	if !asks {
		return "", nil
	}
	select {
	case m := <-p.inbox:
		p.took(&m)
		if m.data {
			return "", match.ErrUnparsable
		}
		return m.text, nil
	case <-p.lost:
		return "", fmt.Errorf("%w: connection lost", match.ErrGone)
	case <-ctx.Done():
		return "", p.signOfLife(ctx, o.Rules)
	}
}

// signOfLife asks one that was late for its name.
func (p *player) signOfLife(ctx context.Context, rules *werewolf.Rules) error {
	if err := p.send(wire.NamePacket()); err != nil {
		return err
	}
	tooLate := time.NewTimer(time.Duration(rules.Timeout.Response) * time.Millisecond)
	defer tooLate.Stop()
	for {
		select {
		case m := <-p.inbox:
			p.took(&m)
			if !m.data && strings.TrimSpace(m.text) == p.name {
				return ctx.Err()
			}
			p.log.Warn("late answer", "name", p.name)
		case <-p.lost:
			return fmt.Errorf("%w: connection lost", match.ErrGone)
		case <-tooLate.C:
			return fmt.Errorf("%w: no sign of life", match.ErrGone)
		}
	}
}
