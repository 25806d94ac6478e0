package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"wolfden/internal/waittest"
)

// visitor is somebody with a browser.
func visitor(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// body is the page that an answer holds, which has to be there.
func body(t *testing.T, resp *http.Response, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v %.200s", resp.Request.URL, resp.StatusCode, err, text)
	}
	return string(text)
}

var oneSeat = url.Values{
	"name": {"Ann"}, "players": {"5"}, "people": {"1"}, "bots": {"plain"}, "answer": {"60"}, "floor": {"4"}, "talk": {"turns"}, "language": {"en"},
}

// The command says where to play, lets somebody play there, and ends with the game unfinished when it is told to.
func TestPlayInTheBrowser(t *testing.T) {
	dir := t.TempDir()
	for name, args := range map[string][]string{
		"play": {"play", "--web", "--players", "9", "--bots", "lycaon", "--lang", "ja", "--out", dir, "--listen", "127.0.0.1:0"},
		"view": {"view", dir, "--play", "--listen", "127.0.0.1:0"},
	} {
		ctx, stop := context.WithCancel(t.Context())
		var out, errs spoken
		ended := make(chan int, 1)
		go func() { ended <- run(ctx, args, &out, &errs) }()
		home, ann := out.home(t), visitor(t)
		resp, err := ann.Get(home + "play")
		form := body(t, resp, err)
		if name == "play" && (!strings.Contains(form, `value="9" checked`) || !strings.Contains(form, `value="lycaon" checked`) || !strings.Contains(form, `value="ja" selected`)) {
			t.Error("the form does not begin with what the flags say")
		}
		resp, err = ann.PostForm(home+"play", oneSeat)
		if page := body(t, resp, err); !strings.Contains(page, `id="duty"`) {
			t.Errorf("%s: no seat: %.300s", name, page)
		}
		stop()
		if status := await(t, name+" stops", ended); status != exitOK || errs.String() != "" {
			t.Errorf("%s ends with %d: %s", name, status, errs.String())
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")); len(files) != 2 {
		t.Errorf("records: %v", files)
	}
}

// TestProgramsInTheBrowser: a program sits down with people, in games where players speak in turns.
func TestProgramsInTheBrowser(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	command := tellsItsProcess(t)
	ctx, stop := context.WithCancel(t.Context())
	var out, errs spoken
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{
			"play", "--web", "--bots", "mine", "--probe", "--out", dir, "--listen", "127.0.0.1:0", "--exec", "mine=" + command,
		}, &out, &errs)
	}()
	home, ann := out.home(t), visitor(t)
	wish := maps.Clone(oneSeat)
	wish["bots"], wish["talk"] = []string{"mine"}, []string{"open"}
	resp, err := ann.Get(home + "play")
	if form := body(t, resp, err); !strings.Contains(form, "a program") || strings.Contains(form, confidantWord) {
		t.Error("the form has the command of a program, which may hold keys")
	}
	resp, err = ann.PostForm(home+"play", wish)
	if err != nil || resp.StatusCode == http.StatusOK {
		t.Errorf("a program may sit down where everybody speaks at any time: %v", err)
	}
	_ = resp.Body.Close()
	wish["talk"] = oneSeat["talk"]
	resp, err = ann.PostForm(home+"play", wish)
	page := body(t, resp, err)
	if !strings.Contains(page, `id="duty"`) {
		t.Errorf("no seat: %.300s", page)
	}
	room := resp.Request.URL.String()
	waittest.Until(t, "a game played to its end", func() bool {
		resp, err := ann.PostForm(room+"/answer", duty(page))
		if err == nil && resp.StatusCode != http.StatusOK { // nothing was asked, or too often
			_ = resp.Body.Close()
			resp, err = ann.Get(room)
		}
		page = body(t, resp, err)
		return strings.Contains(page, "?as=all")
	})
	waittest.Until(t, "nothing left that was started for the game", func() bool { return len(processes(t)) == 0 })
	stop()
	if status := await(t, "it stops", ended); status != exitOK || errs.String() != "" {
		t.Errorf("it ends with %d: %s", status, errs.String())
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("records: %v", files)
	}
	text, err := os.ReadFile(files[0])
	if err != nil || strings.Count(string(text), `"team":"mine"`) != 4 || !strings.Contains(string(text), `"probe":true`) {
		t.Errorf("four programs should sit there: %v, %.600s", err, text)
	}
	if g := written(t, files[0]); g.asked == 0 || g.asked > g.living || !strings.Contains(string(g.text), "the first is as good as any") {
		t.Errorf("%d of %d were asked what they believe; noted: %.600s", g.asked, g.living, g.text)
	}
}

