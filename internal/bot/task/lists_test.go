package task

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// TestChoicesAreListed: a model is asked for one of the names that the game allows, and takes what is written around it.
func TestChoicesAreListed(t *testing.T) {
	for name, want := range map[string][]string{
		"choose-target":  {`"target":{"type":"string","description":"as written in the list","enum":["Bela","Ezra"]}`},
		"word-mention":   {`"enum":["Bela","Cleo","Dora","Ezra",""]`},
		"extract-claims": {`"enum":["HUMAN","WEREWOLF",""]`, `"enum":["Ada","Bela","Cleo","Dora","Ezra",""]`},
		"pick-topic":     {`"topic":{"type":"string","description":"one of the topics, as written in the list","enum":[`},
	} {
		s, _ := book(t).Find(name)
		given := ""
		m := asking{llmtest.Model(llmtest.Say("{}")), func(r llm.Request) { given = string(r.Schema.Text()) }}
		if _, _, err := s.Try(t.Context(), NewDesk(book(t), "en", m), example(t, name)); err != nil {
			t.Fatal(err)
		}
		for _, part := range want {
			if !strings.Contains(given, part) {
				t.Errorf("%s: %s is not in the schema\n%s", name, part, given)
			}
		}
	}
	s, _ := book(t).Find("choose-target")
	for said, repaired := range map[string]string{"Bela": "", "bela.": "case", "Bela (you)": "around", "Bela（あなた）": "around", "Bela or Ezra": "no", "all of them": "no"} {
		answer, err := json.Marshal(map[string]string{"reason": "r", "target": said})
		if err != nil {
			t.Fatal(err)
		}
		out, call, err := s.Try(t.Context(), NewDesk(book(t), "en", llmtest.Model(llmtest.Say(string(answer)))), example(t, "choose-target"))
		if taken := repaired != "no"; err != nil || (call.By == ByModel) != taken || taken && (call.Repaired != repaired || !strings.Contains(string(out), `"target":"Bela"`)) || !taken && call.Cause != BreachChoice {
			t.Errorf("%q: %s by %s (%s), repaired %q: %v", said, out, call.By, call.Cause, call.Repaired, err)
		}
	}
}

// asking is a model that tells what it is asked.
type asking struct {
	llm.Model
	tell func(llm.Request)
}

func (a asking) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	a.tell(r)
	return a.Model.Complete(ctx, r)
}
