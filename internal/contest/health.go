package contest

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
	"wolfden/werewolf"
)

// health is how well teams served lately, by their games that are over: nothing
// of a running game is in it but that it runs. It is safe for concurrent use.
type health struct {
	rules config.TeamHealth
	now   func() time.Time
	bells []chan<- struct{} // rung when a team that rested is back; not changed once games are played

	mu    sync.Mutex
	teams map[string]*servedLately
	games map[string][]string       // the teams of those that run
	lost  map[string]map[string]int // by track and team: matches that were given up
}

// servedLately is what is kept of a team.
type servedLately struct {
	records     []healthRecord // the latest, the last one last
	active      int            // games that run
	until       time.Time      // it rests until then
	quarantines int
	seen        time.Time
}

// healthRecord is what a team did in one game.
type healthRecord struct {
	requests, errors int
	fatal, aborted   bool
}

func newHealth(rules config.TeamHealth) *health {
	return &health{
		rules: rules, now: time.Now,
		teams: map[string]*servedLately{}, games: map[string][]string{}, lost: map[string]map[string]int{},
	}
}

// bell is rung when a team that rested is back.
func (h *health) bell() <-chan struct{} {
	bell := make(chan struct{}, 1)
	h.bells = append(h.bells, bell)
	return bell
}

func (h *health) ring() {
	for _, bell := range h.bells {
		select {
		case bell <- struct{}{}:
		default: // it rings already
		}
	}
}

// team is what is known of a team; the lock is held.
func (h *health) team(name string) *servedLately {
	if h.teams[name] == nil {
		h.teams[name] = &servedLately{}
	}
	return h.teams[name]
}

// begin notes that a game runs.
func (h *health) begin(game string, seats []werewolf.Seat) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.games[game] != nil {
		return // it goes on
	}
	teams := []string{}
	for i := range seats {
		if !slices.Contains(teams, seats[i].Team) {
			teams = append(teams, seats[i].Team)
		}
	}
	h.games[game] = teams
	for _, name := range teams {
		t := h.team(name)
		t.active++
		t.seen = h.now()
	}
}

// leave notes that a game runs no more.
func (h *health) leave(game string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range h.games[game] {
		h.team(name).active--
	}
	delete(h.games, game)
}

// lose takes in how many matches of a track were given up and are lost for each team.
func (h *health) lose(track string, lost map[string]int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lost[track] = lost
}

// end takes in a game that is over, and returns the teams that are quarantined
// for it. Who rests already is not kept longer: everybody comes back and is
// judged anew.
func (h *health) end(s *archive.Summary) (quarantined []TeamHealth) {
	at := time.UnixMilli(s.Ended)
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, r := range byTeam(s) {
		t := h.team(name)
		t.seen = maxTime(t.seen, at)
		t.records = append(t.records, *r)
		if extra := len(t.records) - h.rules.Window; extra > 0 {
			t.records = slices.Delete(t.records, 0, extra)
		}
		if !h.rules.Enable || t.until.After(at) || len(t.records) < h.rules.MinGames || h.rate(t) <= h.rules.QuarantineRate {
			continue
		}
		t.until = at.Add(h.rules.QuarantineDuration)
		t.quarantines++
		if rest := t.until.Sub(h.now()); rest > 0 {
			time.AfterFunc(rest, h.ring)
			quarantined = append(quarantined, h.view(name, t))
		}
	}
	slices.SortFunc(quarantined, func(a, b TeamHealth) int { return cmp.Compare(a.Team, b.Team) })
	return quarantined
}

func maxTime(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// byTeam sums up the seats of each team.
func byTeam(s *archive.Summary) map[string]*healthRecord {
	all := map[string]*healthRecord{}
	for _, p := range s.Seats {
		r := all[p.Team]
		if r == nil {
			r = &healthRecord{aborted: s.End == werewolf.Failure}
			all[p.Team] = r
		}
		r.requests += p.Requests
		r.errors += p.Errors
		r.fatal = r.fatal || p.Gone
	}
	return all
}

// rate is the failure rate of a team, 0 to 1: the weighted mean of the share of
// requests without an answer, of games somebody was gone from, of games given up.
func (h *health) rate(t *servedLately) float64 {
	var requests, errors, fatal, aborted float64
	for _, r := range t.records {
		requests += float64(r.requests)
		errors += float64(r.errors)
		fatal += one(r.fatal)
		aborted += one(r.aborted)
	}
	games := float64(len(t.records))
	if games == 0 {
		return 0
	}
	sum := h.rules.Fatal*fatal/games + h.rules.Abort*aborted/games
	total := h.rules.Fatal + h.rules.Abort
	if requests > 0 {
		sum += h.rules.RequestError * errors / requests
		total += h.rules.RequestError
	}
	if total == 0 {
		return 0
	}
	return sum / total
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Weight implements matching.Standing.
func (h *health) Weight(team string) float64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.weight(h.teams[team])
}

func (h *health) weight(t *servedLately) float64 {
	if !h.rules.Enable || t == nil || len(t.records) < h.rules.MinGames {
		return 1
	}
	return max(h.rules.WeightFloor, 1-h.rate(t))
}

// Rests implements matching.Standing.
func (h *health) Rests(team string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.teams[team]
	return t != nil && t.until.After(h.now())
}

// TeamHealth is a team as the API shows it, in the organisers' shape.
type TeamHealth struct {
	Team        string  `json:"team"`
	Games       int     `json:"games"` // that it is judged by
	Requests    int     `json:"requests"`
	Errors      int     `json:"request_errors"`
	Fatal       int     `json:"fatal_games"`
	Aborted     int     `json:"aborted_games"`
	Lost        int     `json:"lost_matches"` // of a plan, that were given up since it was gone from most of their games
	Rate        float64 `json:"failure_rate"`
	Weight      float64 `json:"weight"`
	Quarantined bool    `json:"quarantined"`
	Until       *int64  `json:"quarantined_until,omitempty"` // Unix seconds
	Quarantines int     `json:"quarantine_count"`
	Active      int     `json:"active_games"`
	Seen        *int64  `json:"last_seen,omitempty"`
}

func (h *health) view(name string, t *servedLately) TeamHealth {
	v := TeamHealth{
		Team: name, Games: len(t.records), Rate: h.rate(t), Weight: h.weight(t),
		Quarantines: t.quarantines, Active: t.active,
	}
	for _, r := range t.records {
		v.Requests += r.requests
		v.Errors += r.errors
		v.Fatal += int(one(r.fatal))
		v.Aborted += int(one(r.aborted))
	}
	for _, lost := range h.lost {
		v.Lost += lost[name]
	}
	if t.until.After(h.now()) {
		until := t.until.Unix()
		v.Quarantined, v.Until = true, &until
	}
	if !t.seen.IsZero() {
		seen := t.seen.Unix()
		v.Seen = &seen
	}
	return v
}

// views are all teams by name.
func (h *health) views() (all []TeamHealth) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range slices.SortedFunc(maps.Keys(h.teams), strings.Compare) {
		all = append(all, h.view(name, h.teams[name]))
	}
	return all
}

// remember takes in what earlier servers played, in the order in which it ended.
func (h *health) remember(games []*archive.Summary) {
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b *archive.Summary) int { return cmp.Compare(a.Ended, b.Ended) })
	for _, s := range games {
		h.end(s)
	}
}

// Teams are all teams that have played here, and how well they served lately.
func (c *Contest) Teams() []TeamHealth { return c.health.views() }
