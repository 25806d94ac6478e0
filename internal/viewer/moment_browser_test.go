package viewer

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

const (
	itemsShown = "document.querySelectorAll('#story > li:not(.future)').length"
	itemNow    = "document.querySelector('#story > li.now')"
	eyesNow    = "document.getElementById('game').dataset.as"
)

// opened is a browser at a finished game, in which each utterance is another.
func opened(t *testing.T, players int) (b *browser, game string) {
	t.Helper()
	b = openWindow(t)
	dir := t.TempDir()
	rec := viewertest.Play(t, players, 2, func(seat werewolf.SeatID, n int) string { return fmt.Sprintf("word %d of %d", n, seat) })
	viewertest.Save(t, dir, rec)
	b.Screen(1280, 900, false)
	return b, site(t, Options{Dirs: []string{dir}}).URL + "/games/" + rec.Header.ID
}

// The address opens the game at its moment, with its eyes; another moment in it moves the game there; whoever steps has the
// address of where they are.
func TestBrowserAddressHoldsTheMoment(t *testing.T) {
	b, game := opened(t, 5)
	b.Visit(game)
	target := b.word("document.querySelectorAll('#story > li')[12].id")
	b.Visit(game + "?as=3")
	other := b.word("document.querySelectorAll('#story > li')[9].id")
	b.Visit(game + "?as=all#" + target)
	b.Until(itemsShown + " === 13")
	if dead := b.Eval("document.querySelectorAll('.card.dead').length"); dead != "0" {
		t.Errorf("%s players are dead before anybody died", dead)
	}
	next := b.word("document.querySelectorAll('#story > li')[6].id")
	b.Eval("location.hash = '" + next + "'") // back in the game
	b.Until(itemsShown + " === 7 && document.getElementById('place').value === '6'")
	b.Press("ArrowRight")
	b.Until(itemsShown + " === 8")
	if got := b.word("location.hash"); got != "#"+b.word(itemNow+".id") {
		t.Errorf("after a step the address ends in %q", got)
	}
	if got := b.word("location.search"); got != "?as=all" {
		t.Errorf("after a step the address asks for %q", got)
	}
	b.Eval("document.getElementById('first').click()")
	b.Until(itemsShown + " === 0")
	b.Visit(game + "?as=village")
	b.Visit(game + "?as=all#start")
	b.Until(itemsShown + " === 0")
	b.Eval("document.getElementById('last').click()")
	if got := b.word("location.href"); got != game+"?as=all" {
		t.Errorf("at the end the address is %q", got)
	}
	b.Visit(game + "?as=3#" + other)
	b.Until(itemsShown + " === 10 && " + eyesNow + " === '3'")
	b.clean(game[:strings.Index(game, "/games")])
}

