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
	b.Screen(1280, 900, false)
	b.Do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-reduced-motion", "value": "reduce"}}}, nil)
	dir := t.TempDir()
	players := 5
	if *long {
		players = 9
	}
	rec := viewertest.Play(t, players, 2, nil)
	keep(t, viewertest.Save(t, dir, rec), rec, judged(rec), trueRoles, 0, 3)
	srv := site(t, Options{Dirs: []string{dir}})
	game := srv.URL + "/games/" + rec.Header.ID
	b.Visit(game + "?as=all#start")
	b.Until(itemsShown + " === 0")
	const (
		strip  = "document.querySelector('#strip .chance-plot')"
		all    = "document.querySelectorAll('#story > li').length"
		cursor = "parseFloat(" + strip + ".querySelector('.cursor').getAttribute('x1'))"
		veil   = "parseFloat(" + strip + ".querySelector('.veil').getAttribute('width'))"
	)
	if got := b.Eval(cursor + " === 0 && " + veil + " === 100 && !document.querySelector('#chances').checkVisibility()"); got != "true" {
		t.Error("before the beginning the curve tells how it goes on")
	}
	click := func(plot, x, y string) {
		b.Eval("(() => { const box = " + plot + ".getBoundingClientRect(); " + plot + ".dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.left + box.width * " + x + ", clientY: box.top + box.height * " + y + " })) })()")
	}
	click(strip, ".5", ".9")
	b.Until("Math.abs(" + itemsShown + " - " + all + " / 2) <= 1")
	if got := b.Eval("Math.abs(" + cursor + " - 100 * " + itemsShown + " / " + all + ") < .01"); got != "true" {
		t.Errorf("in the middle the cursor is at %s", b.Eval(cursor))
	}
	// Beyond the last dot that is reached a line leads to the next, which nobody knows yet.
	const reached = "Math.max(...[..." + strip + ".querySelectorAll('.dot.roles')].map((d) => Number(d.dataset.at) < " + itemsShown + " ? parseFloat(d.getAttribute('cx')) : 0))"
	if got := b.Eval(reached + " > 0 && " + reached + " < " + cursor + " && Math.abs(" + veil + " + " + reached + " - 100) < .02"); got != "true" {
		t.Errorf("in the middle, at %s, the last dot is at %s, the veil %s wide", b.Eval(cursor), b.Eval(reached), b.Eval(veil))
	}
	if got := b.word("location.hash"); got != "#"+b.word(itemNow+".id") {
		t.Errorf("after a click the address ends in %q", got)
	}
	b.Eval("document.getElementById('last').click()")
	if got := b.Eval(veil); got != "0" {
		t.Errorf("at the end %s of the curve is covered", got)
	}
	// A dot leads to its very moment, a turning point in the list too; other eyes bring another curve.
	const plot = "document.querySelector('#game .chance-plot')"
	b.Eval(plot + ".scrollIntoView({ block: 'center', behavior: 'instant' })")
	want := b.word("document.querySelector('.chance-table tr:nth-child(4) a').hash")
	b.Eval("(() => { const box = " + plot + ".querySelectorAll('.dot.roles')[3].getBoundingClientRect(); " + plot + ".dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: box.x + 4, clientY: box.y + 3 })) })()")
	if got := b.word("location.hash"); got != want {
		t.Errorf("the fourth dot leads to %s, its row in the table to %s", got, want)
	}
	b.Eval("document.getElementById('last').click()")
	b.Eval("document.querySelector('.turns a').click()")
	b.Until("location.hash === document.querySelector('.turns a').hash && " + itemNow + "?.id === location.hash.slice(1)")
	before := b.Eval(cursor)
	b.Eval("[...document.querySelectorAll('.eyes details a')][2].click()")
	b.Until(eyesNow + " === '3'")
	if got := b.Eval(strip + ".querySelectorAll('.line').length === 1 && !document.querySelector('.turns') && !document.documentElement.outerHTML.includes('player-1')"); got != "true" {
		t.Error("with a seat's eyes there is more than its curve")
	}
	if before == b.Eval(cursor) {
		t.Error("with other eyes, who see fewer items, the cursor has not moved")
	}
	b.Eval("[...document.querySelectorAll('.eyes details a')][3].click()") // nothing is kept for seat 4
	b.Until(eyesNow + " === '4' && document.getElementById('strip').hidden")
	b.clean(srv.URL)
}

// Pictures of the curve in the middle of a replay: go test ./internal/viewer -run ChanceShots -shots DIR -records DIR
func TestBrowserChanceShots(t *testing.T) {
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
				b.Screen(width, 900, (i+j)%2 == 1)
				for _, as := range []string{"all", "village", "3"} {
					b.Visit(srv.URL + "/games/" + id + "?as=" + as + "&lang=" + lang)
					b.Eval("document.querySelector('#chances').scrollIntoView({ behavior: 'instant' })")
					b.Shoot(filepath.Join(*shots, fmt.Sprintf("%d-chances-%d-%s-%s.png", i, width, lang, as)))
					if b.Eval("Boolean(document.querySelector('.chance-table'))") == "true" && as == "all" {
						b.Eval("(() => { const e = document.querySelector('.chance-table'); e.open = true; (document.querySelector('.turns') ?? e).scrollIntoView({ behavior: 'instant' }) })()")
						b.Shoot(filepath.Join(*shots, fmt.Sprintf("%d-turns-%d-%s.png", i, width, lang)))
					}
				}
				b.Visit(srv.URL + "/games/" + id + "?as=all&lang=" + lang)
				b.Shoot(filepath.Join(*shots, fmt.Sprintf("%d-top-%d-%s.png", i, width, lang)))
				b.Visit(srv.URL + "/games/" + id + "?as=all&lang=" + lang + "#" + b.word("document.querySelectorAll('#story > li')[Math.floor(document.querySelectorAll('#story > li').length * .6)].id"))
				b.Until(itemNow)
				b.Shoot(filepath.Join(*shots, fmt.Sprintf("%d-mid-%d-%s.png", i, width, lang)))
			}
		}
	}
}
