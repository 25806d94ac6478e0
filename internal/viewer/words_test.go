package viewer

import (
	"regexp"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/viewer/viewertest"
	"wolfden/werewolf"
)

// Both languages say the same things, and say all that the pages ask for.
func TestWords(t *testing.T) {
	p, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	en, ja := p.words[english].text, p.words[japanese].text
	for key, text := range en {
		other, ok := ja[key]
		if !ok {
			t.Errorf("%s is missing in Japanese", key)
		}
		for _, blank := range []string{"{0", "{1", "{2"} {
			if strings.Contains(text, blank) != strings.Contains(other, blank) {
				t.Errorf("%s: %q and %q have other blanks", key, text, other)
			}
		}
	}
	for key := range ja {
		if _, ok := en[key]; !ok {
			t.Errorf("%s is missing in English", key)
		}
	}
	asked := regexp.MustCompile(`\.[TH] "([a-z.]+)"`)
	files, _ := pageFiles.ReadDir("page")
	for _, f := range files {
		data, _ := pageFiles.ReadFile("page/" + f.Name())
		for _, m := range asked.FindAllStringSubmatch(string(data), -1) {
			if _, ok := en[m[1]]; !ok {
				t.Errorf("%s asks for %q, which has no words", f.Name(), m[1])
			}
		}
	}
	for _, end := range []werewolf.End{werewolf.Elimination, werewolf.Parity, werewolf.DayLimit, werewolf.Failure} {
		if _, ok := en["how."+end.String()]; !ok {
			t.Errorf("no words for the end by %s", end)
		}
	}
	for f := gamelog.Late; f <= gamelog.Crashed; f++ {
		if _, ok := en["fault."+f.String()]; !ok {
			t.Errorf("no words for the fault %s", f)
		}
	}
	for k := werewolf.Talk; k <= werewolf.Attack; k++ {
		if _, ok := en["ask."+k.String()]; !ok {
			t.Errorf("no words for the request %s", k)
		}
	}
}

// One thing is not spoken of as several.
func TestOneAndMany(t *testing.T) {
	p, err := newPages()
	if err != nil {
		t.Fatal(err)
	}
	en, ja := p.words[english], p.words[japanese]
	several := regexp.MustCompile(`\b1 (game|file|seat|call|attempt|player)s\b|\{`)
	for key := range en.text {
		if got := en.T(key, 1, 1, 1) + string(en.H(key, 1, 1, 1)); several.MatchString(got) {
			t.Errorf("%s: %q", key, got)
		}
		if got := ja.T(key, 1, 1, 1); strings.Contains(got, "{") {
			t.Errorf("%s: %q", key, got)
		}
	}
	for n, want := range map[int]string{0: "0 games", 1: "1 game", 12: "12 games"} {
		if got := en.T("games.count", n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	dir := t.TempDir()
	viewertest.Save(t, dir, viewertest.Play(t, 5, 1, nil))
	if body := page(t, site(t, Options{Dirs: []string{dir}}).URL+"/"); !strings.Contains(body, "<small>1 game</small>") {
		t.Error("the list of one game speaks of games")
	}
}

func TestWordsAreEscaped(t *testing.T) {
	w := &words{text: map[string]string{"k": "<{0}> & {1}{9}{x} {", "plain": "a"}}
	if got := string(w.H("k", "<b>", html("<i>"))); got != "&lt;&lt;b&gt;&gt; &amp; <i> " {
		t.Errorf("%q", got)
	}
	if w.T("missing.key") != "missing.key" || w.H("<missing>") != "&lt;missing&gt;" {
		t.Error("a key without words does not stand for itself")
	}
}
