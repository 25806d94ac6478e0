package contest

import (
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contest/archive"
)

// recorder is what a game is written down by: the record first, then the
// observer, which is told only of what the record holds.
type recorder struct {
	*gamelog.Writer
	watch   GameObserver
	summary *archive.Summary // of what the record holds once it is flushed
	fresh   []gamelog.Entry  // of that, what the observer has not been told
}

// Append takes an entry.
func (o *recorder) Append(e gamelog.Entry) {
	o.Writer.Append(e)
	o.summary.See(e)
	o.fresh = append(o.fresh, e)
}

// Flush makes the entries safe, then tells of them.
func (o *recorder) Flush() error {
	if err := o.Writer.Flush(); err != nil {
		return err
	}
	o.watch.Record(o.fresh, time.Now())
	o.fresh = nil
	return nil
}

// record begins to write a game down that is played from now on.
func (h *host) record(r *runningGame) *recorder {
	if r.watch == nil {
		r.watch = h.observer.Watch(Game{Track: h.track, Header: r.header, Fresh: true})
	}
	r.watch.Play()
	h.health.begin(r.header.ID, r.header.Seats)
	h.notify.begun(h.track.Name)
	return &recorder{Writer: r.writer, watch: r.watch, summary: archive.Summarize(r.header, r.past)}
}

// conclude takes a game out of what goes on: its record is filed, or with an
// error it is left for the next server.
func (h *host) conclude(r *runningGame, rec *recorder, err error) {
	if rec == nil {
		return // it has not even begun
	}
	h.health.leave(r.header.ID)
	if err != nil {
		r.watch.Stop()
		return
	}
	s := rec.summary
	h.store.Add(s)
	switch gone := strings.Join(s.Gone(), ", "); {
	case s.Why != "":
		r.log.Warn("game was given up", "why", s.Why, "gone", gone)
	case gone != "":
		r.log.Warn("game was played on without some, and counts", "gone", gone)
	}
	h.notify.ended(s, h.health.end(s))
	r.watch.End(h.completion(r.header.ID))
}

// show tells the observer of a game that waits for its players to come back.
func (h *host) show(r *runningGame) {
	r.watch = h.observer.Watch(Game{Track: h.track, Header: r.header, Past: r.past})
}

// completion notes on disk that nothing of a game is left to be done.
func (h *host) completion(id string) func() {
	return func() {
		if err := h.store.Complete(id); err != nil {
			h.log.Warn("the index of games is not written", "game", id, "error", err)
		}
	}
}

// retell opens the archive and tells of the games whose end the observer of an
// earlier server did not live to see.
func (h *host) retell() error {
	return h.store.Open(func(rec *gamelog.Record) {
		header := rec.Header
		w := h.observer.Watch(Game{Track: h.track, Header: &header, Past: rec.Entries})
		w.End(h.completion(header.ID))
	})
}
