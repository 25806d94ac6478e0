package form_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wolfden/internal/judge"
	"wolfden/internal/waittest"
)

// shownOrder is the order of the list.
func (p *page) shownOrder() (names []string) {
	p.T.Helper()
	p.eval("[...document.querySelectorAll('#ranking li')].map((e) => e.dataset.name)", &names)
	return names
}

// begin gives the rater's name, and goes past the practice.
func (p *page) begin(name string) {
	p.T.Helper()
	p.giveName(name, "document.querySelector('#skip')")
	p.click("#skip")
	p.Until("!document.querySelector('#skip') && document.querySelector('#next')")
}

// click presses the button that a selector finds.
func (p *page) click(selector string) {
	p.T.Helper()
	p.eval("document.querySelector('"+selector+"').click()", nil)
}

// asked is the letter of the criterion on the page.
func (p *page) asked() (letter string) {
	p.T.Helper()
	p.eval("document.querySelector('#question')?.textContent.slice(0, 1) ?? ''", &letter)
	return letter
}

// asks waits for the question that comes after the one of the letter.
func (p *page) asksAfter(letter string) {
	p.T.Helper()
	p.Until("document.querySelector('#question') && !document.querySelector('#question').textContent.startsWith('" + letter + ".')")
}

// giveName writes the rater's name and presses Enter until the page goes on. A page just loaded on a busy machine may have
// the focus and drop what is typed, though the browser acknowledges it: then the field is empty, and it is typed again.
func (p *page) giveName(name, next string) {
	p.T.Helper()
	for began := time.Now(); time.Since(began) < waittest.Longest; time.Sleep(25 * time.Millisecond) {
		p.Until("document.activeElement.id === 'rater'")
		p.Do("Input.insertText", map[string]any{"text": name}, nil)
		var written string
		if p.eval("document.querySelector('#rater').value", &written); written == "" {
			continue
		}
		if written != name {
			p.T.Fatalf("the name is %q, want %q", written, name)
		}
		p.Press("Enter")
		p.Until(next + " || document.querySelector('#rater')?.value === ''")
		if p.shows(next) {
			return
		}
	}
	p.T.Fatal("the page takes no name")
}

// rank brings the first of the wanted names to their places with the keyboard alone. The first name has the focus.
func (p *page) rank(want []string) {
	p.T.Helper()
	for place, name := range want {
		var focus int
		p.eval("[...document.querySelectorAll('#ranking li')].indexOf(document.activeElement)", &focus)
		if focus < 0 {
			p.T.Fatal("no name has the focus")
		}
		at := slices.Index(p.shownOrder(), name)
		for ; focus < at; focus++ {
			p.Press("ArrowDown")
		}
		for ; focus > at; focus-- {
			p.Press("ArrowUp")
		}
		p.Press(" ")
		for ; at > place; at-- {
			p.Press("ArrowUp")
		}
		p.Press(" ")
	}
	if got := p.shownOrder(); !slices.Equal(got[:len(want)], want) {
		p.T.Fatalf("the order is %q, want %q", got, want)
	}
}

// again loads the page again, and gives the rater's name where the page does not know it: on a busy machine Chromium may load a page
// before what it has just stored is there. Whoever loads it does again then what was not kept.
func (p *page) again(name, asked string) {
	p.T.Helper()
	p.reload()
	p.Until(asked + " || document.querySelector('#rater')")
	if !p.shows(asked) {
		p.giveName(name, asked)
	}
	if p.shows("document.querySelector('#skip')") {
		p.click("#skip")
		p.Until(asked)
	}
}

// shows reports whether an expression is true of the page now.
func (p *page) shows(expression string) (is bool) {
	p.T.Helper()
	p.eval("Boolean("+expression+")", &is)
	return is
}

// forget loads the page again as in a browser that has kept nothing.
func (p *page) forget() {
	p.T.Helper()
	p.eval("save = () => {}; localStorage.clear()", nil) // the page keeps what it has when it is left
	p.reload()
}

// finish ranks both questions, A as first and C as second, loading the page again in the middle of what is asked first.
func (p *page) finish(name string, first, second []string) {
	p.T.Helper()
	want := map[string][]string{"A": first, "C": second}
	begins := p.asked()
	var before, after []string
	for try := 0; try < 5 && (try == 0 || !slices.Equal(after, before)); try++ {
		p.rank(want[begins][:3])
		before = p.shownOrder()
		p.again(name, "document.querySelector('#ranking')")
		after = p.shownOrder()
	}
	if !slices.Equal(after, before) || p.asked() != begins {
		p.T.Fatalf("after loading the page again the order is %q, before it %q", after, before)
	}
	p.rank(want[begins])
	p.Press("Enter")
	p.asksAfter(begins)
	p.rank(want[p.asked()])
	p.Press("Enter")
	p.Until("document.querySelector('#done')")
}

