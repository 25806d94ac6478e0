package task

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest"
)

// breaking is a model whose answer breaks off.
type breaking struct {
	llm.Model
	text string
	err  error
}

func (b breaking) Complete(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{Text: b.text, Finish: llm.Truncated}, b.err
}

// TestWhatBreaksOffIsSaidUpToItsLastSentence, whether tokens or time ran out; a form that breaks off is none.
func TestWhatBreaksOffIsSaidUpToItsLastSentence(t *testing.T) {
	late := fmt.Errorf("%w: %w", llm.ErrUnavailable, context.DeadlineExceeded)
	for _, err := range []error{llm.ErrTruncated, late} {
		for text, want := range map[string]string{"I doubt Cleo. And Bela is": "I doubt Cleo.", "I doubt": "", "": ""} {
			m := breaking{llmtest.Model(llmtest.Say("")), text, err}
			word, _ := book(t).Find("word")
			out, call, fault := word.Try(t.Context(), NewDesk(book(t), "en", m), example(t, "word"))
			if fault != nil || (call.By == ByModel) != (want != "") || want != "" && (string(out) != `{"utterance":"`+want+`"}` || call.Repaired != RepairedCut || call.Answer != text) {
				t.Errorf("%v: %q: %s by %s (%s), repaired %q: %v", err, text, out, call.By, call.Why, call.Repaired, fault)
			}
			plan, _ := book(t).Find("choose-target")
			if _, call, _ := plan.Try(t.Context(), NewDesk(book(t), "en", m), example(t, "choose-target")); call.By != ByRule || !errors.Is(err, llm.ErrTruncated) && call.Cause != llm.CauseLate {
				t.Errorf("%v: a form of %q: by %s (%s)", err, text, call.By, call.Cause)
			}
		}
	}
}
