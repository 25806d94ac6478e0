package spectate

import (
	"context"
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"time"

	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
	"wolfden/internal/contest/config"
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

// Contest is what spectators ask of whoever runs the games.
type Contest interface {
	// Busy is how busy a track is; false when it does not answer in time, or not any more.
	Busy(ctx context.Context, t *config.Track) (contest.Census, bool)
	// Writable is an error where records of games cannot be written now.
	Writable() error
	// Teams are all teams that have played, and how well they served lately.
	Teams() []contest.TeamHealth
}

// Options are what an API needs besides its observer.
type Options struct {
	Contest Contest
	Tokens  access.Tokens
	Limits  config.Connections // of spectators
	Version string
	// Standing is closed when no more happens: streams end.
	Standing <-chan struct{}
}

// API shows the games of an observer over HTTP.
type API struct {
	*Observer
	contest  Contest
	tokens   access.Tokens
	limits   *access.Limits
	version  string
	standing <-chan struct{}

	beat     time.Duration // between signs of life on an event stream
	patience time.Duration // how long a spectator may take for what it is sent
}

// NewAPI makes the API of an observer. There may be one for each.
func NewAPI(g *Observer, o Options) *API {
	a := &API{
		Observer: g, contest: o.Contest, tokens: o.Tokens, limits: access.NewLimits(o.Limits), version: o.Version,
		standing: o.Standing, beat: 15 * time.Second, patience: 10 * time.Second,
	}
	for _, t := range g.tracks {
		g.metrics.watch(o.Contest, t.Track)
	}
	return a
}

// routes are what spectators may read: the API, which knows all tracks, and the
// realtime feed of the tracks of one port. Those that are free are the ones of
// the organisers' server.
func (a *API) routes(port int) []route {
	return []route{
		{"/api/v1/healthz", a.healthz, true},
		{"/api/v1/readyz", a.readyz, true},
		{"/api/v1/openapi.yaml", a.openapi, true},
		{"/api/v1/ruleset", a.ruleset, true},
		{"/api/v1/teams", a.teams, false},
		{"/api/v1/teams/{name}", a.team, false},
		{"/api/v1/games", a.games, false},
		{"/api/v1/games/{id}", a.game, false},
		{"/api/v1/games/{id}/events", a.events(true), false},
		{"/api/v1/games/{id}/record", a.events(false), false},
		{"/api/v1/archive", a.archiveGames, false},
		{"/realtime/" + feedList, a.feedGames(port), false},
		{"/realtime/{file}", a.feedFile, false},
	}
}

// Register lets a mux serve the routes, and the figures at /metrics. What is below their roots and none of
// them is answered as an error of the API.
func (a *API) Register(mux *http.ServeMux, port int) {
	for _, r := range a.routes(port) {
		serve := r.serve
		if !r.free {
			serve = a.closed(serve)
		}
		mux.HandleFunc("GET "+r.path, a.public(serve))
	}
	mux.Handle("GET /metrics", a.metrics.handler())
	mux.HandleFunc("/api/", a.public(astray))
	mux.HandleFunc("/realtime/", a.public(a.closed(astray)))
	for _, root := range []string{"/api/", "/realtime/"} {
		mux.HandleFunc("OPTIONS "+root, a.public(preflight))
	}
}

// public lets the pages of all servers read an answer, as the organisers' viewer
// must, which is a page of another server. It carries no cookie and nothing else
// that a browser would send by itself, so that a page learns no more than
// whoever wrote it.
func (a *API) public(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		if a.tokens.Asked() {
			h.Add("Vary", "Authorization")
		}
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Expose-Headers", "ETag, Content-Range, Retry-After")
		next(w, r)
	}
}

// closed asks for a receiver's token where the server asks for tokens.
func (a *API) closed(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if a.tokens.Asked() && !a.tokens.Receiver(r) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			Refuse(w, http.StatusUnauthorized, "this takes a receiver's token, as Authorization: Bearer or ?token=; wolfden token receiver makes one")
			return
		}
		next(w, r)
	}
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
		Refuse(w, http.StatusMethodNotAllowed, "this can only be read")
		return
	}
	Refuse(w, http.StatusNotFound, "there is nothing here; see /api/v1/openapi.yaml")
}

// Refuse answers with an error. Nothing that a spectator sent is in the message.
func Refuse(w http.ResponseWriter, status int, message string) {
	Reply(w, status, map[string]string{"error": message})
}

// Reply answers with a value as JSON.
func Reply(w http.ResponseWriter, status int, value any) {
	b, err := json.Marshal(value)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n')) // who is gone need not be told
}

func (a *API) openapi(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	_, _ = io.WriteString(w, openapi)
}

// receiver reports whether the request comes with a token for what is not for
// everybody.
func (a *API) receiver(r *http.Request) bool { return a.tokens.Asked() && a.tokens.Receiver(r) }

// mayKnow reports whether the request may see the secrets of a track's running
// games.
func (a *API) mayKnow(r *http.Request, of *track) bool {
	return of.RealtimeRoles == config.RolesAll || a.receiver(r)
}

// MayKnow reports whether the request may see the secrets of all games that go on: it comes with a receiver's token, or
// every track shows them to everybody. It is safe for concurrent use.
func (a *API) MayKnow(r *http.Request) bool {
	hidden := func(t *track) bool { return t.RealtimeRoles != config.RolesAll }
	return a.receiver(r) || !slices.ContainsFunc(a.tracks, hidden)
}

// MayLook reports whether the request may see what spectators see: it comes with a receiver's token where the server asks
// for tokens. It is safe for concurrent use.
func (a *API) MayLook(r *http.Request) bool { return a.tokens.Receiver(r) }

// Counted lets in as many visitors at once as the limits of spectators allow.
func (a *API) Counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := access.AddressOf(r)
		if !a.limits.Enter(address) {
			http.Error(w, "too many connections", http.StatusTooManyRequests)
			return
		}
		defer a.limits.Leave(address)
		next.ServeHTTP(w, r)
	})
}
