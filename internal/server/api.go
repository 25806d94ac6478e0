package server

import (
	_ "embed"
	"encoding/json"
	"io"
	"net/http"

	"github.com/coder/websocket"
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
	free  bool // without a token, where the server asks for tokens
}

// routes are what spectators may read: the API, which knows all tracks, and the
// realtime feed of the tracks of one port. Those that are free are the ones of
// the organisers' server.
func (g *gallery) routes(port int) []route {
	return []route{
		{"/api/v1/healthz", g.healthz, true},
		{"/api/v1/readyz", g.readyz, true},
		{"/api/v1/openapi.yaml", g.openapi, true},
		{"/api/v1/ruleset", g.ruleset, true},
		{"/api/v1/teams", g.teams, false},
		{"/api/v1/teams/{name}", g.team, false},
		{"/api/v1/games", g.games, false},
		{"/api/v1/games/{id}", g.game, false},
		{"/api/v1/games/{id}/events", g.events(true), false},
		{"/api/v1/games/{id}/record", g.events(false), false},
		{"/api/v1/archive", g.archiveGames, false},
		{"/realtime/" + feedList, g.feedGames(port), false},
		{"/realtime/{file}", g.feedFile, false},
	}
}

// register lets a mux serve the routes. What is below their roots and none of
// them is answered as an error of the API.
func (g *gallery) register(mux *http.ServeMux, port int) {
	for _, r := range g.routes(port) {
		serve := r.serve
		if !r.free {
			serve = g.closed(serve)
		}
		mux.HandleFunc("GET "+r.path, g.public(serve))
	}
	mux.HandleFunc("/api/", g.public(astray))
	mux.HandleFunc("/realtime/", g.public(g.closed(astray)))
	for _, root := range []string{"/api/", "/realtime/"} {
		mux.HandleFunc("OPTIONS "+root, g.public(preflight))
	}
}

// public lets the pages of all servers read an answer, as the organisers' viewer
// must, which is a page of another server. It carries no cookie and nothing else
// that a browser would send by itself, so that a page learns no more than
// whoever wrote it.
func (g *gallery) public(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		if g.guard.tokens {
			h.Add("Vary", "Authorization")
		}
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Expose-Headers", "ETag, Content-Range, Retry-After")
		next(w, r)
	}
}

// closed asks for a receiver's token where the server asks for tokens.
func (g *gallery) closed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if g.guard.tokens && !g.guard.receiver(r) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, "this takes a receiver's token, as Authorization: Bearer or ?token=; wolfden token receiver makes one")
			return
		}
		next(w, r)
	}
}

// welcome says which pages may connect players: all, as their connections carry
// no cookie, unless the configuration names some.
func (s *Server) welcome() *websocket.AcceptOptions {
	origins := s.config.Server.Origins
	return &websocket.AcceptOptions{OriginPatterns: origins, InsecureSkipVerify: len(origins) == 0}
}

// preflight tells a page of another server what it may ask.
func preflight(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, HEAD")
	h.Set("Access-Control-Allow-Headers",
		"Authorization, Content-Type, If-None-Match, Last-Event-ID, Ngrok-Skip-Browser-Warning, Range")
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
