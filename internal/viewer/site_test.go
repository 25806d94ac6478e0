package viewer

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/internal/viewer/viewertest"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// hostile is what somebody says who wants to be more than text.
const hostile = `</p><script>document.title='stolen'</script><img src=x onerror="document.title='stolen'">` +
	`"'><svg onload=alert(1)>{{.}}` + "</style></script>\x00\x1b[31m\u202eesrever\u2028 &amp; @PersonB javascript:alert(1)"

// site serves a folder.
func site(t testing.TB, o Options) *httptest.Server {
	t.Helper()
	srv, _ := tapped(t, o)
	return srv
}

// tap keeps everything that a site sends.
type tap struct {
	mu   sync.Mutex
	text strings.Builder
}

func (p *tap) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// tappedWriter hands on what it is given, and keeps it.
type tappedWriter struct {
	http.ResponseWriter
	tap *tap
}

// Unwrap lets streams flush.
func (w tappedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w tappedWriter) Write(b []byte) (int, error) {
	w.tap.mu.Lock()
	w.tap.text.Write(b)
	w.tap.mu.Unlock()
	return w.ResponseWriter.Write(b)
}

// tapped serves a site and keeps what it sends, in clear.
func tapped(t testing.TB, o Options) (*httptest.Server, *tap) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	p, handler := &tap{}, s.Handler()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding")
		handler.ServeHTTP(tappedWriter{w, p}, r)
	}))
	t.Cleanup(func() {
		srv.CloseClientConnections() // streams would go on
		srv.Close()
	})
	return srv, p
}

// spoken puts words into everybody's mouth, also those that the rules would not let through.
func spoken(rec *gamelog.Record, text string) {
	for _, e := range rec.Entries {
		if e.Event != nil && (e.Event.Kind == werewolf.Talked || e.Event.Kind == werewolf.Whispered) {
			e.Event.Text = text
		}
	}
}

func get(t testing.TB, url string) (int, string, http.Header) {
	t.Helper()
	resp, err := (&http.Client{Timeout: waittest.Longest}).Get(url) // a stream would never end
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	return resp.StatusCode, readAll(t, resp), resp.Header
}

