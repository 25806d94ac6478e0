package viewer

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"wolfden/internal/viewer/story"
)

const (
	// mostSpectators is how many streams there are at once. Pages are served all the same.
	mostSpectators = 2000
	// look is how often a file is looked at that may have grown. All who watch share what is read.
	look = 500 * time.Millisecond
	// beat is the time between signs of life, patience how long a browser may take for what it is sent.
	beat     = 15 * time.Second
	patience = 10 * time.Second
)

// events sends what happens in a game that goes on, as server-sent events. The id of each is the number of entries that
// were seen with it, so that a browser goes on where it stood, also after a restart.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	f, as, ok := s.watch(w, r)
	if !ok {
		return
	}
	seen := lastSeen(r)
	if f.over && seen >= story.Of(f.rec, as).Seen {
		w.WriteHeader(http.StatusNoContent) // a browser does not come again
		return
	}
	key := watching{f.rec.Header.ID, as, languageOf(r)}
	rm, ok := s.audiences.enter(key, mostSpectators, func() *gamePage { return s.emptyPage(r, f, as) })
	if !ok {
		w.Header().Set("Retry-After", "30")
		s.refuse(w, r, http.StatusServiceUnavailable, "error.full")
		return
	}
	defer s.audiences.leave(key)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx passes events on as they come
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodGet {
		out := &eventStream{w: w, control: http.NewResponseController(w)}
		s.follow(out, r, rm, f, seen)
		_ = out.control.SetWriteDeadline(time.Time{}) // the connection goes on
	}
}

// emptyPage is a page to which nothing happened yet: it makes the pieces that are sent.
func (s *Site) emptyPage(r *http.Request, f *found, as story.Perspective) *gamePage {
	p := &gamePage{chrome: s.chrome(r, "game", "").about(&f.rec.Header.Rules), Story: story.New(&f.rec.Header, as), Live: true}
	p.heard, p.parts = readStory(p.Story), true
	p.callStore = callStore{at: s.gameAddress(f.rec.Header.ID) + "/calls/", as: "?as=" + asOf(as)}
	return p
}

// lastSeen is what the browser has seen: what it says itself when it comes again, else what its page had.
func lastSeen(r *http.Request) int {
	for _, text := range []string{r.Header.Get("Last-Event-ID"), r.URL.Query().Get("after")} {
		if n, err := strconv.ParseUint(text, 10, 31); err == nil {
			return int(n)
		}
	}
	return 0
}

// follow sends what is new until the game is over or the spectator is gone.
func (s *Site) follow(out *eventStream, r *http.Request, rm *audience, f *found, seen int) {
	out.write("retry: 1000\n\n")
	quietSince := time.Now()
	for out.err == nil {
		frame, err := rm.after(f.rec.Entries, seen, s.pages)
		switch {
		case err != nil:
			s.options.Log.Error("stream", "error", err)
			return
		case frame.data != nil:
			out.write(fmt.Sprintf("id: %d\ndata: %s\n\n", frame.to, frame.data))
			seen, quietSince = frame.to, time.Now()
		case time.Since(quietSince) > beat:
			out.write(": still here\n\n")
			quietSince = time.Now()
		}
		if frame.over || f.over || !s.wait(r, f) {
			return
		}
		id := f.rec.Header.ID
		if f, err = s.find(id); err != nil || f == nil {
			return
		}
	}
}

// wait returns when there may be more of the game, or when it is time for a sign of life; false when the spectator is
// gone.
func (s *Site) wait(r *http.Request, f *found) bool {
	pause := beat
	if f.more == nil {
		pause = look
	}
	if !f.next.IsZero() {
		pause = min(pause, max(f.next.Sub(s.options.Now()), 0))
	}
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-f.more:
	case <-t.C:
	case <-r.Context().Done():
		return false
	}
	return true
}

// eventStream is the answer to one spectator. What it does not take in time ends it.
type eventStream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error // the first, after which nothing is written
}

func (e *eventStream) write(text string) {
	if e.err != nil {
		return
	}
	_ = e.control.SetWriteDeadline(time.Now().Add(patience)) // where it cannot be set, the connection has its own
	if _, e.err = e.w.Write([]byte(text)); e.err == nil {
		e.err = e.control.Flush()
	}
}
