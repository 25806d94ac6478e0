package spectate

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest"
	"wolfden/internal/contest/archive"
	"wolfden/internal/contest/config"
)

// track is a track as spectators have it.
type track struct {
	*config.Track
	games *archive.Archive
	turn  chan struct{} // see timeline.reread; one of all tracks
}

// feedDir is the folder of the track's feed, "" for none. Two tracks may share
// it.
func (t *track) feedDir() string {
	l := &t.RealtimeBroadcaster.Logger
	if !l.Enable || l.Dir == "" {
		return ""
	}
	if full, err := filepath.Abs(l.Dir); err == nil {
		return full
	}
	return filepath.Clean(l.Dir)
}

// Observer is told by a contest what happens in its games. It keeps the timelines
// of the games that go on, the feed, and figures. It is safe for concurrent use.
type Observer struct {
	log     *slog.Logger
	tracks  []*track // not changed after Open
	feed    *feed
	metrics *metrics
	room    int // of every timeline

	mu        sync.RWMutex
	timelines map[string]*timeline // by game
}

// Open finds what earlier servers left in the folders of the feed. Call it before
// the contest starts, and Run after.
func Open(c *config.Config, games func(*config.Track) *archive.Archive, log *slog.Logger) (*Observer, error) {
	m := newMetrics()
	g := &Observer{log: log, metrics: m, room: roomForPast, feed: newFeed(log, m.written("realtime")), timelines: map[string]*timeline{}}
	turn := make(chan struct{}, 1)
	for i := range c.Tracks {
		t := &c.Tracks[i]
		g.tracks = append(g.tracks, &track{t, games(t), turn})
	}
	return g, g.feed.open(g.tracks)
}

// Run writes the feed until the context ends and it is complete.
func (g *Observer) Run(ctx context.Context) { g.feed.run(ctx) }

// Connected implements contest.Observer.
func (g *Observer) Connected(change int) { g.metrics.connections.Add(float64(change)) }

// Watch implements contest.Observer. Of a game that an earlier server played all
// counts as published when the last of it was.
func (g *Observer) Watch(game contest.Game) contest.GameObserver {
	past := gamelog.Record{Header: *game.Header, Entries: game.Past}
	t := newTimeline(g.track(game.Track), game.Header)
	t.room = g.room
	t.extend(game.Past, time.UnixMilli(game.Header.Started+past.LastAt()))
	w := &watcher{observer: g, timeline: t}
	if game.Fresh {
		g.metrics.started.WithLabelValues(t.track.Name).Inc()
	}
	g.mu.Lock()
	g.timelines[t.header.ID] = t
	g.mu.Unlock()
	g.feed.begin(t, w.filed)
	return w
}

// Annulled implements contest.Observer.
func (g *Observer) Annulled(game string) { g.feed.annul(game) }

func (g *Observer) track(of *config.Track) *track {
	for _, t := range g.tracks {
		if t.Track == of {
			return t
		}
	}
	return nil
}

// timeline returns that of a game that goes on, nil for any other.
func (g *Observer) timeline(id string) *timeline {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.timelines[id]
}

// watcher follows one game for the observer.
type watcher struct {
	observer *Observer
	timeline *timeline
	figures  *figures // nil until the game is played
	complete func()   // set before the feed learns that the game has ended
}

// Play implements contest.GameObserver.
func (w *watcher) Play() {
	w.timeline.enter(playing)
	w.figures = newFigures(w.timeline, time.Now())
}

// Record implements contest.GameObserver.
func (w *watcher) Record(entries []gamelog.Entry, at time.Time) {
	w.figures.add(w.observer.metrics, entries, at)
	if w.timeline.extend(entries, at) {
		w.observer.feed.nudge()
	}
}

// End implements contest.GameObserver.
func (w *watcher) End(complete func()) {
	w.complete = complete
	w.timeline.enter(ended)
	if w.figures != nil {
		if info, err := os.Stat(w.timeline.track.games.Path(w.timeline.header.ID)); err == nil {
			w.observer.metrics.written("record")(int(info.Size()))
		}
	}
	w.leave()
}

// Stop implements contest.GameObserver.
func (w *watcher) Stop() {
	w.timeline.enter(stopped)
	w.leave()
}

// leave takes the game out of what goes on.
func (w *watcher) leave() {
	g := w.observer
	g.mu.Lock()
	if g.timelines[w.timeline.header.ID] == w.timeline {
		delete(g.timelines, w.timeline.header.ID)
	}
	g.mu.Unlock()
	g.feed.nudge()
}

// filed is called by the feed when the file of the game is complete.
func (w *watcher) filed() { w.complete() }
