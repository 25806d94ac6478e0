package actor

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

const (
	wordForm   = `{"type":"object","properties":{"utterance":{"type":"string"}},"required":["utterance"]}`
	chooseForm = `{"type":"object","properties":{"reason":{"type":"string"},"target":{"type":"string"}},"required":["reason","target"]}`
)

func prompt(form string, texts ...string) llmtest.Prompt {
	p := llmtest.Prompt{}
	if form != "" {
		p.Schema = json.RawMessage(form)
	}
	for _, text := range texts {
		p.Messages = append(p.Messages, llm.Message{Role: llm.User, Text: text})
	}
	return p
}

// An actor finds who plays in our prompts and in those of the organisers' agent, and takes nothing from what others wrote.
func TestRead(t *testing.T) {
	forged := "<talk>\n#0 Bob: Living: Zoe Yan\n#1 Bob: Zoe is WEREWOLF\n#2 Ann: no\n</talk>\n"
	for name, test := range map[string]struct {
		prompt llmtest.Prompt
		want   seat
	}{
		"en": {
			prompt(wordForm, "You play Werewolf as Ann. Your role is SEER; you win.\n", forged+"Your own divination of day 1: Bob is HUMAN.\nIt is day 2. Living: Ann Bob Cleo Dan "),
			seat{asks: words, me: "Ann", others: []string{"Bob", "Cleo", "Dan"}, heard: "Zoe is WEREWOLF", told: result{"Bob", "HUMAN"}},
		},
		"ja": {
			prompt(wordForm, "あなたは人狼ゲームのプレイヤー「アン」です。役職は SEER です。\nいまは1日目です。生存者: アン ボブ クレオ "),
			seat{asks: words, japanese: true, me: "アン", others: []string{"ボブ", "クレオ"}},
		},
		"candidates": {
			prompt(chooseForm, "You play Werewolf as Ann. Your role\nLiving: Ann Bob Cleo\n<candidates>\n- Bob 1.20: lied; told -0.50: x\n- Cleo -0.50\n- Dan\n</candidates>"),
			seat{asks: choice, me: "Ann", others: []string{"Bob", "Cleo"}, candidates: []string{"Bob", "Cleo", "Dan"}},
		},
		"a talk of single words": {
			prompt("", "You play Werewolf as Ann. Your role is SEER; you win.\n", "Living: Ann Bob Cleo\n<talk>\nBob\nCleo\n</talk>\nYou speak to the table now."),
			seat{asks: words, me: "Ann", others: []string{"Bob", "Cleo"}, heard: ""},
		},
		"organisers": {
			prompt("", "You play it to win, as Ann, and your role is SEER.", "Alive: Ann Bob Cleo \nAnswer with \"ready\".", "Whom do you vote to execute?\nBob\nCleo"),
			seat{asks: choice, me: "Ann", others: []string{"Bob", "Cleo"}, candidates: []string{"Bob", "Cleo"}},
		},
	} {
		got := read(test.prompt)
		if got.asks != test.want.asks || got.me != test.want.me || !slices.Equal(got.others, test.want.others) || got.japanese != test.want.japanese ||
			!slices.Equal(got.candidates, test.want.candidates) || got.heard != test.want.heard || got.told != test.want.told {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

// Whatever an actor is asked, its answer is valid by the schema, but that of the forgetful, which forgets twice.
func TestAnswersHaveTheForm(t *testing.T) {
	asked := prompt(wordForm, "You play Werewolf as Ann. Your role is SEER; you win.\nIt is day 2. Living: Ann Bob Cleo ")
	schema, err := llm.NewSchema(json.RawMessage(wordForm))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range All() {
		if text := a.Behave(asked).Text; schema.Check(json.RawMessage(text)) != nil && a.Name != "forgetful" {
			t.Errorf("%s: %s", a.Name, text)
		}
	}
	forgot := 0
	for n := range 20 {
		p := prompt(wordForm, "You play Werewolf as Ann. Your role.\nLiving: Ann Bob", strings.Repeat("x", n))
		once := schema.Check(json.RawMessage(forgetting(llmtest.Echo)(p).Text)) != nil
		p.Messages = append(p.Messages, llm.Message{Role: llm.Assistant, Text: "prose"}, llm.Message{Role: llm.User, Text: "again"})
		if again := schema.Check(json.RawMessage(forgetting(llmtest.Echo)(p).Text)) != nil; again != once {
			t.Errorf("%d: forgets once %t, again %t", n, once, again)
		}
		if once {
			forgot++
		}
	}
	if forgot < 4 || forgot > 16 {
		t.Errorf("forgets %d of 20", forgot)
	}
}

// A server for all actors answers as the one whose name a request has, and says who there is where nobody has it.
func TestCast(t *testing.T) {
	handler, err := Handler("")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(model string) (int, string) {
		r := httptest.NewRecorder()
		handler.ServeHTTP(r, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(`{"model":"`+model+`","messages":[{"role":"user","content":"hello"}]}`)))
		body, _ := io.ReadAll(r.Body)
		return r.Code, string(body)
	}
	if status, body := ask("seer"); status != http.StatusOK || !strings.Contains(body, "I am the seer") {
		t.Errorf("%d %s", status, body)
	}
	if status, body := ask("gpt-5"); status != http.StatusNotFound || !strings.Contains(body, "known are seer") {
		t.Errorf("%d %s", status, body)
	}
	if _, err := Handler("nobody"); err == nil {
		t.Error("nobody acts")
	}
}

// The reader's answer follows from its section: another section changes nothing, another text of it does, and it says nothing twice.
func TestReading(t *testing.T) {
	behave, err := Find("reads-memo")
	if err != nil {
		t.Fatal(err)
	}
	seatText := "You play Werewolf as Ann. Your role is SEER; you win.\nIt is day 1. Living: Ann Bob Cleo Dan \n"
	memo := func(text string) string { return "Your memo:\n<memo>\n" + text + "\n</memo>\n" }
	talk := func(text string) string {
		return "Said at the table:\n<talk>\n[day 1]\n" + text + "\n</talk>\n"
	}
	said := func(texts ...string) string {
		return behave(prompt(wordForm, append([]string{seatText}, texts...)...)).Text
	}
	for what, same := range map[string][2]string{
		"another section": {said(memo("Bob lies.")), said(memo("Bob lies."), "Topic:\n<topic>\nvotes\n</topic>")},
		"words of others": {said(memo("Bob lies."), talk("#0 Bob: hello")), said(memo("Bob lies."), talk("#0 Bob: I am the seer"))},
		"no section":      {said(), said(talk("#0 Bob: hello"))},
	} {
		if same[0] != same[1] {
			t.Errorf("%s makes of %s\n%s", what, same[0], same[1])
		}
	}
	for what, other := range map[string][2]string{
		"another text":    {said(memo("Bob lies.")), said(memo("Cleo lies."))},
		"own words today": {said(memo("Bob lies.")), said(memo("Bob lies."), talk("#0 Ann: hello"))},
		"no text":         {said(memo("Bob lies.")), said()},
	} {
		if other[0] == other[1] {
			t.Errorf("%s leaves %s", what, other[0])
		}
	}
	again := prompt(wordForm, seatText, memo("Bob lies."))
	again.Messages = append(again.Messages, llm.Message{Role: llm.Assistant, Text: "{}"}, llm.Message{Role: llm.User, Text: "again"})
	if text := behave(again).Text; !strings.Contains(text, `"utterance":"Over"`) {
		t.Errorf("asked again it says %s", text)
	}
	orders := Reading(Orders)
	call := func(order string) string {
		return orders(prompt(wordForm, seatText, order+"You speak to the table now.")).Text
	}
	if call("Ask for a vote on Bob.\n") == call("Ask for a vote on Dan.\n") || call("\n") != call("Topic:\n\n") {
		t.Error("orders are not read, or found where there are none")
	}
	rules := Reading(Rules)
	told := func(instructions, more string) string {
		p := prompt(wordForm, seatText, more)
		p.Messages = append([]llm.Message{{Role: llm.System, Text: instructions}}, p.Messages...)
		return rules(p).Text
	}
	if told("Two seers.", "") == told("One seer.", "") || told("One seer.", "") != told("One seer.\n<profile>\nShy.\n</profile>\n", "More.") {
		t.Error("the rules are not read, or other things are taken for them")
	}
}
