package chronicle

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// noteOf is a note on a call.
func noteOf(fields string) gamelog.Note {
	return gamelog.Note{Topic: "model", Text: "{" + fields + "}"}
}

// recordOf is a record of answers without a game, with the notes of seat 1 and of seat 2.
func recordOf(notes ...[]gamelog.Note) *gamelog.Record {
	rec := &gamelog.Record{Header: gamelog.Header{ID: "01TEST", Seats: make([]werewolf.Seat, len(notes))}}
	for i, n := range notes {
		rec.Header.Seats[i].Name = fmt.Sprint("P", i+1)
		rec.Entries = append(rec.Entries, gamelog.Entry{Input: &gamelog.Input{
			Action: werewolf.Action{Seat: werewolf.SeatID(i + 1), Request: werewolf.Talk}, Notes: n,
		}})
	}
	return rec
}

func TestCallsAreSummed(t *testing.T) {
	s := Summarize(recordOf([]gamelog.Note{
		noteOf(`"by":"model","answer":"a","tokens_in":100,"tokens_in_cached":60,"tokens_out":20,"tokens_thought":15,"cost_usd":0.5,"latency_ms":1000,"attempts":1`),
		noteOf(`"by":"model","answer":"b","repaired":"comma,list","tokens_in":10,"tokens_out":2,"cost_usd":0.25,"latency_ms":3000,"attempts":2`),
		noteOf(`"by":"rule","why":"provider: x: no answer in time: context deadline exceeded","attempts":1`),
		noteOf(`"by":"rule","why":"task word: the answer does not hold: the player has said the same today","answer":"c","tokens_in":1,"tokens_out":1,"latency_ms":2000,"attempts":1`),
		noteOf(`"by":"model","answer":"d","tokens_in":5000,"tokens_out":5000,"cached":true`),
		noteOf(`"by":"nobody"`),
		{Topic: "plan", Text: `{"by":"model"}`},
	}, nil))
	c := s.Players[0].Calls
	if c == nil || s.Players[1].Calls != nil {
		t.Fatalf("calls %+v, of who made none %+v", c, s.Players[1].Calls)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"by_model":3,"repaired":1,"by_rule":2,"share_by_model":0.6,"causes":{"does not hold: said before":1,"no time":1},"lines":0,"lines_by_model":0,"share_of_lines":null,"from_cache":1,"requests":5,` +
		`"tokens_in":111,"tokens_in_cached":60,"tokens_out":23,"tokens_thought":15,"latency_p50_ms":2000,"latency_p95_ms":3000,"cost_usd":0.75}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	if got := strings.Join(c.Cells(), "|"); got != "5|3 (60.0%)|-|1|2|5|111|60|23|15|2.00 s|3.00 s|0.7500" {
		t.Errorf("cells %s", got)
	}
	if got := len(CallColumns()); got != len(c.Cells()) {
		t.Errorf("%d columns", got)
	}
	sum := Calls{}
	sum.Add(c)
	sum.Add(nil)
	sum.Add(c)
	if sum.Asked() != 10 || sum.Share() != 0.6 || sum.Commonest(1) != "does not hold: said before 2, others 2" || sum.USD != 1.5 || sum.Sent != 10 || sum.Kept != 2 {
		t.Errorf("twice: %+v", sum)
	}
	if c.Asked() != 5 || c.Causes["no time"] != 1 {
		t.Errorf("adding changed what was added: %+v", c)
	}
	none, err := json.Marshal(Calls{})
	if err != nil || !strings.Contains(string(none), `"share_by_model":null`) || !strings.Contains(string(none), `"latency_p50_ms":null`) {
		t.Errorf("none: %s, %v", none, err)
	}
}

// Latencies are those of the list at the rank, never between two.
func TestLatency(t *testing.T) {
	var c Calls
	for ms := int64(100); ms >= 1; ms-- {
		c.Count(&Call{By: ByModel, Answer: "x", Latency: ms, Attempts: 1})
	}
	for share, want := range map[float64]int64{0: 1, 0.5: 50, 0.95: 95, 1: 100} {
		if got, ok := c.Latency(share); !ok || got != want {
			t.Errorf("%v of the answers: %d ms, want %d", share, got, want)
		}
	}
}

// What a model or a player says cannot make a reason look like another.
func TestCauses(t *testing.T) {
	for why, want := range map[string]string{
		"no model": "no model",
		"provider: openai:x: no answer in time: Post \"http://127.0.0.1:1/v1\": context deadline exceeded":   "no time",
		"provider: openai:x: no answer in time: status 500: budget used up":                                  "provider did not answer",
		"provider: openai:x: left alone since calls failed: no answer in time: connection refused":           "provider left alone",
		"provider: openai:x: request rejected: status 401":                                                   "refused by the provider",
		"provider: openai:x: answer truncated after 5 tokens; asked again: provider: no answer in time":      "cut off",
		"llm: task \"word\": answer breaks its schema, also when asked again: there is no JSON value in it":  "wrong form",
		"task choose-target: the answer does not hold: \"no model\" is no target that may be chosen; [] are": "does not hold: no legal choice",
		"task word: the answer does not hold: \"is \\\" empty\" did not say it":                              "does not hold: not what was said",
		"task word: the answer does not hold: something new":                                                 "does not hold: other",
		"the player has said the same today":                                                                 "does not hold: said before",
		"filter: its speaker has said it today":                                                              "does not hold: said before",
		"nobody who may be chosen is named":                                                                  "does not hold: no legal choice",
		"\"model refused\"":                                                                                  "another reason",
	} {
		if got := (&Call{Why: why}).Cause(); got != want {
			t.Errorf("%s: %s, want %s", why, got, want)
		}
	}
}

// What a record names as the kind counts, if it is one; the reason's words do not count beside it.
func TestNotedCause(t *testing.T) {
	for _, test := range []struct{ cause, why, want string }{
		{"no time", "model refused", "no time"},
		{"my <b>own</b>", "llm: model refused", "refused by the model"},
		{"", "llm: model refused", "refused by the model"},
		{"", "", "another reason"},
	} {
		c := callOf(noteOf(fmt.Sprintf(`"task":"word","by":"rule","why":%q,"cause":%q`, test.why, test.cause)))
		if got := c.Cause(); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}

// A wording that the player did not use is no answer of the model's.
func TestWordingsThatAreNotUsed(t *testing.T) {
	worded := noteOf(`"task":"word","by":"model","answer":"x"`)
	meaning := gamelog.Note{Topic: "meaning", Text: "the rewording claims, reports or votes otherwise than what was to be said"}
	calls := Summarize(recordOf([]gamelog.Note{
		worded, meaning, noteOf(`"task":"read","by":"model","answer":"y"`), worded, worded,
	}, []gamelog.Note{worded})).Players[0].Calls
	if calls.ByModel != 3 || calls.ByRule != 1 || calls.Commonest(9) != "does not hold: other meaning 1" {
		t.Errorf("%+v", calls)
	}
}
