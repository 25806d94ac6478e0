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

// text types words.
func (b *browser) text(words string) {
	b.T.Helper()
	b.Do("Input.insertText", map[string]any{"text": words}, nil)
}

// tab moves the keyboard on until it is where the expression is true.
func (b *browser) tab(there string) {
	b.T.Helper()
	for range 80 {
		if b.Eval("Boolean("+there+")") == "true" {
			return
		}
		b.Press("Tab")
	}
	b.T.Fatalf("the keyboard does not come to: %s", there)
}

// word is the value of an expression that is a text.
func (b *browser) word(expression string) (text string) {
	b.T.Helper()
	if err := json.Unmarshal([]byte(b.Eval(expression)), &text); err != nil {
		b.T.Fatalf("%s: %v", expression, err)
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
	b.T.Helper()
	b.Visit(home + "/play?lang=en")
	b.tab(focused + ".name === 'name'")
	b.text(name)
	b.tab(focused + ".name === 'people'")
	for range people - 1 {
		b.Press("ArrowDown")
	}
	if open {
		b.tab(focused + ".name === 'talk'")
		b.Press("ArrowDown")
	}
	b.tab(focused + ".closest('.make') && " + focused + ".tagName === 'BUTTON'")
	b.Press("Enter")
	b.Until("location.pathname.startsWith('/play/') && (document.getElementById('lobby') || document.getElementById('seat'))")
}

// playOn answers what is asked, by keyboard alone, until the game is over or enough is.
func (b *browser) playOn(say func(n int) string, enough func() bool) (answers int) {
	b.T.Helper()
	for began := time.Now(); b.Eval(finished) != "true"; {
		if time.Since(began) > waittest.Longest {
			b.T.Fatal("the game does not end")
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
		if b.Eval(isAsked) == "true" { // whether that is meant
			b.tab(focused + ".matches('.sure button') || " + asked + " !== '" + number + "'")
			b.Press("Enter")
			b.Until(asked + " !== '" + number + "' || " + finished)
			continue
		}
		if state == "choose" {
			b.tab(focused + ".type === 'radio' || " + asked + " !== '" + number + "'")
			b.Press(" ")
			b.Press("ArrowRight")
			b.Press("Enter")
		} else {
			b.tab(focused + ".tagName === 'TEXTAREA' || " + asked + " !== '" + number + "'")
			b.text(say(answers))
			b.Press("Enter")
		}
		answers++
		b.Until(asked + " !== '" + number + "' || " + isAsked + " || " + finished)
	}
	return answers
}

func TestBrowserPlaysByKeyboard(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	srv, sent := tapped(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	b.found(srv.URL, "Ann", 1, false)
	b.Until("document.getElementById('seat')")
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
	b.Until("document.querySelector('.panel.over .result')")
	b.tab(focused + ".matches('.panel .button')")
	b.Press("Enter")
	b.Until("location.pathname.startsWith('/games/')")
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
	ann.Until("document.getElementById('link')")
	bob := &browser{ann.Apart()}
	bob.Visit(ann.word("document.getElementById('link').value") + "?lang=en")
	if got := bob.word("document.getElementById('people').textContent"); !strings.Contains(got, "Ann<img") {
		t.Errorf("the name is shown as %q", got)
	}
	bob.tab(focused + ".name === 'name'")
	bob.text("Bob")
	bob.Press("Enter")
	for _, b := range []*browser{ann, bob} {
		b.Until("document.getElementById('seat') && document.readyState === 'complete'")
	}
	if a, b := ann.word("document.querySelector('.me h1').textContent"), bob.word("document.querySelector('.me h1').textContent"); a == b {
		t.Errorf("both are %s", a)
	}
	hostileSaid := func(int) string {
		return "<script>document.title='stolen'</script><img src=x onerror=\"document.title='stolen'\">\u202e"
	}
	// A game to its end is played by one person, in every run; what two say of each other is seen as soon as both have spoken.
	const spoken = `[...document.querySelectorAll('.said')].filter(e => e.textContent.includes("<script>document.title='stolen'</script>")).length > 1`
	enough := func(b *browser) bool { return b.Eval(finished) == "true" || !*long && b.Eval(spoken) == "true" }
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
		if b.word("document.title") == "stolen" || b.Eval("document.querySelectorAll('#story script, #story img').length") != "0" {
			t.Error("what somebody says is more than text")
		}
		if b.Eval(`[...document.querySelectorAll('.said')].some(e => e.textContent.includes("<script>document.title='stolen'</script>"))`) != "true" {
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
		b.Until(dutyNow + " === 'speak'")
		number := b.word(asked)
		b.tab(focused + ".tagName === 'TEXTAREA'")
		b.text("again and again")
		if n > 0 {
			time.Sleep(900 * time.Millisecond) // the reply to the last answer comes while it stands there; one that comes later would do no harm
		}
		if got := b.word("document.querySelector('textarea').value"); got != "again and again" {
			t.Fatalf("answer %d: after typing %q there is %q", n, "again and again", got)
		}
		b.Press("Enter")
		b.Until(asked + " !== '" + number + "' && " + dutyNow + " !== 'wait'")
	}
	b.clean(srv.URL)
}

// Who closes the page comes back to the seat, the question and the words that were begun.
func TestBrowserComesBack(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	b.found(srv.URL, "Ann", 1, false)
	b.Until(dutyNow + " === 'speak'")
	number, room := b.word(asked), b.word("location.pathname")
	b.tab(focused + ".tagName === 'TEXTAREA'")
	b.text("half a tho")
	first, err := strconv.Atoi(strings.ReplaceAll(b.word("document.querySelector('.clock').textContent"), ":", ""))
	if err != nil || first < 100 || first > 200 {
		t.Errorf("the clock shows %d, %v", first, err)
	}
	b.Do("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	time.Sleep(1500 * time.Millisecond) // over a second, so that the clock shows less; how much less is not asked
	b.Visit(srv.URL + room)
	b.Until("document.querySelector('textarea')?.value === 'half a tho'")
	if got := b.word(asked); got != number {
		t.Errorf("the question was %s, is %s", number, got)
	}
	if second, _ := strconv.Atoi(strings.ReplaceAll(b.word("document.querySelector('.clock').textContent"), ":", "")); second >= first {
		t.Errorf("the clock began anew: %d, then %d", first, second)
	}
	b.tab(focused + ".tagName === 'TEXTAREA'")
	b.Press("End")
	b.text("ught")
	b.Press("Enter")
	b.Until("[...document.querySelectorAll('.said')].some(e => e.textContent === 'half a thought')")
	b.Visit(srv.URL + room)
	if got := b.Eval("document.querySelector('textarea')?.value ?? ''"); got != `""` {
		t.Errorf("after it was said the draft is still there: %s", got)
	}
	b.clean(srv.URL)
}

func TestBrowserOpenFloor(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	b.found(srv.URL, "Ann", 1, true)
	b.Until(dutyNow + " === 'floor'")
	for i, words := range []string{"first of all", "and then this"} {
		b.Until(dutyNow + " === 'floor' && " + focused + ".tagName === 'TEXTAREA'") // the keyboard stays where it was
		b.text(words)
		b.Press("Enter")
		b.Until(fmt.Sprintf("[...document.querySelectorAll('.said')].some(e => e.textContent === %q)", words))
		if i == 0 {
			b.Until("[...document.querySelectorAll('.i.talk')].length > 1") // others speak without being asked
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
			b.Screen(width, 800, i == 0)
			b.accessible(where, width)
		}
	}
	b.Visit(srv.URL + "/play?lang=ja")
	check("the form")
	if *long {
		b.Visit(srv.URL + "/play?lang=en")
		check("the form")
	}
	b.found(srv.URL, "Ann", 2, false)
	check("the lobby")
	b.Visit(b.word("location.href") + "?lang=ja")
	check("the lobby")
	b.Eval("document.querySelector('form[action$=start] button').click()")
	b.Until("document.getElementById('seat')")
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
func TestBrowserPlayShots(t *testing.T) {
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
					b.Screen(size[0], size[1], i == 1)
					time.Sleep(150 * time.Millisecond)
					b.Eval("document.getElementById('seat') && scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
					b.Shoot(filepath.Join(*shots, fmt.Sprintf("%s-%d-%d-%s.png", name, players, size[0], lang)))
				}
			}
			b.Visit(srv.URL + "/play?lang=" + lang)
			take("form")
			b.Eval(fmt.Sprintf("(() => { const f = document.querySelector('.make'); f.players.value = '%d'; f.name.value = 'Ann'; f.people.value = '2'; f.requestSubmit() })()", players))
			b.Until("document.getElementById('lobby')")
			take("lobby")
			b.Eval("document.querySelector('form[action$=start] button').click()")
			b.Until("document.getElementById('seat')")
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
