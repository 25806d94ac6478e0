package contest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"wolfden/internal/contest/contesttest"
	"wolfden/wire"
)

// bubble runs a test with a server inside a bubble of synctest: its clock stands
// still while anybody has something to do, so that hours pass at once and no
// busy machine makes anybody late.
func bubble(t *testing.T, yaml string, test func(t *testing.T, s *bubbled)) {
	t.Helper()
	bubbleIn(t, t.TempDir(), yaml, test)
}

// bubbleIn is bubble for a server that finds something in its folder.
func bubbleIn(t *testing.T, dir, yaml string, test func(t *testing.T, s *bubbled)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &bubbled{served: startServer(t, dir, yaml, nil), dir: dir, net: contesttest.NewWires()}
		web := &http.Server{Handler: s.handler(s.config.Tracks[0].Port), ReadHeaderTimeout: s.config.Server.HandshakeTimeout}
		go func() { _ = web.Serve(s.net) }()
		test(t, s)
		s.stop()
		_ = web.Close()
		s.net.CloseAll()
		synctest.Wait()
	})
}

// inBubble is bubble for clients that know a server by its address.
func inBubble(t *testing.T, yaml string, test func(t *testing.T, s *testServer)) {
	t.Helper()
	bubble(t, yaml, func(t *testing.T, s *bubbled) { test(t, s.addressed()) })
}

// bubbled is a server that is reached over wires in memory.
type bubbled struct {
	*served
	dir string
	net *contesttest.Wires
}

// addressed is the server as clients see it that know it by its address.
func (s *bubbled) addressed() *testServer {
	return &testServer{served: s.served, Server: contesttest.Server{
		URL: "ws://server" + s.config.Tracks[0].Path, Dir: s.dir, HTTP: s.net.Client(),
	}}
}

// guest is a client that does nothing by itself; what it is sent piles up.
type guest struct {
	*websocket.Conn
	t      *testing.T
	name   string
	wire   *contesttest.Wired
	packet wire.Packet // the latest
}

// come connects a client and lets it say its name.
func (s *bubbled) come(t *testing.T, name string) *guest {
	t.Helper()
	g := s.dial(t, nil)
	g.name = name
	g.next()
	g.say(name)
	return g
}

func (s *bubbled) dial(t *testing.T, header http.Header) *guest {
	t.Helper()
	g := &guest{t: t}
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			var err error
			g.wire, err = s.net.Dial()
			return g.wire, err
		},
	}}
	ws, _, err := websocket.Dial(t.Context(), "ws://server"+s.config.Tracks[0].Path, &websocket.DialOptions{HTTPClient: client, HTTPHeader: header})
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(8 << 20)
	g.Conn = ws
	return g
}

func (g *guest) say(text string) { _ = g.Write(g.t.Context(), websocket.MessageText, []byte(text)) }

// next reads a packet; false when the connection is over. Longer than any game
// it does not wait.
func (g *guest) next() bool {
	ctx, cancel := context.WithTimeout(g.t.Context(), 2*time.Hour)
	defer cancel()
	_, data, err := g.Read(ctx)
	if err != nil {
		if ctx.Err() != nil {
			g.t.Errorf("%s: the server says nothing", g.name)
		}
		return false
	}
	g.take(data)
	return true
}

// take makes a packet the latest.
func (g *guest) take(data []byte) {
	var err error
	if g.packet, err = wire.Decode(data); err != nil {
		g.t.Errorf("%s: %v", g.name, err)
	}
}

// answer is what a good client says to the latest packet, "" for nothing.
func (g *guest) answer() string { return (&raw{name: g.name, packet: g.packet}).answer() }

// play answers well, each time after the pace, until the game or the connection
// is over. Before it answers it asks the twist, which may be nil; true ends it.
func (g *guest) play(pace time.Duration, twist func(*guest) bool) {
	for g.next() {
		if twist != nil && twist(g) {
			return
		}
		if g.packet.Request == wire.RequestFinish {
			return
		}
		if text := g.answer(); text != "" {
			time.Sleep(pace)
			g.say(text)
		}
	}
}

// lose breaks the connection; both ends notice.
func (g *guest) lose() { _ = g.wire.Close() }

// attend has teams play, a game after the other, until they are sent home for good: then it tells why.
func (s *bubbled) attend(t *testing.T, teams ...string) (wait func() map[string]string) {
	t.Helper()
	var playing sync.WaitGroup
	var mu sync.Mutex
	why := map[string]string{}
	for _, name := range teams {
		playing.Go(func() {
			for {
				g := s.come(t, name)
				err := g.through(100 * time.Millisecond)
				_ = g.CloseNow()
				if closed := (websocket.CloseError{}); errors.As(err, &closed) {
					mu.Lock()
					why[name] = fmt.Sprintf("%d %s", closed.Code, closed.Reason)
					mu.Unlock()
					return
				}
			}
		})
	}
	return func() map[string]string { playing.Wait(); return why }
}

// through plays a game well and returns nil, or why the connection ended.
func (g *guest) through(pace time.Duration) error {
	finished := false
	for {
		ctx, cancel := context.WithTimeout(g.t.Context(), 100*time.Hour)
		_, data, err := g.Read(ctx)
		cancel()
		if finished || err != nil {
			if finished {
				err = nil
			}
			return err
		}
		g.take(data)
		finished = g.packet.Request == wire.RequestFinish
		if text := g.answer(); text != "" {
			time.Sleep(pace)
			g.say(text)
		}
	}
}
