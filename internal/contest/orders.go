package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/coder/websocket"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
	"wolfden/internal/contest/matching"
)

// Substitute makes a player that plays for a team in a track, as often as games want it, until its context ends; a game that it is in then it
// plays to its end. The error says why there is no such player. Its token says that it is one.
type Substitute func(t *config.Track, team, player string) (play func(context.Context), err error)

// What clients are told that have nothing more to play for.
const (
	allPlayed     = "the contest is over: its last match has been played"
	timeIsUp      = "the contest is over: no game begins any more"
	hasWithdrawn  = "your team has withdrawn from this contest"
	isSubstituted = "somebody else plays for your team; ask the organiser"
	noSubstitute  = "nobody plays for this team but itself"
)

var errClosed = errors.New("the track does not answer, or the server is closing")

// ask has a host's goroutine do something, and waits for it. Before the contest has started nobody else has its fields.
func (c *Contest) ask(h *host, f func()) error {
	if !c.started {
		f()
		return nil
	}
	done := make(chan struct{})
	if !h.do(func() { defer close(done); f() }) {
		return errClosed
	}
	<-done
	return nil
}

// Carried is what became of an order: the tracks in which it was carried out, and why it was not in others that it concerns.
type Carried struct {
	Done   []string          `json:"done"`
	Failed map[string]string `json:"failed,omitempty"` // the reason, by track
}

// Order does what the organiser wants in a track with a plan, or with "" in all that it concerns: those in which a team has a place, the one
// that has the match. Where one of them is closing, nothing is done in any. It may be called before Start, too, for a contest that is not
// played now. It is safe for concurrent use.
func (c *Contest) Order(track string, o matching.Order) (done Carried, err error) {
	var concerned []*host
	for _, h := range c.hosts {
		if h.journal == nil || track != "" && h.track.Name != track {
			continue
		}
		concerns := false
		if err := c.ask(h, func() { concerns = h.journal.Concerns(o) }); err != nil {
			return Carried{}, fmt.Errorf("%s: %w", h.track.Name, err)
		}
		if concerns {
			concerned = append(concerned, h)
		}
	}
	switch {
	case len(concerned) > 0:
	case o.Match != "":
		return Carried{}, fmt.Errorf("%q is no match of a plan here, and no game of one", o.Match)
	case o.Team != "":
		return Carried{}, fmt.Errorf("no team %q has a place here", o.Team)
	default:
		return Carried{}, fmt.Errorf("no division with a plan is called %q", track)
	}
	for _, h := range concerned {
		var no error
		if closed := c.ask(h, func() { no = h.order(o, c.substitute) }); closed != nil {
			no = closed
		}
		if no == nil {
			done.Done = append(done.Done, h.track.Name)
			continue
		}
		if done.Failed == nil {
			done.Failed = map[string]string{}
		}
		done.Failed[h.track.Name] = no.Error()
	}
	return done, nil
}

// order does what the organiser wants.
func (h *host) order(o matching.Order, substitute Substitute) error {
	var play func(context.Context)
	if o.Do == matching.Substitute && o.Player != "" {
		var err error
		if play, err = substitute(h.track, o.Team, o.Player); err != nil {
			return err
		}
	}
	if end := h.track.Matching.End; o.Do == matching.Extend && h.timeIsUp() {
		return fmt.Errorf("its time was over at %s; put matching.end off in the configuration and start the server again", end.Format(time.RFC3339))
	}
	if game := h.journal.GameOf(o.Match); o.Do == matching.Replay && h.store.Game(game) != nil && !h.store.Completed(game) {
		return fmt.Errorf("the feed of game %s is not shown to its end yet (realtime_broadcaster.delay); give the order again when it is", game)
	}
	if err := h.journal.Order(o, time.Now()); err != nil {
		return err
	}
	h.log.Info("the organiser's order", "do", o.Do, "team", o.Team, "player", o.Player, "match", o.Match, "rounds", o.Rounds)
	switch o.Do {
	case matching.Extend, matching.Replay:
		h.told = false
	case matching.Withdraw:
		h.stand(o.Team, nil)
		h.sendTeam(o.Team, hasWithdrawn)
	case matching.Substitute:
		h.stand(o.Team, play)
		h.sendTeam(o.Team, isSubstituted) // both the team, and who played for it before
	default:
	}
	err := h.annul()
	for _, r := range h.paused {
		h.wake(r) // it may have waited for who can no longer come back
	}
	h.seatAll()
	h.tellOver()
	return err
}

