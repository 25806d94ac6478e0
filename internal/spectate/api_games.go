package spectate

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
	"wolfden/werewolf"
	"wolfden/wire"
)

const (
	gamesAtOnce     = 50  // in a list, when the request does not say
	mostGamesAtOnce = 200 // at most
)

// gameView is a game as the API shows it in lists.
type gameView struct {
	ID      string     `json:"id"`
	Track   string     `json:"track"`
	State   string     `json:"state"` // see stage
	Started time.Time  `json:"started"`
	Ended   *time.Time `json:"ended,omitempty"`
	Teams   []string   `json:"teams"`
	Winner  string     `json:"winner,omitempty"` // only of games that are over
	End     string     `json:"end,omitempty"`
}

// snapshot is a game in the organisers' shape, with more behind it.
type snapshot struct {
	ID       string            `json:"id"`
	Day      int               `json:"day"`
	Finished bool              `json:"finished"`
	WinSide  string            `json:"win_side"` // "" while it goes on
	Agents   []agentView       `json:"agents"`
	Status   map[string]string `json:"status_by_agent"` // by idx; nil in lists

	Track   string     `json:"track"`
	State   string     `json:"state"` // see stage
	Started time.Time  `json:"started"`
	Ended   *time.Time `json:"ended,omitempty"`
	Teams   []string   `json:"teams"`
	End     string     `json:"end,omitempty"` // only of games that are over
	Night   bool       `json:"night"`
	Feed    string     `json:"feed,omitempty"` // file of the realtime feed, without ending
}

// agentView is a player. What only those who may know it see is empty for the
// others.
type agentView struct {
	Idx      werewolf.SeatID `json:"idx"`
	TeamName string          `json:"team_name"`
	Original string          `json:"original_name"` // that the client gave
	GameName string          `json:"game_name"`
	Role     string          `json:"role"`
	Alive    bool            `json:"alive"` // as far as the village knows
	Avatar   string          `json:"avatar,omitempty"`
	Faults   map[string]int  `json:"faults,omitempty"`
}

// query is what a list of games is asked for.
type query struct {
	tracks []*track
	state  string // "" for all
	team   string // "" for all
	before string // id, "" for the latest
	limit  int
}

// query reads what is asked for; fault says what is wrong with it.
func (a *API) query(r *http.Request) (q query, fault string) {
	v := r.URL.Query()
	q = query{state: v.Get("state"), team: v.Get("team"), before: v.Get("before"), limit: gamesAtOnce}
	var known bool
	if q.tracks, known = a.asked(r); !known {
		return q, noSuchTrack
	}
	if states := []string{"", paused.String(), playing.String(), ended.String()}; !slices.Contains(states, q.state) {
		return q, "state: write " + strings.Join(states[1:], ", ")
	}
	if q.before != "" && !archive.IsGameID(q.before) {
		return q, "before: no id of a game"
	}
	if text := v.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostGamesAtOnce {
			return q, "limit: write a number from 1 to " + strconv.Itoa(mostGamesAtOnce)
		}
		q.limit = n
	}
	return q, ""
}

// games are those that go on, of all tracks or of one, the latest first, as
// snapshots without day and status.
func (a *API) games(w http.ResponseWriter, r *http.Request) {
	tracks, known := a.asked(r)
	if !known {
		Refuse(w, http.StatusBadRequest, noSuchTrack)
		return
	}
	list := []snapshot{}
	a.mu.RLock()
	for _, t := range a.timelines {
		if stands, s := t.now(); slices.Contains(tracks, t.track) && (s == paused || s == playing) {
			list = append(list, a.snapshot(viewOf(t, s), t.header, stands.seats, a.mayKnow(r, t.track)))
		}
	}
	a.mu.RUnlock()
	slices.SortFunc(list, func(a, b snapshot) int { return strings.Compare(b.ID, a.ID) })
	Reply(w, http.StatusOK, map[string]any{"games": list})
}

// snapshot is a game as it began, as a whole or as the village sees it.
func (a *API) snapshot(v gameView, h *gamelog.Header, seats []archive.SeatSummary, whole bool) snapshot {
	d := snapshot{
		ID: v.ID, Finished: v.State == ended.String(), WinSide: v.Winner, Track: v.Track, State: v.State,
		Started: v.Started, Ended: v.Ended, Teams: v.Teams, End: v.End, Feed: a.feed.nameOf(v.ID),
	}
	for i := range h.Seats {
		seat := &h.Seats[i]
		a := agentView{Idx: werewolf.SeatID(i + 1), TeamName: seat.Team, GameName: seat.Name, Avatar: seat.Avatar, Alive: true}
		if whole {
			a.Role, a.Original = seats[i].Role.String(), seat.Client
		}
		d.Agents = append(d.Agents, a)
	}
	return d
}

