package task

import (
	"testing"
	"time"

	"wolfden/internal/bot/scene"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/provider"
)

// TestHabitsLeaveTheWords: whatever servers and models put around a sentence that they were asked for, the sentence is what is said, or the
// cause is named.
func TestHabitsLeaveTheWords(t *testing.T) {
	const words = "I am Ada, and I ask Bela."
	texts := func(p llmtest.Prompt) llmtest.Answer { return llmtest.Answer{Text: words} }
	tasks := book(t)
	in := WordIn{Scene: scene.Scene{Me: "Ada", Action: "TALK", Commas: true, Players: []scene.Person{{Name: "Ada", Alive: true}, {Name: "Bela", Alive: true}}}}
	for _, h := range llmtest.Habits() {
		if h.Bend(texts)(llmtest.Prompt{Dialect: "openai"}).Status != 0 || h.Name == "window" || h.Name == "newtokens" {
			continue // of servers that turn questions down, or have no room for this one
		}
		t.Run(h.Name, func(t *testing.T) {
			t.Parallel()
			name, err := provider.ParseName(llmtest.During(t, h.Bend(texts)).Name("openai"))
			if err != nil {
				t.Fatal(err)
			}
			o := provider.New(provider.Options{Retry: provider.Retry{First: time.Millisecond}})
			defer o.Close()
			m, err := o.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			d := NewDesk(tasks, "en", llm.Structured(m))
			out, by := Consult(t.Context(), d, Word, in)
			call := d.calls[0]
			switch {
			case h.Silence != "" && (by != ByRule || call.Cause != h.Silence):
				t.Errorf("%+v by %s: %s, want %q", out, by, call.Cause, h.Silence)
			case h.Silence == "" && (by != ByModel || out.Utterance != words):
				t.Errorf("%q by %s (%s): %s", out.Utterance, by, call.Cause, call.Why)
			}
		})
	}
}
