package spectate

import (
	"context"
	"net/http"

	"wolfden/internal/contest"
	"wolfden/internal/contest/archive"
	"wolfden/werewolf"
)

func (a *API) healthz(w http.ResponseWriter, _ *http.Request) {
	Reply(w, http.StatusOK, map[string]string{"status": "ok", "version": a.version})
}

// readyz tells whether clients that connect now will be given games.
func (a *API) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), contest.AnswerTime)
	defer cancel()
	for _, t := range a.tracks {
		c, ok := a.contest.Busy(ctx, t.Track)
		switch {
		case c.Closing:
			Reply(w, http.StatusServiceUnavailable, map[string]string{"status": "draining", "error": "the server is closing"})
			return
		case !ok:
			Refuse(w, http.StatusServiceUnavailable, "track "+t.Name+" does not answer")
			return
		}
	}
	if a.contest.Writable() != nil { // the log says why; spectators are told no paths
		Refuse(w, http.StatusServiceUnavailable, "records of games cannot be written")
		return
	}
	Reply(w, http.StatusOK, map[string]string{"status": "ready"})
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
func (a *API) ruleset(w http.ResponseWriter, _ *http.Request) {
	var tracks []trackRules
	for _, t := range a.tracks {
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
	first := a.tracks[0]
	roles := map[string]int{}
	for _, role := range first.Rules.Roles.Listed() {
		roles[first.Rules.Table.Name(role)] = first.Rules.Roles[role]
	}
	Reply(w, http.StatusOK, map[string]any{
		"agent_count": first.Rules.Players(), "max_day": first.Rules.MaxDay, "vote_visibility": first.Rules.VoteVisibility,
		"is_optimize": first.Matching.IsOptimize, "self_match": first.Matching.SelfMatch, "roles": roles,
		"tracks": tracks,
	})
}

// teamView is a team: how it served lately, in the organisers' shape, and what
// it did in all games that are over.
type teamView struct {
	contest.TeamHealth
	Total *archive.Tally `json:"total"`
}

// teamViews are all teams that have played, in order.
func (a *API) teamViews(tracks []*track) []teamView {
	all := map[string]*archive.Tally{}
	for _, t := range tracks {
		t.games.AddTo(all)
	}
	views := []teamView{}
	for _, v := range a.contest.Teams() {
		total := all[v.Team]
		if total == nil && len(tracks) < len(a.tracks) {
			continue // it plays elsewhere
		}
		if total == nil {
			total = archive.NewTally(v.Team)
		}
		views = append(views, teamView{v, total})
	}
	return views
}

// teams are what teams did, of all tracks or of one, and how far planned
// contests are.
func (a *API) teams(w http.ResponseWriter, r *http.Request) {
	tracks, ok := a.asked(r)
	if !ok {
		Refuse(w, http.StatusBadRequest, noSuchTrack)
		return
	}
	body := map[string]any{"teams": a.teamViews(tracks)}
	if progress, planned := a.progress(r.Context(), tracks); planned {
		body["progress"] = progress
	}
	Reply(w, http.StatusOK, body)
}

// progress sums up the plans of the tracks; false when there is none or a track
// does not answer in time.
func (a *API) progress(ctx context.Context, tracks []*track) (sum map[string]int, planned bool) {
	ctx, cancel := context.WithTimeout(ctx, contest.AnswerTime)
	defer cancel()
	sum = map[string]int{"done": 0, "given_up": 0, "total": 0}
	for _, t := range tracks {
		if !t.Matching.IsOptimize || t.Matching.SelfMatch {
			continue
		}
		c, ok := a.contest.Busy(ctx, t.Track)
		if !ok {
			return nil, false
		}
		planned = true
		sum["done"] += c.Done
		sum["given_up"] += c.GivenUp
		sum["total"] += c.Total
	}
	return sum, planned
}

// team is one of them.
func (a *API) team(w http.ResponseWriter, r *http.Request) {
	for _, v := range a.teamViews(a.tracks) {
		if v.Team == r.PathValue("name") {
			Reply(w, http.StatusOK, v)
			return
		}
	}
	Refuse(w, http.StatusNotFound, "no team of that name has played")
}

// asked are those that the request names by ?track=, all when it names none.
func (a *API) asked(r *http.Request) (tracks []*track, ok bool) {
	name := r.URL.Query().Get("track")
	if name == "" {
		return a.tracks, true
	}
	for _, t := range a.tracks {
		if t.Name == name {
			return []*track{t}, true
		}
	}
	return nil, false
}
