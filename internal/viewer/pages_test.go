package viewer

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

var shots = flag.String("shots", "", "folder for pictures of the pages, to be looked at")

// Pictures of the pages for whoever changes them: go test ./internal/viewer -run Shots -shots /tmp/shots
func TestBrowserShots(t *testing.T) {
	if *shots == "" {
		t.Skip("-shots names no folder")
	}
	b := openWindow(t)
	dir := t.TempDir()
	for _, players := range []int{5, 13} {
		rec := viewertest.Play(t, players, 2, nil)
		viewertest.Save(t, dir, rec)
		srv := site(t, Options{Dirs: []string{dir}})
		for _, width := range []int{390, 1280} {
			for i, lang := range []string{"en", "ja"} {
				b.Screen(width, 860, i == 1)
				for name, path := range map[string]string{"list": "/?", "game": "/games/" + rec.Header.ID + "?", "stats": "/stats?"} {
					b.Visit(srv.URL + path + "lang=" + lang)
					b.Shoot(filepath.Join(*shots, fmt.Sprintf("%s-%d-%d-%s.png", name, players, width, lang)))
				}
				b.Visit(srv.URL + "/games/" + rec.Header.ID + "?lang=" + lang)
				b.Eval("document.querySelector('.ballots').scrollIntoView()")
				b.Shoot(filepath.Join(*shots, fmt.Sprintf("votes-%d-%d-%s.png", players, width, lang)))
			}
		}
	}
}

var records = flag.String("records", "", "with -shots: folder of games to take pictures of")

// Pictures of what stands below the story, of games with notes: go test ./internal/viewer -run PartShots -shots DIR -records DIR
func TestBrowserPartShots(t *testing.T) {
	if *shots == "" || *records == "" {
		t.Skip("-shots and -records name no folders")
	}
	b := openWindow(t)
	srv := site(t, Options{Dirs: []string{*records}})
	files, err := filepath.Glob(filepath.Join(*records, "*"+gamelog.Extension))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), gamelog.Extension)
		for i, lang := range []string{"en", "ja"} {
			for _, width := range []int{390, 1280} {
				b.Screen(width, 900, i == 1)
				b.Visit(srv.URL + "/games/" + id + "?lang=" + lang)
				for _, part := range []string{"chances", "ledger", "beliefs", "costs", "opinion"} {
					at := "document.querySelector('#" + part + ", ." + part + "')"
					if b.Eval("Boolean("+at+")") == "false" {
						continue
					}
					b.Eval(at + ".scrollIntoView({ behavior: 'instant' })")
					b.Shoot(filepath.Join(*shots, fmt.Sprintf("%s-%s-%d-%s.png", id, part, width, lang)))
				}
				if b.Eval("Boolean(document.querySelector('a.load'))") == "true" {
					b.Eval("(() => { const a = document.querySelector('a.load'); a.closest('details').open = true; a.click() })()")
					b.Until("document.querySelector('.notes details details, .notes dd > details')")
					b.Eval("document.querySelector('.notes dd > details').closest('li').scrollIntoView({ behavior: 'instant' })")
					b.Shoot(filepath.Join(*shots, fmt.Sprintf("%s-call-%d-%s.png", id, width, lang)))
				}
			}
		}
	}
}

// clean fails when pages complained, or asked for anything of another host.
func (b *browser) clean(home string) {
	b.T.Helper()
	for _, c := range strings.Split(b.Complaints(), "\n") {
		if c != "" && !strings.Contains(c, "status of 429") { // who was too fast waits and tries again
			b.T.Errorf("the pages complain: %s", c)
		}
	}
	for _, url := range b.Asked() {
		if !strings.HasPrefix(url, home) && url != "about:blank" && !strings.HasPrefix(url, "data:") {
			b.T.Errorf("a page asks for %s", url)
		}
	}
}

