package check

import (
	"context"
	"fmt"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/match"
	"wolfden/werewolf"
	"wolfden/wire"
)

// unrecorded is an observer that keeps nothing.
type unrecorded struct{}

// Append forgets the entry.
func (unrecorded) Append(gamelog.Entry) {}

// Flush has nothing to write.
func (unrecorded) Flush() error { return nil }

// play plays game number i over the connection.
func (c *Check) play(ctx context.Context, i int, l *agentConn) error {
	plan := &c.config.games[i]
	rules, err := plan.rules(&c.config)
	if err != nil {
		return err
	}
	seats, agent := plan.seats(&rules, i+1)
	game, err := werewolf.New(rules, seats, uint64(i+1))
	if err != nil {
		return fmt.Errorf("game %d: %w", i+1, err)
	}
	c.config.Log(fmt.Sprintf("game %d of %d: %s, %s", i+1, len(c.config.games), plan.role, plan.title))
	id := fmt.Sprintf("01CHECK%019d", i+1)
	s := &subject{
		line: l, book: c.book, plan: plan, config: &c.config, name: c.name, game: i + 1,
		failed: make(chan struct{}), encoder: wire.NewEncoder(id, wire.Newest), told: -1,
		judge: &judge{book: c.book, tight: plan.tight, live: c.config.Anytime, lang: plan.lang, game: id, secret: whispersOf(plan.lang)},
	}
	players := make([]match.Player, len(seats))
	d := newDirector(plan, rules.Table, seats, agent, &c.config)
	for n := range players {
		players[n] = puppet{d}
	}
	players[agent-1] = s
	l.begin(place{game: i + 1}, &rules)
	before := c.book.answers()
	result, finished := c.run(ctx, s, game, players)
	g := Game{
		Number: i + 1, Role: plan.role.String(), Title: plan.title, Lang: plan.lang,
		Answers: c.book.answers() - before, Finished: finished, Outcome: outcome(result, finished),
	}
	c.played = append(c.played, g)
	return nil
}

func outcome(r werewolf.Result, finished bool) string {
	if !finished {
		return "broken off"
	}
	return fmt.Sprintf("%s by %s", r.Winner, r.End)
}

// run drives the game to its end, or until the agent is gone.
func (c *Check) run(ctx context.Context, s *subject, game *werewolf.Game, players []match.Player) (werewolf.Result, bool) {
	playing, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.line.lost:
		case <-s.failed:
		case <-playing.Done():
		}
		cancel()
	}()
	start := time.Now()
	m := match.Match{
		Game: game, Started: start.UnixMilli(), Players: players, Observer: unrecorded{},
		Clock: match.WallClock(start), Live: c.config.Anytime,
	}
	result, err := m.Run(playing)
	at := s.line.place()
	if err != nil {
		if s.line.gone() && ctx.Err() == nil && !s.line.wasBroken() {
			c.book.addFinding("disconnect", at, "")
		}
		return result, false
	}
	s.judge.end(place{game: s.game, day: at.day})
	if s.plan.hostile {
		c.book.markTested(heardHostile)
	}
	c.awaitHangUp(ctx, s.line)
	return result, true
}

// awaitHangUp gives the agent a moment to close the connection itself.
func (c *Check) awaitHangUp(ctx context.Context, l *agentConn) {
	timer := time.NewTimer(2 * c.config.Quiet)
	defer timer.Stop()
	select {
	case <-l.lost:
	case <-timer.C:
	case <-ctx.Done():
	}
}