// sendTeam sends those of a team home that wait.
func (h *host) sendTeam(team, why string) {
	h.waiting = slices.DeleteFunc(h.waiting, func(c *conn) bool {
		if c.team == team {
			c.refuse(websocket.StatusPolicyViolation, why)
		}
		return c.team == team
	})
}

// stand has somebody play for a team from now on, and who did so before no longer; nil is nobody.
func (h *host) stand(team string, play func(context.Context)) {
	if stop := h.stands[team]; stop != nil {
		stop()
		delete(h.stands, team)
	}
	if play == nil || h.observer == nil { // nobody can come before the contest has started
		return
	}
	ctx, stop := context.WithCancel(h.ctx)
	h.stands[team] = stop
	h.playing.Go(func() { play(ctx) })
}

// restand brings the substitutes back that a journal names. One that there is no longer is told of; its team's matches wait.
func (h *host) restand(substitute Substitute) {
	if h.journal == nil {
		return
	}
	for team, player := range h.journal.Substitutes() {
		play, err := substitute(h.track, team, player)
		if err != nil {
			h.log.Error("nobody plays for a team that has a substitute", "team", team, "player", player, "error", err)
		}
		h.stand(team, play)
	}
}

// annul puts aside what was written of games that no longer count.
func (h *host) annul() error {
	if h.journal == nil {
		return nil
	}
	for _, game := range h.journal.Annulled() {
		if err := h.store.annul(game); err != nil {
			return fmt.Errorf("game %s does not count any more, but what was written of it cannot be put aside; it is when the server is started again: %w", game, err)
		}
		if h.observer != nil { // else the contest is not played now
			h.observer.Annulled(game)
		}
	}
	return nil
}

// stranger reports why a client may not play for the team that it is of, "" when it may.
func (h *host) stranger(c *conn) string {
	switch player := h.journal.Substitutes()[c.team]; {
	case player == c.substitute:
		return ""
	case player == "":
		return noSubstitute
	default:
		return isSubstituted
	}
}

// isOpen reports whether games may begin by the time.
func (h *host) isOpen() bool {
	return !time.Now().Before(h.track.Matching.Begin) && !h.timeIsUp()
}

// timeIsUp reports whether no match begins any more, whatever is left.
func (h *host) timeIsUp() bool {
	end := h.track.Matching.End
	return !end.IsZero() && !time.Now().Before(end)
}

// over reports whether no match of the plan is left to be begun, for want of matches or of time. Without a plan it never is.
func (h *host) over() bool {
	if h.journal == nil {
		return false
	}
	p := h.journal.Progress()
	return !h.track.Matching.InfiniteLoop && p.Finished == p.Matches || h.timeIsUp()
}

// farewell is what a client is told that has nothing to play for any more.
func (h *host) farewell() string {
	if p := h.journal.Progress(); p.Finished < p.Matches {
		return timeIsUp
	}
	return allPlayed
}

// tellOver says once that a track is over, and sends home who waits.
func (h *host) tellOver() {
	if h.told || !h.over() || len(h.games) > 0 {
		return
	}
	h.told = true
	p := h.journal.Progress()
	h.log.Info("the contest is over", "matches", p.Matches, "played", p.Finished-p.GivenUp-p.Struck, "given_up", p.GivenUp, "struck", p.Struck,
		"left", p.Matches-p.Finished)
	h.notify.enqueue("milestone", good, fmt.Sprintf("The contest is over: %d of %d matches.", p.Finished, p.Matches), progressDetails(h.track.Name, p))
	sendHome(h.waiting, websocket.StatusGoingAway, h.farewell())
	h.waiting = nil
}

// Over reports whether all tracks with a plan are over, and no game of theirs goes on; never where there is none.
func (c *Contest) Over() bool {
	planned, over := 0, 0
	for _, h := range c.hosts {
		if h.journal == nil {
			continue
		}
		planned++
		_ = c.ask(h, func() {
			if h.over() && len(h.games) == 0 {
				over++
			}
		})
	}
	return planned > 0 && over == planned
}

// Recall reads what the disk tells of games that are over, for Statuses and Order of a contest that is not started.
func (c *Contest) Recall() error {
	var errs []error
	for _, h := range c.hosts {
		errs = append(errs, h.store.Open(func(*gamelog.Record) {}), h.annul())
	}
	return errors.Join(errs...)
}
