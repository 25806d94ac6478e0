package provider

import (
	"context"
	"slices"
	"sync"

	"wolfden/internal/llm"
)

// slots are the places for requests under way at an address. A place that comes free goes to who has waited longest among those whose
// answer somebody waits for, and only without any of them to the others; see llm.Patiently. nil has a place for everybody.
type slots struct {
	mu      sync.Mutex
	free    int // less than 0 where there were more before, which are still taken
	all     int
	waiting []*waiter // in the order of coming
}

// waiter waits for a place.
type waiter struct {
	placed  chan struct{} // closed when it has one
	patient bool
}

// take waits for a place. Whoever has one gives it back by leave.
func (s *slots) take(ctx context.Context) error {
	if s == nil {
		return nil
	}
	hurry := llm.Hurry(ctx)
	w := &waiter{placed: make(chan struct{}), patient: hurry != nil}
	s.mu.Lock()
	s.waiting = append(s.waiting, w)
	s.place()
	s.mu.Unlock()
	for {
		select {
		case <-w.placed:
			return nil
		case <-hurry:
			hurry = nil
			s.mu.Lock()
			w.patient = false
			s.mu.Unlock()
		case <-ctx.Done():
			s.turnAway(w)
			return ctx.Err()
		}
	}
}

// become makes them so many. Who has a place keeps it.
func (s *slots) become(n int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free, s.all = s.free+n-s.all, n
	s.place()
}

func (s *slots) leave() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	s.place()
}

// turnAway forgets who no longer waits; a place that it was given meanwhile is another's.
func (s *slots) turnAway(w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.waiting, w); at >= 0 {
		s.waiting = slices.Delete(s.waiting, at, at+1)
		return
	}
	s.free++
	s.place()
}

// place gives free places away. It is called with the lock held.
func (s *slots) place() {
	for s.free > 0 && len(s.waiting) > 0 {
		at := max(0, slices.IndexFunc(s.waiting, func(w *waiter) bool { return !w.patient }))
		close(s.waiting[at].placed)
		s.waiting = slices.Delete(s.waiting, at, at+1)
		s.free--
	}
}
