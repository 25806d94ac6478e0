package server

import (
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/config"
)

// gallery is where spectators are: the tapes of the games that go on, what is
// known of those that are over, and the feed. Games write to it without waiting.
// It is safe for concurrent use.
type gallery struct {
	server   *Server
	guard    *guard // counts spectators, apart from players
	feed     *feed
	archives map[*host]*archive // not changed after newGallery

	beat     time.Duration // between signs of life on an event stream
	patience time.Duration // how long a spectator may take for what it is sent

	mu    sync.RWMutex
	tapes map[string]*tape // by game
}

// newGallery finds what earlier servers left to see. Then games may be resumed;
// then comes run.
func newGallery(s *Server, key []byte) (*gallery, error) {
	g := &gallery{
		server: s, guard: newGuard(s.config, key), feed: newFeed(s.log, s.metrics.written("realtime")),
		archives: map[*host]*archive{}, tapes: map[string]*tape{},
		beat: 15 * time.Second, patience: 10 * time.Second,
	}
	for _, h := range s.hosts {
		g.archives[h] = newArchive(h.store.records)
	}
	return g, g.feed.open(s.hosts)
}

// run brings the archives and the feed up to date with the records, then writes
// the feed until the server's games stand still.
func (g *gallery) run() error {
	for h, a := range g.archives {
		if err := a.open(func(rec *gamelog.Record) { g.remake(h, rec) }); err != nil {
			return err
		}
	}
	var played []*summary
	for _, a := range g.archives {
		played = append(played, a.games...) // nobody else has it yet
	}
	g.server.health.remember(played)
	go g.feed.run(g.server.games)
	return nil
}

// remake writes the feed of a game whose end an earlier server did not live to
// see there.
func (g *gallery) remake(h *host, rec *gamelog.Record) {
	t := g.rewind(h, rec)
	t.stage = ended
	g.toFeed(t)
}

// close waits for the feed to be complete. The server's games must stand still.
func (g *gallery) close() { <-g.feed.done }

// resume shows a game that waits for its players to come back.
func (g *gallery) resume(h *host, rec *gamelog.Record) { g.show(g.rewind(h, rec)) }

// rewind is the tape of a record. All of it counts as published when the last
// of it was.
func (g *gallery) rewind(h *host, rec *gamelog.Record) *tape {
	return newTape(h, &rec.Header, rec.Entries, time.UnixMilli(rec.Header.Started+rec.LastAt()))
}

func (g *gallery) show(t *tape) {
	g.mu.Lock()
	g.tapes[t.header.ID] = t
	g.mu.Unlock()
	g.toFeed(t)
}

// toFeed lets the feed write a game.
func (g *gallery) toFeed(t *tape) { g.feed.begin(t, func() { g.filed(t) }) }

// play is the tape of a game that begins now or goes on.
func (g *gallery) play(h *host, header *gamelog.Header) *tape {
	t := g.tape(header.ID)
	if t == nil {
		t = newTape(h, header, nil, time.Time{})
		g.show(t)
	}
	t.enter(playing)
	g.server.health.begin(header.ID, header.Seats)
	g.server.notify.begun(h)
	return t
}

// publish shows what the record holds.
func (g *gallery) publish(t *tape, entries []gamelog.Entry, at time.Time) {
	if len(entries) > 0 {
		t.add(entries, at)
		g.feed.nudge()
	}
}

// record is the record of a game that goes on, as far as it has been told: all
// that its file holds.
func (g *gallery) record(h *gamelog.Header) *gamelog.Record {
	entries, _ := g.tape(h.ID).now()
	return &gamelog.Record{Header: *h, Entries: entries}
}

// end takes a game out of what goes on: its record is filed, or with an error
// it is left for the next server.
func (g *gallery) end(id string, err error) {
	t := g.tape(id)
	if t == nil {
		return
	}
	g.server.health.leave(id)
	if err != nil {
		t.enter(stopped)
	} else {
		entries, _ := t.now()
		s := summarize(t.header, entries)
		g.archives[t.host].add(s)
		g.server.notify.ended(s, g.server.health.end(s))
		t.enter(ended)
		if info, err := os.Stat(filepath.Join(t.host.store.records, id+gamelog.Extension)); err == nil {
			g.server.metrics.written("record")(int(info.Size()))
		}
	}
	g.mu.Lock()
	delete(g.tapes, id)
	g.mu.Unlock()
	g.feed.nudge()
}

// filed notes on disk that nothing of a game is left to be done.
func (g *gallery) filed(t *tape) {
	if err := g.archives[t.host].file(t.header.ID); err != nil {
		g.server.log.Warn("the index of games is not written", "game", t.header.ID, "error", err)
	}
}

// tape is a game that goes on, nil for any other.
func (g *gallery) tape(id string) *tape {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.tapes[id]
}

// receiver reports whether the request comes with a token for what is not for
// everybody.
func (g *gallery) receiver(r *http.Request) bool { return g.guard.tokens && g.guard.receiver(r) }

// mayKnow reports whether the request may see the secrets of a track's running
// games.
func (g *gallery) mayKnow(r *http.Request, h *host) bool {
	return h.track.RealtimeRoles == config.RolesAll || g.receiver(r)
}
