package check

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"wolfden/internal/match"
	"wolfden/werewolf"
	"wolfden/wire"
)

// errUnusable is returned for an answer that cannot be read.
var errUnusable = errors.New("the answer cannot be read")

// subject is the agent under test in one game: a match.Player and a match.Listener. It enforces the deadlines
// itself, because it must see what comes after them.
type subject struct {
	line    *agentConn
	book    *findingLog
	judge   *judge
	plan    *scenario
	config  *Config
	name    string // what the agent answered NAME with
	game    int    // number of the game, from 1
	failed  chan struct{}
	fail    sync.Once
	delayed bool // the forced lateness has been

	mu      sync.Mutex
	encoder *wire.Encoder
	told    int                    // how far the announcements have come, as moments
	heard   []werewolf.Observation // of the open floor, still to be sent
	floor   bool                   // its start has been sent, and not its end
}

// moment numbers the halves of the days.
func moment(o *werewolf.Observation) int {
	if o.Night {
		return 2*o.Day + 1
	}
	return 2 * o.Day
}

func (s *subject) place(o *werewolf.Observation, request string) place {
	return place{game: s.game, day: o.Day, request: request}
}

// Answer plays the seat over the connection.
func (s *subject) Answer(ctx context.Context, o werewolf.Observation) (string, error) {
	pause(ctx, s.config.Quiet-s.line.sinceFloor())
	switch kind := o.Request.Kind; {
	case o.Request.Open:
		return s.converse(ctx, &o)
	case kind.Speaks(), kind.Chooses():
		return s.ask(ctx, &o)
	case kind == werewolf.Finish:
		return "", s.finish(&o)
	default:
		return "", s.announce(ctx, &o)
	}
}

// gone ends the game for want of a player.
func (s *subject) gone() error {
	s.fail.Do(func() { close(s.failed) })
	return fmt.Errorf("%w: the agent under test", match.ErrGone)
}

// encode is the packet of the observation.
func (s *subject) encode(o *werewolf.Observation) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	packet, err := s.encoder.Encode(*o)
	if err != nil {
		return nil, errors.Join(err, s.gone())
	}
	return packet, nil
}

// announce sends an announcement and then watches for a while whether something comes back.
func (s *subject) announce(ctx context.Context, o *werewolf.Observation) error {
	s.awaitEndOfFloor(ctx)
	packet, err := s.encode(o)
	if err != nil {
		return err
	}
	dead := !o.Living.Has(o.Seat)
	if s.book.markTested(announced); dead {
		s.book.markTested(died)
	}
	s.line.tell(s.place(o, o.Request.Kind.String()), packet, dead)
	pause(ctx, s.config.Quiet)
	if o.Request.Kind != werewolf.Initialize {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.told = moment(o)
		s.relay()
	}
	return nil
}

func (s *subject) finish(o *werewolf.Observation) error {
	packet, err := s.encode(o)
	if err != nil {
		return err
	}
	s.book.markTested(finished)
	s.line.finish(s.place(o, o.Request.Kind.String()), packet)
	return nil
}

// ask asks the agent and checks its answer.
func (s *subject) ask(ctx context.Context, o *werewolf.Observation) (string, error) {
	packet, err := s.encode(o)
	if err != nil {
		return "", err
	}
	kind := o.Request.Kind
	at := s.place(o, kind.String())
	s.line.ask(at, packet)
	if s.plan.late && !s.delayed && o.Day > 0 && (kind == werewolf.Talk || kind == werewolf.Vote) {
		s.delayed = true
		return s.signOfLife(ctx, at)
	}
	m, late, err := s.line.answer(ctx, s.config.Timeout)
	switch {
	case errors.Is(err, errLost):
		return "", s.gone()
	case err != nil:
		return "", err
	case late:
		s.book.addMissing(at.request)
		s.book.addFinding("late", at, "")
		if s.book.hopeless() {
			return "", s.gone()
		}
		return s.signOfLife(ctx, at)
	}
	s.book.addAnswer(at.request, m.at.Sub(s.line.sent))
	return s.judge.answer(at, o, m)
}

// signOfLife sends NAME instead of waiting on for an overdue answer, as servers do.
func (s *subject) signOfLife(ctx context.Context, at place) (string, error) {
	s.book.markTested(overdue)
	got, ok := s.line.demandName(ctx, s.name, s.config.response(), true)
	switch {
	case ok || ctx.Err() != nil:
	case s.line.gone():
		return "", s.gone()
	case got != "":
		s.book.addFinding("name-changed", at, got)
		return "", s.gone()
	default:
		s.book.addFinding("gone", at, "")
		return "", s.gone()
	}
	pause(ctx, s.config.Quiet)
	return "", fmt.Errorf("late answer: %w", context.DeadlineExceeded)
}

// converse waits for the agent's next utterance on an open floor.
func (s *subject) converse(ctx context.Context, o *werewolf.Observation) (string, error) {
	select {
	case m := <-s.line.inbox:
		return s.judge.answer(s.place(o, o.Request.Kind.String()), o, m)
	case <-s.line.lost:
		return "", s.gone()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Hear passes on an open floor: its start, every utterance, its end. It waits for earlier announcements to be
// sent.
func (s *subject) Hear(o werewolf.Observation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = append(s.heard, o)
	s.relay()
}

// relay sends what was heard as far as it is due. Only the start of a floor has to wait for the announcement
// before it. The caller holds the lock.
func (s *subject) relay() {
	for len(s.heard) > 0 && (s.floor || moment(&s.heard[0]) <= s.told) {
		if err := s.broadcast(&s.heard[0]); err != nil {
			_ = s.gone()
		}
		s.heard = s.heard[1:]
	}
}

// broadcast sends the packets of one thing heard; the lock is held.
func (s *subject) broadcast(o *werewolf.Observation) error {
	kind := o.Request.Kind
	at := s.place(o, kind.String())
	if o.Request.Open && !s.floor {
		packet, err := s.encoder.Encode(*o)
		if err != nil {
			return err
		}
		s.floor = true
		s.book.markTested(floorOpen)
		s.line.openFloor(at, kind, packet)
	}
	words, err := s.encoder.Broadcasts(*o)
	for _, packet := range words {
		s.line.send(packet)
	}
	if o.Request.Open || !s.floor {
		return err
	}
	s.floor = false
	packet, err := s.encoder.PhaseEnd(*o)
	if err == nil {
		s.line.closeFloor(at, packet)
	}
	return err
}

// awaitEndOfFloor waits until the end of a floor has been sent, which the game reports from another goroutine.
func (s *subject) awaitEndOfFloor(ctx context.Context) {
	for {
		s.mu.Lock()
		open := s.floor
		s.mu.Unlock()
		if !open || ctx.Err() != nil {
			break
		}
		pause(ctx, time.Millisecond)
	}
	pause(ctx, s.config.Quiet-s.line.sinceFloor())
}

// pause sleeps, unless there is nothing to sleep for.
func pause(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
