package viewer

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/room"
	"wolfden/internal/viewer/archive"
)

// Options say what a site shows and to whom.
type Options struct {
	// Dirs are the folders with records and contest logs.
	Dirs []string
	// Live is where other games go on; nil for nowhere. Games that are not over in Dirs are followed all the same.
	Live Live
	// Rooms are where people play; nil for nowhere. Their games take the place of Live.
	Rooms *room.Hub
	// Table is what the form for a new room begins with; what is zero there is chosen for the user.
	Table room.Settings
	// Contest are the divisions of the contest that the games belong to, as whoever asks may know them; nil where they belong to none.
	Contest func(*http.Request) []Division
	// Base is the path the site is mounted at, with a slash at both ends; "" is the root.
	Base string
	// Delay is how far behind pages of games that go on are.
	Delay time.Duration
	// MayKnow reports whether the request may see the secrets of games that go on; nil: nobody may.
	MayKnow func(*http.Request) bool
	// MayLook reports whether the request may look at games at all; nil: everybody may. Who may not still plays in rooms.
	MayLook func(*http.Request) bool
	// Pictures lets pages load the pictures that are configured for characters, from wherever they are.
	Pictures bool
	// Strangers reports that readers are none of those who keep the games: records that they take away have times in whole seconds.
	Strangers bool
	// Commands reports that readers can run commands on the files: pages name those that have more to show.
	Commands bool
	// Hosts are the names, as in addresses, under which alone the pages may be asked for: of a site on this machine, so that no page from
	// elsewhere reads it under a name of its own (DNS rebinding). Nil is any name.
	Hosts []string
	// Log is told what goes wrong; nil for nobody.
	Log *slog.Logger
	// Now is the clock; nil is the system's.
	Now func() time.Time
}

// Live is where games go on.
type Live interface {
	// IDs are the games that go on now, the latest first.
	IDs() []string
	// Game is one of them, nil when it does not go on, or not any more.
	Game(id string) Running
}

// Running is a game that goes on. It is safe for concurrent use.
type Running interface {
	// Now is the record so far, which nobody may change, and a channel that is closed when there is more. With a nil
	// channel one has to look again.
	Now() (rec *gamelog.Record, more <-chan struct{})
}

// Site serves the pages. New makes one; it is safe for concurrent use.
type Site struct {
	options   Options
	archive   *archive.Archive
	pages     *pages
	faces     *faces
	audiences audiences
	deep      deepened
	looks     pace // of pages that are made for who asks
	pace      pace // of changes
	founding  pace // of new rooms
	ready     keptPages
}

// New is the site. Nothing is read before somebody asks.
func New(o Options) (*Site, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if o.Base == "" {
		o.Base = "/"
	}
	if o.Rooms != nil {
		o.Live, o.Table = roomGames{o.Rooms}, firstTable(o.Table, o.Rooms.Kinds())
	}
	p, err := newPages()
	if err != nil {
		return nil, err
	}
	f, err := newFaces()
	if err != nil {
		return nil, err
	}
	s := &Site{options: o, archive: archive.Open(o.Now, o.Dirs...), pages: p, faces: f}
	s.deep.record = s.archive.Record
	s.audiences.open = map[watching]*audience{}
	s.looks.every, s.looks.burst = 50*time.Millisecond, 200
	s.pace.every, s.pace.burst = 250*time.Millisecond, 20
	s.founding.every, s.founding.burst = 20*time.Second, 6
	return s, nil
}

// route is one page, by its method and the pattern of its path below the base.
type route struct {
	method  string
	pattern string
	serve   http.HandlerFunc
}

// routes are the pages to look at.
func (s *Site) routes() []route {
	var own []route
	if s.options.Contest != nil {
		own = append(own, route{"GET", "contest", s.paced(s.looking(s.contest))})
	}
	return append(own, []route{
		{"GET", "{$}", s.paced(s.looking(s.games))},
		{"GET", "games/{id}", s.paced(s.looking(s.game))},
		{"GET", "games/{id}/events", s.paced(s.looking(s.events))},
		{"GET", "games/{id}/calls/{call}", s.looking(s.call)},
		{"GET", "games/{id}/file", s.paced(s.looking(s.file))},
		{"GET", "games/{id}/record", s.paced(s.looking(s.record))},
		{"GET", "stats", s.paced(s.looking(s.stats))},
		{"GET", "static/{name}", s.pages.static},
	}...)
}

// paced lets every address have whole pages at a pace that readers keep to.
func (s *Site) paced(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.looks.allow(r, s.options.Now()) {
			w.Header().Set("Retry-After", "1")
			http.Error(w, s.pages.words[languageOf(r)].T("error.pace"), http.StatusTooManyRequests) // a page would cost as much as one
			return
		}
		next(w, r)
	}
}

// looking lets through who may look at games.
func (s *Site) looking(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if s.options.MayLook != nil && !s.options.MayLook(r) {
			w.Header().Set("Cache-Control", "no-store")
			s.refuse(w, r, http.StatusUnauthorized, "error.token")
			return
		}
		next(w, r)
	}
}

// Handler serves the site at its base. But for rooms, everything in it is only read.
func (s *Site) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, r := range append(s.routes(), s.playing()...) {
		mux.HandleFunc(r.method+" "+s.options.Base+r.pattern, r.serve)
	}
	mux.HandleFunc(s.options.Base, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			s.refuse(w, r, http.StatusMethodNotAllowed, "error.method")
			return
		}
		s.refuse(w, r, http.StatusNotFound, "error.page")
	})
	return s.guarded(mux)
}

// guarded says with every answer what a browser may do with it.
func (s *Site) guarded(next http.Handler) http.Handler {
	pictures := "'self' data:"
	if s.options.Pictures {
		pictures += " https: http:"
	}
	policy := strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src " + pictures,
		"form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
		"require-trusted-types-for 'script'", "trusted-types wolfden",
	}, "; ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // without any, a browser's forms would not say where they come from
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if s.options.Hosts != nil && !s.isHere(hostName(r)) {
			http.Error(w, s.pages.words[languageOf(r)].T("error.host"), http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isHere reports whether a name is one of the site's, or an address of the machine itself, which leads nowhere else.
func (s *Site) isHere(host string) bool {
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback() || slices.ContainsFunc(s.options.Hosts, func(h string) bool { return strings.EqualFold(h, host) })
}

// hostName is the name that the request was sent to, without a port.
func hostName(r *http.Request) string {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.TrimSuffix(strings.Trim(host, "[]"), ".")
}
