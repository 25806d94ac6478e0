package access

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"wolfden/internal/contest/config"
)

const (
	// idleTimeout is how long a connection may stay open between two requests.
	idleTimeout = time.Minute
	// answerTimeout is how long an answer may take to be read. A stream has a new
	// one for every piece; a WebSocket has its own.
	answerTimeout = time.Minute
	// bodyTimeout is how long a request with a body may take to be sent.
	bodyTimeout = 30 * time.Second
	// A connection whose other end does not say anything is asked for a sign of
	// life by the kernel after the first of these, then at the second's distance,
	// so often. What was sent to it may stay unacknowledged for as long.
	keepAliveIdle     = 10 * time.Second
	keepAliveInterval = 5 * time.Second
	keepAliveCount    = 4
	deadAfter         = keepAliveIdle + keepAliveCount*keepAliveInterval
)

// Listen opens a listener whose connections end soon after the other end has
// vanished. A client can have its seat back only then.
func Listen(address string) (net.Listener, error) {
	alive := net.ListenConfig{KeepAliveConfig: keepAlive()}
	l, err := alive.Listen(context.Background(), "tcp", address)
	if err != nil {
		return nil, err
	}
	return mortal{l}, nil
}

// Dial opens a connection that ends as soon as those of Listen do. It fits into an http.Transport.
func Dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{KeepAliveConfig: keepAlive()}
	c, err := d.DialContext(ctx, network, address)
	if tcp, ok := c.(*net.TCPConn); ok {
		limitUnacknowledged(tcp, deadAfter)
	}
	return c, err
}

func keepAlive() net.KeepAliveConfig {
	return net.KeepAliveConfig{Enable: true, Idle: keepAliveIdle, Interval: keepAliveInterval, Count: keepAliveCount}
}

// mortal is a listener whose connections end when what was sent is not
// acknowledged in time, where the system can.
type mortal struct{ net.Listener }

// Accept implements net.Listener.
func (m mortal) Accept() (net.Conn, error) {
	c, err := m.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		limitUnacknowledged(tcp, deadAfter)
	}
	return c, err
}

// httpConn is a connection that carries requests and has not become a WebSocket.
type httpConn struct {
	address string
	counted bool
}

type httpConnKey struct{}

// httpConns counts the connections that are no WebSockets. It counts those between
// two requests, too, which no handler sees.
type httpConns struct {
	limits *Limits
	mu     sync.Mutex
	open   map[net.Conn]*httpConn
}

// arrive is an http.Server's ConnContext.
func (l *httpConns) arrive(ctx context.Context, c net.Conn) context.Context {
	n := &httpConn{address: hostOf(c.RemoteAddr().String())}
	n.counted = l.limits.Enter(n.address)
	l.mu.Lock()
	l.open[c] = n
	l.mu.Unlock()
	return context.WithValue(ctx, httpConnKey{}, n)
}

// change is an http.Server's ConnState.
func (l *httpConns) change(c net.Conn, state http.ConnState) {
	if state != http.StateHijacked && state != http.StateClosed {
		return
	}
	l.mu.Lock()
	n := l.open[c]
	delete(l.open, c)
	l.mu.Unlock()
	if n != nil && n.counted {
		l.limits.Leave(n.address)
	}
}

// counted lets those in whose connection is within the limits, and players,
// whose WebSockets have limits of their own.
func (l *httpConns) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, known := r.Context().Value(httpConnKey{}).(*httpConn)
		if known && !n.counted && !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
			w.Header().Set("Connection", "close")
			w.Header().Set("Retry-After", "10")
			http.Error(w, "too many connections", http.StatusTooManyRequests)
			return
		}
		if r.Body != http.NoBody {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout)) // until the next request
		}
		next.ServeHTTP(w, r)
	})
}

// NewHTTPServer serves a handler to strangers.
func NewHTTPServer(h http.Handler, settings *config.Server, log *slog.Logger) *http.Server {
	l := &httpConns{limits: NewLimits(settings.MaxConnections), open: map[net.Conn]*httpConn{}}
	return &http.Server{
		Handler: l.counted(h), ReadHeaderTimeout: settings.HandshakeTimeout,
		WriteTimeout: answerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: 16 << 10,
		ConnContext: l.arrive, ConnState: l.change,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}