func TestBrowserReplay(t *testing.T) {
	b := openWindow(t)
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 2, nil)
	viewertest.Save(t, dir, rec)
	srv := site(t, Options{Dirs: []string{dir}})
	b.Screen(1280, 900, false)
	b.Visit(srv.URL + "/games/" + rec.Header.ID)
	shown := "document.querySelectorAll('#story > li:not(.future)').length"
	all := b.Eval("document.querySelectorAll('#story > li').length")
	if b.Eval(shown) != all || b.Eval("document.getElementById('replay').hidden") != "false" {
		t.Fatal("a page does not begin with the whole game and its replay")
	}
	// By keyboard alone: to the beginning, three on, one back, play.
	b.Eval("document.getElementById('first').focus()")
	b.Press("Enter")
	b.Eval("document.getElementById('first').click()")
	b.Until(shown + " === 0")
	for range 3 {
		b.Press("ArrowRight")
	}
	b.Press("ArrowLeft")
	b.Until(shown + " === 2")
	b.Until("document.querySelectorAll('.card.dead').length === 0")
	b.Eval("document.getElementById('speed').value = '10'")
	b.Eval("document.activeElement.blur()")
	b.Press(" ")
	b.Until(shown + " > 6")
	b.Press(" ")
	b.Until("!document.getElementById('replay').classList.contains('playing')")
	// Jumps: by the list, and by the address of an event.
	b.Eval("(() => { const j = document.getElementById('jump'); j.value = j.options[j.options.length - 1].value; j.dispatchEvent(new Event('change')) })()")
	b.Until(shown + " == " + all)
	b.Eval("document.getElementById('first').click()")
	target := b.Eval("document.querySelectorAll('#story > li')[9].id")
	b.Eval("location.hash = " + target)
	b.Until(shown + " === 10")
	b.Eval("document.getElementById('last').click()")
	b.Until(shown + " == " + all)
	want := 0
	for _, p := range story.Of(rec, story.Perspective{All: true}).Players {
		if p.Cause != 0 {
			want++
		}
	}
	b.Until(fmt.Sprintf("document.querySelectorAll('.card.dead').length === %d", want))
	b.clean(srv.URL)
}

func TestBrowserLive(t *testing.T) {
	b := openBrowser(t)
	rec := viewertest.Play(t, 5, 3, func(seat werewolf.SeatID, n int) string { return fmt.Sprintf("word %d of %d", n, seat) })
	st := newStage(rec)
	st.play(30)
	srv, sent := tapped(t, Options{Live: st})
	url := srv.URL + "/games/" + rec.Header.ID + "?as=village"
	b.Visit(url)
	shown := "document.querySelectorAll('#story > li').length"
	first, _ := strconv.Atoi(b.Eval(shown))
	st.play(60)
	b.Until(shown + " > " + strconv.Itoa(first))
	b.Visit(url + "&lang=ja") // reload in the middle, in another language
	middle, _ := strconv.Atoi(b.Eval(shown))
	if middle <= first {
		t.Errorf("after loading again the page shows %d, it showed %d", middle, first)
	}
	for upTo := 70; upTo < len(rec.Entries)+10; upTo += 10 {
		st.play(upTo)
		time.Sleep(15 * time.Millisecond) // or the page would be told all at once
	}
	b.Until("document.getElementById('game').dataset.over")
	want := len(story.Of(rec, story.Perspective{}).Items)
	if got := b.Eval(shown); got != strconv.Itoa(want) {
		t.Errorf("in the end the page shows %s things, want %d", got, want)
	}
	if twice := b.Eval("[...document.querySelectorAll('[id]')].length - new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size"); twice != "0" {
		t.Errorf("%s things are there twice", twice)
	}
	b.Until("document.querySelector('.reveal')")
	for _, secret := range []string{"人狼</span>", "狂人</span>", "Possessed", "WEREWOLF", "POSSESSED"} {
		if strings.Contains(sent.String(), secret) {
			t.Errorf("the browser was told %q", secret)
		}
	}
	b.clean(srv.URL)
}

