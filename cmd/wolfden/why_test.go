package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

// whyOf is what show --why prints of the notes of a player called Mio.
func whyOf(t *testing.T, foreign bool, notes ...gamelog.Note) string {
	t.Helper()
	h := &gamelog.Header{Foreign: foreign, Seats: []werewolf.Seat{{Name: "Mi\x1bo"}}}
	var out bytes.Buffer
	w := whyPrinter{p: transcript.New(&out, h, false), header: h, seat: 1, shown: map[string]shownMessage{}}
	for _, n := range notes {
		w.notes(&gamelog.Input{Notes: []gamelog.Note{n}})
	}
	w.end()
	return out.String()
}

func noteOfCall(t *testing.T, c *chronicle.Call) gamelog.Note {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return gamelog.Note{Topic: "model", Text: string(text)}
}

// Calls are printed whole, but for what the call before had at its beginning.
func TestWhyPrintsCalls(t *testing.T) {
	system := "one\ntwo\nthree\nfour"
	got := whyOf(t, false,
		gamelog.Note{Topic: "plan", Text: "wait\nand see"},
		noteOfCall(t, &chronicle.Call{
			Task: "word", Prompt: "ab12", By: chronicle.ByModel, Model: "m1", Thought: "hm\nwell", Answer: `{"utterance":"hello"}`, Again: "too long",
			Messages: []chronicle.Message{{Role: "system", Text: system}, {Role: "user", Text: "speak"}},
			In:       120, CachedIn: 100, Out: 30, ThoughtOut: 20, USD: 0.25, Latency: 900, Attempts: 2,
		}),
		noteOfCall(t, &chronicle.Call{
			Task: "vote", By: chronicle.ByRule, Why: "no answer in time", Attempts: 1,
			Messages: []chronicle.Message{{Role: "system", Text: system + "\nfive"}, {Role: "user", Text: "vote"}},
		}),
		noteOfCall(t, &chronicle.Call{Task: "vote", By: chronicle.ByRule, Why: "budget used up"}),
		noteOfCall(t, &chronicle.Call{Task: "vote", By: chronicle.ByModel, Answer: "y", AsDrafted: true, Attempts: 1}),
		noteOfCall(t, &chronicle.Call{Task: "vote", By: chronicle.ByModel, Answer: "x", Cached: true}),
	)
	const want = `      ~ plan     wait
      ~          and see
      ~ call 1   word, prompt ab12, m1, 2 requests, 0.90 s: 120 tokens in (100 cached), 30 out (20 thought), 0.2500 USD
      ~   system one
      ~          two
      ~          three
      ~          four
      ~   user   speak
      ~   thought hm
      ~          well
      ~   answer {"utterance":"hello"}
      ~   check  the model's answer holds
      ~          asked again: too long
      ~ call 2   vote, 1 request, 0.00 s: 0 tokens in, 0 out
      ~   system (4 lines as in call 1)
      ~          five
      ~   user   vote
      ~   check  a rule answered: no answer in time
      ~ call 3   vote, nothing was sent
      ~   check  a rule answered: budget used up
      ~ call 4   vote, 1 request, 0.00 s: 0 tokens in, 0 out
      ~   prompt (not recorded: the notes of this answer were too long)
      ~   answer y
      ~   check  the model's answer holds, and is the draft as it was
      ~ call 5   vote, out of the cache
      ~   answer x
      ~   check  the model's answer holds
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Whoever notes nothing is said to note nothing, and nothing that anybody wrote steers the terminal.
func TestWhyIsHarmlessAndNeverEmpty(t *testing.T) {
	if got := whyOf(t, false); !strings.Contains(got, "Mi\uFFFDo noted nothing") {
		t.Errorf("without notes: %q", got)
	}
	if got := whyOf(t, true); !strings.Contains(got, "contest logs hold no notes") {
		t.Errorf("a log: %q", got)
	}
	evil := "\x1b]0;x\x07\u202e\r\x9b2J"
	got := whyOf(t, false, gamelog.Note{Topic: evil, Text: evil}, noteOfCall(t, &chronicle.Call{
		Task: evil, Prompt: evil, By: chronicle.ByRule, Why: evil, Again: evil + "again", Repaired: evil, Thought: evil, Answer: evil, Model: evil,
		Messages: []chronicle.Message{{Role: evil, Text: evil}}, Attempts: 1,
	}))
	if strings.ContainsAny(got, "\x1b\x07\u202e\r\u009b") {
		t.Errorf("control characters in %q", got)
	}
	if n := strings.Count(got, "]0;x"); n != 12 {
		t.Errorf("%d of 12 texts are printed: %q", n, got)
	}
}
