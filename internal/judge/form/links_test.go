package form_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/judge"
	"wolfden/internal/judge/form"
	"wolfden/internal/judge/judgetest"
)

// linked serves two games, the first to ann and cleo and the second to ben, each below "of-" and the name.
func linked(t *testing.T) (url, path string, games []*judge.Game) {
	t.Helper()
	criteria, err := judge.Select([]string{"A"})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2) {
		g, err := judgetest.Game(5, seed+1, nil)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	book, path := newBook(t, games[0])
	handlers := map[string]http.Handler{}
	for rater, g := range map[string]*judge.Game{"ann": games[0], "ben": games[1], "cleo": games[0]} {
		f := &form.Form{Games: []*judge.Game{g}, Criteria: criteria, Seed: 1, Rater: rater}
		if handlers["of-"+rater], err = f.Handler(book); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(form.Links(handlers))
	t.Cleanup(server.Close)
	return server.URL, path, games
}

// Who has a link answers under its rater's name alone, about that rater's games alone, and sees nothing of another's. Nothing is below
// other links.
func TestALinkIsItsRaters(t *testing.T) {
	url, path, games := linked(t)
	answer := func(g *judge.Game, rater string) map[string]any {
		return map[string]any{"game": g.ID, "criterion": "A", "rater": rater, "ranking": g.Names()}
	}
	for _, c := range []struct {
		what, link string
		body       any
		want       int
	}{
		{"the rater", "/rate/of-ann", answer(games[0], "ann"), http.StatusNoContent},
		{"another name", "/rate/of-ann", answer(games[0], "ben"), http.StatusForbidden},
		{"a name nobody has", "/rate/of-ann", answer(games[0], "Ann"), http.StatusForbidden},
		{"no name", "/rate/of-ann", answer(games[0], ""), http.StatusForbidden},
		{"another's game", "/rate/of-ann", answer(games[1], "ann"), http.StatusBadRequest},
		{"another's link", "/rate/of-ben", answer(games[1], "ann"), http.StatusForbidden},
		{"a link cut short", "/rate/of-an", answer(games[0], "ann"), http.StatusNotFound},
		{"no secret", "/rate/", answer(games[0], "ann"), http.StatusNotFound},
		{"no link", "", answer(games[0], "ann"), http.StatusNotFound},
		{"the other rater", "/rate/of-ben", answer(games[1], "ben"), http.StatusNoContent},
	} {
		if code := post(t, url+c.link, c.body); code != c.want {
			t.Errorf("%s: status %d, want %d", c.what, code, c.want)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), `"answer"`); n != 2 {
		t.Errorf("%d answers are kept:\n%s", n, data)
	}
	page, told := get(t, url+"/rate/of-ann/"), get(t, url+"/rate/of-ann/answers?rater=ben")
	if !strings.Contains(page, games[0].ID) || strings.Contains(page, games[1].ID) || strings.Contains(page, "crew") {
		t.Error("the page does not show the rater's game alone, or tells its teams")
	}
	var got struct{ Answers []judge.Answer }
	if err := json.Unmarshal([]byte(told), &got); err != nil || len(got.Answers) != 1 || got.Answers[0].Rater != "ann" {
		t.Errorf("who asks for another's answers is told %s", told)
	}
	if strings.Contains(get(t, url+"/rate/of-dora/"), games[0].ID) || strings.Contains(get(t, url+"/"), games[0].ID) {
		t.Error("a page without a link")
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The page of a link asks nobody for a name, and two raters at one browser do not get into each other's answers.
func TestBrowserAPageOfALink(t *testing.T) {
	p := openPage(t)
	url, path, games := linked(t)
	for _, rater := range []string{"ann", "cleo"} {
		p.visit(url + "/rate/of-" + rater + "/")
		p.Until("document.activeElement.tagName === 'BUTTON' && !document.querySelector('#rater') && document.querySelector('main').textContent.includes('for " + rater + ",')")
		p.Until("document.querySelector('main').textContent.includes('go on later with the same link, in any browser.')")
		p.Press("Enter")
		p.Until("document.querySelector('#skip')")
		p.click("#skip")
		p.Until("!document.querySelector('#skip') && document.querySelector('#next')")
		want := games[0].Names()
		slices.Reverse(want)
		p.rank(want)
		p.Press("Enter")
		p.Until("document.querySelector('#done') && ![...document.querySelectorAll('button')].some((b) => b.textContent.includes('somebody else'))")
	}
	p.mustBeCalm()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	entries, _, _, err := judge.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var raters []string
	for _, e := range entries {
		if e.Answer != nil {
			raters = append(raters, e.Answer.Rater+" "+e.Answer.Game)
		}
	}
	if want := []string{"ann " + games[0].ID, "cleo " + games[0].ID}; !slices.Equal(raters, want) {
		t.Errorf("the answers are of %q, want %q", raters, want)
	}
	p.forget() // in another browser cleo is done, too
	p.Until("document.querySelector('main button')")
	p.Press("Enter")
	p.Until("document.querySelector('#done')")
}