// Other eyes come without leaving the page, at the same moment; going back brings the eyes before.
func TestBrowserEyesKeepTheMoment(t *testing.T) {
	b, game := opened(t, 5)
	b.Visit(game)
	b.Eval("window.stayed = true")
	said := "(" + itemNow + "?.querySelector('.said')?.textContent ?? '')"
	b.Eval("document.getElementById('place').value = [...document.querySelectorAll('#story > li')].findLastIndex(e => e.matches('.talk:not(.passes)')); document.getElementById('place').dispatchEvent(new Event('input'))")
	words, all := b.word(said), b.Eval(itemsShown)
	if words == "" {
		t.Fatal("nothing is said there")
	}
	b.Eval("[...document.querySelectorAll('.eyes a')].find(e => e.textContent === 'The village').click()")
	b.Until(eyesNow + " === 'village'")
	if got := b.word(said); got != words {
		t.Errorf("with the village's eyes it is at %q, was at %q", got, words)
	}
	if got := b.Eval(itemsShown); got == all {
		t.Error("the village is shown as much as who sees everything")
	}
	if got := b.word("location.search + location.hash"); got != "?as=village#"+b.word(itemNow+".id") {
		t.Errorf("the address is %q", got)
	}
	if got := b.Eval("[...document.querySelectorAll('.card .told')].filter(e => e.checkVisibility() && !e.textContent.includes('unknown')).length"); got != "0" {
		t.Errorf("the village knows %s roles", got)
	}
	b.Eval("[...document.querySelectorAll('.eyes details a')][4].click()")
	b.Until(eyesNow + " === '5'")
	if got := b.word(said); got != words {
		t.Errorf("with the eyes of seat 5 it is at %q, was at %q", got, words)
	}
	b.Eval("history.back()")
	b.Until(eyesNow + " === 'village' && " + said + " === '" + words + "'")
	b.Eval("history.back()")
	b.Until(eyesNow + " === 'all' && " + said + " === '" + words + "' && " + itemsShown + " === " + all)
	// Going back leads to the moment that the address had with those eyes, wherever one has gone since.
	b.Eval("[...document.querySelectorAll('.eyes a')].find(e => e.textContent === 'The village').click()")
	b.Until(eyesNow + " === 'village'")
	b.Eval("document.getElementById('place').value = 3; document.getElementById('place').dispatchEvent(new Event('input'))")
	if got := b.word(said); got == words {
		t.Fatal("the moment has not changed")
	}
	b.Eval("history.back()")
	b.Until(eyesNow + " === 'all' && location.hash === '#' + " + itemNow + "?.id")
	if got := b.word(said); got != words {
		t.Errorf("back with all eyes it is at %q, was at %q there", got, words)
	}
	// What is read keeps its place in the window, too.
	b.Eval("document.getElementById('last').click()")
	b.Eval("[...document.querySelectorAll('#story > .talk')].find(e => e.textContent.includes('" + words + "')).scrollIntoView({ block: 'center', behavior: 'instant' })")
	place := "([...document.querySelectorAll('#story > .talk')].find(e => e.textContent.includes('" + words + "')).getBoundingClientRect().top)"
	before, _ := strconv.ParseFloat(b.Eval(place), 64)
	b.Eval("[...document.querySelectorAll('.eyes a')].find(e => e.textContent === 'The village').click()")
	b.Until(eyesNow + " === 'village'")
	if after, _ := strconv.ParseFloat(b.Eval(place), 64); math.Abs(after-before) > 2 {
		t.Errorf("what was read stood at %.1f, stands at %.1f", before, after)
	}
	b.Eval("document.querySelector('.lang a[hreflang=ja]').click()")
	b.Until("document.documentElement.lang === 'ja' && document.readyState === 'complete'")
	if got := b.word(eyesNow); got != "village" {
		t.Errorf("in another language the eyes are %q", got)
	}
	if b.Eval("window.stayed") == "true" {
		t.Error("the test cannot tell whether the page was left")
	}
	b.clean(game[:strings.Index(game, "/games")])
}

// In the middle of a replay the ways to the tables of the whole game lead to a question, and then there.
func TestBrowserPartsAskFirst(t *testing.T) {
	b, game := opened(t, 5)
	b.Visit(game + "#e20")
	b.Until(itemNow)
	b.Eval("document.querySelector('.parts a[href=\"#conduct\"]').click()")
	if b.Eval("document.getElementById('whole').checkVisibility() && document.activeElement.id === 'whole'") != "true" {
		t.Error("nobody is asked")
	}
	if b.Eval("document.getElementById('conduct').checkVisibility()") != "false" {
		t.Error("the table is there before the end of the replay")
	}
	b.Press("Enter")
	b.Until("document.getElementById('conduct').checkVisibility()")
	if top := b.Eval("document.getElementById('conduct').getBoundingClientRect().top < innerHeight"); top != "true" {
		t.Error("the way does not lead to the table")
	}
	if b.Eval("document.getElementById('later').checkVisibility()") != "false" {
		t.Error("the question stays")
	}
	b.clean(game[:strings.Index(game, "/games")])
}

// When a game ends that somebody watches, the eyes stay as they are and the page where it is: roles and winner come when
// they are asked for.
func TestBrowserEndAsksFirst(t *testing.T) {
	b := openWindow(t)
	rec := viewertest.Play(t, 5, 3, func(seat werewolf.SeatID, n int) string { return fmt.Sprintf("word %d of %d", n, seat) })
	st := newStage(rec)
	st.play(60)
	srv, sent := tapped(t, Options{Live: st, MayKnow: func(*http.Request) bool { return false }})
	b.Visit(srv.URL + "/games/" + rec.Header.ID) // no eyes are named: while the game goes on it is the village's
	b.Until("document.getElementById('replay').hidden === false")
	b.Eval("window.stayed = true")
	words := b.word("document.querySelectorAll('#story .said')[4].textContent")
	b.Eval("document.querySelectorAll('#story .said')[4].scrollIntoView({ block: 'center', behavior: 'instant' })")
	top := "[...document.querySelectorAll('#story .said')].find(e => e.textContent === '" + words + "').getBoundingClientRect().top"
	before, _ := strconv.ParseFloat(b.Eval(top), 64)
	st.play(len(rec.Entries))
	b.Until("document.querySelector('.reveal')?.checkVisibility() && document.getElementById('conduct')")
	b.Until("document.getElementById('game').dataset.over")
	if got := b.word(eyesNow); got != "village" || b.Eval("window.stayed") != "true" {
		t.Errorf("at the end the eyes are %q; the page stayed: %s", got, b.Eval("window.stayed"))
	}
	if after, _ := strconv.ParseFloat(b.Eval(top), 64); math.Abs(after-before) > 2 {
		t.Errorf("what was read stood at %.1f, stands at %.1f", before, after)
	}
	if offered := b.Eval("[...document.querySelectorAll('.eyes a')].some(e => e.textContent === 'Everything')"); offered != "true" {
		t.Error("the game is over, and nobody may see everything")
	}
	for _, secret := range []string{"Possessed", "Werewolf<", "WEREWOLF", "werewolves win", "village wins"} {
		if strings.Contains(sent.String(), secret) {
			t.Errorf("nobody asked, and the browser was told %q", secret)
		}
	}
	b.Eval("document.getElementById('end').scrollIntoView({ block: 'end', behavior: 'instant' })")
	b.Eval("document.querySelector('.reveal a').click()")
	b.Until("document.querySelector('.i.over') && !document.querySelector('.reveal')")
	if got := b.word(eyesNow); got != "village" || b.Eval("window.stayed") != "true" {
		t.Errorf("after asking the eyes are %q; the page stayed: %s", got, b.Eval("window.stayed"))
	}
	b.clean(srv.URL)
}

