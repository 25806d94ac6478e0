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

// habitual are the questions of a game: half of them with a form, at most five at a time.
func habitual(t *testing.T, m llm.Model, ask func(llm.Request) string) (answered, asked int, causes map[string]bool) {
	t.Helper()
	var mu sync.Mutex
	causes = map[string]bool{}
	schema := voteSchema(t)
	for range 4 {
		var wg sync.WaitGroup
		for i := range 5 {
			wg.Go(func() {
				req := question1()
				req.Sampling.Effort = ""
				if i%2 == 0 {
					req.Schema = schema
				}
				begun := time.Now()
				r, err := llm.Structured(m).Complete(t.Context(), req)
				took := time.Since(begun)
				mu.Lock()
				defer mu.Unlock()
				asked++
				switch want := ask(req); {
				case err != nil:
					if causes[llm.CauseOf(err)] = true; took > 10*time.Second {
						t.Errorf("after %s: %v", took, err)
					}
				case req.Schema != nil && targetOf(r.JSON) == want, req.Schema == nil && r.Text == want:
					answered++
				default:
					t.Errorf("said %q, %s, want %q", r.Text, r.JSON, want)
				}
			})
		}
		wg.Wait()
	}
	return answered, asked, causes
}

func targetOf(answer json.RawMessage) string {
	var v struct{ Target string }
	_ = json.Unmarshal(answer, &v) // it was checked
	return v.Target
}

// steady answers every question of a kind alike, in a form or in words, whatever the conversation was made into.
func steady(p llmtest.Prompt) llmtest.Answer {
	if p.Schema != nil || strings.Contains(p.Text(), "JSON schema") {
		return llmtest.Answer{Text: `{"reason":"Bob is quiet","target":"Bob"}`}
	}
	return llmtest.Answer{Text: "I am Ann, and I ask Bob."}
}

func checkHabit(t *testing.T, h *llmtest.Habit) {
	m, _ := unplugged(t, h.Bend(steady), Options{})
	answered, asked, causes := habitual(t, m, func(req llm.Request) string {
		if req.Schema != nil {
			return "Bob"
		}
		return "I am Ann, and I ask Bob."
	})
	switch {
	case h.Cause == "" && 100*answered < 95*asked:
		t.Errorf("%d of %d answers came through; causes %v", answered, asked, causes)
	case h.Cause != "" && (answered > 0 || !causes[h.Cause]):
		t.Errorf("%d of %d answers came through; causes %v, want %q", answered, asked, causes, h.Cause)
	}
	for cause := range causes {
		if cause != h.Cause && cause != llm.CauseResting && h.Cause != "" {
			t.Errorf("cause %q, want %q", cause, h.Cause)
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
