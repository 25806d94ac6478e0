package story

import (
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
)

const noted = `{"task":"utterance","prompt":"ab12","by":"model","messages":[{"role":"system","text":"be brief"}],` +
	`"answer":"hello\u202e","model":"m1","tokens_in":120,"tokens_out":30,"cost_usd":0.25,"latency_ms":900,"attempts":2,"cached":true}`

func TestCall(t *testing.T) {
	c := callOf(gamelog.Note{Topic: "model", Text: noted})
	if c == nil {
		t.Fatal("no call")
	}
	if want := (Cost{Calls: 1, In: 120, Out: 30, USD: 0.25}); c.Cost != want {
		t.Errorf("cost %+v, want %+v", c.Cost, want)
	}
	if len(c.Messages) != 1 || c.Messages[0] != (chronicle.Message{Role: "system", Text: "be brief"}) || c.Attempts != 2 || !c.Cached || c.Latency != 900 {
		t.Errorf("call %+v", c)
	}
	if strings.Contains(c.Answer, "\u202e") {
		t.Error("the answer may turn the text around it")
	}
}

func TestNoCall(t *testing.T) {
	for _, n := range []gamelog.Note{
		{Topic: "plan", Text: noted},
		{Topic: "model", Text: "not JSON"},
		{Topic: "model", Text: `{"by":"somebody"}`},
		{Topic: "model", Text: strings.Replace(noted, "120", "-120", 1)},
		{Topic: "model", Text: strings.Replace(noted, "0.25", "1e300", 1)},
	} {
		if c := callOf(n); c != nil {
			t.Errorf("%v: call %+v", n, c)
		}
	}
}

func FuzzCall(f *testing.F) {
	f.Add(noted)
	f.Add(`{"by":"rule","why":"no model"}`)
	f.Fuzz(func(t *testing.T, text string) {
		c := callOf(gamelog.Note{Topic: "model", Text: text})
		if c == nil {
			return
		}
		if c.Calls+c.Rules != 1 || c.In < 0 || c.Out < 0 || c.USD < 0 {
			t.Errorf("cost %+v", c.Cost)
		}
		if Show(c.Answer) != c.Answer || Show(c.Why) != c.Why {
			t.Error("text that does not show itself")
		}
	})
}
