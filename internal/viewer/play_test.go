package viewer

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"wolfden/internal/bot"
	"wolfden/internal/characters"
	"wolfden/internal/match"
	"wolfden/internal/room"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// roomsFor is where people play in tests, with the built-in players.
func roomsFor(t testing.TB, dir string) *room.Hub {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	h := room.Open(ctx, room.Options{
		Dir: dir, Now: time.Now, Failed: func(err error) { t.Error(err) },
		Kinds: []room.Kind{{Name: "plain", Summary: "a talker"}, {Name: "random", Summary: "at random"}},
		NewID: func() string { n++; return fmt.Sprintf("01ROOM%d", n) },
		Players: func(_ context.Context, _, lang string, wanted []room.Wanted) (players []match.Player, leave func(), err error) {
			for _, w := range wanted {
				p, err := bot.New(w.Kind, bot.Config{Seed: w.Seed, Lang: lang})
				if err != nil {
					return nil, nil, err
				}
				players = append(players, p)
			}
			return players, func() {}, nil
		},
		Cast: func(lang string) (seats []werewolf.Seat, err error) {
			people, err := characters.In(lang)
			for _, p := range people {
				seats = append(seats, werewolf.Seat{Name: p.Name, Profile: p.Profile()})
			}
			return seats, err
		},
	})
	t.Cleanup(func() {
		cancel()
		h.Wait()
	})
	return h
}

// person is a browser without scripts.
type person struct {
	t    *testing.T
	http *http.Client
	home string
}

func newPerson(t *testing.T, srv *httptest.Server) *person {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &person{t, &http.Client{Jar: jar, Timeout: waittest.Longest}, srv.URL}
}

// do asks for a page, with a form unless it is nil, and gives where it ends, its status and the page.
func (p *person) do(path string, form url.Values, header ...string) (string, int, string) {
	p.t.Helper()
	method, body := http.MethodGet, ""
	if form != nil {
		method, body = http.MethodPost, form.Encode()
	}
	req, err := http.NewRequest(method, p.home+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := p.http.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text := readAll(p.t, resp)
	return resp.Request.URL.Path, resp.StatusCode, text
}

func table(people int) url.Values {
	return url.Values{
		"name": {"Ann"}, "players": {"5"}, "people": {fmt.Sprint(people)}, "bots": {"plain"}, "answer": {"60"}, "floor": {"4"},
		"talk": {"turns"}, "language": {"en"},
	}
}

var (
	askedNumber = regexp.MustCompile(`name="number" value="(\d+)"`)
	askedTarget = regexp.MustCompile(`name="target" value="(\d+)"`)
)

// answerTo is the form that answers what a page asks, nil when it asks nothing.
func answerTo(page string) url.Values {
	number := askedNumber.FindStringSubmatch(page)
	if number == nil {
		return nil
	}
	form := url.Values{"number": number[1:], "do": {"say"}, "text": {hostile}}
	if target := askedTarget.FindStringSubmatch(page); target != nil {
		form = url.Values{"number": number[1:], "do": {"choose"}, "target": target[1:]}
	}
	if strings.Contains(page, `name="sure"`) {
		form.Set("sure", "1")
	}
	return form
}

// Without a script too a person plays a whole game; all that is needed are forms.
func TestPlayWithoutScript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	ann := newPerson(t, srv)
	if _, status, body := ann.do("/play", nil); status != 200 || !strings.Contains(body, `action="/play"`) {
		t.Fatalf("%d %s", status, body)
	}
	path, status, body := ann.do("/play", table(1))
	if status != 200 || !strings.HasPrefix(path, "/play/") {
		t.Fatalf("%s: %d %s", path, status, body)
	}
	if _, _, list := newPerson(t, srv).do("/", nil); !strings.Contains(list, "01ROOM1") || strings.Contains(list, "<bdi>human") {
		t.Error("the list does not have the game, or tells who is a person")
	}
	answers := 0
	for began := time.Now(); !strings.Contains(body, "?as=all"); {
		if time.Since(began) > waittest.Longest {
			t.Fatalf("the game does not end:\n%s", body)
		}
		if form := answerTo(body); form != nil {
			answers++
			_, status, body = ann.do(path+"/answer", form)
			if status == http.StatusOK && strings.Contains(body, "<script>document") {
				t.Fatal("what somebody says is more than text")
			}
			if status == http.StatusTooManyRequests {
				time.Sleep(300 * time.Millisecond)
			}
			continue
		}
		time.Sleep(20 * time.Millisecond)
		_, _, body = ann.do(path, nil)
	}
	elsewhere := regexp.MustCompile(`value="http://[^/]+(/play/[^"]+\?seat=[^"]+)"`).FindStringSubmatch(body)
	phone := newPerson(t, srv)
	if elsewhere == nil {
		t.Fatal("no address for another device")
	}
	if got, status, body := phone.do(elsewhere[1], nil); got != path || status != 200 || !strings.Contains(body, `id="duty"`) {
		t.Errorf("another device is shown %s (%d)", got, status)
	}
	if got, _, _ := newPerson(t, srv).do(path+"?seat=ABCDEFGHIJKLMNOPQRSTUVWXYZ", nil); !strings.HasPrefix(got, "/games/") {
		t.Errorf("who guesses is shown %s", got)
	}
	if answers < 4 {
		t.Errorf("the person was asked %d times", answers)
	}
	if _, status, body := ann.do("/games/01ROOM1?as=all", nil); status != 200 || !strings.Contains(body, "human") {
		t.Errorf("the finished game: %d", status)
	}
}

