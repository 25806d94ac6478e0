package access

import (
	"net"
	"net/http"
	"sync"

	"wolfden/internal/contest/config"
	"wolfden/werewolf"
)

// Limits count connections, in all and by address. They are safe for concurrent use.
type Limits struct {
	most config.Connections

	mu        sync.Mutex
	addresses map[string]int
	total     int
}

// NewLimits counts from zero.
func NewLimits(most config.Connections) *Limits {
	return &Limits{most: most, addresses: map[string]int{}}
}

// Within reports whether one more than n is within a limit of the configuration.
func Within(n, most int) bool { return most == werewolf.NoLimit || n < most }

// Enter counts another connection of an address, or reports that it is one too many. Who was let in leaves.
func (l *Limits) Enter(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !Within(l.total, l.most.Total) || !Within(l.addresses[address], l.most.PerAddress) {
		return false
	}
	l.total++
	l.addresses[address]++
	return true
}

// Leave is the end of a connection that Enter let in.
func (l *Limits) Leave(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total--
	if l.addresses[address]--; l.addresses[address] == 0 {
		delete(l.addresses, address)
	}
}

// AddressOf is where a request comes from, without the port.
func AddressOf(r *http.Request) string { return hostOf(r.RemoteAddr) }

// hostOf is an address without its port.
func hostOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	return host
}
