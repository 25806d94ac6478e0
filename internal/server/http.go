package server

import (
	"net/http"
	"slices"

	"wolfden/internal/contest/config"
)

// mount is a site of somebody else's that is served beside the tracks.
type mount struct {
	path    string
	handler http.Handler
}

// Mount serves a site below the path, which begins and ends with a slash, on every port. Its visitors count among the
// spectators, whose number the configuration limits. It must be called before the server serves.
func (s *Server) Mount(path string, h http.Handler) {
	s.mounts = append(s.mounts, mount{path, h})
}

// MayKnow reports whether the request may see the secrets of all games that go on: it comes with a receiver's token, or
// every track shows them to everybody. It is safe for concurrent use.
func (s *Server) MayKnow(r *http.Request) bool {
	hidden := func(h *host) bool { return h.track.RealtimeRoles != config.RolesAll }
	return s.gallery.receiver(r) || !slices.ContainsFunc(s.hosts, hidden)
}

// MayLook reports whether the request may see what spectators see: it comes with a receiver's token where the server asks
// for tokens. It is safe for concurrent use.
func (s *Server) MayLook(r *http.Request) bool { return s.gallery.guard.receiver(r) }

// Records are the folders that the tracks keep their games in.
func (s *Server) Records() (dirs []string) {
	for _, h := range s.hosts {
		dirs = append(dirs, h.store.records)
	}
	return dirs
}

// Handler serves the tracks of one port: each at its path, the figures at
// /metrics, what spectators may read at /api/v1 and /realtime, what is mounted. Who asks for nothing in particular is
// shown the first site that is mounted, unless a track has that path.
func (s *Server) Handler(port int) http.Handler {
	mux := http.NewServeMux()
	for _, h := range s.hosts {
		if h.on(port) {
			mux.HandleFunc("GET "+h.track.Path, s.enter(h))
		}
	}
	mux.Handle("GET /metrics", s.metrics.handler())
	s.gallery.register(mux, port)
	for _, m := range s.mounts {
		mux.Handle(m.path, s.gallery.counted(m.handler))
	}
	atRoot := func(h *host) bool { return h.on(port) && h.track.Path == "/" }
	if len(s.mounts) > 0 && !slices.ContainsFunc(s.hosts, atRoot) {
		mux.Handle("GET /{$}", http.RedirectHandler(s.mounts[0].path, http.StatusFound))
	}
	return mux
}

// counted lets in as many visitors at once as the configuration allows.
func (g *gallery) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := addressOf(r)
		if !g.guard.admit(address) {
			http.Error(w, "too many connections", http.StatusTooManyRequests)
			return
		}
		defer g.guard.leave(address)
		next.ServeHTTP(w, r)
	})
}
