package access

import (
	"net"
	"syscall"
	"time"
)

// tcpUserTimeout is TCP_USER_TIMEOUT, which package syscall does not name.
const tcpUserTimeout = 18

// limitUnacknowledged ends the connection when what was sent stays
// unacknowledged for so long. Without it the kernel tries again for a quarter of
// an hour.
func limitUnacknowledged(c *net.TCPConn, most time.Duration) {
	raw, err := c.SyscallConn()
	if err != nil {
		return // it is closed already; whoever reads will learn it
	}
	// On an old kernel keep-alive alone has to do.
	_ = raw.Control(func(fd uintptr) {
		_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(most.Milliseconds()))
	})
}
