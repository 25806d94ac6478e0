package viewer

import (
	escape "html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/viewertest"
)

// anchor is a link of a page.
type anchor struct{ href, text, tag string }

var (
	anchors = regexp.MustCompile(`(?s)<a ([^>]*)>(.*?)</a>`)
	hrefOf  = regexp.MustCompile(`(?:^|\s)href="([^"]*)"`)
	tags    = regexp.MustCompile(`<[^>]*>`)
)

// anchorsOf are the links of a page that lead to another.
func anchorsOf(body string) (all []anchor) {
	for _, m := range anchors.FindAllStringSubmatch(body, -1) {
		if h := hrefOf.FindStringSubmatch(m[1]); h != nil && !strings.HasPrefix(h[1], "#") {
			all = append(all, anchor{escape.UnescapeString(h[1]), escape.UnescapeString(strings.TrimSpace(tags.ReplaceAllString(m[2], ""))), m[1]})
		}
	}
	return all
}

// click opens the link of a page that has the text, which must be there once and lead somewhere.
func click(t *testing.T, root, at, text string) (address, body string) {
	t.Helper()
	var found []anchor
	for _, a := range anchorsOf(page(t, root+at)) {
		if strings.Contains(a.text, text) {
			found = append(found, a)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s: %d links with %q: %v", at, len(found), text, found)
	}
	address, _, _ = strings.Cut(found[0].href, "#")
	if !strings.HasPrefix(address, "/") {
		path, _, _ := strings.Cut(at, "?")
		address = path + address
	}
	return address, page(t, root+address)
}

// linked is a site of some games.
func linked(t *testing.T, games int, know func(*http.Request) bool) (root string, last *gamelog.Record) {
	t.Helper()
	dir := t.TempDir()
	for seed := range uint64(games) {
		last = viewertest.Play(t, 5, seed, nil)
		viewertest.Save(t, dir, last)
	}
	return site(t, Options{Dirs: []string{dir}, MayKnow: know}).URL, last
}

// Every link of the list, of a game and of a hidden game leads to a page, and those that change something change it.
func TestLinksLeadSomewhere(t *testing.T) {
	t.Parallel()
	root, rec := linked(t, 55, nil)
	game := "/games/" + rec.Header.ID
	statuses := map[string]int{}
	for _, at := range []string{"/", "/?page=2", "/?team=team1&blind=1", game, game + "?as=village", game + "?as=2", "/stats"} {
		for _, a := range anchorsOf(page(t, root+at)) {
			if strings.HasPrefix(a.href, "http") {
				continue
			}
			address, _, _ := strings.Cut(a.href, "#")
			if strings.HasPrefix(address, "?") {
				path, _, _ := strings.Cut(at, "?")
				address = path + address
			}
			if address == "" {
				t.Errorf("%s: the link %q leads nowhere", at, a.text)
				continue
			}
			if statuses[address] == 0 {
				statuses[address], _, _ = get(t, root+address)
			}
			if status := statuses[address]; status != http.StatusOK {
				t.Errorf("%s: %q leads to %s: %d", at, a.text, address, status)
			}
		}
	}
}

func TestLinksOfTheList(t *testing.T) {
	root, _ := linked(t, 55, nil)
	games := regexp.MustCompile(`href="/games/([0-9A-Z]+)`)
	ids := func(body string) (all []string) {
		for _, m := range games.FindAllStringSubmatch(body, -1) {
			all = append(all, m[1])
		}
		return all
	}
	first := ids(page(t, root+"/"))
	address, body := click(t, root, "/", "→")
	second := ids(body)
	if len(second) != 5 || first[0] == second[0] {
		t.Errorf("the older page %s has %d games, the first %s, of the first page %s", address, len(second), second[0], first[0])
	}
	if back, body := click(t, root, address, "←"); len(ids(body)) != len(first) || ids(body)[0] != first[0] {
		t.Errorf("back from the older page leads to %s", back)
	}
	// The filter stays while somebody turns pages and changes the language.
	filtered, body := click(t, root, "/?players=5", "→")
	if !strings.Contains(filtered, "players=5") || !strings.Contains(filtered, "page=2") || len(ids(body)) != 5 {
		t.Errorf("the filtered list leads to %s", filtered)
	}
	for at, text := range map[string]string{"/?players=5&page=2": "日本語", "/?page=2&lang=ja": "English"} {
		to, body := click(t, root, at, text)
		if lang := map[string]string{"日本語": "ja", "English": "en"}[text]; !strings.Contains(body, `<html lang="`+lang+`"`) || !strings.Contains(to, "page=2") || len(ids(body)) != 5 {
			t.Errorf("%s of %s leads to %s, another list", text, at, to)
		}
	}
}

func TestLinksOfAGame(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	root, rec := linked(t, 1, nil)
	game := "/games/" + rec.Header.ID
	for text, want := range map[string]string{"日本語": `<html lang="ja"`, "English": `<html lang="en"`} {
		for _, as := range []string{"", "?as=village", "?as=3"} {
			to, body := click(t, root, game+as, text)
			if !strings.Contains(body, want) || as != "" && !strings.Contains(to, as[1:]) {
				t.Errorf("%s of %s leads to %s", text, as, to)
			}
		}
	}
	// The menu of perspectives has everything, the village, and everybody; who is chosen is marked.
	chosen := func(body string) (names []string) {
		for _, a := range anchorsOf(body) {
			if strings.Contains(a.href, "?as=") && strings.Contains(a.tag, `aria-current="true"`) && strings.HasPrefix(a.href, game) && !strings.Contains(a.href, "lang=") {
				names = append(names, a.href)
			}
		}
		return names
	}
	as := map[string]bool{}
	for _, a := range anchorsOf(page(t, root+game)) {
		if strings.HasPrefix(a.href, game+"?as=") {
			as[a.href] = true
		}
	}
	if len(as) != len(rec.Header.Seats)+2 || !as[game+"?as=village"] || !as[game+"?as=all"] {
		t.Errorf("the menu of perspectives has %v", as)
	}
	seen := map[string]string{}
	for href := range as {
		body := page(t, root+href)
		if c := chosen(body); len(c) != 1 || c[0] != href {
			t.Errorf("with %s the menu shows %v", href, c)
		}
		main := body[strings.Index(body, "<main"):]
		if other, there := seen[main]; there {
			t.Errorf("%s shows what %s shows", href, other)
		}
		seen[main] = href
	}
}

// Who sees with the village's perspective is told the end when they ask for it, with the same perspective.
func TestLinkToTheEnd(t *testing.T) {
	root, rec := linked(t, 1, nil)
	for _, as := range []string{"village", "2"} {
		at := "/games/" + rec.Header.ID + "?as=" + as
		if !strings.Contains(page(t, root+at), `class="reveal"`) {
			t.Fatalf("%s does not hold the end back", at)
		}
		var to string
		for _, a := range anchorsOf(page(t, root+at)) {
			if strings.Contains(a.tag, `class="button"`) {
				to, _, _ = strings.Cut(a.href, "#")
			}
		}
		body := page(t, root+to)
		if !strings.Contains(to, "as="+as) || !strings.Contains(to, "end=1") || strings.Contains(body, `class="reveal"`) || !strings.Contains(body, "WEREWOLF") && !strings.Contains(body, "erewolf") {
			t.Errorf("%s leads to %s, which does not tell the end", at, to)
		}
	}
}

// Of a game that goes on, whoever may not know its secrets has the village's perspective only; whoever may has all.
func TestLinksOfAHiddenGame(t *testing.T) {
	for _, knows := range []bool{false, true} {
		dir := t.TempDir()
		rec := unfinished(viewertest.Play(t, 5, 1, nil))
		viewertest.Save(t, dir, rec)
		root := site(t, Options{Dirs: []string{dir}, MayKnow: func(*http.Request) bool { return knows }}).URL
		at := "/games/" + rec.Header.ID
		as := map[string]bool{}
		for _, a := range anchorsOf(page(t, root+at)) {
			if strings.HasPrefix(a.href, at+"?as=") {
				as[a.href] = true
			}
			if status, _, _ := get(t, root+strings.Split(a.href, "#")[0]); strings.HasPrefix(a.href, "/") && status != http.StatusOK {
				t.Errorf("%q leads to %s: %d", a.text, a.href, status)
			}
		}
		want := 1
		if knows {
			want = 7
		}
		if len(as) != want || !as[at+"?as=village"] {
			t.Errorf("who may know: %v; the menu of perspectives has %v", knows, as)
		}
		for _, as := range []string{"all", "1"} {
			if status, _, _ := get(t, root+at+"?as="+as); (status == http.StatusOK) != knows {
				t.Errorf("who may know: %v; ?as=%s: %d", knows, as, status)
			}
		}
	}
}
