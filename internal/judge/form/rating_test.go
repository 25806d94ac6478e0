package form_test

import (
	"maps"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"wolfden/internal/judge"
)

// rate rates the players of the page in the order in which they stand there, with the keyboard alone. The first has the focus.
func (p *page) rate(marks map[string]int) {
	p.T.Helper()
	var shown []string
	p.eval("[...document.querySelectorAll('#ratings legend')].map((e) => e.textContent)", &shown)
	if len(shown) != len(marks) {
		p.T.Fatalf("the page shows %q", shown)
	}
	for i, name := range shown {
		p.Until("document.activeElement.closest('fieldset') === document.querySelectorAll('#ratings fieldset')[" + strconv.Itoa(i) + "]")
		p.Press(strconv.Itoa(marks[name]))
		if i < len(shown)-1 {
			p.Press("Tab")
		}
	}
}

func TestBrowserRateWithTheKeyboardOnAServedPage(t *testing.T) {
	p := openPage(t)
	f, g := newForm(t)
	f.Scale = judge.Rated
	url, path := serve(t, f, g)
	names := g.Names()
	first := map[string]int{names[0]: 5, names[1]: 3, names[2]: 3, names[3]: 1, names[4]: 2}
	second := maps.Clone(first)
	second[names[0]] = 1
	p.visit(url)
	p.begin("Ann")
	want := map[string]map[string]int{"A": first, "C": second}
	begins := p.asked()
	p.Press("4", "Enter") // one of five
	p.Until("document.querySelector('#progress').textContent.startsWith('Somebody has no rating yet')")
	p.Press("Enter")
	if p.asked() != begins {
		t.Fatal("the page goes on without ratings")
	}
	for try := 0; try < 5 && !p.shows("document.querySelectorAll('#ratings input:checked').length === 5"); try++ {
		p.rate(want[begins])
		p.again("Ann", "document.querySelector('#ratings')")
	}
	p.Until("document.querySelectorAll('#ratings input:checked').length === 5")
	p.Until("document.activeElement.checked && document.activeElement.closest('fieldset') === document.querySelector('#ratings fieldset')")
	p.Press("Enter")
	p.asksAfter(begins)
	p.rate(want[p.asked()])
	p.Press("Enter")
	p.Until("document.querySelector('#done')")
	p.mustBeCalm()
	made := table(t, path)
	if len(made.Rows) != 5 || made.Scale != judge.Rated || len(made.Warnings) != 0 {
		t.Fatalf("the table is %+v", made)
	}
	for i, row := range made.Rows {
		if row.Mean["A"] != float64(first[names[i]]) || row.Mean["C"] != float64(second[names[i]]) {
			t.Errorf("%s: %v", names[i], row.Mean)
		}
	}
	p.forget()
	p.giveName("Ann", "document.querySelector('#done')")
}

// A page for ratings takes nothing else.
func TestServerKeepsOnlyRatings(t *testing.T) {
	f, g := newForm(t)
	f.Scale = judge.Rated
	url, path := serve(t, f, g)
	q := func(scale string, change func(map[string]int)) map[string]any {
		marks := map[string]int{}
		for i, name := range g.Names() {
			marks[name] = i + 1
		}
		change(marks)
		return map[string]any{"game": g.ID, "criterion": "A", "rater": "ann", "scale": scale, "ratings": marks}
	}
	both := q("1-5", func(map[string]int) {})
	both["ranking"] = g.Names()
	for name, body := range map[string]any{
		"six": q("1-5", func(m map[string]int) { m[g.Names()[0]] = 6 }), "omits": q("1-5", func(m map[string]int) { delete(m, g.Names()[0]) }),
		"invents": q("1-5", func(m map[string]int) { m["Zed"] = 1 }), "another scale": q("", func(map[string]int) {}), "both": both,
		"a ranking": map[string]any{"game": g.ID, "criterion": "A", "rater": "ann", "ranking": g.Names()},
	} {
		if code := post(t, url, body); code != http.StatusBadRequest {
			t.Errorf("%s: status %d", name, code)
		}
	}
	for range 2 { // a button pressed twice
		if code := post(t, url, q("1-5", func(map[string]int) {})); code != http.StatusNoContent {
			t.Errorf("ratings: status %d", code)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil || strings.Count(string(data), `"answer"`) != 1 || !strings.Contains(string(data), `"scale":"1-5"`) {
		t.Errorf("%v: kept:\n%s", err, data)
	}
}
