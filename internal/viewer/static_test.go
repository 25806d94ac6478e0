package viewer

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/viewertest"
)

// more is the templates and words of a caller.
var more = fstest.MapFS{
	"page/own.html": {Data: []byte(`{{define "own"}}{{template "top" .}}<h1>{{.Title}}</h1><p>{{.T "own.text" .N}}</p>{{template "bottom" .}}{{end}}`)},
	"words/en.json": {Data: []byte(`{"own.text": "{0 game} and <more>"}`)}, "words/ja.json": {Data: []byte(`{"own.text": "{0}"}`)},
}

// staticPages writes pages as files, and returns the folder and the page of a game in it.
func staticPages(t *testing.T) (folder, game string) {
	t.Helper()
	s, err := NewStatic("xx", more)
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	put := func(name string, data []byte) {
		if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	nav := []Link{{Text: "<Home>", Href: "../index.html", Here: true}}
	var b bytes.Buffer
	if err := s.Page(&b, "own", &struct {
		Frame
		N int
	}{s.Frame("Own & more", "", nav), 1}); err != nil {
		t.Fatal(err)
	}
	put("index.html", b.Bytes())
	rec := viewertest.Play(t, 5, 1, nil)
	b.Reset()
	if _, err := s.Game(&b, rec, archive.Kept{}, s.Frame("", "../", nav), []string{"../index.html"}, ""); err != nil {
		t.Fatal(err)
	}
	put("games/one.html", b.Bytes())
	for name, data := range s.Files() {
		put(name, data)
	}
	return folder, filepath.Join(folder, "games", "one.html")
}

// A page among files shares style, script and faces with the others, and names no place but beside itself.
func TestStaticPages(t *testing.T) {
	t.Parallel()
	folder, game := staticPages(t)
	own, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Own &amp; more · Wolfden</title>", "1 game and &lt;more&gt;", "&lt;Home&gt;", `href="index.html"`, `href="static/wolfden.css?`} {
		if !strings.Contains(string(own), want) {
			t.Errorf("the page of the caller has no %s", want)
		}
	}
	body, err := os.ReadFile(game)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<script defer src="../static/replay.js?`, `<image href=../static/face-`, `id=replay`, `<span class=team><a href=../index.html><bdi>team1</bdi></a></span>`, `<bdi>team2</bdi></span>`} {
		if !strings.Contains(string(body), want) {
			t.Errorf("the page of a game has no %s", want)
		}
	}
	if strings.Contains(string(body), "data:image") || strings.Contains(string(body), `type="module"`) || strings.Contains(string(body), `hreflang`) {
		t.Error("the page of a game holds what others share, or leads to what is not there")
	}
}

// A browser runs the replay from the file itself, and complains of nothing.
func TestBrowserStaticGameFromItsFile(t *testing.T) {
	b := openWindow(t)
	_, game := staticPages(t)
	b.Screen(390, 800, true)
	b.Visit("file://" + filepath.ToSlash(game) + "#start")
	b.Until("!document.getElementById('replay').hidden && document.querySelectorAll('.i.future').length > 10")
	b.Eval("document.getElementById('step').click()")
	b.Until("document.querySelectorAll('.i:not(.future)').length === 1 && document.querySelector('symbol image').href.baseVal.startsWith('../static/face-')")
	for _, asked := range b.Asked() {
		if !strings.HasPrefix(asked, "file://"+filepath.ToSlash(filepath.Dir(filepath.Dir(game)))) {
			t.Errorf("the page asked for %s", asked)
		}
	}
	if complaints := b.Complaints(); complaints != "" {
		t.Errorf("the browser complains: %s", complaints)
	}
	b.accessible("a game among files", 390)
}

// What is left out of a tightened page changes nothing that a browser makes of it.
func TestBrowserTightenedPageIsTheSame(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	rec := viewertest.Noted(viewertest.Play(t, 5, 1, nil))
	viewertest.Save(t, dir, rec)
	whole := page(t, site(t, Options{Dirs: []string{dir}}).URL+"/games/"+rec.Header.ID)
	tight := tightened([]byte(whole))
	if len(tight) > len(whole)*19/20 {
		t.Errorf("%d bytes of %d are left", len(tight), len(whole))
	}
	both, err := json.Marshal([]string{whole, string(tight)})
	if err != nil {
		t.Fatal(err)
	}
	_, game := staticPages(t)
	b.Visit("file://" + filepath.ToSlash(game))
	const seen = ".map((page) => new DOMParser().parseFromString(page, 'text/html').documentElement.outerHTML.replace(/\\s+/g, ''))"
	if same := b.Eval("(([a, b]) => a === b)(" + string(both) + seen + ")"); same != "true" {
		t.Errorf("a browser sees another page: %s", same)
	}
}
