package server

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"wolfden/werewolf"
)

// readyWithin is how long the goroutine of a track may take to answer before
// the track is called not ready.
const readyWithin = 2 * time.Second

// census is how busy a track is.
type census struct {
	waiting int  // clients in the waiting room
	running int  // games that go on
	paused  int  // games that wait for their players
	closing bool // no new games
}

// count asks the host's goroutine; false when it does not answer in time or has
// ended.
func (h *host) count(ctx context.Context) (c census, ok bool) {
	answer := make(chan census, 1)
	ask := func() {
		answer <- census{len(h.waiting), len(h.games) - len(h.paused), len(h.paused), h.closing}
	}
	select {
	case h.work <- ask:
	case <-h.idle:
		return census{closing: true}, false
	case <-h.server.games.Done():
		return census{closing: true}, false
	case <-ctx.Done():
		return census{}, false
	}
	select {
	case c = <-answer:
		return c, true
	case <-ctx.Done():
		return census{}, false
	}
}

// on reports whether the track is served at a port.
func (h *host) on(port int) bool { return h.track.Port == port || h.track.Port == 0 }

func (g *gallery) healthz(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readyz tells whether clients that connect now will be given games.
func (g *gallery) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
	defer cancel()
	for _, h := range g.server.hosts {
		c, ok := h.count(ctx)
		switch {
		case c.closing:
			refuse(w, http.StatusServiceUnavailable, "the server is closing")
			return
		case !ok:
			refuse(w, http.StatusServiceUnavailable, "track "+h.track.Name+" does not answer")
			return
		}
	}
	reply(w, http.StatusOK, map[string]string{"status": "ready"})
}

// trackRules is what a track plays.
type trackRules struct {
	Name          string         `json:"name"`
	Path          string         `json:"path"`
	Players       int            `json:"players"`
	Matching      string         `json:"matching"` // self, mixed or optimized
	RealtimeRoles string         `json:"realtime_roles"`
	Rules         werewolf.Rules `json:"rules"`
}

// ruleset is what is played, but for the grace that players are not told of.
func (g *gallery) ruleset(w http.ResponseWriter, _ *http.Request) {
	var tracks []trackRules
	for _, h := range g.server.hosts {
		t := h.track
		r := trackRules{t.Name, t.Path, t.Rules.Players(), "mixed", t.RealtimeRoles.String(), t.Rules}
		r.Rules.Timeout.Acceptable = 0
		switch {
		case t.Matching.SelfMatch:
			r.Matching = "self"
		case t.Matching.IsOptimize:
			r.Matching = "optimized"
		}
		tracks = append(tracks, r)
	}
	reply(w, http.StatusOK, map[string]any{"tracks": tracks})
}

// teams are what teams did in the games that are over, of all tracks or of one.
func (g *gallery) teams(w http.ResponseWriter, r *http.Request) {
	hosts, ok := g.tracks(r)
	if !ok {
		refuse(w, http.StatusBadRequest, "track: no track has that name; see /api/v1/ruleset")
		return
	}
	all := map[string]*tally{}
	for _, h := range hosts {
		g.archives[h].addTo(all)
	}
	teams := slices.SortedFunc(maps.Values(all), func(a, b *tally) int { return strings.Compare(a.Team, b.Team) })
	if teams == nil {
		teams = []*tally{}
	}
	reply(w, http.StatusOK, map[string]any{"teams": teams})
}

// tracks are those that the request names by ?track=, all when it names none.
func (g *gallery) tracks(r *http.Request) (hosts []*host, ok bool) {
	name := r.URL.Query().Get("track")
	if name == "" {
		return g.server.hosts, true
	}
	for _, h := range g.server.hosts {
		if h.track.Name == name {
			return []*host{h}, true
		}
	}
	return nil, false
}
