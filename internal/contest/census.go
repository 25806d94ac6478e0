package contest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"wolfden/internal/contest/config"
)

// AnswerTime is how long the goroutine of a track may take to answer before
// the track is called not ready.
const AnswerTime = 2 * time.Second

// Census is how busy a track is.
type Census struct {
	Waiting int  // clients in the waiting room
	Running int  // games that go on
	Paused  int  // games that wait for their players
	Closing bool // no new games

	teams    []string       // that wait
	here     []string       // that wait or play, and are connected
	away     map[string]int // games that wait for a team to come back
	still    bool           // no match is to begin now, whoever comes
	planned  bool           // by a journal; then of its matches
	Done     int
	GivenUp  int // of those done: no game of them was played to its end
	Failures int // games that failed
	Total    int
	absent   []string // teams of the plan that neither wait nor play
	free     int      // slots of the plan that no team has yet
}

// count asks the host's goroutine; false when it does not answer in time or has
// ended.
func (h *host) count(ctx context.Context) (c Census, ok bool) {
	answer := make(chan Census, 1)
	ask := func() { answer <- h.census() }
	select {
	case h.work <- ask:
	case <-h.idle:
		return Census{Closing: true}, false
	case <-h.ctx.Done():
		return Census{Closing: true}, false
	case <-ctx.Done():
		return Census{}, false
	}
	select {
	case c = <-answer:
		return c, true
	case <-ctx.Done():
		return Census{}, false
	}
}

// census counts; it is for the host's goroutine.
func (h *host) census() Census {
	c := Census{Waiting: len(h.waiting), Running: len(h.games) - len(h.paused), Paused: len(h.paused), Closing: h.closing}
	for _, w := range h.waitingTeams() {
		c.teams = append(c.teams, w.Team)
	}
	slices.Sort(c.teams)
	c.here, c.away = slices.Clone(c.teams), map[string]int{}
	for id, r := range h.games {
		for i, s := range r.sessions {
			switch team := r.header.Seats[i].Team; {
			case s.Away().IsZero():
				c.here = append(c.here, team)
			case h.paused[id] != nil && !h.barred(s, team):
				c.away[team]++
			}
		}
	}
	if h.journal == nil {
		return c
	}
	p := h.journal.Progress()
	c.planned, c.Done, c.GivenUp, c.Total, c.Failures = true, p.Finished, p.GivenUp, p.Matches, p.Failures
	c.still = h.over() || h.journal.Paused() || !h.isOpen()
	c.Paused = max(c.Paused, p.Running-c.Running) // before Start nobody has brought them back
	c.absent, c.free = missing(h.journal.Teams(), slices.Concat(c.here, h.journal.Withdrawn()))
	return c
}

// probed keeps for a moment whether records can be written: whoever asks, the disk is asked once a second.
type probed struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// Writable is an error where records of games cannot be written now, as on a disk that is full.
func (c *Contest) Writable() error {
	p := &c.probe
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.Sub(p.at) >= time.Second {
		before := p.err
		p.at, p.err = now, nil
		for _, h := range c.hosts {
			p.err = errors.Join(p.err, h.store.Writable())
		}
		if p.err != nil && before == nil {
			c.log.Error("records of games cannot be written", "error", p.err)
		}
	}
	return p.err
}

// Busy is how busy a track is; false when its goroutine does not answer in time or has ended.
func (c *Contest) Busy(ctx context.Context, t *config.Track) (Census, bool) {
	for _, h := range c.hosts {
		if h.track == t {
			return h.count(ctx)
		}
	}
	return Census{}, false
}
