package sunamelli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot/agent"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// No prompt has the words that safety filters dislike, whatever the profile says; an answer in milder words is understood. What is
// recorded of a call is word for word what the model was told and what it wrote.
func TestTerminology(t *testing.T) {
	hard := map[string][]string{"en": {"attack", "executed", "killed", "kill"}, "ja": {"処刑", "襲撃", "吊り"}}
	behave := func(p llmtest.Prompt) llmtest.Answer {
		if p.Task != "word" {
			return bottest.Mute(p)
		}
		return llmtest.Answer{Text: "I say let us vote out the " + string(rune('a'+p.N%26)) + `-wolf number ` + strings.Repeat("i", p.N/26+1) + "."}
	}
	for _, seed := range []uint64{2, 3} {
		for _, off := range [][]string{nil, {"terminology"}} {
			lang := []string{"en", "ja"}[seed%2]
			loud, prompts, noted, understood, recorded := 0, 0, 0, 0, 0
			play(t, 5, seed, off, behave, func(m *moment) {
				for _, p := range m.Asked {
					prompts++
					if slices.ContainsFunc(hard[lang], func(w string) bool { return strings.Contains(p.Text(), w) }) {
						loud++
					}
				}
				for _, text := range m.Notes["model"] {
					var call task.Call
					if err := json.Unmarshal([]byte(text), &call); err != nil {
						t.Fatal(err)
					}
					if !slices.ContainsFunc(m.Asked, func(p llmtest.Prompt) bool { return p.Text() == textOf(&call) }) {
						t.Errorf("%s: recorded, but not asked:\n%s", lang, textOf(&call))
					}
					recorded += strings.Count(call.Answer, "vote out the")
				}
				noted += len(m.Notes["terminology"])
				understood += strings.Count(m.Answer, "execute the")
			})
			t.Logf("%s, off %v: %d of %d prompts with hard words, %d answers put back", lang, off, loud, prompts, understood)
			if off == nil && (loud > 0 || noted < 10 || lang == "en" && (understood < 10 || recorded < understood)) {
				t.Errorf("%s: %d of %d prompts with hard words, noted %d times, %d answers put back", lang, loud, prompts, noted, understood)
			}
			if off != nil && (loud*4 < prompts || noted+understood > 0) {
				t.Errorf("%s, without the module: %d of %d prompts with hard words, noted %d times, %d answers put back", lang, loud, prompts, noted, understood)
			}
		}
	}
}

// textOf is what a recorded call told the model.
func textOf(c *task.Call) string {
	var p llmtest.Prompt
	p.Messages = c.Messages
	return p.Text()
}

// The language that is English where none is named has mild words too.
func TestTerminologyOfNoLanguage(t *testing.T) {
	p, err := System.Player(agent.Config{Model: llmtest.Model(bottest.Mute)})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.State().terms.soften("Who attacked Attack?"); got != "Who bitten Attack?" && got != "Who bitten Bite?" {
		t.Errorf("softened to %q", got)
	}
}

// Text and value of an answer both come back in the game's words, and names stay.
func TestAnswersAreHardened(t *testing.T) {
	schema, err := llm.NewSchema([]byte(`{"type":"object"}`))
	if err != nil {
		t.Fatal(err)
	}
	s := &softened{model: llmtest.Model(llmtest.Say(`{"said": "We vote out Bite and bite nobody."}`)), lang: "en", names: []string{"Bite"}}
	answer, err := s.Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "x"}}, Schema: schema})
	const want = "We execute Bite and attack nobody."
	if err != nil || !strings.Contains(answer.Text, want) || !strings.Contains(string(answer.JSON), want) || s.summary() != "" {
		t.Errorf("%s, %s, %v", answer.Text, answer.JSON, err)
	}
}

// What a schema says of an answer is said in milder words; what answers are read by stays, in its order.
func TestSchemasAreMilder(t *testing.T) {
	schema, err := llm.NewSchema([]byte(`{"type":"object","properties":{"reason":{"type":"string"},"attack":{"type":"string","description":"whom to \"attack\" or execute"}},"required":["reason","attack"]}`))
	if err != nil {
		t.Fatal(err)
	}
	var asked llm.Request
	s := &softened{lang: "en", model: watched(func(r llm.Request) { asked = r }, llmtest.Model(llmtest.Say(`{"reason":"","attack":""}`)))}
	if _, err := s.Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "x"}}, Schema: schema}); err != nil {
		t.Fatal(err)
	}
	got, want := string(asked.Schema.Text()), `{"type":"object","properties":{"reason":{"type":"string"},"attack":{"type":"string","description":"whom to \"bite\" or vote out"}},"required":["reason","attack"]}`
	if got != want {
		t.Errorf("%s\nnot %s", got, want)
	}
}
