package contesttest

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Wires is a network in memory, and the listener of its one server.
type Wires struct {
	arriving chan net.Conn
	closed   chan struct{}
	once     sync.Once
	mu       sync.Mutex
	all      []*Wired
}

// NewWires is a network without connections.
func NewWires() *Wires {
	return &Wires{arriving: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept implements net.Listener.
func (w *Wires) Accept() (net.Conn, error) {
	select {
	case <-w.closed: // whoever dials now is turned away, whatever the next select would draw
		return nil, net.ErrClosed
	default:
	}
	select {
	case c := <-w.arriving:
		return c, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (w *Wires) Close() error {
	w.once.Do(func() { close(w.closed) })
	return nil
}

// Addr implements net.Listener.
func (w *Wires) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

// CloseAll closes both ends of all connections.
func (w *Wires) CloseAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.all {
		_, _ = c.Close(), c.Conn.Close()
	}
}

// Dial connects with the server.
func (w *Wires) Dial() (*Wired, error) {
	a, b := net.Pipe()
	here, there := newWired(a), newWired(b)
	w.mu.Lock()
	w.all = append(w.all, here, there)
	w.mu.Unlock()
	select {
	case w.arriving <- there:
		return here, nil
	case <-w.closed:
		_, _ = here.Close(), there.Close()
		return nil, net.ErrClosed
	}
}

// Client is a client whose connections all lead to the server, whatever the address.
func (w *Wires) Client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(context.Context, string, string) (net.Conn, error) { return w.Dial() },
	}}
}

// Wired is one end of a connection with room for whatever is written, as the
// kernel has some: who does not read keeps nobody from writing.
type Wired struct {
	net.Conn
	mu      sync.Mutex
	changed *sync.Cond
	pending bytes.Buffer
	carried bool // some of it is on its way
	over    bool
	broken  bool // what is written is lost, and nobody notices
}

func newWired(c net.Conn) *Wired {
	w := &Wired{Conn: c}
	w.changed = sync.NewCond(&w.mu)
	go w.carry()
	return w
}

// carry brings what was written to the other end.
func (w *Wired) carry() {
	for {
		w.mu.Lock()
		w.carried = false
		for w.pending.Len() == 0 && !w.over {
			w.changed.Wait()
		}
		b := bytes.Clone(w.pending.Bytes())
		w.pending.Reset()
		w.carried = len(b) > 0
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

// Write implements net.Conn.
func (w *Wired) Write(b []byte) (int, error) {
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

// Cut loses from now on whatever is written.
func (w *Wired) Cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = true
}

// SetWriteDeadline has nothing to do: a write never waits.
func (w *Wired) SetWriteDeadline(time.Time) error { return nil }

// SetDeadline implements net.Conn.
func (w *Wired) SetDeadline(t time.Time) error { return w.SetReadDeadline(t) }

// Close implements net.Conn.
func (w *Wired) Close() error {
	w.mu.Lock()
	if w.over {
		w.mu.Unlock()
		return nil
	}
	w.over = true
	w.changed.Signal()
	waiting := w.pending.Len() > 0 || w.carried
	w.mu.Unlock()
	if waiting {
		return w.Conn.SetReadDeadline(time.Unix(1, 0)) // what was written arrives first; nothing more is read
	}
	return w.Conn.Close()
}

// RemoteAddr implements net.Conn.
func (w *Wired) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2} }
