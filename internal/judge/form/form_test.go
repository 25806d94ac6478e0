package form_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"wolfden/internal/judge"
	"wolfden/internal/judge/form"
	"wolfden/internal/judge/judgetest"
)

// hostile is what players say to get out of the page.
const hostile = `</script><script>window.stolen=1</script><img src=x onerror="window.stolen=1"> <!--`

// newForm asks two criteria about one game of five.
func newForm(t *testing.T) (*form.Form, *judge.Game) {
	t.Helper()
	g, err := judgetest.Game(5, 1, func(seat, n int) string {
		if seat == 3 {
			return hostile
		}
		return fmt.Sprintf("Sentence %d.", n)
	})
	if err != nil {
		t.Fatal(err)
	}
	g.Players[3].Profile = hostile
	criteria, err := judge.Select([]string{"A", "C", "F"}) // F is for larger games
	if err != nil {
		t.Fatal(err)
	}
	return &form.Form{Games: []*judge.Game{g}, Criteria: criteria, Lang: "en", Seed: 1}, g
}

// newBook is an empty file of answers, which knows who played.
func newBook(t *testing.T, g *judge.Game) (*judge.AnswerBook, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "human.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	b, err := judge.OpenAnswerBook(file)
	if err != nil {
		t.Fatal(err)
	}
	key := g.Key("")
	if err := b.Add(judge.Entry{Key: &key}); err != nil {
		t.Fatal(err)
	}
	return b, path
}

// serve serves the form, and tells where and which file of answers it keeps.
func serve(t *testing.T, f *form.Form, g *judge.Game) (url, path string) {
	t.Helper()
	book, path := newBook(t, g)
	handler, err := f.Handler(book)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL, path
}

// table is what the answers of files come to.
func table(t *testing.T, paths ...string) *judge.Table {
	t.Helper()
	var tally judge.Tally
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		entries, _, torn, err := judge.Read(bytes.NewReader(data))
		if err != nil || torn {
			t.Fatalf("%s: torn %t, %v", path, torn, err)
		}
		tally.Add(entries)
	}
	ballots, err := tally.Ballots(0)
	if err != nil {
		t.Fatal(err)
	}
	made := ballots.Table(nil, false)
	made.Rows = slices.DeleteFunc(made.Rows, func(r judge.Row) bool { return r.Person })
	return made
}

func TestPageTellsNoTeamAndTrustsNobody(t *testing.T) {
	f, _ := newForm(t)
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, forbidden := range []string{"crew", "DEAD", "result\"", "<img", "window.stolen=1</script>", "http://", "https://"} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page holds %q", forbidden)
		}
	}
	if n := strings.Count(page, "<script"); n != 2 {
		t.Errorf("%d scripts, want the data and our own", n)
	}
	data := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(page)
	if data == nil || !json.Valid([]byte(data[1])) {
		t.Error("the data of the page is no JSON")
	}
	if !strings.Contains(page, "connect-src &#39;none&#39;") && !strings.Contains(page, "connect-src 'none'") {
		t.Error("a written page may ask somebody for something")
	}
}

