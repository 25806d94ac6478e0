package lobby

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/aside"
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
	// asideLimit is the same for a program that says things aside: a word that is too long for that is no reason to lose it.
	asideLimit = 4 << 20
	// writeTimeout is how long a network may take for one packet.
	writeTimeout = 15 * time.Second
)

var errTooLong = errors.New("a message is too long")

// message is what a program sent.
type message struct {
	text string
	data bool // a binary frame, which is no text whatever is in it
}

// client is the connection of one program. A goroutine reads from it until it
// is lost.
type client struct {
	Guest  // whose team is known once it is admitted
	ws     *websocket.Conn
	name   string
	inbox  chan message
	lost   chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	once   sync.Once

	wanted  atomic.Bool  // something is asked
	held    atomic.Int64 // bytes in the inbox
	dropped int          // messages, of the reading goroutine alone

	asides bool                      // it says things beside the game
	box    atomic.Pointer[aside.Box] // where to, from the beginning of its game
	early  sync.Once                 // it is told that its game has not begun
}

func newClient(ws *websocket.Conn) *client {
	c := &client{ws: ws, inbox: make(chan message, inboxSize), lost: make(chan struct{})}
	// The request's context ends with its handler, which waits for the socket.
	c.ctx, c.cancel = context.WithCancel(context.Background())
	c.wanted.Store(true) // its name
	ws.SetReadLimit(readLimit)
	if c.asides = ws.Subprotocol() == wire.AsideProtocol; c.asides {
		ws.SetReadLimit(asideLimit)
	}
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
	if c.asides {
		message := bufio.NewReaderSize(r, headSize)
		if head, _ := message.Peek(headSize); wire.IsAside(string(head)) {
			return c.hear(message)
		}
		r = message
	}
	if !c.wanted.Load() {
		c.dropped++
		_, err := io.Copy(io.Discard, r)
		return err
	}
	var text strings.Builder
	if _, err := io.Copy(&text, io.LimitReader(r, readLimit+1)); err != nil {
		return err
	}
	if text.Len() > readLimit {
		_ = c.ws.Close(websocket.StatusMessageTooBig, "an answer is too long")
		return errTooLong
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

// headSize is how much of a message tells whether it is said aside, in bytes.
const headSize = 64

// hear takes what is said aside. Before the game there is nobody to take it, which the program is told once.
func (c *client) hear(r io.Reader) error {
	var text strings.Builder
	if _, err := io.Copy(&text, io.LimitReader(r, aside.MaxWord+1)); err != nil {
		return err
	}
	rest, err := io.Copy(io.Discard, r)
	if err != nil {
		return err
	}
	box := c.box.Load()
	if box == nil {
		c.dropped++
		c.early.Do(func() {
			err = c.send(wire.Aside{Refused: "the game has not begun; notes are kept from its first packet on"}.Encode())
		})
		return err
	}
	if !box.Hear(text.String(), text.Len()+int(rest)) {
		c.dropped++
	}
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
	game    string
	encoder *wire.Encoder
	box     *aside.Box // nil for one that says nothing aside
	probe   bool       // it is asked aside what it believes
	log     *slog.Logger
}

// newPlayer is the program in the game with the id.
func (l *Lobby) newPlayer(c *client, game string) *player {
	p := &player{client: c, game: game, encoder: wire.NewEncoder(game, wire.Newest), probe: l.Probe, log: l.Log}
	if c.asides {
		p.box = aside.NewBox(c.send)
		c.box.Store(p.box)
	}
	return p
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
		p.ask(&o)
		return "", nil
	}
	if p.box != nil {
		defer p.box.Close() // what comes from now on would stand with another day's answer
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

// ask asks a program aside what it believes, at the end of the days on which something was said.
func (p *player) ask(o *werewolf.Observation) {
	if p.box != nil && p.probe && o.Request.Kind == werewolf.DailyFinish && o.Day > 0 && o.Living.Has(o.Seat) {
		p.box.Ask(p.game, o)
	}
}

// Notes yields what the program lets its seat know, and what it said aside.
func (p *player) Notes() iter.Seq2[string, string] {
	return func(yield func(topic, text string) bool) {
		if p.Guest.Notes != nil {
			for topic, text := range p.Guest.Notes() {
				if !yield(topic, text) {
					return
				}
			}
		}
		if p.box == nil {
			return
		}
		for topic, text := range p.box.Notes() {
			if !yield(topic, text) {
				return
			}
		}
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
