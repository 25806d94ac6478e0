package viewer

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"wolfden/internal/waittest"
	"wolfden/werewolf"
)

// until loads the page of a seat until what is asked is so.
func (p *person) until(path string, so func(page string) bool) (page string) {
	p.t.Helper()
	waittest.Until(p.t, "what is asked of "+path, func() bool {
		var status int
		_, status, page = p.do(path, nil)
		return status == http.StatusOK && so(page)
	})
	return page
}

// What cannot be taken back and may not be meant is asked about first: nothing is taken, and what was written is still there.
func TestAnswersThatAreAskedAbout(t *testing.T) {
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	ann := newPerson(t, srv)
	path, _, _ := ann.do("/play", table(1))
	talk := ann.until(path, func(page string) bool { return strings.Contains(page, "<textarea") })
	number := askedNumber.FindStringSubmatch(talk)[1]
	for _, form := range []url.Values{
		{"number": {number}, "do": {"over"}, "text": {"half a <tho"}},
		{"number": {number}, "do": {"say"}, "text": {" Over "}},
	} {
		_, status, body := ann.do(path+"/answer", form)
		if status != http.StatusPreconditionRequired || !strings.Contains(body, "say nothing more before tomorrow") || !strings.Contains(body, `name="sure"`) {
			t.Errorf("%v is answered with %d", form, status)
		}
		if form.Get("do") == "over" && !strings.Contains(body, "half a &lt;tho</textarea>") {
			t.Error("what was written is gone")
		}
		if _, status, body = ann.do(path+"/answer", form, "Accept", "text/plain"); status != http.StatusOK || strings.Contains(body, "<html") || !strings.Contains(body, `name="sure"`) {
			t.Errorf("a script is answered with %d %.200s", status, body)
		}
	}
	tooLong := url.Values{"number": {number}, "do": {"say"}, "text": {strings.Repeat("a", 125) + "bcd"}}
	if _, status, body := ann.do(path+"/answer", tooLong); status != http.StatusPreconditionRequired || !strings.Contains(body, "“"+strings.Repeat("a", 125)+"”") {
		t.Errorf("what is too long is answered with %d", status)
	}
	if _, _, body := ann.do(path, nil); askedNumber.FindStringSubmatch(body)[1] != number {
		t.Error("an answer was taken before it was sure")
	}
	if _, status, _ := ann.do(path+"/answer", url.Values{"number": {number}, "do": {"over"}, "sure": {"1"}}, "Accept", "text/plain"); status != http.StatusNoContent {
		t.Errorf("what is sure is answered with %d", status)
	}
	if _, status, _ := ann.do(path+"/answer", url.Values{"number": {number}, "do": {"over"}}, "Accept", "text/plain"); status != http.StatusConflict {
		t.Errorf("what comes too late is answered with %d", status)
	}
	vote := ann.until(path, func(page string) bool {
		if form := answerTo(page); form != nil && !strings.Contains(page, ">Vote</button>") {
			form.Set("sure", "1")
			ann.do(path+"/answer", form)
			return false
		}
		return strings.Contains(page, ">Vote</button>")
	})
	number = askedNumber.FindStringSubmatch(vote)[1]
	own, _, _ := strings.Cut(vote, "<small>(you)")
	me := askedTarget.FindAllStringSubmatch(own, -1)
	self := url.Values{"number": {number}, "do": {"choose"}, "target": {me[len(me)-1][1]}}
	if _, status, body := ann.do(path+"/answer", self); status != http.StatusPreconditionRequired || !strings.Contains(body, "vote for yourself") {
		t.Errorf("a vote for oneself is answered with %d", status)
	}
	for id := 1; id <= 5; id++ {
		other := url.Values{"number": {number}, "do": {"choose"}, "target": {fmt.Sprint(id)}}
		if other.Get("target") != self.Get("target") && strings.Contains(vote, `name="target" value="`+fmt.Sprint(id)) {
			if _, status, _ := ann.do(path+"/answer", other, "Accept", "text/plain"); status != http.StatusNoContent {
				t.Errorf("a vote for another is answered with %d", status)
			}
			break
		}
	}
}

