package provider

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// With every habit of servers and models, all answers come through, or the cause is named within ten seconds. The questions come as a
// game asks them: several at once, with a form and without, again and again.
func TestHabits(t *testing.T) {
	names := map[string]bool{}
	for _, h := range llmtest.Habits() {
		if names[h.Name] {
			t.Errorf("two habits are called %s", h.Name)
		}
		names[h.Name] = true
		t.Run(h.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { checkHabit(t, &h) })
		})
	}
	if len(names) < 80 {
		t.Errorf("%d habits", len(names))
	}
}

// tally is what came of questions of a kind.
type tally struct {
	answered, asked int
	causes          map[string]bool
}

// habitual are the questions of a game: some with a form and some without, one after another at first, so that each kind learns the cause
// before the provider is left alone, then five at a time. takes reports whether a text is what was said.
func habitual(t *testing.T, m llm.Model, takes func(string) bool) (forms, texts tally) {
	t.Helper()
	var mu sync.Mutex
	forms.causes, texts.causes = map[string]bool{}, map[string]bool{}
	schema := voteSchema(t)
	for round := range 4 {
		var wg sync.WaitGroup
		for i := range 5 {
			wg.Go(func() {
				req, of := question1(), &texts
				req.Sampling.Effort = ""
				if i%2 == 0 {
					req.Schema, of = schema, &forms
				}
				begun := time.Now()
				r, err := llm.Structured(m).Complete(t.Context(), req)
				took := time.Since(begun)
				mu.Lock()
				defer mu.Unlock()
				of.asked++
				switch {
				case err != nil:
					if of.causes[llm.CauseOf(err)] = true; took > 10*time.Second {
						t.Errorf("after %s: %v", took, err)
					}
				case req.Schema != nil && targetOf(r.JSON) == "Bob", req.Schema == nil && takes(r.Text):
					of.answered++
				default:
					t.Errorf("said %q, %s", r.Text, r.JSON)
				}
			})
			if round == 0 {
				wg.Wait()
			}
		}
		wg.Wait()
	}
	return forms, texts
}

func targetOf(answer json.RawMessage) string {
	var v struct{ Target string }
	_ = json.Unmarshal(answer, &v) // it was checked
	return v.Target
}

const sentence = "I am Ann, and I ask Bob."

// steady answers every question of a kind alike, in a form or in words, whatever the conversation was made into.
func steady(p llmtest.Prompt) llmtest.Answer {
	if p.Schema != nil || strings.Contains(p.Text(), "JSON schema") {
		return llmtest.Answer{Text: `{"reason":"Bob is quiet","target":"Bob"}`}
	}
	return llmtest.Answer{Text: sentence}
}

func checkHabit(t *testing.T, h *llmtest.Habit) {
	m, _ := unplugged(t, h.Bend(steady), Options{})
	forms, texts := habitual(t, m, func(text string) bool { return text == sentence || h.Written && strings.Contains(text, sentence) })
	forms.check(t, h.Cause)
	texts.check(t, h.Silence)
}

func (a *tally) check(t *testing.T, want string) {
	t.Helper()
	if want == "" && 100*a.answered < 95*a.asked || want != "" && (a.answered > 0 || !a.causes[want]) {
		t.Errorf("%d of %d answers came through; causes %v, want %q", a.answered, a.asked, a.causes, want)
	}
	for cause := range a.causes {
		if cause != want && cause != llm.CauseResting && want != "" {
			t.Errorf("cause %q, want %q", cause, want)
		}
	}
}

// A reply that is packed is unpacked, also by a server that was not asked to pack it.
func TestPackedReplies(t *testing.T) {
	s := llmtest.During(t, func(llmtest.Prompt) llmtest.Answer {
		var b strings.Builder
		w := gzip.NewWriter(&b)
		_, err := w.Write([]byte(`{"choices":[{"message":{"content":"hi"}}]}`))
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Error(err)
		}
		return llmtest.Answer{Raw: []byte(b.String()), Header: http.Header{"Content-Encoding": {"gzip"}}}
	})
	if r, err := open(t, s, "openai", Options{}).Complete(t.Context(), question1()); err != nil || r.Text != "hi" {
		t.Errorf("%+v, %v", r, err)
	}
}
