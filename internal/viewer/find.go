package viewer

import (
	"net/http"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/viewer/archive"
	"wolfden/werewolf"
)

// found is a game that somebody asked for, as far as it is to be shown by now.
type found struct {
	rec  *gamelog.Record // without what is not to be shown yet
	over bool            // it is shown to its end
	live bool            // it goes on; games that broke off are neither over nor live
	more <-chan struct{} // closed when there is more, nil where one has to look again
	next time.Time       // when more of what there is may be shown, zero when all is
}

// find looks for a game among those that go on, then in the folders. It is nil without an error when there is none.
func (s *Site) find(id string) (*found, error) {
	if s.options.Live != nil {
		if g := s.options.Live.Game(id); g != nil {
			rec, more := g.Now()
			return s.asDue(&found{rec: rec, more: more, live: true}, s.options.Now()), nil
		}
	}
	g := s.archive.Game(id)
	rec, err := s.archive.Record(id)
	if err != nil || rec == nil || g == nil {
		return nil, err
	}
	return s.asDue(&found{rec: rec, live: s.goesOn(g)}, g.Changed), nil
}

// quiet is how long nothing may be written of a game that goes on. The longest wait the contest knows is for a client
// that does not answer: some minutes.
const quiet = 10 * time.Minute

func (s *Site) goesOn(g *archive.Game) bool {
	return !g.Over && s.options.Now().Sub(g.Changed) < quiet
}

// asDue cuts off what is not to be shown yet. Of a game to which nothing was added for as long as that, all is.
func (s *Site) asDue(f *found, changed time.Time) *found {
	now, lag := s.options.Now(), s.options.Delay
	limit := now.Add(-lag).UnixMilli() - f.rec.Header.Started
	entries := f.rec.Entries
	n := len(entries)
	for lag > 0 && now.Sub(changed) < lag && n > 0 && entries[n-1].At > limit {
		n--
	}
	if n < len(entries) {
		f.next = time.UnixMilli(f.rec.Header.Started + entries[n].At).Add(lag)
		f.rec = &gamelog.Record{Header: f.rec.Header, Entries: entries[:n]}
		f.live = true
	}
	f.over = f.rec.Result().End != werewolf.NotOver
	f.live = f.live && !f.over
	return f
}

// mayKnow reports whether the request may see all of a game.
func (s *Site) mayKnow(r *http.Request, f *found) bool {
	return f.over || s.options.MayKnow != nil && s.options.MayKnow(r)
}
