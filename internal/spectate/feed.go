package spectate

import (
	"context"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"wolfden/internal/contest"
	"wolfden/internal/contest/config"
)

const (
	// feedPulse is how long packets are collected before they are written.
	feedPulse = 100 * time.Millisecond
	// listPulse is the least time between two writings of a games.json.
	listPulse = time.Second
	// feedRetry is how long a file that could not be written is left alone.
	feedRetry = 5 * time.Second
	// recentGames is how many games that are over the list goes on naming. The
	// organisers' viewer asks for each of them every second.
	recentGames = 50
)

// feed is the realtime feed of all tracks: a file a game, and a list of them in
// every folder. What stands in its folders may be seen by anybody at any time.
// One goroutine writes; games only nudge it, requests only read.
type feed struct {
	log     *slog.Logger
	written func(bytes int)

	wake chan struct{} // holds one
	done chan struct{} // closed when the goroutine has ended

	mu     sync.RWMutex
	tracks map[string][]*track  // by folder
	shows  map[string]*showing  // by name, which no two games share
	games  map[string]*showing  // by game, as far as that is known
	strips map[*feedWriter]bool // games whose file is not complete
	recent []*showing           // games that are over, the latest last
	stale  map[string]bool      // folders whose list is to be written
	listed time.Time            // when lists were last written
}

func newFeed(log *slog.Logger, written func(int)) *feed {
	return &feed{
		log: log, written: written, wake: make(chan struct{}, 1), done: make(chan struct{}),
		tracks: map[string][]*track{}, shows: map[string]*showing{}, games: map[string]*showing{},
		strips: map[*feedWriter]bool{}, stale: map[string]bool{},
	}
}

// forget takes a game out of those that are over; the lock is held.
func (f *feed) forget(s *showing) {
	f.recent = slices.DeleteFunc(f.recent, func(r *showing) bool { return r == s })
}

// annul takes out a game that does not count any more, whose file is put aside.
func (f *feed) annul(game string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.games[game]; s != nil {
		f.forget(s)
		delete(f.games, game)
		delete(f.shows, s.name)
		f.stale[s.dir] = true
		f.nudge()
	}
}

// nudge says that there is something to write. It never waits.
func (f *feed) nudge() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// begin takes a game into the feed. When its file is complete, filed is called
// by the feed's goroutine.
func (f *feed) begin(t *timeline, filed func()) {
	s := &feedWriter{timeline: t, filed: filed}
	if track := t.track; track.feedDir() != "" {
		s.village = track.RealtimeRoles == config.RolesHidden
		if track.RealtimeRoles != config.RolesAll {
			s.lag = track.RealtimeBroadcaster.Delay
		}
		s.show = f.claim(t)
		if s.village || s.lag > 0 {
			s.show.hide() // an earlier server may have shown more
			s.show.receive(&fullCopy{timeline: t, path: filepath.Join(t.track.games.Running(), t.header.ID+fullExtension)})
		}
	}
	f.mu.Lock()
	f.strips[s] = true
	f.mu.Unlock()
	f.nudge()
}

// claim gives a game the name of its file: the one it has from an earlier
// server, else the configured one, with its id where another has that.
func (f *feed) claim(t *timeline) *showing {
	f.mu.Lock()
	defer f.mu.Unlock()
	id, dir := t.header.ID, t.track.feedDir()
	plain := contest.FeedName(t.header, t.track.RealtimeBroadcaster.Filename)
	for _, name := range []string{plain, plain + "_" + id} {
		if s := f.shows[name]; s != nil && s.belongsTo(id) && s.dir == dir {
			f.games[id], s.track = s, t.track
			f.forget(s)
			return s
		}
	}
	name := plain
	if f.shows[name] != nil {
		name = plain + "_" + id
	}
	s := &showing{dir: dir, track: t.track, game: id, name: name}
	f.shows[name], f.games[id] = s, s
	return s
}

// rename gives a game the name that no other can have, because a file that is
// not the feed's stands where its own should.
func (f *feed) rename(s *showing) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if name := s.name + "_" + s.game; f.shows[name] == nil {
		delete(f.shows, s.name)
		s.called(name)
		f.shows[name] = s
	}
}

// named is the file with the name, nil when there is none.
func (f *feed) named(name string) *showing {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.shows[name]
}

// nameOf is the name of a game's file, "" when it has none.
func (f *feed) nameOf(game string) string {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if s := f.games[game]; s != nil {
		return s.name
	}
	return ""
}

// run writes until the context ends. Then it completes the files of the games
// that are over, also of those that lag behind.
func (f *feed) run(ctx context.Context) {
	defer close(f.done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-f.wake:
		case <-timer.C:
		case <-ctx.Done():
			f.write(time.Now(), true)
			for _, s := range f.unfinished() {
				s.drop()
			}
			return
		}
		if next := f.write(time.Now(), false); !next.IsZero() {
			timer.Reset(max(time.Until(next), 0))
		}
		select { // whatever comes now is written together
		case <-time.After(feedPulse):
		case <-ctx.Done():
		}
	}
}

// write brings all files up to date and reports when that is to be done again
// even if nothing happens; the zero time when it need not.
func (f *feed) write(now time.Time, closing bool) (again time.Time) {
	sooner := func(t time.Time) {
		if !t.IsZero() && (again.IsZero() || t.Before(again)) {
			again = t
		}
	}
	for _, s := range f.unfinished() {
		more, over := f.step(s, now, closing)
		sooner(more)
		if over {
			f.complete(s)
		}
	}
	sooner(f.writeLists(now, closing))
	return again
}

func (f *feed) unfinished() []*feedWriter {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return slices.SortedFunc(maps.Keys(f.strips), func(a, b *feedWriter) int {
		return strings.Compare(a.timeline.header.ID, b.timeline.header.ID)
	})
}

// complete takes a game out of what is being written. Only now its bytes are
// counted: the figures are open also where the feed is not.
func (f *feed) complete(s *feedWriter) {
	s.drop()
	f.written(s.size)
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.strips, s)
	if s.show != nil {
		f.remember(s.show)
		f.stale[s.show.dir] = true
	}
}

// remember keeps a game in the list for a while; the lock is held.
func (f *feed) remember(s *showing) {
	f.forget(s)
	f.recent = append(f.recent, s)
	f.recent = f.recent[max(0, len(f.recent)-recentGames):]
}

// step brings one file up to date. It reports when there is more to do, and
// whether the game is done with.
func (f *feed) step(s *feedWriter, now time.Time, closing bool) (again time.Time, over bool) {
	if now.Before(s.retry) && !closing {
		return s.retry, false
	}
	_, at := s.timeline.now()
	if closing && at == ended {
		s.lag = 0
	}
	if at == stopped {
		return again, true // it is written anew when the game goes on
	}
	due, rest := s.timeline.dueBy(now.Add(time.Nanosecond - s.lag))
	over = at == ended && rest.IsZero()
	// Sooner the list could not name it, and a game that is over sooner needs no
	// file but the whole.
	began, _ := s.timeline.published()
	if worth := began.Add(listPulse); now.Before(worth) && !over && !closing {
		return worth, false
	}
	if err := f.bring(s, due, over); err != nil {
		f.log.Error("realtime feed", "game", s.timeline.header.ID, "error", err)
		s.close()
		s.retry = now.Add(feedRetry)
		return s.retry, closing
	}
	if over {
		s.filed()
	}
	if !rest.IsZero() {
		again = rest.Add(s.lag)
	}
	return again, over
}
