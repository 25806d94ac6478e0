package contest

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/matching"
)

// Status is how far a track is. What it says of running games is that they run.
type Status struct {
	Track   string `json:"track"`
	Path    string `json:"path"`
	Players int    `json:"players"` // of a game
	State   State  `json:"state"`

	Planned  bool `json:"planned"` // by a journal; then of its matches:
	Matches  int  `json:"matches"`
	Done     int  `json:"done"`     // those given up and struck among them
	GivenUp  int  `json:"given_up"` // no game of them was played to its end
	Struck   int  `json:"struck"`   // a team of them has withdrawn
	Failures int  `json:"failures"` // games that failed
	Running  int  `json:"running"`  // games that go on
	Paused   int  `json:"paused"`   // games that wait for their players to come back
	Held     bool `json:"held"`     // by the organiser: no match begins, games go on
	Waiting  int  `json:"waiting"`  // clients in the waiting room

	Begin *time.Time `json:"begin,omitempty"`
	End   *time.Time `json:"end,omitempty"`
	// Over is when the last match will be over, as far as the latest games tell; nil where nobody can tell, as where teams are missing.
	Over *time.Time `json:"over,omitempty"`

	Missing     []Missing         `json:"missing"` // teams that matches wait for, the one with most of them first
	Withdrawn   []string          `json:"withdrawn,omitempty"`
	Substitutes map[string]string `json:"substitutes,omitempty"` // the player, by team
	Teams       []*archive.Tally  `json:"teams"`                 // of games that are over, by name
	// Unbegun are the matches that have not begun, for the organiser alone: who will meet whom is not for the teams.
	Unbegun []matching.Unbegun `json:"unbegun,omitempty"`
}

// State is what a track does.
type State string

// The states of a track. Waits: no game goes on, since teams are missing.
const (
	StateOpen   State = "open" // without a plan: whoever comes plays
	StateEarly  State = "not begun"
	StatePlays  State = "playing"
	StateWaits  State = "waiting"
	StatePaused State = "paused"
	StateOver   State = "over"
	StateCloses State = "closing" // the server ends
)

// Missing is a team that matches wait for, or games that it was in.
type Missing struct {
	Team    string    `json:"team"`    // "" for those that nobody has taken a place for yet
	Since   time.Time `json:"since"`   // when it was last here, or played as far as records tell
	Matches int       `json:"matches"` // that have not begun, of the rounds that are planned
	Games   int       `json:"games,omitempty"`
}