// archiveGames are the games that are asked for, the latest first, those that go
// on among them. next is where the following ones begin.
func (a *API) archiveGames(w http.ResponseWriter, r *http.Request) {
	q, fault := a.query(r)
	if fault != "" {
		Refuse(w, http.StatusBadRequest, fault)
		return
	}
	games := a.running(q)
	for _, t := range q.tracks {
		games = append(games, finished(t, q)...)
	}
	slices.SortFunc(games, func(a, b gameView) int { return strings.Compare(b.ID, a.ID) })
	// A game that has just ended may stand in both places.
	games = slices.CompactFunc(games, func(a, b gameView) bool { return a.ID == b.ID })
	var list struct {
		Games []gameView `json:"games"`
		Next  string     `json:"next,omitempty"`
	}
	list.Games = append([]gameView{}, games[:min(q.limit, len(games))]...)
	if len(games) > q.limit {
		list.Next = list.Games[q.limit-1].ID
	}
	Reply(w, http.StatusOK, list)
}

// running are the games asked for that go on.
func (a *API) running(q query) (games []gameView) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for id, t := range a.timelines {
		_, s := t.now()
		v := viewOf(t, s)
		if slices.Contains(q.tracks, t.track) && (q.before == "" || id < q.before) &&
			(s == paused || s == playing) && q.wants(v.State, v.Teams) {
			games = append(games, v)
		}
	}
	return games
}

func (q *query) wants(state string, teams []string) bool {
	return (q.state == "" || q.state == state) && (q.team == "" || slices.Contains(teams, q.team))
}

// finished are the games of a track asked for that are over: one more than
// wanted, to know whether there is more.
func finished(of *track, q query) (games []gameView) {
	wanted := func(s *archive.Summary) bool { return q.wants(ended.String(), s.Teams()) }
	for _, s := range of.games.Latest(q.before, q.limit+1, wanted) {
		games = append(games, viewOfFinished(s, of))
	}
	return games
}

// inSeconds is a time as strangers are told it.
func inSeconds(ms int64) time.Time { return time.Unix(ms/1000, 0).UTC() }

// viewOf is a game that goes on.
func viewOf(t *timeline, s stage) gameView {
	v := gameView{ID: t.header.ID, Track: t.track.Name, State: s.String(), Started: inSeconds(t.header.Started)}
	for i := range t.header.Seats {
		v.Teams = append(v.Teams, t.header.Seats[i].Team)
	}
	slices.Sort(v.Teams)
	v.Teams = slices.Compact(v.Teams)
	return v
}

// viewOfFinished is a game that is over.
func viewOfFinished(s *archive.Summary, of *track) gameView {
	over := inSeconds(s.Ended)
	return gameView{
		ID: s.ID, Track: of.Name, State: ended.String(), Started: inSeconds(s.Started), Ended: &over,
		Teams: s.Teams(), Winner: s.Winner.String(), End: s.End.String(),
	}
}

// game shows one game.
func (a *API) game(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if !archive.IsGameID(id) {
		Refuse(w, http.StatusBadRequest, notAnID)
		return
	}
	if t := a.timeline(id); t != nil {
		stands, s := t.now()
		whole := s == ended || a.mayKnow(r, t.track)
		d := a.snapshot(viewOf(t, s), t.header, stands.seats, whole)
		d.tell(&stands, whole)
		Reply(w, http.StatusOK, d)
		return
	}
	of, s := a.archived(id)
	if s == nil {
		Refuse(w, http.StatusNotFound, noSuchGame)
		return
	}
	t, err := of.finished(s)
	if err == nil {
		err = t.reread(s.Entries, func(e gamelog.Entry) error {
			t.stands.see(e)
			return nil
		})
	}
	if err != nil {
		a.log.Error("record", "game", id, "error", err)
		Refuse(w, http.StatusInternalServerError, unreadable)
		return
	}
	stands := t.stands.now()
	d := a.snapshot(viewOfFinished(s, of), t.header, stands.seats, true)
	d.tell(&stands, true)
	Reply(w, http.StatusOK, d)
}

// The errors about a game.
const (
	notAnID    = "no id of a game: an id is a ULID of 26 capital letters and digits"
	noSuchGame = "there is no such game"

	noSuchTrack = "track: no track has that name; see /api/v1/ruleset"

	unreadable = "the game's record cannot be read"
)

// archived is a game that is over, nil when there is none with the id.
func (a *API) archived(id string) (*track, *archive.Summary) {
	for _, t := range a.tracks {
		if s := t.games.Game(id); s != nil {
			return t, s
		}
	}
	return nil, nil
}

// finished is the timeline of a game that is over. Nothing of it is in memory.
func (t *track) finished(s *archive.Summary) (*timeline, error) {
	header, err := t.games.Header(s.ID)
	if err != nil {
		return nil, err
	}
	all := newTimeline(t, header)
	all.first, all.stage = s.Entries, ended
	return all, nil
}

// tell tells where a game stands, to the village or to those who may know
// everything.
func (d *snapshot) tell(s *standing, whole bool) {
	o := &s.public
	d.Day, d.Night, d.Status = o.Day, o.Night, map[string]string{}
	for i := range d.Agents {
		a := &d.Agents[i]
		status := wire.Dead
		if a.Alive = o.Living.Has(a.Idx); a.Alive {
			status = wire.Alive
		}
		d.Status[strconv.Itoa(int(a.Idx))] = string(status)
		switch role := o.Roles[a.Idx]; {
		case whole:
			a.Faults = s.seats[i].Faults
		case role != werewolf.NoRole:
			a.Role = role.String() // that the game has shown to all
		}
	}
}
