package server

import (
	"context"
	"net/http"
	"slices"
	"time"

	"wolfden/internal/server/matching"
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

	teams   []string // that wait
	planned bool     // by a journal; then of its matches
	done    int
	total   int
	absent  []string // teams of the plan that neither wait nor play
	free    int      // slots of the plan that no team has yet
}

// count asks the host's goroutine; false when it does not answer in time or has
// ended.
func (h *host) count(ctx context.Context) (c census, ok bool) {
	answer := make(chan census, 1)
	ask := func() { answer <- h.census() }
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

// census counts; it is for the host's goroutine.
func (h *host) census() census {
	c := census{waiting: len(h.waiting), running: len(h.games) - len(h.paused), paused: len(h.paused), closing: h.closing}
	for _, w := range h.waitingTeams() {
		c.teams = append(c.teams, w.Team)
	}
	slices.Sort(c.teams)
	j, planned := h.policy.(*matching.Journal)
	if !planned {
		return c
	}
	here := slices.Clone(c.teams)
	for _, r := range h.games {
		for i := range r.header.Seats {
			here = append(here, r.header.Seats[i].Team)
		}
	}
	p := j.Progress()
	c.planned, c.done, c.total = true, p.Finished, p.Matches
	c.absent, c.free = missing(j.Teams(), here)
	return c
}

// on reports whether the track is served at a port.
func (h *host) on(port int) bool { return h.track.Port == port || h.track.Port == 0 }

func (g *gallery) healthz(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]string{"status": "ok", "version": g.server.version})
}

// readyz tells whether clients that connect now will be given games.
func (g *gallery) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyWithin)
	defer cancel()
	for _, h := range g.server.hosts {
		c, ok := h.count(ctx)
		switch {
		case c.closing:
			reply(w, http.StatusServiceUnavailable, map[string]string{"status": "draining", "error": "the server is closing"})
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

// ruleset is what is played, but for the grace that players are not told of: in
// the organisers' shape, of the first track, and all tracks.
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
	first := g.server.hosts[0].track
	roles := map[string]int{}
	for _, role := range first.Rules.Roles.Listed() {
		roles[first.Rules.Table.Name(role)] = first.Rules.Roles[role]
	}
	reply(w, http.StatusOK, map[string]any{
		"agent_count": first.Rules.Players(), "max_day": first.Rules.MaxDay, "vote_visibility": first.Rules.VoteVisibility,
		"is_optimize": first.Matching.IsOptimize, "self_match": first.Matching.SelfMatch, "roles": roles,
		"tracks": tracks,
	})
}

// teamView is a team: how it served lately, in the organisers' shape, and what
// it did in all games that are over.
type teamView struct {
	healthView
	Total *tally `json:"total"`
}

// teamViews are all teams that have played, in order.
func (g *gallery) teamViews(hosts []*host) []teamView {
	all := map[string]*tally{}
	for _, h := range hosts {
		g.archives[h].addTo(all)
	}
	views := []teamView{}
	for _, v := range g.server.health.views() {
		total := all[v.Team]
		if total == nil && len(hosts) < len(g.server.hosts) {
			continue // it plays elsewhere
		}
		if total == nil {
			total = newTally(v.Team)
		}
		views = append(views, teamView{v, total})
	}
	return views
}

// teams are what teams did, of all tracks or of one, and how far planned
// contests are.
func (g *gallery) teams(w http.ResponseWriter, r *http.Request) {
	hosts, ok := g.tracks(r)
	if !ok {
		refuse(w, http.StatusBadRequest, noSuchTrack)
		return
	}
	body := map[string]any{"teams": g.teamViews(hosts)}
	if progress, planned := g.progress(r.Context(), hosts); planned {
		body["progress"] = progress
	}
	reply(w, http.StatusOK, body)
}

// progress sums up the plans of the tracks; false when there is none or a track
// does not answer in time.
func (g *gallery) progress(ctx context.Context, hosts []*host) (sum map[string]int, planned bool) {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	sum = map[string]int{"done": 0, "total": 0}
	for _, h := range hosts {
		if !h.track.Matching.IsOptimize || h.track.Matching.SelfMatch {
			continue
		}
		c, ok := h.count(ctx)
		if !ok {
			return nil, false
		}
		planned = true
		sum["done"] += c.done
		sum["total"] += c.total
	}
	return sum, planned
}

// team is one of them.
func (g *gallery) team(w http.ResponseWriter, r *http.Request) {
	for _, v := range g.teamViews(g.server.hosts) {
		if v.Team == r.PathValue("name") {
			reply(w, http.StatusOK, v)
			return
		}
	}
	refuse(w, http.StatusNotFound, "no team of that name has played")
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
