package viewer

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// apart is a further person at the same browser: with cookies of its own.
func (b *browser) apart() *browser {
	b.t.Helper()
	other := &browser{t: b.t, conn: b.conn, wire: b.wire}
	var home struct{ BrowserContextID string }
	b.call("", "Target.createBrowserContext", nil, &home)
	other.open(map[string]any{"url": "about:blank", "browserContextId": home.BrowserContextID, "hidden": true})
	return other
}

// text types words.
func (b *browser) text(words string) {
	b.t.Helper()
	b.do("Input.insertText", map[string]any{"text": words}, nil)
}

// tab moves the keyboard on until it is where the expression is true.
func (b *browser) tab(there string) {
	b.t.Helper()
	for range 80 {
		if b.eval("Boolean("+there+")") == "true" {
			return
		}
		b.key("Tab", 9)
	}
	b.t.Fatalf("the keyboard does not come to: %s", there)
}

// word is the value of an expression that is a text.
func (b *browser) word(expression string) (text string) {
	b.t.Helper()
	if err := json.Unmarshal([]byte(b.eval(expression)), &text); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

const (
	focused  = "document.activeElement"
	dutyNow  = "(document.getElementById('duty')?.dataset.state ?? '')"
	asked    = "document.getElementById('duty').dataset.number"
	isAsked  = "Boolean(document.querySelector('.sure'))"
	finished = "['over', 'broken'].includes(document.getElementById('duty')?.dataset.state)"
)

// found makes a room by keyboard alone; people is how many seats for people to have.
func (b *browser) found(home, name string, people int, open bool) {
	b.t.Helper()
	b.visit(home + "/play?lang=en")
	b.tab(focused + ".name === 'name'")
	b.text(name)
	b.tab(focused + ".name === 'people'")
	for range people - 1 {
		b.key("ArrowDown", 40)
	}
	if open {
		b.tab(focused + ".name === 'talk'")
		b.key("ArrowDown", 40)
	}
	b.tab(focused + ".closest('.make') && " + focused + ".tagName === 'BUTTON'")
	b.key("Enter", 13)
	b.until("location.pathname.startsWith('/play/') && (document.getElementById('lobby') || document.getElementById('seat'))")
}

// playOn answers what is asked, by keyboard alone, until the game is over or enough is.
func (b *browser) playOn(say func(n int) string, enough func() bool) (answers int) {
	b.t.Helper()
	for began := time.Now(); b.eval(finished) != "true"; {
		if time.Since(began) > waittest.Longest {
			b.t.Fatal("the game does not end")
		}
		if enough != nil && enough() {
			return answers
		}
		state := b.word(dutyNow)
		if state != "speak" && state != "floor" && state != "choose" {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		number := b.word(asked)
		if b.eval(isAsked) == "true" { // whether that is meant
			b.tab(focused + ".matches('.sure button') || " + asked + " !== '" + number + "'")
			b.key("Enter", 13)
			b.until(asked + " !== '" + number + "' || " + finished)
			continue
		}
		if state == "choose" {
			b.tab(focused + ".type === 'radio' || " + asked + " !== '" + number + "'")
			b.key(" ", 32)
			b.key("ArrowRight", 39)
			b.key("Enter", 13)
		} else {
			b.tab(focused + ".tagName === 'TEXTAREA' || " + asked + " !== '" + number + "'")
			b.text(say(answers))
			b.key("Enter", 13)
		}
		answers++
		b.until(asked + " !== '" + number + "' || " + isAsked + " || " + finished)
	}
	return answers
}

func TestBrowserPlaysByKeyboard(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	srv, sent := tapped(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	b.found(srv.URL, "Ann", 1, false)
	b.until("document.getElementById('seat')")
	before := sent.String()
	answers := b.playOn(func(n int) string { return fmt.Sprintf("I have thought about it %d times.", n) }, func() bool {
		before = sent.String()
		return false
	})
	if answers < 4 {
		t.Errorf("the person was asked %d times", answers)
	}
	rec := recordOf(t, dir)
	me := personIn(rec)
	for i, s := range rec.Header.Seats {
		if werewolf.SeatID(i+1) != me && s.Profile != "" && strings.Contains(before, lastLine(s.Profile)) {
			t.Errorf("the person was told the profile of %s", s.Name)
		}
	}
	for _, e := range rec.Entries {
		if e.Input != nil && e.Input.Action.Seat == me && e.Input.Fault != gamelog.NoFault {
			t.Errorf("an answer by keyboard has a fault: %+v", e.Input)
		}
	}
	b.until("document.querySelector('.panel.over .result')")
	b.tab(focused + ".matches('.panel .button')")
	b.key("Enter", 13)
	b.until("location.pathname.startsWith('/games/')")
	b.clean(srv.URL)
}

// lastLine is the text as pages have its last line.
func lastLine(profile string) string {
	lines := strings.Split(profile, "\n")
	return strings.SplitN(strings.ReplaceAll(lines[len(lines)-1], "'", "&#39;"), ": ", 2)[1]
}

// recordOf is the one record of a folder.
func recordOf(t *testing.T, dir string) *gamelog.Record {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+gamelog.Extension))
	if err != nil || len(files) != 1 {
		t.Fatalf("records %v: %v", files, err)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	rec, err := gamelog.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func personIn(rec *gamelog.Record) werewolf.SeatID {
	for i, s := range rec.Header.Seats {
		if s.Team == "human" {
			return werewolf.SeatID(i + 1)
		}
	}
	return 0
}

// Two people meet by invitation; one says what wants to be more than text, and the other is shown text.
func TestBrowserTwoPeople(t *testing.T) {
	ann := openBrowser(t)
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	ann.found(srv.URL, `Ann<img src=x onerror="document.title='stolen'">`[:24], 2, false)
	ann.until("document.getElementById('link')")
	bob := ann.apart()
	bob.visit(ann.word("document.getElementById('link').value") + "?lang=en")
	if got := bob.word("document.getElementById('people').textContent"); !strings.Contains(got, "Ann<img") {
		t.Errorf("the name is shown as %q", got)
	}
	bob.tab(focused + ".name === 'name'")
	bob.text("Bob")
	bob.key("Enter", 13)
	for _, b := range []*browser{ann, bob} {
		b.until("document.getElementById('seat') && document.readyState === 'complete'")
	}
	if a, b := ann.word("document.querySelector('.me h1').textContent"), bob.word("document.querySelector('.me h1').textContent"); a == b {
		t.Errorf("both are %s", a)
	}
	hostileSaid := func(int) string {
		return "<script>document.title='stolen'</script><img src=x onerror=\"document.title='stolen'\">\u202e"
	}
	// A game to its end is played by one person, in every run; what two say of each other is seen as soon as both have spoken.
	const spoken = `[...document.querySelectorAll('.said')].filter(e => e.textContent.includes("<script>document.title='stolen'</script>")).length > 1`
	enough := func(b *browser) bool { return b.eval(finished) == "true" || !*long && b.eval(spoken) == "true" }
	for began := time.Now(); !enough(ann) || !enough(bob); {
		if time.Since(began) > waittest.Longest {
			t.Fatal("the game does not end")
		}
		for _, b := range []*browser{ann, bob} {
			state := b.word(dutyNow)
			if b.playOn(hostileSaid, func() bool { return b.word(dutyNow) != state || state == "wait" || state == "dead" }) == 0 {
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
	for _, b := range []*browser{ann, bob} {
		if b.word("document.title") == "stolen" || b.eval("document.querySelectorAll('#story script, #story img').length") != "0" {
			t.Error("what somebody says is more than text")
		}
		if b.eval(`[...document.querySelectorAll('.said')].some(e => e.textContent.includes("<script>document.title='stolen'</script>"))`) != "true" {
			t.Error("what somebody says is not shown as it is")
		}
		b.clean(srv.URL)
	}
}

// Over a slow line the next question is there before the page knows that the last answer arrived: what is typed by then
// stays, also when it is what was said before.
func TestBrowserSlowLine(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	s, err := New(Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	if err != nil {
		t.Fatal(err)
	}
	handler := s.Handler()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/answer") {
			handler.ServeHTTP(w, r)
			return
		}
		reply := httptest.NewRecorder()
		handler.ServeHTTP(reply, r)
		time.Sleep(700 * time.Millisecond)
		w.WriteHeader(reply.Code)
	}))
	t.Cleanup(func() {
		srv.CloseClientConnections() // streams would go on
		srv.Close()
	})
	b.found(srv.URL, "Ann", 1, false)
	for n := range 3 {
		b.until(dutyNow + " === 'speak'")
		number := b.word(asked)
		b.tab(focused + ".tagName === 'TEXTAREA'")
		b.text("again and again")
		if n > 0 {
			time.Sleep(900 * time.Millisecond) // the reply to the last answer comes while it stands there; one that comes later would do no harm
		}
		if got := b.word("document.querySelector('textarea').value"); got != "again and again" {
			t.Fatalf("answer %d: after typing %q there is %q", n, "again and again", got)
		}
		b.key("Enter", 13)
		b.until(asked + " !== '" + number + "' && " + dutyNow + " !== 'wait'")
	}
	b.clean(srv.URL)
}

// Who closes the page comes back to the seat, the question and the words that were begun.
func TestBrowserComesBack(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	b.found(srv.URL, "Ann", 1, false)
	b.until(dutyNow + " === 'speak'")
	number, room := b.word(asked), b.word("location.pathname")
	b.tab(focused + ".tagName === 'TEXTAREA'")
	b.text("half a tho")
	first, err := strconv.Atoi(strings.ReplaceAll(b.word("document.querySelector('.clock').textContent"), ":", ""))
	if err != nil || first < 100 || first > 200 {
		t.Errorf("the clock shows %d, %v", first, err)
	}
	b.do("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	time.Sleep(1500 * time.Millisecond) // over a second, so that the clock shows less; how much less is not asked
	b.visit(srv.URL + room)
	b.until("document.querySelector('textarea')?.value === 'half a tho'")
	if got := b.word(asked); got != number {
		t.Errorf("the question was %s, is %s", number, got)
	}
	if second, _ := strconv.Atoi(strings.ReplaceAll(b.word("document.querySelector('.clock').textContent"), ":", "")); second >= first {
		t.Errorf("the clock began anew: %d, then %d", first, second)
	}
	b.tab(focused + ".tagName === 'TEXTAREA'")
	b.key("End", 35)
	b.text("ught")
	b.key("Enter", 13)
	b.until("[...document.querySelectorAll('.said')].some(e => e.textContent === 'half a thought')")
	b.visit(srv.URL + room)
	if got := b.eval("document.querySelector('textarea')?.value ?? ''"); got != `""` {
		t.Errorf("after it was said the draft is still there: %s", got)
	}
	b.clean(srv.URL)
}

func TestBrowserOpenFloor(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	b.found(srv.URL, "Ann", 1, true)
	b.until(dutyNow + " === 'floor'")
	for i, words := range []string{"first of all", "and then this"} {
		b.until(dutyNow + " === 'floor' && " + focused + ".tagName === 'TEXTAREA'") // the keyboard stays where it was
		b.text(words)
		b.key("Enter", 13)
		b.until(fmt.Sprintf("[...document.querySelectorAll('.said')].some(e => e.textContent === %q)", words))
		if i == 0 {
			b.until("[...document.querySelectorAll('.i.talk')].length > 1") // others speak without being asked
		}
	}
	b.clean(srv.URL)
}

// The pages to play at fit their window and can be used without seeing them.
func TestBrowserPlayAccessible(t *testing.T) {
	b := openWindow(t)
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	check := func(where string) {
		for i, width := range []int{360, 1280} {
			b.screen(width, 800, i == 0)
			b.accessible(where, width)
		}
	}
	b.visit(srv.URL + "/play?lang=ja")
	check("the form")
	if *long {
		b.visit(srv.URL + "/play?lang=en")
		check("the form")
	}
	b.found(srv.URL, "Ann", 2, false)
	check("the lobby")
	b.visit(b.word("location.href") + "?lang=ja")
	check("the lobby")
	b.eval("document.querySelector('form[action$=start] button').click()")
	b.until("document.getElementById('seat')")
	seen := map[string]bool{}
	b.playOn(func(int) string { return "I see." }, func() bool {
		if state := b.word(dutyNow); !seen[state] {
			seen[state] = true
			check(state)
		}
		return !*long && seen["speak"] && seen["choose"]
	})
	if *long {
		check("the end")
	}
	if !seen["speak"] || !seen["choose"] {
		t.Errorf("seen %v", seen)
	}
}

// Pictures of the pages to play at: go test ./internal/viewer -run PlayShots -shots /tmp/shots
func TestPlayShots(t *testing.T) {
	if *shots == "" {
		t.Skip("-shots names no folder")
	}
	b := openWindow(t)
	for _, players := range []int{5, 13} {
		for i, lang := range []string{"en", "ja"} {
			dir := t.TempDir()
			srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
			take := func(name string) {
				for _, size := range [][2]int{{1280, 860}, {390, 844}} {
					b.screen(size[0], size[1], i == 1)
					time.Sleep(150 * time.Millisecond)
					b.eval("document.getElementById('seat') && scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
					b.shoot(filepath.Join(*shots, fmt.Sprintf("%s-%d-%d-%s.png", name, players, size[0], lang)))
				}
			}
			b.visit(srv.URL + "/play?lang=" + lang)
			take("form")
			b.eval(fmt.Sprintf("(() => { const f = document.querySelector('.make'); f.players.value = '%d'; f.name.value = 'Ann'; f.people.value = '2'; f.requestSubmit() })()", players))
			b.until("document.getElementById('lobby')")
			take("lobby")
			b.eval("document.querySelector('form[action$=start] button').click()")
			b.until("document.getElementById('seat')")
			seen := map[string]int{}
			b.playOn(func(int) string {
				return map[string]string{"en": "I am not sure yet.", "ja": "まだわかりません。"}[lang]
			}, func() bool {
				state := b.word(dutyNow)
				if seen[state]++; state != "wait" && seen[state] == 3 || state == "choose" && seen[state] == 1 {
					take(state + strconv.Itoa(seen[state]))
				}
				return false
			})
			take("over")
		}
	}
}
