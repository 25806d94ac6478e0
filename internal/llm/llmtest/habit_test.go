package llmtest

import (
	"testing"

	"wolfden/internal/llm"
)

// Every habit says where it was reported, and is asked for by its name.
func TestHabits(t *testing.T) {
	bent := Bent(Say(`{"a":"b"}`))
	p := Prompt{Dialect: "openai", Body: []byte(`{"max_tokens":1}`), Messages: []llm.Message{{Role: llm.System, Text: "s"}, {Role: llm.User, Text: "u"}}}
	for _, h := range Habits() {
		if h.Name == "" || h.From == "" || h.Bend == nil {
			t.Errorf("%+v", h)
		}
		p.Model = h.Name
		if a := bent(p); a.Status == 0 && a.Raw == nil && a.Text == "" {
			t.Errorf("%s says nothing", h.Name)
		}
	}
	p.Model = "none"
	if a := bent(p); a.Text != `{"a":"b"}` {
		t.Errorf("without a habit: %+v", a)
	}
}