// The tables beside the story grow while the game goes on, into what a page has that is loaded then. Prompts come when
// they are asked for, as text.
func TestBrowserLiveTables(t *testing.T) {
	b := openWindow(t)
	rec := unfinished(viewertest.Noted(viewertest.Play(t, 5, 3, func(werewolf.SeatID, int) string { return claimant })))
	st := newStage(rec)
	st.play(10)
	srv := site(t, Options{Live: st, MayKnow: func(*http.Request) bool { return true }})
	b.Visit(srv.URL + "/games/" + rec.Header.ID)
	if hidden := b.Eval("document.getElementById('costs').closest('section').hidden && document.querySelector('.parts a[href=\"#costs\"]').hidden"); hidden != "true" {
		t.Error("before anybody asked a model there is a table of calls")
	}
	tables := "['ledger-table', 'costs-table'].map(id => document.getElementById(id).innerText.replace(/\\s+/g, ' ') + document.getElementById(id).closest('section').hidden).join()"
	for upTo := 12; upTo < len(rec.Entries)+9; upTo += 9 {
		st.play(upTo)
		time.Sleep(10 * time.Millisecond) // or the page would be told all at once
	}
	seen := fmt.Sprint(story.Of(rec, story.Perspective{All: true}).Seen)
	b.Until("document.getElementById('game').dataset.seen === '" + seen + "'")
	grown := b.Eval(tables)
	b.Eval("(() => { const a = document.querySelector('a.load'); a.closest('details').open = true; a.click() })()")
	b.Until("document.querySelector('.call details')")
	if got := b.word("document.querySelector('.call').innerText"); !strings.Contains(got, "-prompt") || !strings.Contains(got, "-answer") || !strings.Contains(got, "<b>") {
		t.Errorf("the call is shown as %q", got)
	}
	if b.Eval("document.activeElement.tagName") != `"SUMMARY"` {
		t.Error("the keyboard is lost where the link was")
	}
	if all := b.Eval("document.querySelectorAll('#ledger-table tr[id]').length"); all == "0" {
		t.Error("the table has no rows")
	}
	b.Eval("document.getElementById('only-off').click()")
	if odd := b.Eval("[...document.querySelectorAll('#ledger-table tr[id]')].filter(e => e.checkVisibility() !== e.classList.contains('odd')).length"); odd != "0" {
		t.Errorf("%s rows are shown or hidden that should not be", odd)
	}
	b.Visit(srv.URL + "/games/" + rec.Header.ID + "?as=all")
	if fresh := b.Eval(tables); fresh != grown {
		t.Errorf("the tables grew to\n%s\nand are\n%s", grown, fresh)
	}
	b.clean(srv.URL)
}

// Who looks with the perspective of a seat is told no other role, neither in the page nor underway.
func TestBrowserSeat(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 2, func(werewolf.SeatID, int) string { return "hello" })
	viewertest.Save(t, dir, rec)
	srv, sent := tapped(t, Options{Dirs: []string{dir}})
	var villager werewolf.SeatID
	for i, s := range rec.Header.Seats {
		if s.Role == werewolf.Villager {
			villager = werewolf.SeatID(i + 1)
		}
	}
	b.Visit(fmt.Sprintf("%s/games/%s?as=%d", srv.URL, rec.Header.ID, villager))
	if got := b.Eval("[...document.querySelectorAll('.card .role')].filter(e => e.textContent.includes('Villager')).length"); got != "1" {
		t.Errorf("the seat knows %s villagers, want itself", got)
	}
	for _, secret := range []string{"Werewolf", "Possessed", ">Seer<", "divines", "WEREWOLF", "client1"} {
		if strings.Contains(sent.String(), secret) {
			t.Errorf("the browser was told %q", secret)
		}
	}
	b.clean(srv.URL)
}

func TestBrowserHostileText(t *testing.T) {
	b := openWindow(t)
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 2, nil)
	spoken(rec, hostile)
	viewertest.Save(t, dir, rec)
	srv := site(t, Options{Dirs: []string{dir}})
	st := newStage(rec)
	st.play(20)
	live := site(t, Options{Live: st})
	file := filepath.Join(t.TempDir(), "game.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(f, rec, archive.Kept{}, story.Perspective{All: true}, "en"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{srv.URL + "/games/" + rec.Header.ID, live.URL + "/games/" + rec.Header.ID, "file://" + file} {
		b.Visit(url)
		st.play(40)
		b.Until("document.querySelectorAll('.said').length > 3")
		if said := b.Eval("document.querySelector('.said').textContent"); !strings.Contains(said, "onerror=") || !strings.Contains(said, `\u2400`) {
			t.Errorf("%s: it was said: %s", url, said)
		}
		if got := b.Eval("document.title.includes('stolen') || document.querySelector('#story img, #story script') !== null"); got != "false" {
			t.Errorf("%s: what was said became part of the page", url)
		}
		b.Until("document.getElementById('replay').hidden === false")
	}
	if c := b.Complaints(); c != "" {
		t.Errorf("the pages complain:\n%s", c)
	}
}

