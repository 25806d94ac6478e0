package contest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
	"wolfden/wire"
)

// raw is a client that does nothing by itself.
type raw struct {
	*websocket.Conn
	tb     testing.TB
	name   string
	packet wire.Packet // the latest
	reason string      // that the server closed with
}

// dial connects with whatever the options say; the error is what the server
// answered instead.
func (s *testServer) dial(tb testing.TB, o *websocket.DialOptions) (*raw, error) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), waittest.Longest)
	defer cancel()
	if o == nil {
		o = &websocket.DialOptions{HTTPClient: s.HTTP}
	}
	ws, answer, err := websocket.Dial(ctx, s.URL, o)
	if err != nil {
		if answer != nil {
			return nil, errors.New(answer.Status)
		}
		return nil, err
	}
	ws.SetReadLimit(8 << 20)
	tb.Cleanup(func() { _ = ws.CloseNow() })
	return &raw{Conn: ws, tb: tb}, nil
}

// join connects and says its name.
func (s *testServer) join(tb testing.TB, name string) *raw {
	tb.Helper()
	c, err := s.dial(tb, nil)
	if err != nil {
		tb.Fatal(err)
	}
	c.name = name
	c.want(wire.RequestName)
	c.say(name)
	return c
}

// next reads a packet; false when the connection is over.
func (c *raw) next() bool {
	ctx, cancel := context.WithTimeout(c.tb.Context(), waittest.Longest)
	defer cancel()
	_, data, err := c.Read(ctx)
	if err != nil {
		if ctx.Err() != nil {
			c.tb.Errorf("%s: the server says nothing", c.name)
		}
		var bye websocket.CloseError
		if errors.As(err, &bye) {
			c.reason = bye.Reason
		}
		return false
	}
	c.packet, err = wire.Decode(data)
	if err != nil {
		c.tb.Errorf("%s: %v", c.name, err)
	}
	return true
}

// want reads packets, which must be those.
func (c *raw) want(requests ...wire.Request) {
	c.tb.Helper()
	for _, r := range requests {
		if !c.next() || c.packet.Request != r {
			c.tb.Fatalf("%s: got %s, want %s", c.name, c.packet.Request, r)
		}
	}
}

// closed waits until the server has ended the connection, and returns the reason it gave.
func (c *raw) closed() string {
	for c.next() {
	}
	return c.reason
}

func (c *raw) say(text string) { c.send(websocket.MessageText, text) }

func (c *raw) send(kind websocket.MessageType, data string) {
	ctx, cancel := context.WithTimeout(c.tb.Context(), waittest.Longest)
	defer cancel()
	_ = c.Write(ctx, kind, []byte(data))
}

// answer is what a good client says to the latest packet, "" for nothing.
func (c *raw) answer() string {
	switch c.packet.Request {
	case wire.RequestName:
		return c.name
	case wire.RequestTalk, wire.RequestWhisper:
		return c.name + " is here"
	case wire.RequestVote, wire.RequestDivine, wire.RequestGuard, wire.RequestAttack:
		return c.somebody()
	default:
		return ""
	}
}

// somebody is a living player that is no wolf as far as is known, nor oneself.
func (c *raw) somebody() string {
	in := c.packet.Info
	for name, status := range in.StatusMap {
		if status == wire.Alive && name != in.Agent && in.RoleMap[name] != werewolf.Werewolf {
			return name
		}
	}
	return ""
}

// play answers well until the game is over or the connection is. With a twist,
// which may say something else to a packet and then reports true.
func (c *raw) play(twist func(*raw) bool) {
	for c.next() {
		if twist != nil && twist(c) {
			continue
		}
		if text := c.answer(); text != "" {
			c.say(text)
		}
	}
}

// once lets a twist happen at the nth request of a kind.
func once(request wire.Request, n int, twist func(*raw)) func(*raw) bool {
	return func(c *raw) bool {
		if c.packet.Request != request {
			return false
		}
		if n--; n != 0 {
			return false
		}
		twist(c)
		return true
	}
}

// company lets four good clients of a team play a game with whoever is the
// fifth. It returns a function that waits until they have.
func (s *testServer) company(tb testing.TB, team string) (wait func()) {
	return s.Clients(tb, []string{team + "1", team + "2", team + "3", team + "4"}, 1)
}

// faults are what went wrong for a client in a game, in order.
func faults(rec *gamelog.Record, client string) (all []gamelog.Fault) {
	for _, e := range rec.Entries {
		if e.Input == nil || e.Input.Fault == gamelog.NoFault || e.Input.Action.Kind != werewolf.Answer {
			continue
		}
		if rec.Header.Seats[e.Input.Action.Seat-1].Client == client {
			all = append(all, e.Input.Fault)
		}
	}
	return all
}

// said reports whether somebody said the text aloud.
func said(rec *gamelog.Record, text string) bool {
	for _, e := range rec.Events() {
		if e.Kind == werewolf.Talked && strings.Contains(e.Text, text) {
			return true
		}
	}
	return false
}