// Who has no token of a seat is told and can do nothing there.
func TestSeatsAreGuarded(t *testing.T) {
	dir := t.TempDir()
	srv, sent := tapped(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	ann, eve := newPerson(t, srv), newPerson(t, srv)
	path, _, _ := ann.do("/play", table(2))
	bob := newPerson(t, srv)
	bob.do(path+"/join", url.Values{"name": {"<b>Bob</b>"}})
	if !strings.Contains(sent.String(), "&lt;b&gt;Bob") && strings.Contains(sent.String(), "<b>Bob") {
		t.Error("a name is more than text")
	}
	for name, c := range map[string]struct {
		path string
		form url.Values
		want int
	}{
		"answer": {path + "/answer", url.Values{"number": {"1"}, "do": {"say"}, "text": {"hi"}}, 403},
		"start":  {path + "/start", url.Values{}, 403},
		"events": {path + "/events", nil, 403},
		"join":   {path + "/join", url.Values{"name": {"Eve"}}, 200}, // to the game as everybody sees it
		"room":   {"/play/nothing", nil, 404},
	} {
		if got, status, _ := eve.do(c.path, c.form); status != c.want {
			t.Errorf("%s: %d at %s, want %d", name, status, got, c.want)
		}
	}
	if _, status, _ := bob.do(path+"/start", url.Values{}); status != 403 {
		t.Errorf("a guest begins the game: %d", status)
	}
	got, status, body := eve.do(path, nil)
	if status != 200 || !strings.HasPrefix(got, "/games/") || strings.Contains(body, "name=\"number\"") || strings.Contains(body, "human") {
		t.Errorf("who has no seat is shown %s (%d)", got, status)
	}
	for _, header := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"}} {
		if _, status, _ := ann.do(path+"/answer", url.Values{"number": {"1"}, "do": {"skip"}}, header...); status != 403 {
			t.Errorf("%v: %d", header, status)
		}
	}
	other, _, _ := newPerson(t, srv).do("/play", table(2))
	if got, status, _ := ann.do(other+"/events", nil); status != 403 {
		t.Errorf("the token of another room: %d at %s", status, got)
	}
	at, _ := url.Parse(srv.URL + path)
	token := ann.http.Jar.Cookies(at)[0].Value
	if _, status, _ := eve.do(other, nil, "Cookie", seatCookie+"="+token); status != 200 {
		t.Errorf("a door with a wrong key: %d", status)
	}
	if _, status, _ := eve.do(other+"/start", url.Values{}, "Cookie", seatCookie+"="+token); status != 403 {
		t.Errorf("the token of another room begins this one: %d", status)
	}
	if _, status, body := eve.do(other+"?seat="+token, nil); status != 200 || !strings.Contains(body, "/join") {
		t.Errorf("the token of another room is a seat in this one: %d", status)
	}
	if _, status, _ := ann.do(path+"/answer", url.Values{"number": {"1"}, "text": {strings.Repeat("a", longestForm)}, "do": {"say"}}); status != 400 {
		t.Errorf("an answer without end: %d", status)
	}
	if _, status, _ := ann.do(path, nil); status != 200 {
		t.Errorf("who has a seat is refused: %d", status)
	}
}