// The players beside the story are as they were where it is read: at the beginning nobody is dead, and no role is told that
// comes out in the end.
func TestBrowserPlayersFollowReading(t *testing.T) {
	b, game := opened(t, 13)
	dead := "document.querySelectorAll('.card.dead').length"
	unknown := "[...document.querySelectorAll('.card .unknown')].filter(e => e.checkVisibility()).length"
	b.Visit(game + "?as=village&end=1")
	all := b.Eval("document.querySelectorAll('.card[data-died]').length")
	if all == "0" {
		t.Fatal("nobody dies")
	}
	if got := b.Eval(dead + " + ' ' + " + unknown); got != `"0 13"` {
		t.Errorf("at the beginning so many are dead, so many roles unknown: %s", got)
	}
	first := "document.querySelector('#story > .executed, #story > .dead')"
	b.Eval(first + ".scrollIntoView({ block: 'start', behavior: 'instant' })")
	b.Until(dead + " > 0 && " + dead + " < " + all + " && " + unknown + " === 13")
	b.Eval("document.querySelector('#story > .over').scrollIntoView({ block: 'start', behavior: 'instant' })")
	b.Until(dead + " === " + all + " && " + unknown + " === 0")
	b.Eval("document.getElementById('conduct').scrollIntoView({ behavior: 'instant' })")
	b.Until(dead + " === " + all + " && " + unknown + " === 0")
	b.Eval("scrollTo({ top: 0, behavior: 'instant' })")
	b.Until(dead + " === 0 && " + unknown + " === 13")
	b.clean(game[:strings.Index(game, "/games")])
}

// Who follows a game to its end is led to the question, not past it.
func TestBrowserFollowsToTheQuestion(t *testing.T) {
	b := openWindow(t)
	rec := viewertest.Play(t, 5, 3, func(seat werewolf.SeatID, n int) string { return fmt.Sprintf("word %d of %d", n, seat) })
	st := newStage(rec)
	st.play(60)
	srv := site(t, Options{Live: st})
	b.Screen(1280, 900, false)
	b.Visit(srv.URL + "/games/" + rec.Header.ID)
	b.Until("document.getElementById('replay').hidden === false")
	b.Eval("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
	st.play(len(rec.Entries))
	b.Until("document.getElementById('game').dataset.over")
	if got := b.Eval("(() => { const r = document.querySelector('.reveal').getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight })()"); got != "true" {
		t.Errorf("the question is not in the window")
	}
	b.clean(srv.URL)
}

// A table leads to the moment that it tells of, and going back leads to the table.
func TestBrowserBackToTheTable(t *testing.T) {
	b, game := opened(t, 5)
	b.Visit(game)
	b.Eval("document.getElementById('ledger').scrollIntoView({ behavior: 'instant' })")
	before, _ := strconv.ParseFloat(b.Eval("document.getElementById('ledger').getBoundingClientRect().top"), 64)
	b.Eval("document.querySelector('#ledger-table a[href^=\"#e\"]').click()")
	b.Until(itemNow + " && !document.getElementById('ledger').checkVisibility()")
	b.Eval("history.back()")
	b.Until("document.getElementById('ledger').checkVisibility() && !" + itemNow)
	b.Until(fmt.Sprintf("Math.abs(document.getElementById('ledger').getBoundingClientRect().top - %f) < 3", before))
	b.clean(game[:strings.Index(game, "/games")])
}
