package llmtest

import (
	"testing"

	"wolfden/internal/llm"
)

// Every habit says where it was reported.
func TestHabits(t *testing.T) {
	p := Prompt{Dialect: "openai", Body: []byte(`{"max_tokens":1}`), Messages: []llm.Message{{Role: llm.System, Text: "s"}, {Role: llm.User, Text: "u"}}}
	for _, h := range Habits() {
		if h.Name == "" || h.From == "" || h.Bend == nil {
			t.Errorf("%+v", h)
		}
		if a := h.Bend(Say(`{"a":"b"}`))(p); a.Status == 0 && a.Raw == nil && a.Text == "" {
			t.Errorf("%s says nothing", h.Name)
		}
	}
}
