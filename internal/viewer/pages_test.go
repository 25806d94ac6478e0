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
func TestShots(t *testing.T) {
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
				b.screen(width, 860, i == 1)
				for name, path := range map[string]string{"list": "/?", "game": "/games/" + rec.Header.ID + "?", "stats": "/stats?"} {
					b.visit(srv.URL + path + "lang=" + lang)
					b.shoot(filepath.Join(*shots, fmt.Sprintf("%s-%d-%d-%s.png", name, players, width, lang)))
				}
				b.visit(srv.URL + "/games/" + rec.Header.ID + "?lang=" + lang)
				b.eval("document.querySelector('.ballots').scrollIntoView()")
				b.shoot(filepath.Join(*shots, fmt.Sprintf("votes-%d-%d-%s.png", players, width, lang)))
			}
		}
	}
}

var records = flag.String("records", "", "with -shots: folder of games to take pictures of")

// Pictures of what stands below the story, of games with notes: go test ./internal/viewer -run PartShots -shots DIR -records DIR
func TestPartShots(t *testing.T) {
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
				b.screen(width, 900, i == 1)
				b.visit(srv.URL + "/games/" + id + "?lang=" + lang)
				for _, part := range []string{"chances", "ledger", "beliefs", "costs", "opinion"} {
					at := "document.querySelector('#" + part + ", ." + part + "')"
					if b.eval("Boolean("+at+")") == "false" {
						continue
					}
					b.eval(at + ".scrollIntoView({ behavior: 'instant' })")
					b.shoot(filepath.Join(*shots, fmt.Sprintf("%s-%s-%d-%s.png", id, part, width, lang)))
				}
				if b.eval("Boolean(document.querySelector('a.load'))") == "true" {
					b.eval("(() => { const a = document.querySelector('a.load'); a.closest('details').open = true; a.click() })()")
					b.until("document.querySelector('.notes details details, .notes dd > details')")
					b.eval("document.querySelector('.notes dd > details').closest('li').scrollIntoView({ behavior: 'instant' })")
					b.shoot(filepath.Join(*shots, fmt.Sprintf("%s-call-%d-%s.png", id, width, lang)))
				}
			}
		}
	}
}

// clean fails when pages complained, or asked for anything of another host.
func (b *browser) clean(home string) {
	b.t.Helper()
	for _, c := range strings.Split(b.complaints(), "\n") {
		if c != "" && !strings.Contains(c, "status of 429") { // who was too fast waits and tries again
			b.t.Errorf("the pages complain: %s", c)
		}
	}
	for _, url := range b.asked() {
		if !strings.HasPrefix(url, home) && url != "about:blank" && !strings.HasPrefix(url, "data:") {
			b.t.Errorf("a page asks for %s", url)
		}
	}
}

func TestBrowserReplay(t *testing.T) {
	b := openWindow(t)
	dir := t.TempDir()
	rec := viewertest.Play(t, 5, 2, nil)
	viewertest.Save(t, dir, rec)
	srv := site(t, Options{Dirs: []string{dir}})
	b.screen(1280, 900, false)
	b.visit(srv.URL + "/games/" + rec.Header.ID)
	shown := "document.querySelectorAll('#story > li:not(.future)').length"
	all := b.eval("document.querySelectorAll('#story > li').length")
	if b.eval(shown) != all || b.eval("document.getElementById('replay').hidden") != "false" {
		t.Fatal("a page does not begin with the whole game and its replay")
	}
	// By keyboard alone: to the beginning, three on, one back, play.
	b.eval("document.getElementById('first').focus()")
	b.key("Enter", 13)
	b.eval("document.getElementById('first').click()")
	b.until(shown + " === 0")
	for range 3 {
		b.key("ArrowRight", 39)
	}
	b.key("ArrowLeft", 37)
	b.until(shown + " === 2")
	b.until("document.querySelectorAll('.card.dead').length === 0")
	b.eval("document.getElementById('speed').value = '10'")
	b.eval("document.activeElement.blur()")
	b.key(" ", 32)
	b.until(shown + " > 6")
	b.key(" ", 32)
	b.until("!document.getElementById('replay').classList.contains('playing')")
	// Jumps: by the list, and by the address of an event.
	b.eval("(() => { const j = document.getElementById('jump'); j.value = j.options[j.options.length - 1].value; j.dispatchEvent(new Event('change')) })()")
	b.until(shown + " == " + all)
	b.eval("document.getElementById('first').click()")
	target := b.eval("document.querySelectorAll('#story > li')[9].id")
	b.eval("location.hash = " + target)
	b.until(shown + " === 10")
	b.eval("document.getElementById('last').click()")
	b.until(shown + " == " + all)
	want := 0
	for _, p := range story.Of(rec, story.Perspective{All: true}).Players {
		if p.Cause != 0 {
			want++
		}
	}
	b.until(fmt.Sprintf("document.querySelectorAll('.card.dead').length === %d", want))
	b.clean(srv.URL)
}

