package contest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/matching"
	"wolfden/werewolf"
)

// play drives a game and books its end.
func (h *host) play(r *runningGame) {
	err := h.reopen(r)
	var result werewolf.Result
	var rec *recorder
	if err == nil {
		rec = h.record(r)
		result, err = r.play(h.ctx, rec)
	}
	ended := time.Now()
	if rec != nil {
		ended = time.UnixMilli(rec.summary.Ended)
	}
	r.dismiss()
	filed := err
	if err == nil {
		// Whatever becomes of its logs, the game was played.
		filed = h.store.file(r.header.ID)
	}
	h.report(r, result, err, filed)
	h.conclude(r, rec, filed)
	h.do(func() {
		delete(h.games, r.header.ID)
		switch {
		case err == nil:
			h.book(r, result, ended)
			h.seatAll()
			h.tellOver()
		case !errors.Is(err, context.Canceled): // else it goes on with the next server
			h.standStill(r)
		}
	})
}

// book ends the match that the game was played for.
func (h *host) book(r *runningGame, result werewolf.Result, ended time.Time) {
	if r.match == "" {
		return
	}
	outcome := matching.Outcome{Game: r.header.ID, At: time.Now()}
	if result.End == werewolf.Failure {
		outcome.Failure, outcome.Gone = result.End.String(), r.toBlame(ended)
	}
	h.end(r.match, &outcome)
}

// toBlame are the teams of a game that failed at a time which were gone from it: the players that it counts as gone, of whom the first
// ended it, and those who had left with them. Who plays on from before the server was started, and has not come back since, is not
// to blame: the server went, not the player.
func (r *runningGame) toBlame(failed time.Time) (teams []string) {
	for i, s := range r.sessions {
		since := s.Away()
		left := !since.IsZero() && failed.Sub(since) >= s.grace/2 // who said goodbye at the end has not
		if (left || r.game.Gone().Has(s.id)) && s.met() {
			teams = append(teams, r.header.Seats[i].Team)
		}
	}
	return teams
}

// end books what became of a match, and tells of it where that is the last of it.
func (h *host) end(id matching.ID, o *matching.Outcome) {
	before := h.decided()
	if err := h.policy.End(id, *o); err != nil {
		h.log.Error("match is not booked", "game", o.Game, "error", err)
	}
	now := h.decided()
	if now.GivenUp > before.GivenUp {
		h.health.lose(h.track.Name, h.journal.Lost())
		h.log.Warn("match is given up: too many of its games failed; it is lost for who was gone from most of them", "match", id, "game", o.Game)
		h.notify.enqueue("abort", bad, "A match was given up: it is lost for who was gone from most of its games.",
			fmt.Sprintf("track %s, match %s\ngone from the last game: %s", named(h.track.Name), named(string(id)), names(o.Gone)))
	}
	if now.Finished > before.Finished {
		h.notify.progress(h.track.Name, now)
	}
}

// decided is how far the plan is, nothing without one.
func (h *host) decided() (p matching.Progress) {
	if h.journal != nil {
		p = h.journal.Progress()
	}
	return p
}

func (h *host) report(r *runningGame, result werewolf.Result, err, filed error) {
	switch {
	case errors.Is(err, context.Canceled):
		r.log.Info("game stands still until the server is back")
	case err != nil:
		r.log.Error("game stands still until its record can be written and its players are back", "error", err)
	default:
		r.log.Info("game ended", "winner", result.Winner.String(), "end", result.End.String())
		if filed != nil {
			r.log.Error("logs of the game are written when the server is started again", "error", filed)
		}
	}
}

// resume keeps a game of an earlier server until its players are back, or the
// time for that is over.
func (h *host) resume(g *gamelog.Resumed, id matching.ID) {
	header := g.Record.Header // alone, so that nothing holds what the record holds beside it
	r := h.seats(&header)
	r.game, r.file, r.writer, r.match = g.Game, g.File, g.Writer, id
	r.recorded, r.past = len(g.Game.Log()), g.Record.Entries
	h.show(r)
	h.pause(r)
}

// standStill keeps a game whose record could not be written. What is in the
// record is whole; from there the game goes on when its players are back.
func (h *host) standStill(failed *runningGame) {
	r := h.seats(failed.header)
	r.match = failed.match
	h.pause(r)
}

// pause keeps a game until its players are back, or the time for that is over.
// Players that wait are seated at once.
func (h *host) pause(r *runningGame) {
	h.games[r.header.ID], h.paused[r.header.ID] = r, r
	time.AfterFunc(h.track.ResumeGrace, func() { h.do(func() { h.unpause(r) }) })
	h.reseat()
	h.wake(r)
}

// reseat seats clients that wait and whose seats have become vacant.
func (h *host) reseat() {
	waiting := h.waiting
	h.waiting = nil
	for _, c := range waiting {
		if c.alive() && !h.comeBack(c) {
			h.waiting = append(h.waiting, c)
		}
	}
}

// seats prepares a game, whose seats are taken by whoever waits for them.
func (h *host) seats(header *gamelog.Header) *runningGame {
	r := newRunning(header, h.track, h.log)
	for _, s := range r.sessions {
		// Who left goes first; after that, whoever waits under its name.
		s.vacated = func() { time.AfterFunc(s.patience, func() { h.do(h.reseat) }) }
	}
	return r
}

// wake starts a paused game when its players are back.
func (h *host) wake(r *runningGame) {
	for i, s := range r.sessions {
		if s.vacant() && !h.barred(s, r.header.Seats[i].Team) {
			return
		}
	}
	h.unpause(r)
}

// barred reports whether whoever had the seat can no longer come back to it: its team has withdrawn, or somebody else plays for it than did, or
// nobody any more.
func (h *host) barred(s *session, team string) bool {
	return h.journal != nil && (slices.Contains(h.journal.Withdrawn(), team) || h.journal.Substitutes()[team] != s.stand)
}

func (h *host) unpause(r *runningGame) {
	if h.paused[r.header.ID] != r || h.closing {
		return
	}
	delete(h.paused, r.header.ID)
	h.log.Info("game goes on", "game", r.header.ID)
	h.playing.Go(func() { h.play(r) })
}

// reopen opens the record of a game that stood still, unless it is open.
func (h *host) reopen(r *runningGame) error {
	if r.file != nil {
		return nil
	}
	g, err := h.store.Reopen(r.header.ID)
	if err != nil {
		return err
	}
	r.game, r.file, r.writer = g.Game, g.File, g.Writer
	r.recorded, r.past = len(g.Game.Log()), g.Record.Entries
	h.show(r)
	return nil
}