func readAll(t testing.TB, resp *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func page(t testing.TB, url string) string {
	t.Helper()
	status, body, _ := get(t, url)
	if status != http.StatusOK {
		t.Fatalf("%s: %d %.200s", url, status, body)
	}
	return body
}

// unfinished is the record without its end.
func unfinished(rec *gamelog.Record) *gamelog.Record {
	cut := &gamelog.Record{Header: rec.Header}
	for _, e := range rec.Entries {
		if e.Event != nil && (e.Event.Kind == werewolf.RoleShown || e.Event.Kind == werewolf.GameOver) {
			break
		}
		cut.Entries = append(cut.Entries, e)
	}
	return cut
}

func TestErrorsAndPaths(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(filepath.Dir(dir), "secret.jsonl")
	rec := viewertest.Play(t, 5, 1, nil)
	if err := os.WriteFile(secret, viewertest.Bytes(t, rec), 0o644); err != nil {
		t.Fatal(err)
	}
	srv := site(t, Options{Dirs: []string{dir}, Base: "/watch/"})
	for path, want := range map[string]int{
		"/watch/":                                  200,
		"/watch/stats":                             200,
		"/watch/games/" + rec.Header.ID:            404, // it is outside
		"/watch/games/..%2fsecret":                 404,
		"/watch/games/..%2f..%2f..%2fetc%2fpasswd": 404,
		"/watch/games/%2e%2e%2fsecret.jsonl":       404,
		"/watch/games/../secret/file":              404,
		"/watch/static/wolfden.css":                200,
		"/watch/static/..%2fsite.go":               404,
		"/watch/static/":                           404,
		"/watch/nothing":                           404,
		"/elsewhere":                               404,
	} {
		status, body, _ := get(t, srv.URL+path)
		if status != want || strings.Contains(body, "root:") {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	resp, err := http.Post(srv.URL+"/watch/", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", resp.StatusCode)
	}
	_, body, _ := get(t, srv.URL+"/watch/games/<script>alert(1)</script>")
	if strings.Contains(body, "<script>alert") {
		t.Error("an error echoes its request")
	}
}

func TestPolicy(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 1, nil)
	rec.Header.Seats[0].Avatar = "https://pictures.example/a.png"
	rec.Header.Seats[1].Avatar = `javascript:alert(1)`
	rec.Header.Seats[2].Avatar = `https://x.example/"onload="alert(1)`
	viewertest.Save(t, dir, rec)
	for _, pictures := range []bool{false, true} {
		srv := site(t, Options{Dirs: []string{dir}, Pictures: pictures})
		for _, path := range []string{"/", "/games/" + rec.Header.ID, "/stats", "/static/replay.js", "/nothing"} {
			_, body, h := get(t, srv.URL+path)
			policy := h.Get("Content-Security-Policy")
			if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") ||
				strings.Contains(policy, "https:") != pictures || h.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: %s", path, policy)
			}
			if regexp.MustCompile(`<script>|<style|\sstyle=|\son\w+=["']`).MatchString(body) && !strings.HasSuffix(path, ".js") {
				t.Errorf("%s holds a script or a style", path)
			}
			if strings.Contains(body, "pictures.example") != (pictures && strings.Contains(path, "games")) || strings.Contains(body, "javascript:alert") {
				t.Errorf("%s: pictures %t", path, pictures)
			}
		}
	}
}

// Whatever players are called and say, it is text.
func TestHostileText(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 1, nil)
	spoken(rec, hostile)
	rec.Header.Seats[0].Name = `<script>alert("name")</script>`
	rec.Header.Seats[1].Team = `"><img src=x onerror=alert(1)>`
	rec.Header.Seats[3].Team = "\x1b]0;stolen\x07\u202e"
	rec.Header.Seats[3].Client = hostile
	for _, e := range rec.Entries {
		if e.Input != nil {
			e.Input.Notes = []gamelog.Note{{Topic: hostile, Text: hostile}, {Topic: "plan", Text: "VOTE: " + rec.Header.Seats[0].Name}}
			e.Input.Raw = hostile
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "broken\x1b[31m.jsonl"), []byte("{\x1b"), 0o644); err != nil {
		t.Fatal(err)
	}
	rec.Header.Seats[2].Profile = `</p><script>alert("profile")</script>`
	viewertest.Save(t, dir, rec)
	srv := site(t, Options{Dirs: []string{dir}})
	own := regexp.MustCompile(`<script type="module" src="/static/(replay|live|calls)\.js\?[0-9a-f]+"></script>`)
	for _, path := range []string{"/", "/games/" + rec.Header.ID, "/games/" + rec.Header.ID + "?as=2", "/games/" + rec.Header.ID + "?as=village&end=1", "/stats", "/?team=%22%3E%3Cscript%3E&player=%3Cscript%3E", "/?team=%1b[31m&player=%e2%80%ae"} {
		body := own.ReplaceAllString(page(t, srv.URL+path), "")
		for _, bad := range []string{"<script", "<img", "<svg onload", "onerror=\"", "\x00", "\x07", "\x1b", "\u202e", "\u2028"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s holds %q", path, bad)
			}
		}
	}
	// A team is found by its name as it is shown.
	if body := page(t, srv.URL+"/?"+url.Values{"team": {story.Show(rec.Header.Seats[3].Team)}}.Encode()); !strings.Contains(body, rec.Header.ID) {
		t.Error("a team with a strange name is not found")
	}
	var file strings.Builder
	if err := WriteFile(&file, rec, archive.Kept{}, story.Perspective{All: true}, "ja"); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(file.String(), "<script"); n != 1 || strings.Contains(file.String(), "<img") {
		t.Errorf("the file has %d scripts", n)
	}
}

// The page of a seat, and of the village, holds nothing that they cannot know: it is the page of any other game that
// looks the same to them.
func TestSeatPageHoldsNoSecret(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	t.Parallel()
	rec := viewertest.Play(t, 13, 5, nil)
	for seat := range werewolf.SeatID(14) {
		bare := &gamelog.Record{Header: rec.Header, Entries: rec.View(seat)}
		bare.Header.Seats = append([]werewolf.Seat(nil), rec.Header.Seats...)
		bare.Header.Seed = 1
		for i := range bare.Header.Seats {
			bare.Header.Seats[i].Role = werewolf.Villager
			bare.Header.Seats[i].Client = "x"
			bare.Header.Seats[i].Profile = strings.Replace(bare.Header.Seats[i].Profile, "secret", "another secret", 1)
		}
		bodies := [2]string{}
		for i, r := range []*gamelog.Record{rec, bare} {
			if i == 1 && seat != 0 && rec.Header.Seats[seat-1].Role != werewolf.Villager {
				break // what it was told of its role stands in its page
			}
			dir := t.TempDir()
			viewertest.Save(t, dir, r)
			as := fmt.Sprint(seat)
			if seat == 0 {
				as = asVillage
			}
			bodies[i] = page(t, site(t, Options{Dirs: []string{dir}}).URL+"/games/"+rec.Header.ID+"?as="+as)
		}
		if seat == 0 && bodies[0] != bodies[1] {
			t.Errorf("the page of seat %d tells more than it knows", seat)
		}
		for i := range rec.Header.Seats {
			if secret := fmt.Sprintf("secret%d\n", i+1); seat != werewolf.SeatID(i+1) && strings.Contains(bodies[0], secret) {
				t.Errorf("seat %d reads %q", seat, secret)
			}
		}
		if seat != 0 && rec.Header.Seats[seat-1].Role == werewolf.Villager && bodies[0] != strings.ReplaceAll(bodies[1], "another secret", "secret") {
			t.Errorf("the page of the villager in seat %d tells more than it knows", seat)
		}
	}
}

