package access

import (
	"net"
	"syscall"
	"testing"
)

// A connection whose other end has vanished must end by itself, whether anything
// is sent to it or not: until then its seat is nobody else's.
func TestVanishedConnectionsEnd(t *testing.T) {
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	go func() {
		if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
			defer func() { _ = c.Close() }()
			_, _ = c.Read(make([]byte, 1))
		}
	}()
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	raw, err := c.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for _, option := range []struct {
		what                string
		level, number, want int
	}{
		{"keep-alive", syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1},
		{"idle", syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE, int(keepAliveIdle.Seconds())},
		{"interval", syscall.IPPROTO_TCP, syscall.TCP_KEEPINTVL, int(keepAliveInterval.Seconds())},
		{"count", syscall.IPPROTO_TCP, syscall.TCP_KEEPCNT, keepAliveCount},
		{"unacknowledged", syscall.IPPROTO_TCP, tcpUserTimeout, int(deadAfter.Milliseconds())},
	} {
		var got int
		var err error
		if control := raw.Control(func(fd uintptr) { got, err = syscall.GetsockoptInt(int(fd), option.level, option.number) }); control != nil || err != nil {
			t.Fatal(control, err)
		}
		if got != option.want {
			t.Errorf("%s is %d, want %d", option.what, got, option.want)
		}
	}
}
