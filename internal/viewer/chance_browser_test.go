package viewer

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/viewertest"
)

// The cursor stands on the curve where the replay stands, what comes later is covered, and a click leads to its moment.
func TestBrowserCurve(t *testing.T) {
	b := openWindow(t)
	b.screen(1280, 900, false)
	b.do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-reduced-motion", "value": "reduce"}}}, nil)
	dir := t.TempDir()
	players := 5
	if *long {
		players = 9
	}
	rec := viewertest.Play(t, players, 2, nil)
	keep(t, viewertest.Save(t, dir, rec), rec, judged(rec), trueRoles, 0, 3)
	srv := site(t, Options{Dirs: []string{dir}})
	game := srv.URL + "/games/" + rec.Header.ID
	b.visit(game + "?as=all#start")
	b.until(itemsShown + " === 0")
	const (
		strip  = "document.querySelector('#strip .chance-plot')"
		all    = "document.querySelectorAll('#story > li').length"
		cursor = "parseFloat(" + strip + ".querySelector('.cursor').getAttribute('x1'))"
		veil   = "parseFloat(" + strip + ".querySelector('.veil').getAttribute('width'))"
	)
	if got := b.eval(cursor + " === 0 && " + veil + " === 100 && !document.querySelector('#chances').checkVisibility()"); got != "true" {
		t.Error("before the beginning the curve tells how it goes on")
	}
	click := func(plot, x, y string) {
		b.eval("(() => { const box = " + plot + ".getBoundingClientRect(); " + plot + ".dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + box.width * " + x + ", clientY: box.top + box.height * " + y + " })) })()")
	}
	click(strip, ".5", ".9")
	b.until("Math.abs(" + itemsShown + " - " + all + " / 2) <= 1")
	if got := b.eval("Math.abs(" + cursor + " - 100 * " + itemsShown + " / " + all + ") < .01"); got != "true" {
		t.Errorf("in the middle the cursor is at %s", b.eval(cursor))
	}
	// Beyond the last dot that is reached a line leads to the next, which nobody knows yet.
	const reached = "Math.max(...[..." + strip + ".querySelectorAll('.dot.roles')].map((d) => Number(d.dataset.at) < " + itemsShown + " ? parseFloat(d.getAttribute('cx')) : 0))"
	if got := b.eval(reached + " > 0 && " + reached + " < " + cursor + " && Math.abs(" + veil + " + " + reached + " - 100) < .02"); got != "true" {
		t.Errorf("in the middle, at %s, the last dot is at %s, the veil %s wide", b.eval(cursor), b.eval(reached), b.eval(veil))
	}
	if got := b.word("location.hash"); got != "#"+b.word(itemNow+".id") {
		t.Errorf("after a click the address ends in %q", got)
	}
	b.eval("document.getElementById('last').click()")
	if got := b.eval(veil); got != "0" {
		t.Errorf("at the end %s of the curve is covered", got)
	}
	// A dot leads to its very moment, a turning point in the list too; other eyes bring another curve.
	const plot = "document.querySelector('#game .chance-plot')"
	b.eval(plot + ".scrollIntoView({ block: 'center', behavior: 'instant' })")
	want := b.word("document.querySelector('.chance-table tr:nth-child(4) a').hash")
	b.eval("(() => { const box = " + plot + ".querySelectorAll('.dot.roles')[3].getBoundingClientRect(); " + plot + ".dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.x + 4, clientY: box.y + 3 })) })()")
	if got := b.word("location.hash"); got != want {
		t.Errorf("the fourth dot leads to %s, its row in the table to %s", got, want)
	}
	b.eval("document.getElementById('last').click()")
	b.eval("document.querySelector('.turns a').click()")
	b.until("location.hash === document.querySelector('.turns a').hash && " + itemNow + "?.id === location.hash.slice(1)")
	before := b.eval(cursor)
	b.eval("[...document.querySelectorAll('.eyes details a')][2].click()")
	b.until(eyesNow + " === '3'")
	if got := b.eval(strip + ".querySelectorAll('.line').length === 1 && !document.querySelector('.turns') && !document.documentElement.outerHTML.includes('player-1')"); got != "true" {
		t.Error("with a seat's eyes there is more than its curve")
	}
	if before == b.eval(cursor) {
		t.Error("with other eyes, who see fewer items, the cursor has not moved")
	}
	b.eval("[...document.querySelectorAll('.eyes details a')][3].click()") // nothing is kept for seat 4
	b.until(eyesNow + " === '4' && document.getElementById('strip').hidden")
	b.clean(srv.URL)
}

// Pictures of the curve in the middle of a replay: go test ./internal/viewer -run ChanceShots -shots DIR -records DIR
func TestChanceShots(t *testing.T) {
	if *shots == "" || *records == "" {
		t.Skip("-shots and -records name no folders")
	}
	b := openWindow(t)
	srv := site(t, Options{Dirs: []string{*records}, Commands: true})
	files, err := filepath.Glob(filepath.Join(*records, "*"+gamelog.Extension))
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), gamelog.Extension)
		for j, lang := range []string{"en", "ja"} {
			for _, width := range []int{390, 1280} {
				b.screen(width, 900, (i+j)%2 == 1)
				for _, as := range []string{"all", "village", "3"} {
					b.visit(srv.URL + "/games/" + id + "?as=" + as + "&lang=" + lang)
					b.eval("document.querySelector('#chances').scrollIntoView({ behavior: 'instant' })")
					b.shoot(filepath.Join(*shots, fmt.Sprintf("%d-chances-%d-%s-%s.png", i, width, lang, as)))
					if b.eval("Boolean(document.querySelector('.chance-table'))") == "true" && as == "all" {
						b.eval("(() => { const e = document.querySelector('.chance-table'); e.open = true; (document.querySelector('.turns') ?? e).scrollIntoView({ behavior: 'instant' }) })()")
						b.shoot(filepath.Join(*shots, fmt.Sprintf("%d-turns-%d-%s.png", i, width, lang)))
					}
				}
				b.visit(srv.URL + "/games/" + id + "?as=all&lang=" + lang)
				b.shoot(filepath.Join(*shots, fmt.Sprintf("%d-top-%d-%s.png", i, width, lang)))
				b.visit(srv.URL + "/games/" + id + "?as=all&lang=" + lang + "#" + b.word("document.querySelectorAll('#story > li')[Math.floor(document.querySelectorAll('#story > li').length * .6)].id"))
				b.until(itemNow)
				b.shoot(filepath.Join(*shots, fmt.Sprintf("%d-mid-%d-%s.png", i, width, lang)))
			}
		}
	}
}
