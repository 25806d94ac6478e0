package server

import (
	"net/http"
)

// Handler serves the tracks of one port: each at its path, the figures at
// /metrics, what spectators may read at /api/v1 and /realtime.
func (s *Server) Handler(port int) http.Handler {
	mux := http.NewServeMux()
	for _, h := range s.hosts {
		if h.on(port) {
			mux.HandleFunc("GET "+h.track.Path, s.enter(h))
		}
	}
	mux.Handle("GET /metrics", s.metrics.handler())
	s.gallery.register(mux, port)
	return mux
}