func TestBrowserLive(t *testing.T) {
	b := openBrowser(t)
	rec := viewertest.Play(t, 5, 3, func(seat werewolf.SeatID, n int) string { return fmt.Sprintf("word %d of %d", n, seat) })
	st := newStage(rec)
	st.play(30)
	srv, sent := tapped(t, Options{Live: st})
	url := srv.URL + "/games/" + rec.Header.ID + "?as=village"
	b.visit(url)
	shown := "document.querySelectorAll('#story > li').length"
	first, _ := strconv.Atoi(b.eval(shown))
	st.play(60)
	b.until(shown + " > " + strconv.Itoa(first))
	b.visit(url + "&lang=ja") // reload in the middle, in another language
	middle, _ := strconv.Atoi(b.eval(shown))
	if middle <= first {
		t.Errorf("after loading again the page shows %d, it showed %d", middle, first)
	}
	for upTo := 70; upTo < len(rec.Entries)+10; upTo += 10 {
		st.play(upTo)
		time.Sleep(15 * time.Millisecond) // or the page would be told all at once
	}
	b.until("document.getElementById('game').dataset.over")
	want := len(story.Of(rec, story.Perspective{}).Items)
	if got := b.eval(shown); got != strconv.Itoa(want) {
		t.Errorf("in the end the page shows %s things, want %d", got, want)
	}
	if twice := b.eval("[...document.querySelectorAll('[id]')].length - new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size"); twice != "0" {
		t.Errorf("%s things are there twice", twice)
	}
	b.until("document.querySelector('.reveal')")
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
	b.visit(srv.URL + "/games/" + rec.Header.ID)
	if hidden := b.eval("document.getElementById('costs').closest('section').hidden && document.querySelector('.parts a[href=\"#costs\"]').hidden"); hidden != "true" {
		t.Error("before anybody asked a model there is a table of calls")
	}
	tables := "['ledger-table', 'costs-table'].map(id => document.getElementById(id).innerText.replace(/\\s+/g, ' ') + document.getElementById(id).closest('section').hidden).join()"
	for upTo := 12; upTo < len(rec.Entries)+9; upTo += 9 {
		st.play(upTo)
		time.Sleep(10 * time.Millisecond) // or the page would be told all at once
	}
	seen := fmt.Sprint(story.Of(rec, story.Perspective{All: true}).Seen)
	b.until("document.getElementById('game').dataset.seen === '" + seen + "'")
	grown := b.eval(tables)
	b.eval("(() => { const a = document.querySelector('a.load'); a.closest('details').open = true; a.click() })()")
	b.until("document.querySelector('.call details')")
	if got := b.word("document.querySelector('.call').innerText"); !strings.Contains(got, "-prompt") || !strings.Contains(got, "-answer") || !strings.Contains(got, "<b>") {
		t.Errorf("the call is shown as %q", got)
	}
	if b.eval("document.activeElement.tagName") != `"SUMMARY"` {
		t.Error("the keyboard is lost where the link was")
	}
	if all := b.eval("document.querySelectorAll('#ledger-table tr[id]').length"); all == "0" {
		t.Error("the table has no rows")
	}
	b.eval("document.getElementById('only-off').click()")
	if odd := b.eval("[...document.querySelectorAll('#ledger-table tr[id]')].filter(e => e.checkVisibility() !== e.classList.contains('odd')).length"); odd != "0" {
		t.Errorf("%s rows are shown or hidden that should not be", odd)
	}
	b.visit(srv.URL + "/games/" + rec.Header.ID + "?as=all")
	if fresh := b.eval(tables); fresh != grown {
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
	b.visit(fmt.Sprintf("%s/games/%s?as=%d", srv.URL, rec.Header.ID, villager))
	if got := b.eval("[...document.querySelectorAll('.card .role')].filter(e => e.textContent.includes('Villager')).length"); got != "1" {
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
		b.visit(url)
		st.play(40)
		b.until("document.querySelectorAll('.said').length > 3")
		if said := b.eval("document.querySelector('.said').textContent"); !strings.Contains(said, "onerror=") || !strings.Contains(said, `\u2400`) {
			t.Errorf("%s: it was said: %s", url, said)
		}
		if got := b.eval("document.title.includes('stolen') || document.querySelector('#story img, #story script') !== null"); got != "false" {
			t.Errorf("%s: what was said became part of the page", url)
		}
		b.until("document.getElementById('replay').hidden === false")
	}
	if c := b.complaints(); c != "" {
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
	b.visit("file://" + file)
	b.until("document.getElementById('replay').hidden === false")
	b.eval("document.getElementById('back').click()")
	b.until("document.querySelectorAll('#story > li.future').length === 1")
	if got := b.eval("getComputedStyle(document.querySelector('.said')).borderTopLeftRadius !== '0px'"); got != "true" {
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
	b.visit(live.URL + "/games/" + rec.Header.ID)
	b.accessible("a live game", 1280)
	b.screen(360, 800, false)
	b.visit(srv.URL + "/games/" + wide.Header.ID)
	b.accessible("a game of thirteen", 360)
	for n, path := range []string{"/", "/games/" + rec.Header.ID, "/games/" + rec.Header.ID + "?as=village", "/games/" + rec.Header.ID + "/calls/3", "/stats", "/nothing"} {
		for i, lang := range []string{"en", "ja"} {
			if n%2 != i && !*long {
				continue // the languages take turns
			}
			b.visit(srv.URL + path + map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "lang=" + lang)
			b.eval("document.querySelectorAll('.opinion, .chance-table, .ledger details, .notes:first-of-type').forEach((e, i) => { e.open = i < 6 })")
			for _, width := range []int{360, 1280} {
				b.screen(width, 800, i == 0)
				b.accessible(path+" "+lang, width)
			}
		}
	}
}

// accessible checks the page that is open: that it fits its window, that what can be used has a name, and, where
// WOLFDEN_AXE names the axe.min.js of axe-core, all that it checks.
func (b *browser) accessible(where string, width int) {
	b.t.Helper()
	if over := b.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth"); over != "0" {
		b.t.Errorf("%s: at %d pixels the page is %s too wide", where, width, over)
	}
	if nameless := b.eval(`[...document.querySelectorAll('a, button, input:not([type=hidden]), textarea, select, svg[role=img], [role=region], nav')]
		.filter(e => !(e.textContent.trim() || e.ariaLabel || e.getAttribute('aria-labelledby') || e.labels?.length || e.title))
		.map(e => e.outerHTML).join(' ')`); nameless != `""` {
		b.t.Errorf("%s: without a name: %s", where, nameless)
	}
	axe, err := os.ReadFile(os.Getenv("WOLFDEN_AXE"))
	if err != nil {
		b.t.Log("without axe-core: WOLFDEN_AXE may name its axe.min.js")
		return
	}
	b.eval(string(axe) + ";0")
	if bad := b.eval(`axe.run().then(r => r.violations.filter(v => ['serious', 'critical'].includes(v.impact))
		.map(v => v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 3).map(n => n.html + ' ' + n.failureSummary).join(' ')).join('\n'))`); bad != `""` {
		b.t.Errorf("%s (%d): %s", where, width, bad)
	}
}
