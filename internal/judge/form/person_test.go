package form_test

import (
	"bytes"
	"encoding/base64"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/judge"
	"wolfden/internal/judge/form"
	"wolfden/internal/judge/judgetest"
	"wolfden/internal/waittest"
)

var shots = flag.String("shots", "", "leave pictures of the pages in this folder")

// longForm asks three criteria about three games in which many pass, one of them with hostile words.
func longForm(t *testing.T, lang string) *form.Form {
	t.Helper()
	criteria, err := judge.Select([]string{"A", "B", "C"})
	if err != nil {
		t.Fatal(err)
	}
	f := &form.Form{Criteria: criteria, Lang: lang, Seed: 1}
	for seed := range uint64(3) {
		g, err := judgetest.Game(5, seed+1, func(seat, n int) string {
			switch {
			case seat == 3:
				return hostile
			case n%5 > 2:
				return []string{"Skip", "Over"}[n%2]
			}
			return strings.Repeat("I have thought about this for a while. ", 1+n%4)
		})
		if err != nil {
			t.Fatal(err)
		}
		f.Games = append(f.Games, g)
	}
	return f
}

// written is the page of a form as a file, and the folder it stands in with its key.
func written(t *testing.T, f *form.Form) (file, dir string) {
	t.Helper()
	dir = t.TempDir()
	var page, key bytes.Buffer
	var keys []judge.Entry
	for _, g := range f.Games {
		k := g.Key("")
		keys = append(keys, judge.Entry{Key: &k})
	}
	if err := f.Write(&page); err != nil {
		t.Fatal(err)
	}
	if err := judge.Write(&key, keys); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"form.html": page.Bytes(), "form.key.jsonl": key.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "form.html"), dir
}

// exported are the answers of a file that the page has let its reader download.
func exported(t *testing.T, path string, want int) (answers []judge.Answer) {
	t.Helper()
	waittest.Until(t, "the answers are downloaded", func() bool {
		data, err := os.ReadFile(path)
		if err != nil {
			return false
		}
		entries, _, torn, err := judge.Read(bytes.NewReader(data))
		if err != nil || torn || len(entries) != 1 {
			return false
		}
		answers = entries[0].Answers
		return len(answers) == want
	})
	return answers
}