// check reads the means: seat i of the game of seed 1 is of team crew-(b+i).
func checkMeans(t *testing.T, made *judge.Table, names, first, second []string) {
	t.Helper()
	if len(made.Rows) != 5 || len(made.Warnings) != 0 || !slices.Equal(made.Criteria, []string{"A", "C"}) {
		t.Fatalf("the table is %+v", made)
	}
	for i, row := range made.Rows {
		a, c := float64(slices.Index(first, names[i])+1), float64(slices.Index(second, names[i])+1)
		if row.Rater != judge.HumanRater || row.Mean["A"] != a || row.Mean["C"] != c {
			t.Errorf("%+v, want A %v and C %v", row, a, c)
		}
	}
}

func (p *page) mustBeCalm() {
	p.T.Helper()
	p.Until("!('stolen' in window) && !document.querySelector('img')")
	for _, fault := range strings.Split(p.Complaints(), "\n") {
		if fault != "" && !strings.Contains(fault, "favicon") {
			p.T.Errorf("the page complains: %s", fault)
		}
	}
}

// orders are two rankings of the names.
func orders(names []string) (first, second []string) {
	first, second = slices.Clone(names), slices.Clone(names)
	slices.Reverse(first)
	second[0], second[3] = second[3], second[0]
	return first, second
}

func TestBrowserRankWithTheKeyboardOnAServedPage(t *testing.T) {
	p := openPage(t)
	f, g := newForm(t)
	url, path := serve(t, f, g)
	first, second := orders(g.Names())
	p.visit(url)
	p.begin("Ann")
	p.finish("Ann", first, second)
	p.mustBeCalm()
	checkMeans(t, table(t, path), g.Names(), first, second)

	// In another browser the server still knows what Ann has answered.
	p.forget()
	p.giveName("Ann", "document.querySelector('#done')")
}

func TestBrowserRankWithTheKeyboardInAFile(t *testing.T) {
	p := openPage(t)
	f, g := newForm(t)
	f.Lang = "ja"
	dir := t.TempDir()
	var form, key bytes.Buffer
	k := g.Key("")
	if err := f.Write(&form); err != nil {
		t.Fatal(err)
	}
	if err := judge.Write(&key, []judge.Entry{{Key: &k}}); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"form.html": form.Bytes(), "form.key.jsonl": key.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	first, second := orders(g.Names())
	p.visit("file://" + filepath.Join(dir, "form.html"))
	p.begin("花子")
	p.Until("document.body.innerText.includes('この順位で決定') && document.documentElement.lang === 'ja'")
	p.finish("花子", first, second)
	p.mustBeCalm()
	p.Do("Page.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir}, nil)
	p.Until("document.activeElement.id === 'save'")
	p.Press("Enter")
	answers := filepath.Join(dir, "answers-花子.json")
	waittest.Until(t, "the answers are downloaded", func() bool {
		info, err := os.Stat(answers)
		return err == nil && info.Size() > 0
	})
	if text, err := os.ReadFile(answers); err != nil || !strings.Contains(string(text), `"wording":"`+judge.Wording()+`"`) {
		t.Errorf("the file tells not in what words was asked: %s, %v", text, err)
	}
	checkMeans(t, table(t, filepath.Join(dir, "form.key.jsonl"), answers), g.Names(), first, second)
}

func TestBrowserAnUntouchedOrderIsNoOpinionAndDragMoves(t *testing.T) {
	p := openPage(t)
	f, g := newForm(t)
	url, path := serve(t, f, g)
	p.visit(url)
	p.begin("Ben")
	drawn, begins := p.shownOrder(), p.asked()
	p.Press("Enter")
	p.Until("document.querySelector('#progress').textContent.startsWith('Nothing has been moved')")
	p.eval(`(() => {
		const li = document.querySelectorAll('#ranking li'), dataTransfer = new DataTransfer();
		const fire = (e, kind) => e.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
		fire(li[4], 'dragstart'); fire(li[1], 'dragover'); fire(li[1], 'drop');
	})()`, nil)
	want := slices.Insert(slices.Clone(drawn[:4]), 1, drawn[4])
	if got := p.shownOrder(); !slices.Equal(got, want) {
		t.Fatalf("dragged to %q, want %q", got, want)
	}
	p.Press("Enter")
	p.asksAfter(begins)
	made := table(t, path)
	for i, row := range made.Rows {
		if row.Mean[begins] != float64(slices.Index(want, g.Names()[i])+1) {
			t.Errorf("%+v after %q", row, want)
		}
	}
	if len(made.Rows) != 5 {
		t.Errorf("%d rows", len(made.Rows))
	}
	p.mustBeCalm()
}
