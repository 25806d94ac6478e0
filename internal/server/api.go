package server

import (
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/oklog/ulid/v2"
)

// openapi describes what routes serve; a test holds the two together.
//
//go:embed openapi.yaml
var openapi string

// route is one thing that may be read.
type route struct {
	path  string
	serve http.HandlerFunc
}

// routes are what spectators may read: the API, which knows all tracks, and the
// realtime feed of the tracks of one port.
func (g *gallery) routes(port int) []route {
	return []route{
		{"/api/v1/healthz", g.healthz},
		{"/api/v1/readyz", g.readyz},
		{"/api/v1/openapi.yaml", g.openapi},
		{"/api/v1/ruleset", g.ruleset},
		{"/api/v1/teams", g.teams},
		{"/api/v1/games", g.games},
		{"/api/v1/games/{id}", g.game},
		{"/api/v1/games/{id}/events", g.events},
		{"/realtime/" + feedList, g.feedGames(port)},
		{"/realtime/{file}", g.feedFile},
	}
}

// register lets a mux serve the routes. What is below their roots and none of
// them is answered as an error of the API.
func (g *gallery) register(mux *http.ServeMux, port int) {
	for _, r := range g.routes(port) {
		mux.HandleFunc("GET "+r.path, g.open(r.serve))
	}
	for _, root := range []string{"/api/", "/realtime/"} {
		mux.HandleFunc(root, g.open(astray))
		mux.HandleFunc("OPTIONS "+root, g.open(preflight))
	}
}

// open opens a handler to the configured pages of other servers.
func (g *gallery) open(next http.HandlerFunc) http.HandlerFunc {
	patterns := g.server.config.Server.Origins
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Add("Vary", "Origin")
		if g.guard.tokens {
			h.Add("Vary", "Authorization")
		}
		if origin := r.Header.Get("Origin"); origin != "" && fromPage(origin, patterns) {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Expose-Headers", "ETag, Content-Range, Retry-After")
		}
		next(w, r)
	}
}

// fromPage reports whether an origin is one of those configured: a pattern of a
// host, or with :// of scheme and host, as for WebSockets.
func fromPage(origin string, patterns []string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	for _, pattern := range patterns {
		name := u.Host
		if strings.Contains(pattern, "://") {
			name = u.Scheme + "://" + u.Host
		}
		if ok, err := path.Match(strings.ToLower(pattern), strings.ToLower(name)); err == nil && ok {
			return true
		}
	}
	return false
}

// preflight tells a page of another server what it may ask.
func preflight(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, HEAD")
	h.Set("Access-Control-Allow-Headers", "Authorization, If-None-Match, Last-Event-ID, Range")
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}

// astray answers what no route does.
func astray(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD, OPTIONS")
		refuse(w, http.StatusMethodNotAllowed, "this can only be read")
		return
	}
	refuse(w, http.StatusNotFound, "there is nothing here; see /api/v1/openapi.yaml")
}

// refuse answers with an error. The message is ours; nothing that the client
// sent is in it.
func refuse(w http.ResponseWriter, status int, message string) {
	reply(w, status, map[string]string{"error": message})
}

// reply answers with a value as JSON.
func reply(w http.ResponseWriter, status int, value any) {
	b, err := json.Marshal(value)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n')) // who is gone need not be told
}

// gameID reports whether a text is the id of a game, as it stands in file
// names: a ULID as it is written.
func gameID(text string) bool {
	id, err := ulid.ParseStrict(text)
	return err == nil && id.String() == text
}

func (g *gallery) openapi(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = io.WriteString(w, openapi)
}
