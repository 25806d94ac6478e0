package viewer

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/gamelogtest"
)

// A site of one machine answers to the names of that machine alone: a page of elsewhere whose name leads here reads nothing.
func TestHosts(t *testing.T) {
	t.Parallel()
	srv := site(t, Options{Dirs: []string{t.TempDir()}, Hosts: []string{"localhost", "GAMES.example"}})
	for host, want := range map[string]int{
		"": 200, "localhost": 200, "LOCALHOST:8090": 200, "127.0.0.1:1": 200, "[::1]:8090": 200, "[::1]": 200, "games.example": 200, "Games.Example.": 200,
		"127.0.0.2": 200, "[::ffff:127.0.0.1]:1": 200, "localhost.": 200,
		"evil.example": 421, "evil.example:8090": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "192.0.2.1": 421,
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			r, err := http.NewRequestWithContext(t.Context(), method, srv.URL+"/", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = host
			resp, err := srv.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			body := readAll(t, resp)
			_ = resp.Body.Close()
			if refused := resp.StatusCode == http.StatusMisdirectedRequest; refused != (want == 421) || refused && strings.Contains(body, "<") {
				t.Errorf("%s for %q: %d", method, host, resp.StatusCode)
			}
		}
	}
	if status, _, _ := get(t, site(t, Options{Dirs: []string{t.TempDir()}}).URL+"/"); status != 200 {
		t.Errorf("a site of any name: %d", status)
	}
}

// Somebody's link takes nobody's seat away: who has one is asked first.
func TestALinkTakesNoSeat(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	ann, bob, seats := newPerson(t, srv), newPerson(t, srv), map[*person]string{}
	path, _, _ := ann.do("/play", table(3))
	bob.do(path+"/join", url.Values{"name": {"Bob"}})
	here, _ := url.Parse(srv.URL + path)
	seat := func(p *person) string { return p.http.Jar.Cookies(here)[0].Value }
	seats[ann], seats[bob] = seat(ann), seat(bob)
	at, status, body := bob.do(path+"?seat="+seats[ann], nil)
	if status != http.StatusConflict || at != path || !strings.Contains(body, `action="`+path+`/seat"`) || seat(bob) != seats[bob] {
		t.Errorf("a link to another seat: %d at %s, the seat is another: %t", status, at, seat(bob) != seats[bob])
	}
	if _, status, _ = bob.do(path+"/seat", url.Values{"seat": {seats[ann]}}, "Origin", "https://evil.example"); status != 403 || seat(bob) != seats[bob] {
		t.Errorf("a form of another site: %d", status)
	}
	if _, status, _ = bob.do(path+"/seat", url.Values{"seat": {"nobody's"}}); status != 200 || seat(bob) != seats[bob] {
		t.Errorf("a seat that is none: %d", status)
	}
	if _, status, _ = bob.do(path+"/seat", url.Values{"seat": {seats[ann]}}); status != 200 || seat(bob) != seats[ann] {
		t.Errorf("who wants the other seat: %d", status)
	}
	if _, status, _ = bob.do(path+"?seat="+seats[ann], nil); status != 200 {
		t.Errorf("a link to one's own seat: %d", status)
	}
	other := newPerson(t, srv)
	if _, status, _ = other.do(path+"?seat="+seats[bob], nil); status != 200 || seat(other) != seats[bob] {
		t.Errorf("another browser of one's own: %d", status)
	}
}

// clock is one that a test sets.
type clock struct{ now atomic.Int64 }

func (c *clock) time() time.Time { return time.Unix(1e9+c.now.Load(), 0) }

// A page of a game that is over is made once, whatever else stands in its address, for each who looks otherwise; and no address has more
// pages than readers read.
func TestPagesAreMadeOnce(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), &clock{}
	h := gamelogtest.Header(t, 5, 1)
	if err := os.WriteFile(filepath.Join(dir, h.ID+gamelog.Extension), gamelogtest.Record(t, h, 0), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Dirs: []string{dir}, Now: now.time})
	if err != nil {
		t.Fatal(err)
	}
	home := s.options.Base + "games/" + h.ID
	ask := func(address string) *answered {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://here"+address, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.RemoteAddr = "192.0.2.1:1"
		a := &answered{header: http.Header{}}
		s.Handler().ServeHTTP(a, r)
		return a
	}
	all := ask(home + "?as=all")
	for _, rest := range []string{"&x=1", "&lang=xx", "&as=1", "&lang=", "&as=all&as=village", "&lang=fr&y"} {
		if again := ask(home + "?as=all" + rest); all.status != 200 || again.body.String() != all.body.String() || len(s.ready.pages) != 1 {
			t.Errorf("%s: %d, %d pages are kept of one", rest, again.status, len(s.ready.pages))
		}
	}
	if seat, ja := ask(home+"?as=1"), ask(home+"?as=all&lang=ja"); seat.body.String() == all.body.String() || ja.body.String() == all.body.String() {
		t.Error("all who look see the same page")
	}
	refused := 0
	for range 400 {
		if ask(home).status == http.StatusTooManyRequests {
			refused++
		}
	}
	now.now.Add(60)
	if later := ask(home).status; refused < 150 || refused > 250 || later != 200 {
		t.Errorf("%d of 400 pages at once were refused, one later %d", refused, later)
	}
}

// answered is what somebody is answered.
type answered struct {
	header http.Header
	status int
	body   strings.Builder
}

func (a *answered) Header() http.Header         { return a.header }
func (a *answered) WriteHeader(status int)      { a.status = status }
func (a *answered) Write(b []byte) (int, error) { return a.body.Write(b) }

// One founder has so many rooms and no more, until a game of them is over; others found theirs.
func TestRoomsOfOneFounder(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), &clock{}
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir), Now: now.time})
	eve, made := newPerson(t, srv), 0
	for range 15 {
		now.now.Add(60)
		at, status, body := eve.do("/play", table(2))
		if status == 200 && at != "/play" {
			made++
		} else if !strings.Contains(body, "as many tables here as one may have") {
			t.Errorf("the %d. room: %d at %s", made+1, status, at)
		}
	}
	if at, status, _ := newPerson(t, srv).do("/play", table(2), "X-Forwarded-For", "203.0.113.7"); made != 10 || status != 200 || at == "/play" {
		t.Errorf("one founder made %d rooms, then another's: %d at %s", made, status, at)
	}
}
