package spectate

import (
	"net/http"
	"time"

	"wolfden/internal/contest/access"
	"wolfden/internal/contest/archive"
)

// eventPiece is how much of a stream is written at once.
const eventPiece = 32 << 10

// events sends what happens in a game as server-sent events, as packets of the
// realtime feed or lines of the record: to the village's eyes while it goes on,
// everything to those who may know it and when it is over. The id of an event is
// its place, so that a spectator goes on where it stood also after a restart. Who
// comes for the first time is sent all lines, or the latest packet, as on the
// organisers' server.
func (a *API) events(packets bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		if !archive.IsGameID(id) {
			Refuse(w, http.StatusBadRequest, notAnID)
			return
		}
		seen, err := lastEvent(r)
		if err != nil {
			Refuse(w, http.StatusBadRequest, "Last-Event-ID: no number of an event")
			return
		}
		if address := access.AddressOf(r); a.limits.Enter(address) {
			defer a.limits.Leave(address)
		} else {
			w.Header().Set("Retry-After", "10")
			Refuse(w, http.StatusTooManyRequests, "too many spectators")
			return
		}
		a.metrics.spectators.Inc()
		defer a.metrics.spectators.Dec()
		if t := a.timeline(id); t != nil {
			_, s := t.now()
			a.live(w, r, t, seen, view{packets, s == ended || a.mayKnow(r, t.track)})
			return
		}
		a.past(w, id, seen, packets)
	}
}

// newcomer is the number of the place of a spectator that has seen nothing yet.
const newcomer = -1

// lastEvent is the place of the last event that the spectator has seen, or of a
// newcomer.
func lastEvent(r *http.Request) (place, error) {
	id := r.Header.Get("Last-Event-ID")
	if id == "" {
		return place{n: newcomer}, nil
	}
	return placeOf(id)
}

// live follows a game until it ends or the spectator leaves or falls behind.
func (a *API) live(w http.ResponseWriter, r *http.Request, t *timeline, seen place, v view) {
	seen.village = seen.n != newcomer && (seen.village || !v.whole) // or the number of any event could be found out by trying
	n, past, err := t.beginning(seen, v)
	if err != nil {
		a.log.Error("record", "game", t.header.ID, "error", err)
		Refuse(w, http.StatusInternalServerError, unreadable)
		return
	}
	if t.toldAll(n) {
		w.WriteHeader(http.StatusNoContent) // as when its timeline is put away
		return
	}
	if seen.n == newcomer {
		seen.n = n
	}
	out := a.stream(w)
	defer out.end()
	if r.Method == http.MethodHead {
		return
	}
	beat := time.NewTicker(a.beat)
	defer beat.Stop()
	tell := func(frames []byte) error {
		out.write(frames)
		return out.err
	}
	if past {
		n, err = t.retell(seen, v, tell)
	}
	for out.err == nil {
		f := following{}
		if err == nil {
			f, err = t.after(n, v)
		}
		if err != nil {
			a.log.Error("record", "game", t.header.ID, "error", err)
			return
		}
		if f.past { // it is slower than the game
			n, err = t.retell(place{n: n}, v, tell)
			continue
		}
		if n = f.next; len(f.frames) > 0 {
			out.write(f.frames)
			continue
		}
		if f.stage == ended || f.stage == stopped {
			return
		}
		select {
		case <-f.more:
		case <-beat.C:
			out.write([]byte(": still here\n\n"))
		case <-r.Context().Done():
			return
		case <-a.standing:
			return
		}
	}
}

// past sends a game that is over. A browser that has seen it all is told not to
// come again.
func (a *API) past(w http.ResponseWriter, id string, seen place, packets bool) {
	of, s := a.archived(id)
	switch {
	case s == nil:
		Refuse(w, http.StatusNotFound, noSuchGame)
		return
	case seen.n >= s.Entries:
		w.WriteHeader(http.StatusNoContent)
		return
	}
	var out *eventStream // once there is something to tell
	t, err := of.finished(s)
	if err == nil {
		_, err = t.retell(seen, view{packets, true}, func(frames []byte) error {
			if out == nil {
				out = a.stream(w)
			}
			out.write(frames)
			return out.err
		})
	}
	switch {
	case out != nil:
		out.end()
		if err != nil && out.err == nil {
			a.log.Error("record", "game", id, "error", err)
		}
	case err != nil:
		a.log.Error("record", "game", id, "error", err)
		Refuse(w, http.StatusInternalServerError, unreadable)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// eventStream is the answer to one spectator. Nothing is kept for it: what it
// does not take in time ends it.
type eventStream struct {
	w        http.ResponseWriter
	control  *http.ResponseController
	patience time.Duration
	err      error // the first, after which nothing is written
}

// stream begins a stream.
func (a *API) stream(w http.ResponseWriter) *eventStream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx passes events on as they come
	w.WriteHeader(http.StatusOK)
	s := &eventStream{w: w, control: http.NewResponseController(w), patience: a.patience}
	s.write([]byte("retry: 1000\n\n"))
	return s
}

// write sends frames, each piece within the time that a spectator has.
func (s *eventStream) write(frames []byte) {
	for len(frames) > 0 && s.err == nil {
		n := min(len(frames), eventPiece)
		_ = s.control.SetWriteDeadline(time.Now().Add(s.patience)) // where it cannot be set, the connection has its own
		if _, s.err = s.w.Write(frames[:n]); s.err == nil {
			s.err = s.control.Flush()
		}
		frames = frames[n:]
	}
}

// end gives the connection back without a deadline.
func (s *eventStream) end() { _ = s.control.SetWriteDeadline(time.Time{}) }
