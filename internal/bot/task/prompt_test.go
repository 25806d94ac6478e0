package task

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"wolfden/internal/llm/llmtest"
)

func example(t *testing.T, name string) json.RawMessage {
	t.Helper()
	text, err := Example(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// promptOf is both messages, a line between.
func promptOf(t *testing.T, s Spec, lang string, in json.RawMessage) string {
	t.Helper()
	m, err := s.Prompt(lang, in)
	if err != nil {
		t.Fatalf("%s in %s: %v", s.Name(), lang, err)
	}
	if len(m) != 2 || m[0].Text == "" || m[1].Text == "" {
		t.Fatalf("%s in %s: an empty prompt", s.Name(), lang)
	}
	return m[0].Text + "\n\n" + m[1].Text
}

// TestPromptsRender fills every template with all of its input, with as little as can be, and with both kinds of draft.
func TestPromptsRender(t *testing.T) {
	for _, s := range book(t).All() {
		full := example(t, s.Name())
		for _, lang := range languages() {
			text := promptOf(t, s, lang, full)
			least := promptOf(t, s, lang, json.RawMessage(`{}`))
			if len(least) >= len(text) {
				t.Errorf("%s in %s: the input is not shown", s.Name(), lang)
			}
			if strings.Contains(text, "<no value>") || strings.Contains(text, "%!") || strings.Contains(text, "\n\n\n") {
				t.Errorf("%s in %s: a fault of the template:\n%s", s.Name(), lang, text)
			}
			if !strings.Contains(text, "<<<") {
				t.Errorf("%s in %s: nothing is fenced", s.Name(), lang)
			}
			if s.Hash(lang) == "" || s.Hash("en") == s.Hash("ja") {
				t.Errorf("%s: versions %q and %q", s.Name(), s.Hash("en"), s.Hash("ja"))
			}
		}
		if a := s.About(); a.Summary == "" || a.Source == "" || a.Tokens <= 0 || a.Name != s.Name() {
			t.Errorf("%s is not described: %+v", s.Name(), a)
		}
	}
}

// TestKeptDraftsComeAlone: a prompt that only rewords needs neither the talk nor thoughts.
func TestKeptDraftsComeAlone(t *testing.T) {
	s, _ := book(t).Find("word")
	in := with(t, example(t, "word"), map[string]any{"keep": true})
	for _, lang := range languages() {
		if text := promptOf(t, s, lang, in); strings.Contains(text, "<<<talk") || strings.Contains(text, "<<<memo") {
			t.Errorf("%s: too much:\n%s", lang, text)
		}
	}
}

// with is the input with some properties set.
func with(t *testing.T, in json.RawMessage, set map[string]any) json.RawMessage {
	t.Helper()
	tree := map[string]any{}
	if err := json.Unmarshal(in, &tree); err != nil {
		t.Fatal(err)
	}
	for k, v := range set {
		tree[k] = v
	}
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestEveryModeIsAnswered: whatever the model does, there is an answer by the schema, and it is known whose.
func TestEveryModeIsAnswered(t *testing.T) {
	b := book(t)
	synctest.Test(t, func(t *testing.T) {
		for _, mode := range llmtest.Modes() {
			for _, s := range b.All() {
				for _, lang := range languages() {
					d := NewDesk(b, lang, llmtest.Model(mode.Behave))
					out, call, err := s.Try(t.Context(), d, example(t, s.Name()))
					if err != nil {
						t.Fatalf("%s, %s: %v", mode.Name, s.Name(), err)
					}
					if err := s.Schema().Check(out); err != nil {
						t.Errorf("%s, %s: %s: %v", mode.Name, s.Name(), out, err)
					}
					if (call.By == ByRule) != (call.Why != "") || len(call.Messages) != map[bool]int{true: 2, false: 4}[call.Again == ""] || call.Prompt != s.Hash(lang) {
						t.Errorf("%s, %s: by %q because %q", mode.Name, s.Name(), call.By, call.Why)
					}
					broken := []string{"failing", "malformed", "truncated", "refusing", "dropping", "mistyped", "nothing"}
					if slices.Contains(broken, mode.Name) && call.By != ByRule {
						t.Errorf("%s, %s: answered by %s", mode.Name, s.Name(), call.By)
					}
				}
			}
		}
	})
}

// TestRulesNeedOnlyTheirInput: the same input has the same answer, also one that says nothing.
func TestRulesNeedOnlyTheirInput(t *testing.T) {
	b := book(t)
	for _, s := range b.All() {
		for _, in := range []json.RawMessage{example(t, s.Name()), json.RawMessage(`{}`)} {
			first, call, err := s.Try(t.Context(), NewDesk(b, "en", nil), in)
			again, _, _ := s.Try(t.Context(), NewDesk(b, "ja", nil), in)
			if err != nil || string(first) != string(again) || call.By != ByRule {
				t.Errorf("%s: %s, then %s: %v", s.Name(), first, again, err)
			}
		}
	}
}
