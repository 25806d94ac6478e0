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

// busy explains an error to listen at an address, and names what asked for that address.
func busy(who string, err error) error {
	return fmt.Errorf("%s: %w; name a free address of this machine, like 127.0.0.1:8090", who, err)
}
