package wire

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// pipes is a network in memory and the listener of its one server: with it a client and its server play in the virtual time of
// testing/synctest.
type pipes struct {
	arriving chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

// piped serves in memory until the test ends. The connections of the client all lead there, whatever the address.
func piped(t *testing.T, h http.Handler) *http.Client {
	t.Helper()
	p := &pipes{arriving: make(chan net.Conn), closed: make(chan struct{})}
	web := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	go func() { _ = web.Serve(p) }()
	t.Cleanup(func() { _ = web.Close() })
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: p.dial}}
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.arriving <- there:
		return here, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements net.Listener.
func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.arriving:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr implements net.Listener.
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