// A person practises, comments, cannot tell, saves half of the answers, comes back and finds the place in the log.
func TestBrowserAPersonAnswersInPart(t *testing.T) {
	p := openPage(t)
	file, dir := written(t, longForm(t, "en"))
	p.Do("Page.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir}, nil)
	p.visit("file://" + file)
	p.giveName("Ann", "document.querySelector('#skip')")
	p.Until("document.querySelector('#progress').textContent.includes('does not count') && document.querySelector('#part').hidden")
	p.Press("ArrowDown", " ", "ArrowUp", " ", "Enter") // the practice
	p.Until("!document.querySelector('#skip') && document.querySelector('#progress').textContent.startsWith('Question 1 of 9 · game 1 of 3 · answered: 0')")

	// The first question, with a comment; Enter in it is a line, not a decision.
	p.Press("ArrowDown", " ", "ArrowUp", " ")
	first := p.shownOrder()
	p.eval("document.querySelector('#comment').focus()", nil)
	p.Do("Input.insertText", map[string]any{"text": "<b>=2+2"}, nil)
	p.Press("Enter")
	p.Until("document.querySelector('#comment').value.startsWith('<b>=2+2')")
	p.eval("document.querySelector('#log').scrollTop = 230", nil)
	p.Until("JSON.parse(localStorage.getItem(store) ?? '{}').comments && Object.keys(state.places).length === 1")
	letter := p.asked()
	p.click("#next")
	p.asksAfter(letter)
	p.Until("Math.abs(document.querySelector('#log').scrollTop - 230) < 2")

	// The second, which cannot be told; then the page is loaded again in the third.
	letter = p.asked()
	p.Until("(tick(), state.spent[id(now())] > 0.2)")
	p.click("#cannot")
	p.asksAfter(letter)
	third := p.asked()
	p.reload()
	p.Until("document.querySelector('#progress').textContent.startsWith('Question 3 of 9 · game 1 of 3 · answered: 2')")
	if p.asked() != third {
		t.Errorf("after loading the page again it asks %s, before it %s", p.asked(), third)
	}
	p.Until("Math.abs(document.querySelector('#log').scrollTop - 230) < 2")
	p.click("#part")
	got := exported(t, filepath.Join(dir, "answers-Ann.json"), 2)
	a, b := got[0], got[1]
	if !slices.Equal(a.Ranking, first) || a.Comment != "<b>=2+2" || a.Place != 1 || a.CannotTell || len(a.Shown) != 5 || slices.Equal(a.Shown, first) || a.ID == "" {
		t.Errorf("the first answer is %+v", a)
	}
	if !b.CannotTell || b.Ranking != nil || b.Place != 2 || b.Game != a.Game || b.Criterion != letter || b.ID != a.ID || !(b.Seconds >= 0.2) {
		t.Errorf("the second answer is %+v", b)
	}
	p.mustBeCalm()
	made := table(t, filepath.Join(dir, "form.key.jsonl"), filepath.Join(dir, "answers-Ann.json"))
	if len(made.Rows) != 5 || len(made.Criteria) != 1 || len(made.Warnings) != 1 {
		t.Errorf("the table is %+v", made)
	}
}

// Every rater has an order of games, of criteria in each game, and of names; it comes again, and another seed gives another.
func TestBrowserEveryRaterHasAnOrder(t *testing.T) {
	p := openPage(t)
	file, _ := written(t, longForm(t, "en"))
	p.visit("file://" + file)
	order := func(rater string) (all []string) {
		p.eval("stepsOf('"+rater+"').map((s) => id(s) + drawn('"+rater+"', s))", &all)
		return all
	}
	ann, games, criteria, names := order("Ann"), map[string]bool{}, map[string]bool{}, map[string]bool{}
	if !slices.Equal(ann, order("Ann")) {
		t.Error("an order does not come again")
	}
	for _, rater := range []string{"Ann", "Ben", "Cleo", "花子", "Eve", "Finn", "Gil", "Hal"} {
		steps := order(rater)
		if !slices.Equal(slices.Sorted(slices.Values(cut(steps))), slices.Sorted(slices.Values(cut(ann)))) || len(steps) != 9 {
			t.Errorf("%s is asked %q, others %q", rater, steps, ann)
		}
		for at, step := range steps { // the questions of a game stand together
			if step[:16] != steps[at/3*3][:16] {
				t.Errorf("%s goes from game to game: %q", rater, steps)
			}
		}
		games[steps[0][:16]] = true
		criteria[steps[0][17:18]] = true
		names[steps[0][18:]] = true
	}
	if len(games) < 2 || len(criteria) < 2 || len(names) < 4 {
		t.Errorf("eight raters begin with %d games, %d criteria and %d orders of names", len(games), len(criteria), len(names))
	}
	f := longForm(t, "en")
	f.Seed = 2
	file, _ = written(t, f)
	p.visit("file://" + file)
	if slices.Equal(ann, order("Ann")) {
		t.Error("another seed gives the same order")
	}
}

// cut are the questions without the names.
func cut(steps []string) (all []string) {
	for _, s := range steps {
		all = append(all, s[:18])
	}
	return all
}

// The log speaks to people: no key of the file stands in it, those who pass fill no lines, and the Japanese page is Japanese but for
// names, what players said and the button to English.
func TestBrowserTheLogSpeaksToPeople(t *testing.T) {
	p := openPage(t)
	file, _ := written(t, longForm(t, "ja"))
	p.visit("file://" + file)
	p.begin("Ann")
	for _, lang := range []string{"ja", "en"} {
		var text, rest string
		var passes, lines int
		p.eval("document.body.innerText", &text)
		p.eval("document.querySelectorAll('.log .pass').length", &passes)
		p.eval("document.querySelectorAll('.log .talk').length", &lines)
		for _, key := range []string{"status", "alive", "player_name", "null", "undefined", "SEER", "Skip", "vote —"} {
			if strings.Contains(text, key) {
				t.Errorf("%s: the page says %q", lang, key)
			}
		}
		if passes == 0 || passes > 8 || lines < 8 {
			t.Errorf("%s: %d lines of passes, %d of talk", lang, passes, lines)
		}
		if lang == "ja" {
			p.eval(`(() => {
				const copy = document.body.cloneNode(true);
				for (const e of copy.querySelectorAll('script, noscript, [lang=en]')) e.remove();
				return copy.textContent + document.title + [...copy.querySelectorAll('[title], [aria-label]')].map((e) => e.title + (e.ariaLabel ?? '')).join(' ');
			})()`, &rest)
			for _, name := range judgetest.Names() {
				rest = strings.ReplaceAll(rest, name, "")
			}
			if words := regexp.MustCompile(`[A-Za-z]{2,}`).FindAllString(rest, -1); len(words) > 0 {
				t.Errorf("the Japanese page says %q", words)
			}
		}
		p.click("#language")
		p.Until("document.documentElement.lang !== '" + lang + "'")
	}
	p.mustBeCalm()
}

// A name is tapped, then its place.
func TestBrowserTapsMove(t *testing.T) {
	p := openPage(t)
	file, _ := written(t, longForm(t, "en"))
	p.visit("file://" + file)
	p.begin("Ann")
	drawn := p.shownOrder()
	p.click("#ranking li:nth-child(5)")
	p.Until("document.querySelector('#ranking li:nth-child(5)').className === 'held'")
	p.click("#ranking li:nth-child(1)")
	want := append([]string{drawn[4]}, drawn[:4]...)
	if got := p.shownOrder(); !slices.Equal(got, want) || p.shows("document.querySelector('.held')") {
		t.Errorf("tapped to %q, want %q", got, want)
	}
}

// TestBrowserShots leaves pictures for those who look at them, in both languages and widths.
func TestBrowserShots(t *testing.T) {
	if *shots == "" {
		t.Skip("-shots names a folder")
	}
	p := openPage(t)
	shot := func(name string, width, height int) {
		p.Do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
		var r struct{ Data string }
		p.Do("Page.captureScreenshot", map[string]any{"captureBeyondViewport": width < 600}, &r)
		data, err := base64.StdEncoding.DecodeString(r.Data)
		if err == nil {
			err = os.WriteFile(filepath.Join(*shots, name+".png"), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, scale := range []judge.Scale{judge.Ranked, judge.Rated} {
		for _, lang := range []string{"en", "ja"} {
			f := longForm(t, lang)
			f.Scale = scale
			file, _ := written(t, f)
			name := lang + string(scale)
			p.visit("file://" + file)
			p.forget()
			shot(name+"-welcome", 1280, 800)
			p.giveName("Ann", "document.querySelector('#skip')")
			shot(name+"-practice", 1280, 800)
			shot(name+"-practice-phone", 390, 844)
			p.click("#skip")
			p.Until("!document.querySelector('#skip')")
			shot(name+"-question", 1280, 800)
			shot(name+"-question-phone", 390, 844)
			p.eval("steps.forEach((s) => { state.answers[id(s)] = 'cannot'; }); state.at = steps.length; show()", nil)
			shot(name+"-done", 1280, 800)
		}
	}
}