// TestProgramsInRooms: programs that are started, programs that come by themselves and prompts sit down with people on the pages of games and
// of a contest, and nothing that was started is left when the room closes.
func TestProgramsInRooms(t *testing.T) {
	for name, args := range map[string][]string{
		"view":  {"view", "games", "--play"},
		"serve": {"serve", "--rooms", "games", "--data", "data"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := errors.Join(os.Mkdir("games", 0o700), os.CopyFS("mine", os.DirFS(filepath.Join(repository, "internal", "bot", "baseline")))); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			out, errs := &spoken{}, &served{address: make(chan string, 1)}
			ended := make(chan int, 1)
			go func() {
				ended <- run(ctx, append(args, "--listen", "127.0.0.1:0", "--bots", "ours,remote:confidant,baseline:mine", "--exec", "ours="+tellsItsProcess(t)), out, errs)
			}()
			home := ""
			if name == "view" {
				home = out.home(t)
			} else {
				home = "http://" + <-errs.address + viewPath
			}
			go confide(strings.Replace(home, "http", "ws", 1)+"ws", false)
			wish, ann := maps.Clone(oneSeat), visitor(t)
			resp, err := ann.Get(home + "play")
			form := body(t, resp, err)
			for _, bot := range []string{"ours", "confidant", "baseline:mine"} {
				if !strings.Contains(form, `value="`+bot+`" checked`) {
					t.Errorf("the form does not begin with %s", bot)
				}
			}
			wish["bots"] = []string{"ours", "confidant", "baseline:mine", "plain"}
			resp, err = ann.PostForm(home+"play", wish)
			if page := body(t, resp, err); !strings.Contains(page, `id="duty"`) {
				t.Errorf("no seat: %.300s", page)
			}
			started := processes(t)
			if len(started) != 1 {
				t.Errorf("processes: %v", started)
			}
			stop()
			if status := await(t, name+" stops", ended); status != exitOK {
				t.Errorf("it ends with %d: %s", status, errs)
			}
			if left := processes(t); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
			files, _ := filepath.Glob(filepath.Join("games", "*.jsonl"))
			for _, team := range []string{"ours", "confidant", "baseline:mine", "human"} {
				if g := written(t, append(files, "")[0]); !bytes.Contains(g.text, []byte(`"team":"`+team+`"`)) {
					t.Errorf("%s did not sit down", team)
				}
			}
		})
	}
	for _, args := range [][]string{{"view", ".", "--exec", "mine=./agent"}, {"serve", "--bots", "plain"}} {
		var errs strings.Builder
		if status := run(t.Context(), args, io.Discard, &errs); status != exitUsage || !strings.Contains(errs.String(), "opens them") {
			t.Errorf("%v: %d, %s", args, status, &errs)
		}
	}
}

// repository is the root of this repository.
var repository, _ = filepath.Abs(filepath.Join("..", ".."))

// tellsItsProcess is the command of a program that writes down its process in the working folder, and stays after its game.
func tellsItsProcess(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return `sh -c 'echo $$ >> processes; ` + self + ` ` + confidantWord + ` {url}; sleep 100'`
}

// processes are those that have written themselves down and live.
func processes(t *testing.T) (living []string) {
	t.Helper()
	text, err := os.ReadFile("processes")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range strings.Fields(string(text)) {
		if n, err := strconv.Atoi(id); err == nil {
			if p, err := os.FindProcess(n); err == nil && p.Signal(syscall.Signal(0)) == nil {
				living = append(living, id)
			}
		}
	}
	return living
}

// duty is the form that answers what a page asks, in the fewest words.
func duty(page string) url.Values {
	field := func(name string) string {
		found := regexp.MustCompile(`name="` + name + `" value="(\d+)"`).FindStringSubmatch(page)
		return append(found, "", "")[1]
	}
	form := url.Values{"number": {field("number")}, "do": {"over"}, "sure": {"1"}}
	if target := field("target"); target != "" {
		form["do"], form["target"] = []string{"choose"}, []string{target}
	}
	return form
}