func TestWhoMaySeeWhat(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 1, nil)
	viewertest.Save(t, dir, unfinished(rec))
	game := "/games/" + rec.Header.ID
	closed := site(t, Options{Dirs: []string{dir}})
	for path, want := range map[string]int{
		game: 200, game + "?as=village": 200, game + "?as=all": 403, game + "?as=1": 403, game + "?as=77": 200,
		game + "/record": 403, game + "/file": 403, game + "/events?as=all": 403, game + "/events?as=2": 403,
	} {
		status, body, _ := get(t, closed.URL+path)
		if status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
		if strings.Contains(body, "Possessed") || strings.Contains(body, `class="role wolf"`) {
			t.Errorf("%s tells a role", path)
		}
	}
	open := site(t, Options{Dirs: []string{dir}, MayKnow: func(r *http.Request) bool { return r.Header.Get("X-Judge") == "" }})
	if body := page(t, open.URL+game+"?as=all"); !strings.Contains(body, "Possessed") {
		t.Error("who may know everything does not")
	}
	if status, _, _ := get(t, open.URL+game+"/record"); status != 200 {
		t.Errorf("its record: %d", status)
	}
}

func TestTakeAway(t *testing.T) {
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 1, nil)
	path := viewertest.Save(t, dir, rec)
	srv := site(t, Options{Dirs: []string{dir}})
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, body, h := get(t, srv.URL+"/games/"+rec.Header.ID+"/record")
	if body != string(want) || !strings.Contains(h.Get("Content-Disposition"), rec.Header.ID+".jsonl") {
		t.Errorf("the record is another: %s", h.Get("Content-Disposition"))
	}
	strangers := site(t, Options{Dirs: []string{dir}, Strangers: true})
	_, body, _ = get(t, strangers.URL+"/games/"+rec.Header.ID+"/record")
	shown, err := gamelog.Read(strings.NewReader(body))
	if err != nil || len(shown.Entries) != len(rec.Entries) {
		t.Fatalf("what strangers take away: %v", err)
	}
	for i, e := range shown.Entries {
		if e.At != rec.Entries[i].At/1000*1000 {
			t.Fatalf("strangers read %d where it was %d", e.At, rec.Entries[i].At)
		}
	}
	_, body, h = get(t, srv.URL+"/games/"+rec.Header.ID+"/file")
	if !strings.Contains(body, "<!DOCTYPE html>") || !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") {
		t.Errorf("the file: %s", h.Get("Content-Disposition"))
	}
	for _, link := range regexp.MustCompile(`(?:src|href)="([^"#][^"]*)"`).FindAllStringSubmatch(body, -1) {
		if !strings.HasPrefix(link[1], "data:image/svg&#43;xml;base64,") { // which leads nowhere: it is the face itself
			t.Errorf("a file by itself leads to %.99s", link[1])
		}
	}
}

func TestLanguages(t *testing.T) {
	srv := site(t, Options{Dirs: []string{t.TempDir()}})
	for _, c := range []struct{ query, accept, want string }{
		{"", "", "en"}, {"", "ja,en;q=0.5", "ja"}, {"", "fr, ja-JP;q=0.8", "ja"}, {"?lang=en", "ja", "en"}, {"?lang=xx", "ja", "ja"},
	} {
		req, err := http.NewRequest(http.MethodGet, srv.URL+"/"+c.query, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Language", c.accept)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if !strings.Contains(string(body), `<html lang="`+c.want+`"`) {
			t.Errorf("%+v is answered in another language", c)
		}
	}
}

// All of the front end is small.
func TestSize(t *testing.T) {
	total := 0
	for _, dir := range []string{"static", "page", "words"} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			total += int(info.Size())
		}
	}
	if total > 300_000 {
		t.Errorf("pages, scripts, styles and words take %d bytes", total)
	}
	t.Logf("%d bytes", total)
}