// Statuses are how far all tracks are, in their order. Before Start it is what the disk tells.
func (c *Contest) Statuses() (all []Status, err error) {
	for _, h := range c.hosts {
		look := func() { all = append(all, h.status()) }
		err := c.ask(h, look)
		select {
		case <-h.idle: // its goroutine has ended, and nobody changes anything any more
			if err != nil {
				look()
				err = nil
			}
		default:
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// status is for the host's goroutine.
func (h *host) status() Status {
	n := h.census()
	s := Status{
		Track: h.track.Name, Path: h.track.Path, Players: h.track.Rules.Players(), State: StateOpen, Planned: n.planned,
		Matches: n.Total, Done: n.Done, GivenUp: n.GivenUp, Failures: n.Failures, Running: n.Running, Paused: n.Paused, Waiting: n.Waiting,
		Missing: []Missing{}, Teams: []*archive.Tally{},
	}
	tallies := map[string]*archive.Tally{}
	h.store.AddTo(tallies)
	if h.journal != nil {
		for team, n := range h.journal.Lost() {
			if tallies[team] == nil { // it was in no game that is over
				tallies[team] = archive.NewTally(team)
			}
			tallies[team].Lost = n
		}
	}
	for _, team := range sortedKeys(tallies) {
		s.Teams = append(s.Teams, tallies[team])
	}
	if h.journal == nil {
		return s
	}
	m := &h.track.Matching
	for _, at := range []struct {
		from time.Time
		to   **time.Time
	}{{m.Begin, &s.Begin}, {m.End, &s.End}} {
		if !at.from.IsZero() {
			*at.to = &at.from
		}
	}
	s.Struck, s.Withdrawn, s.Substitutes, s.Unbegun = h.journal.Progress().Struck, h.journal.Withdrawn(), h.journal.Substitutes(), h.journal.Unbegun()
	s.State, s.Held = h.state(&n), h.journal.Paused()
	if s.State != StateOver {
		s.Missing = h.missing(&n, s.Unbegun, time.Now())
	}
	if len(s.Missing) == 0 && !s.Held {
		s.Over = h.expected(&n)
	}
	return s
}

// state is what a track with a plan does.
func (h *host) state(n *Census) State {
	switch {
	case h.closing:
		return StateCloses
	case n.Running > 0:
		return StatePlays
	case h.over() && n.Paused == 0:
		return StateOver
	case time.Now().Before(h.track.Matching.Begin):
		return StateEarly
	case h.journal.Paused():
		return StatePaused
	default:
		return StateWaits
	}
}

// briefly is how long a team may be away, as between two games, before it is missing.
const briefly = 15 * time.Second

// missing are the teams that are not here and that matches, or games that stand still, wait for.
func (h *host) missing(n *Census, unbegun []matching.Unbegun, now time.Time) []Missing {
	by := map[string]*Missing{}
	of := func(team string) *Missing {
		if by[team] == nil {
			by[team] = &Missing{Team: team}
		}
		return by[team]
	}
	for _, m := range unbegun {
		for _, team := range slices.Compact(m.Teams) {
			of(team).Matches++
		}
	}
	for team, games := range n.away {
		of(team).Games = games
	}
	all := []Missing{}
	for team, m := range by {
		seen, was := h.seen[team]
		if slices.Contains(n.here, team) || was && now.Sub(seen) < briefly {
			continue
		}
		if m.Since = seen; !was {
			m.Since = h.lastPlayed(team)
		}
		m.Since = m.Since.Truncate(time.Second)
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b Missing) int {
		return cmp.Or(b.Games-a.Games, b.Matches-a.Matches, strings.Compare(a.Team, b.Team))
	})
	return all
}

// lastPlayed is when a team that was not here since the server was started ended a game in which it stayed, or when the server was started.
func (h *host) lastPlayed(team string) time.Time {
	games := h.store.Latest("", 1, func(s *archive.Summary) bool {
		return slices.ContainsFunc(s.Seats, func(p archive.SeatSummary) bool { return p.Team == team && !p.Gone })
	})
	if len(games) == 0 {
		return h.began
	}
	return time.UnixMilli(games[0].Ended)
}

// latestGames are the games that tell how long one takes.
const latestGames = 20

// expected is when the last match will be over if as many games as now go on at once, each as long as the latest; nil where none goes on.
func (h *host) expected(n *Census) *time.Time {
	games := h.store.Latest("", latestGames, func(s *archive.Summary) bool { return s.Why == "" })
	left := n.Total - n.Done
	if n.Running == 0 || len(games) == 0 || left <= 0 || h.track.Matching.InfiniteLoop {
		return nil
	}
	var took int64 // milliseconds
	for _, g := range games {
		took += g.Ended - g.Started
	}
	each := time.Duration(took/int64(len(games))) * time.Millisecond
	at := time.Now().Add(each * time.Duration(left) / time.Duration(n.Running)).Round(time.Second)
	return &at
}

const (
	// stillAfter is how long no game goes on before the log says whom matches wait for, and stillEvery how often it says so while nothing changes.
	stillAfter = time.Minute
	stillEvery = 30 * time.Minute
)

// stillness is what the log was told of a track in which no game goes on.
type stillness struct {
	since time.Time // no game goes on, zero while one does
	at    time.Time // when it was last told
	said  string
}

// tellMissing says whom the matches wait for while no game goes on.
func (h *host) tellMissing(now time.Time) {
	n := h.census()
	for _, team := range n.here {
		h.seen[team] = now
	}
	if h.journal == nil || n.Running > 0 || n.still && n.Paused == 0 {
		h.still = stillness{}
		return
	}
	s := &h.still
	if s.since.IsZero() {
		s.since = now
	}
	missing := h.missing(&n, h.journal.Unbegun(), now)
	if now.Sub(s.since) < stillAfter || len(missing) == 0 {
		return
	}
	var said []string
	for _, m := range missing {
		said = append(said, m.Team)
	}
	if text := strings.Join(said, "\n"); text != s.said || now.Sub(s.at) >= stillEvery {
		s.said, s.at = text, now
		for _, m := range missing[:min(len(missing), mostNamed)] {
			h.log.Warn("matches wait for a team that is not here", "team", cmp.Or(m.Team, "(a place that nobody has taken)"), "matches", m.Matches, "games", m.Games,
				"since", m.Since.Format(time.RFC3339))
		}
	}
}
