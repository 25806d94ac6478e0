package task

import (
	"encoding/json"
	"testing"

	"wolfden/internal/llm/llmtest"
)

// TestListsAreCounted: a call tells what a model's list held, and only where there is one.
func TestListsAreCounted(t *testing.T) {
	invented := `{"claims":[{"day":9,"idx":9,"speaker":"Nobody","quote":"I am the seer","role":"SEER","target":"","species":""}]}`
	for _, tt := range []struct {
		task, answer string
		want         *List
	}{
		{"extract-claims", `{"claims":[]}`, &List{Empty: true}},
		{"extract-claims", invented, &List{Given: 1, Dropped: 1, Empty: true}},
		{"word", "I doubt Bela.", nil},
	} {
		s, _ := book(t).Find(tt.task)
		in := example(t, tt.task)
		if tt.task == "extract-claims" {
			in = with(t, in, map[string]any{"heard": nil})
		}
		_, call, err := s.Try(t.Context(), NewDesk(book(t), "en", llmtest.Model(llmtest.Say(tt.answer))), in)
		if err != nil || call.By != ByModel || (call.List == nil) != (tt.want == nil) || tt.want != nil && *call.List != *tt.want {
			t.Errorf("%s: %+v by %s, %s: %v", tt.answer, call.List, call.By, call.Why, err)
		}
	}
	for answer, want := range map[string]List{
		`{"claims":[1,2,3]}`:              {Given: 3, Dropped: 1},
		`{"claims":[1,2],"text":"a"}`:     {Given: 2},
		`{"claims":[1,2,3],"others":[4]}`: {Given: 4, Dropped: 2},
	} {
		if got := listOf(json.RawMessage(answer), map[string]any{"claims": []int{1, 2}}); got == nil || *got != want {
			t.Errorf("%s: %+v", answer, got)
		}
	}
	if got := listOf(json.RawMessage(`{"a":"b"}`), map[string]any{"a": "b"}); got != nil {
		t.Errorf("without a list: %+v", got)
	}
}
