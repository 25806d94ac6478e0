package viewer

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	limits "golang.org/x/time/rate"
)

// pace lets every address do something so often and no more. It is safe for concurrent use.
type pace struct {
	every time.Duration // one more after this
	burst int           // at once

	mu    sync.Mutex
	known map[netip.Prefix]*visitor
}

type visitor struct {
	limit *limits.Limiter
	seen  time.Time
}

// mostVisitors is how many addresses are remembered before those are forgotten that have been quiet.
const mostVisitors = 10_000

// allow reports whether who asks may do it now.
func (p *pace) allow(r *http.Request, now time.Time) bool {
	who := neighbourhood(r)
	p.mu.Lock()
	defer p.mu.Unlock()
	v := p.known[who]
	if v == nil {
		p.forget(now)
		v = &visitor{limit: limits.NewLimiter(limits.Every(p.every), p.burst)}
		p.known[who] = v
	}
	v.seen = now
	return v.limit.AllowN(now, 1)
}

// forget makes room; the lock is held.
func (p *pace) forget(now time.Time) {
	if p.known == nil {
		p.known = map[netip.Prefix]*visitor{}
	}
	if len(p.known) < mostVisitors {
		return
	}
	for who, v := range p.known {
		if now.Sub(v.seen) > p.every*time.Duration(p.burst) {
			delete(p.known, who) // as good as new
		}
	}
}

// neighbourhood is where the request comes from, with the addresses that the same person can take: of IPv6 the first half
// counts. A proxy on this machine is believed when it says for whom it asks.
func neighbourhood(r *http.Request) netip.Prefix {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Prefix{}
	}
	if given := r.Header.Values("X-Forwarded-For"); a.IsLoopback() && len(given) > 0 {
		last := given[len(given)-1]
		if client, err := netip.ParseAddr(strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])); err == nil {
			a = client
		}
	}
	a = a.Unmap().WithZone("")
	bits := 32
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // within its length
	return p
}

// encrypted reports whether the visitor's connection is, as far as this server or a proxy before it says.
func encrypted(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
}

// ownAddress is where this site is, as the visitor knows it.
func ownAddress(r *http.Request) string {
	if encrypted(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