// A file by itself works from the disk and asks for nothing.
func TestBrowserFile(t *testing.T) {
	b := openWindow(t)
	file := filepath.Join(t.TempDir(), "game.html")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(f, viewertest.Play(t, 13, 2, nil), archive.Kept{}, story.Perspective{All: true}, "ja"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	b.Visit("file://" + file)
	b.Until("document.getElementById('replay').hidden === false")
	b.Eval("document.getElementById('back').click()")
	b.Until("document.querySelectorAll('#story > li.future').length === 1")
	if got := b.Eval("getComputedStyle(document.querySelector('.said')).borderTopLeftRadius !== '0px'"); got != "true" {
		t.Error("the file has no style")
	}
	b.clean("file://")
}

// Pages fit their window, in every size and language, and can be used without seeing them.
func TestBrowserAccessible(t *testing.T) {
	b := openWindow(t)
	dir := t.TempDir()
	players := 5 // a page of thirteen is several times as long
	if *long {
		players = 13
	}
	rec := viewertest.Noted(viewertest.Play(t, players, 2, nil))
	keep(t, viewertest.Save(t, dir, rec), rec, judged(rec), trueRoles, 0)
	wide := viewertest.Noted(viewertest.Play(t, 13, 2, nil))
	wide.Header.ID = "01WIDE" + wide.Header.ID[6:]
	viewertest.Save(t, dir, wide)
	everything := Options{Dirs: []string{dir}, MayKnow: func(*http.Request) bool { return true }}
	srv := site(t, everything)
	st := newStage(rec)
	st.play(200)
	everything.Dirs, everything.Live = nil, st
	live := site(t, everything)
	b.Visit(live.URL + "/games/" + rec.Header.ID)
	b.accessible("a live game", 1280)
	b.Screen(360, 800, false)
	b.Visit(srv.URL + "/games/" + wide.Header.ID)
	b.accessible("a game of thirteen", 360)
	for n, path := range []string{"/", "/games/" + rec.Header.ID, "/games/" + rec.Header.ID + "?as=village", "/games/" + rec.Header.ID + "/calls/3", "/stats", "/nothing"} {
		for i, lang := range []string{"en", "ja"} {
			if n%2 != i && !*long {
				continue // the languages take turns
			}
			b.Visit(srv.URL + path + map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "lang=" + lang)
			b.Eval("document.querySelectorAll('.opinion, .chance-table, .ledger details, .notes:first-of-type').forEach((e, i) => { e.open = i < 6 })")
			for _, width := range []int{360, 1280} {
				b.Screen(width, 800, i == 0)
				b.accessible(path+" "+lang, width)
			}
		}
	}
}

// accessible checks the page that is open: that it fits its window, that what can be used has a name, and, where
// WOLFDEN_AXE names the axe.min.js of axe-core, all that it checks.
func (b *browser) accessible(where string, width int) {
	b.T.Helper()
	if over := b.Eval("document.documentElement.scrollWidth - document.documentElement.clientWidth"); over != "0" {
		b.T.Errorf("%s: at %d pixels the page is %s too wide", where, width, over)
	}
	if nameless := b.Eval(`[...document.querySelectorAll('a, button, input:not([type=hidden]), textarea, select, svg[role=img], [role=region], nav')]
		.filter(e => !(e.textContent.trim() || e.ariaLabel || e.getAttribute('aria-labelledby') || e.labels?.length || e.title))
		.map(e => e.outerHTML).join(' ')`); nameless != `""` {
		b.T.Errorf("%s: without a name: %s", where, nameless)
	}
	axe, err := os.ReadFile(os.Getenv("WOLFDEN_AXE"))
	if err != nil {
		b.T.Log("without axe-core: WOLFDEN_AXE may name its axe.min.js")
		return
	}
	b.Eval(string(axe) + ";0")
	if bad := b.Eval(`axe.run().then(r => r.violations.filter(v => ['serious', 'critical'].includes(v.impact))
		.map(v => v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 3).map(n => n.html + ' ' + n.failureSummary).join(' ')).join('\n'))`); bad != `""` {
		b.T.Errorf("%s (%d): %s", where, width, bad)
	}
}