// The page counts as the rules do, whatever they are: it warns exactly of what would be cut.
func TestBrowserCountsAsTheRules(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	b.found(srv.URL, "Ann", 1, false)
	b.Until(dutyNow + " === 'speak'")
	var contest utteranceLimits
	if err := json.Unmarshal([]byte(b.word("document.querySelector('textarea').dataset.limits")), &contest); err != nil {
		t.Fatal(err)
	}
	type text struct {
		Limits utteranceLimits
		Text   string
	}
	chance := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"@", "Bo", "Big Bo", "ミナ", "@Bo", "@Big Bo", "@ミナ", " ", "\u3000", "\u00a0", "\u2003", "\ufeff", "\t", "\n", "\u202e", "\u200b",
		"a", "bc", "人狼", "\U0001F600", "e\u0301", "Over",
	}
	limit := func() int { return chance.IntN(9) - 1 }
	var texts []text
	for range 3000 {
		c := text{Limits: utteranceLimits{werewolf.LengthRules{
			CountInWord: chance.IntN(4) == 0, PerTalk: limit(), MentionLength: limit(), PerAgent: limit(), BaseLength: limit(),
		}, limit(), []string{"Bo", "Big Bo", "ミナ"}}}
		c.Limits.CountSpaces = !c.Limits.CountInWord && chance.IntN(3) == 0
		for range chance.IntN(14) {
			c.Text += pieces[chance.IntN(len(pieces))]
		}
		texts = append(texts, c)
	}
	name := contest.Names[0]
	texts = append(texts, text{contest, strings.Repeat("a", 120) + " @" + name + strings.Repeat(" b", 32)}, text{contest, strings.Repeat("c", 126)})
	data, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var shown []struct {
		Bad  bool
		Text string
	}
	err = json.Unmarshal([]byte(b.Eval(`(() => {
		const field = document.querySelector('textarea'), out = document.querySelector('.letters');
		return `+string(data)+`.map(({ Limits, Text }) => {
			field.dataset.limits = JSON.stringify(Limits);
			field.value = Text;
			field.dispatchEvent(new Event('input', { bubbles: true }));
			return { Bad: out.classList.contains('bad'), Text: out.textContent };
		});
	})()`)), &shown)
	if err != nil {
		t.Fatal(err)
	}
	cut := 0
	for i, c := range texts {
		clean := werewolf.Clean(c.Text)
		kept, _ := c.Limits.Fit(clean, c.Limits.Names, c.Limits.Budget)
		if len(kept) < len(clean) {
			cut++
		}
		if shown[i].Bad != (len(kept) < len(clean)) {
			t.Errorf("%q by %+v: of it %q is heard; the page shows %+v", clean, c.Limits, kept, shown[i])
		}
	}
	if cut < 300 || cut > 2700 {
		t.Errorf("%d of %d texts are too long", cut, len(texts))
	}
	if got := [2]string{shown[len(shown)-2].Text, shown[len(shown)-1].Text}; got != [2]string{"120/125 + 32/125", "126/125"} {
		t.Errorf("with a mention it is %q, without %q", got[0], got[1])
	}
	b.clean(srv.URL)
}

// By keyboard the question leads back first, and what was begun is still there.
func TestBrowserAsksWhetherItIsMeant(t *testing.T) {
	b := openBrowser(t)
	dir := t.TempDir()
	srv := site(t, Options{Dirs: []string{dir}, Rooms: roomsFor(t, dir)})
	b.found(srv.URL, "Ann", 1, false)
	b.Until(dutyNow + " === 'speak'")
	number := b.word(asked)
	b.tab(focused + ".tagName === 'TEXTAREA'")
	b.text("half a thought")
	for _, means := range []bool{false, true} {
		b.tab(focused + ".value === 'over'")
		b.Press("Enter")
		b.Until(isAsked + " && " + focused + ".matches('.sure a')")
		if means {
			b.Press("Tab")
		}
		b.Press("Enter")
		if !means {
			b.Until("!" + isAsked + " && " + focused + ".tagName === 'TEXTAREA'")
			if got := b.word("document.querySelector('textarea').value + " + asked); got != "half a thought"+number {
				t.Errorf("after going back there is %q", got)
			}
		}
	}
	b.Until(asked + " !== '" + number + "'")
	if b.Eval(isAsked) == "true" {
		t.Error("the question is still there")
	}
	b.clean(srv.URL)
}