// post sends an answer as the page does.
func post(t *testing.T, url string, body any) int {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post(url+"/answers", "application/json", bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// A button that is pressed twice at once gives one answer, in however many browsers.
func TestOneAnswerThatComesTwice(t *testing.T) {
	t.Parallel()
	f, g := newForm(t)
	book, path := newBook(t, g)
	handler, err := f.Handler(book)
	if err != nil {
		t.Fatal(err)
	}
	const people, presses = 300, 8
	for person := range people {
		begin := make(chan struct{})
		var all sync.WaitGroup
		for browser := range presses {
			body, err := json.Marshal(map[string]any{"game": g.ID, "criterion": "A", "rater": fmt.Sprint("ann", person), "id": fmt.Sprint(browser), "ranking": g.Names()})
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodPost, "/answers", bytes.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			all.Go(func() {
				<-begin
				w := httptest.NewRecorder()
				if handler.ServeHTTP(w, r); w.Code != http.StatusNoContent {
					t.Errorf("%d: %s", w.Code, w.Body)
				}
			})
		}
		close(begin)
		all.Wait()
	}
	if data, err := os.ReadFile(path); err != nil || strings.Count(string(data), `"answer"`) != people {
		t.Errorf("%v: %d answers of %d people", err, strings.Count(string(data), `"answer"`), people)
	}
}

func TestServerKeepsOnlyRankings(t *testing.T) {
	f, g := newForm(t)
	url, path := serve(t, f, g)
	names := g.Names()
	q := func(game, criterion, rater string, ranking []string) map[string]any {
		return map[string]any{"game": game, "criterion": criterion, "rater": rater, "kind": "model", "sample": 7, "text": "x", "ranking": ranking}
	}
	for name, body := range map[string]any{
		"repeats": q(g.ID, "A", "ann", append(slices.Clone(names[:4]), names[0])), "omits": q(g.ID, "A", "ann", names[:4]),
		"invents": q(g.ID, "A", "ann", append(slices.Clone(names[:4]), "Zed")), "another game": q("0", "A", "ann", names),
		"another criterion": q(g.ID, "B", "ann", names), "not for five": q(g.ID, "F", "ann", names), "nobody": q(g.ID, "A", "", names),
		"a trick in the name": q(g.ID, "A", "ann\u202e", names), "a long name": q(g.ID, "A", strings.Repeat("a", 61), names), "no answer": []int{1},
		"too long": q(g.ID, "A", "ann", []string{strings.Repeat("a", 1<<17)}),
	} {
		if code := post(t, url, body); code != http.StatusBadRequest {
			t.Errorf("%s: status %d", name, code)
		}
	}
	for range 2 { // a button pressed twice
		if code := post(t, url, q(g.ID, "A", "ann", names)); code != http.StatusNoContent {
			t.Errorf("a ranking: status %d", code)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), `"answer"`); n != 1 || strings.Contains(string(data), "sample") || strings.Contains(string(data), `"text"`) {
		t.Errorf("%d answers kept:\n%s", n, data)
	}
	if !strings.Contains(string(data), `"wording":"`+judge.Wording()+`"`) {
		t.Errorf("it is not kept how the criteria were put:\n%s", data)
	}
	if made := table(t, path); len(made.Rows) != 5 || made.Rows[0].Rater != judge.HumanRater {
		t.Errorf("the table is %+v", made)
	}
	for rater, want := range map[string]int{"ann": 1, "ben": 0} {
		if got := kept(t, url, rater); got != want {
			t.Errorf("%s has %d answers, want %d", rater, got, want)
		}
	}
}

// kept is how many answers of a rater the server has.
func kept(t *testing.T, url, rater string) int {
	t.Helper()
	resp, err := http.Get(url + "/answers?rater=" + rater)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var got struct{ Answers []judge.Answer }
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil {
		t.Fatal(err)
	}
	return len(got.Answers)
}

func TestServerTakesNothingFromOtherSites(t *testing.T) {
	f, g := newForm(t)
	book, _ := newBook(t, g)
	handler, err := f.Handler(book)
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"game":%q,"criterion":"A","rater":"ann","ranking":["%s"]}`, g.ID, strings.Join(g.Names(), `","`))
	ask := func(kind, origin string) int {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/answers", strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Code
	}
	if code := ask("application/json", "http://elsewhere.example"); code != http.StatusForbidden {
		t.Errorf("from elsewhere: %d", code)
	}
	if code := ask("text/plain", "http://127.0.0.1"); code != http.StatusUnsupportedMediaType {
		t.Errorf("a form of another kind: %d", code)
	}
	if code := ask("application/json", "http://127.0.0.1"); code != http.StatusNoContent {
		t.Errorf("the page itself: %d", code)
	}
}

// A person says no more of the sitting than a page does, may be unable to tell, and is the same person in every browser.
func TestServerKeepsHowAPersonAnswered(t *testing.T) {
	f, g := newForm(t)
	url, path := serve(t, f, g)
	with := func(criterion string, change map[string]any) map[string]any {
		body := map[string]any{
			"game": g.ID, "criterion": criterion, "rater": "ann", "ranking": g.Names(), "shown": g.Names(), "id": "k3m9x2", "place": 1, "seconds": 12.5, "comment": " fine\u202e ",
		}
		for k, v := range change {
			if body[k] = v; v == nil {
				delete(body, k)
			}
		}
		return body
	}
	for name, change := range map[string]map[string]any{
		"a long comment": {"comment": strings.Repeat("a", form.LongestComment+1)}, "time runs back": {"seconds": -1}, "years": {"seconds": 1e9},
		"a question there is not": {"place": 4}, "a long id": {"id": "k3m9x2k3m9x2k"}, "strangers shown": {"shown": []string{"Zed"}},
		"tells all the same": {"cannot_tell": true},
	} {
		if code := post(t, url, with("A", change)); code != http.StatusBadRequest {
			t.Errorf("%s: status %d", name, code)
		}
	}
	for _, body := range []map[string]any{
		with("A", nil), with("A", map[string]any{"seconds": 13}), with("A", map[string]any{"comment": "better so"}),
		with("C", map[string]any{"ranking": nil, "cannot_tell": true, "id": "other2", "comment": nil}),
	} {
		if code := post(t, url, body); code != http.StatusNoContent {
			t.Errorf("%v: status %d", body, code)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), `"answer"`); n != 3 || strings.Count(string(data), `"id":"k3m9x2"`) != 3 ||
		!strings.Contains(string(data), `"comment":"fine"`) || !strings.Contains(string(data), `"cannot_tell":true`) || !strings.Contains(string(data), `"seconds":12.5`) {
		t.Errorf("%d answers kept:\n%s", n, data)
	}
	if n := kept(t, url, "ann"); n != 2 {
		t.Errorf("the server knows %d answers, want 2", n)
	}
}