// A server shows its games and lets people play, and a token in an address goes into a cookie.
func TestServePages(t *testing.T) {
	dir := t.TempDir()
	rooms := filepath.Join(dir, "rooms")
	log := &served{address: make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--data", dir, "--rooms", rooms}, io.Discard, log)
	}()
	home, ann := "http://"+<-log.address, visitor(t)
	resp, err := ann.Get(home + "/view/?token=abc&players=5")
	if page := body(t, resp, err); resp.Request.URL.RawQuery != "players=5" || !strings.Contains(page, `href="/view/play"`) {
		t.Errorf("%s: %.300s", resp.Request.URL, page)
	}
	if cookies := ann.Jar.Cookies(resp.Request.URL); len(cookies) != 1 || cookies[0].Value != "abc" {
		t.Errorf("cookies %v", cookies)
	}
	foreign, err := http.NewRequest(http.MethodPost, home+"/view/play", strings.NewReader(oneSeat.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	foreign.Header.Set("Origin", "https://viewer.example.org")
	foreign.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if resp, err := ann.Do(foreign); err != nil || resp.StatusCode != http.StatusForbidden || resp.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("a page of another server makes a room: %v, %v", resp, err)
	}
	resp, err = ann.PostForm(home+"/view/play", oneSeat)
	if page := body(t, resp, err); !strings.Contains(page, `id="duty"`) {
		t.Errorf("no seat: %.300s", page)
	}
	resp, err = visitor(t).Get(home + "/view/")
	if page := body(t, resp, err); !strings.Contains(page, `class="live"`) {
		t.Error("the game is not in the list")
	}
	stop()
	if got := await(t, "the server stops", status); got != exitOK {
		t.Errorf("it ends with %d: %s", got, log)
	}
	if files, _ := os.ReadDir(rooms); len(files) != 1 {
		t.Errorf("records of rooms: %v", files)
	}
}

// Where the server asks for tokens its pages are no way around them: what the feed and the API close is closed here too.
func TestPagesAskForTheTokenThatTheFeedAsksFor(t *testing.T) {
	t.Setenv("SECRET_KEY", strings.Repeat("k", 16))
	dir := t.TempDir()
	file := filepath.Join(dir, "c.yml")
	if err := os.WriteFile(file, []byte("server: {authentication: {enable: true}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	log := &served{address: make(chan string, 1)}
	ctx, stop := context.WithCancel(t.Context())
	status := make(chan int, 1)
	go func() {
		status <- run(ctx, []string{"serve", "-c", file, "--listen", "127.0.0.1:0", "--data", dir, "--rooms", filepath.Join(dir, "rooms")}, io.Discard, log)
	}()
	home, ann := "http://"+<-log.address, visitor(t)
	tokens := map[string]string{"nobody": "", "wrong": "x.y.z"}
	for role, args := range map[string][]string{"receiver": {"token", "receiver"}, "player": {"token", "player", "--team", "ann"}} {
		var out strings.Builder
		if got := run(t.Context(), args, &out, io.Discard); got != exitOK {
			t.Fatalf("token: %d", got)
		}
		tokens[role] = strings.TrimSpace(out.String())
	}
	look := func(who *http.Client, path string) int {
		resp, err := who.Get(home + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	const game = "/view/games/01K0000000000000000000000A"
	for whose, token := range tokens {
		who := visitor(t)
		look(who, "/view/play?token="+url.QueryEscape(token)) // into the cookie
		for path, open := range map[string]int{
			"/view/": 200, "/view/stats": 200, game: 404, game + "/record": 404, game + "/file": 404, game + "/events": 404, game + "/calls/1": 404,
		} {
			want := http.StatusUnauthorized
			if whose == "receiver" {
				want = open
			}
			if got := look(who, path); got != want {
				t.Errorf("%s is answered %d at %s, want %d", whose, got, path, want)
			}
		}
	}
	if got := look(ann, "/view/play"); got != http.StatusOK {
		t.Errorf("the rooms are closed: %d", got)
	}
	resp, err := ann.PostForm(home+"/view/play", oneSeat)
	if page := body(t, resp, err); !strings.Contains(page, `id="duty"`) {
		t.Errorf("no seat: %.300s", page)
	}
	stop()
	if got := await(t, "the server stops", status); got != exitOK {
		t.Errorf("it ends with %d: %s", got, log)
	}
}

// A token's cookie goes over encrypted connections alone where the visitor came by one, also behind a proxy.
func TestTokenCookieIsSecureBehindAProxy(t *testing.T) {
	for proto, want := range map[string]bool{"https": true, "http": false, "": false} {
		r, w := httptest.NewRequest(http.MethodGet, "/view/?token=abc", nil), httptest.NewRecorder()
		r.Header.Set("X-Forwarded-Proto", proto)
		keepToken(http.NotFoundHandler()).ServeHTTP(w, r)
		cookies := w.Result().Cookies()
		if len(cookies) != 1 || cookies[0].Secure != want || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode {
			t.Errorf("%q: %v", proto, cookies)
		}
	}
}
