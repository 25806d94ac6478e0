package main

import (
	"fmt"
	"net"
)

// listenOn listens where the flag --listen says.
func listenOn(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, busy("--listen "+address, err)
	}
	return l, nil
}

// local reports whether only this machine can reach the listener.
func local(l net.Listener) bool {
	at, ok := l.Addr().(*net.TCPAddr)
	return ok && at.IP.IsLoopback()
}

// names are the host names under which alone pages at the listener may be asked for, nil for any: those of this machine where only it
// can reach them, so that no page of another site reads them under a name that leads here, and those that a proxy passes on.
func names(l net.Listener, proxied []string) []string {
	if !local(l) {
		return proxied
	}
	return append([]string{"localhost"}, proxied...)
}

// busy explains an error to listen at an address, and names what asked for that address.
func busy(who string, err error) error {
	return fmt.Errorf("%s: %w; name a free address of this machine, like 127.0.0.1:8090", who, err)
}