func TestRoomsAreMadeAtAPace(t *testing.T) {
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	eve, made, refused := newPerson(t, srv), 0, 0
	for range 12 {
		_, status, _ := eve.do("/play", table(2))
		if status == http.StatusTooManyRequests {
			refused++
		} else {
			made++
		}
	}
	if made > 7 || refused < 5 {
		t.Errorf("%d rooms at once, %d refused", made, refused)
	}
	bad := table(9)
	bad.Set("name", `"><script>alert(1)</script>`)
	if _, _, body := newPerson(t, site(t, Options{Rooms: roomsFor(t, dir)})).do("/play", bad); strings.Contains(body, "<script>alert") || !strings.Contains(body, `role="alert"`) {
		t.Error("a form that is refused")
	}
	if _, status, _ := newPerson(t, site(t, Options{Dirs: []string{dir}})).do("/play", nil); status != 404 {
		t.Errorf("a site without rooms has a form: %d", status)
	}
}

func TestPace(t *testing.T) {
	p := pace{every: time.Second, burst: 3}
	now := time.Unix(1e9, 0)
	from := func(address string, after time.Duration) bool {
		return p.allow(&http.Request{RemoteAddr: address}, now.Add(after))
	}
	for i := range 5 {
		if got := from("192.0.2.1:5", 0); got != (i < 3) {
			t.Errorf("%d: %t", i, got)
		}
	}
	if !from("192.0.2.2:5", 0) || from("192.0.2.1:99", 0) || !from("192.0.2.1:5", 1100*time.Millisecond) {
		t.Error("addresses are not told apart, or not let in again")
	}
	for i := range 5 {
		if got := from(fmt.Sprintf("[2001:db8::%d]:1", i), 0); got != (i < 3) {
			t.Errorf("IPv6 %d: %t", i, got)
		}
	}
	for i := range 5 { // behind a proxy, which is believed on this machine only
		r := &http.Request{RemoteAddr: "127.0.0.1:1", Header: http.Header{"X-Forwarded-For": {fmt.Sprintf("192.0.2.99, 203.0.113.%d", i)}}}
		if !p.allow(r, now) {
			t.Errorf("visitor %d of a proxy is taken for another", i)
		}
		r = &http.Request{RemoteAddr: "198.51.100.1:1", Header: http.Header{"X-Forwarded-For": {fmt.Sprintf("203.0.113.%d", i)}}}
		if got := p.allow(r, now); got != (i < 3) {
			t.Errorf("who pretends to be a proxy is let in %d times", i+1)
		}
	}
	for i := range 2 * mostVisitors {
		from(fmt.Sprintf("10.%d.%d.%d:1", i>>16, i>>8&255, i&255), time.Duration(i)*time.Second)
	}
	if len(p.known) > mostVisitors {
		t.Errorf("%d addresses are remembered", len(p.known))
	}
}

// Whatever a form holds, it makes a room that can be played or none.
func FuzzSettings(f *testing.F) {
	f.Add(table(2).Encode())
	f.Add("players=-9&people=99999999999999999999&answer=x&bots=&bots=plain&floor=%ff")
	h := room.Open(f.Context(), room.Options{Kinds: []room.Kind{{Name: "plain"}}, Now: time.Now})
	f.Fuzz(func(t *testing.T, query string) {
		form, _ := url.ParseQuery(query)
		s := readSettings(form)
		if rm, err := h.Create(s, ""); err == nil && (rm.Settings.People > rm.Settings.Players || rm.Settings.Answer > time.Hour) {
			t.Errorf("%+v", s)
		}
	})
}
