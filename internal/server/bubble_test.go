package server

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"wolfden/wire"
)

// bubble runs a test with a server inside a bubble of synctest: its clock stands
// still while anybody has something to do, so that hours pass at once and no
// busy machine makes anybody late.
func bubble(t *testing.T, yaml string, test func(t *testing.T, s *bubbled)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := &bubbled{Server: startServer(t, dir, yaml, nil), dir: dir, net: newWires()}
		web := s.httpServer(s.Handler(s.config.Tracks[0].Port))
		go func() { _ = web.Serve(s.net) }()
		test(t, s)
		s.stop()
		_ = web.Close()
		s.net.closeAll()
		synctest.Wait()
	})
}

// bubbled is a server that is reached over wires in memory.
type bubbled struct {
	*Server
	dir string
	net *wires
}

// guest is a client that does nothing by itself; what it is sent piles up.
type guest struct {
	*websocket.Conn
	t      *testing.T
	name   string
	wire   *wired
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
			g.wire, err = s.net.dial()
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
	if g.packet, err = wire.Decode(data); err != nil {
		g.t.Errorf("%s: %v", g.name, err)
	}
	return true
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

// wires is a network in memory, and the listener of its one server.
type wires struct {
	arriving chan net.Conn
	closed   chan struct{}
	once     sync.Once
	mu       sync.Mutex
	all      []*wired
}

func newWires() *wires {
	return &wires{arriving: make(chan net.Conn), closed: make(chan struct{})}
}

func (w *wires) Accept() (net.Conn, error) {
	select {
	case c := <-w.arriving:
		return c, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *wires) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

func (w *wires) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (w *wires) closeAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.all {
		_ = c.Close()
	}
}

func (w *wires) dial() (*wired, error) {
	a, b := net.Pipe()
	here, there := newWired(a), newWired(b)
	w.mu.Lock()
	w.all = append(w.all, here, there)
	w.mu.Unlock()
	select {
	case w.arriving <- there:
		return here, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

// wired is one end of a connection with room for whatever is written, as the
// kernel has some: who does not read keeps nobody from writing.
type wired struct {
	net.Conn
	mu      sync.Mutex
	changed *sync.Cond
	pending bytes.Buffer
	over    bool
	broken  bool // what is written is lost, and nobody notices
}

func newWired(c net.Conn) *wired {
	w := &wired{Conn: c}
	w.changed = sync.NewCond(&w.mu)
	go w.carry()
	return w
}

// carry brings what was written to the other end.
func (w *wired) carry() {
	for {
		w.mu.Lock()
		for w.pending.Len() == 0 && !w.over {
			w.changed.Wait()
		}
		b := bytes.Clone(w.pending.Bytes())
		w.pending.Reset()
		w.mu.Unlock()
		if len(b) == 0 {
			_ = w.Conn.Close()
			return
		}
		if _, err := w.Conn.Write(b); err != nil {
			_ = w.Conn.Close()
			return
		}
	}
}

func (w *wired) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return 0, net.ErrClosed
	}
	if w.broken {
		return len(b), nil
	}
	defer w.changed.Signal()
	return w.pending.Write(b)
}

// cut loses from now on whatever is written.
func (w *wired) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = true
}

// SetWriteDeadline has nothing to do: a write never waits.
func (w *wired) SetWriteDeadline(time.Time) error { return nil }

func (w *wired) SetDeadline(t time.Time) error { return w.SetReadDeadline(t) }

func (w *wired) Close() error {
	w.mu.Lock()
	if w.over {
		w.mu.Unlock()
		return nil
	}
	w.over = true
	w.changed.Signal()
	waiting := w.pending.Len() > 0
	w.mu.Unlock()
	if waiting {
		return nil // what was written arrives first
	}
	return w.Conn.Close()
}

func (w *wired) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2} }
