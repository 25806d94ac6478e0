package llm

import (
	"slices"
	"testing"
)

func TestTheTableOfFamilies(t *testing.T) {
	all, err := families()
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range all {
		if !slices.Contains([]Thinking{NeverThinks, ThinksIfAsked, ThinksUnless, AlwaysThinks}, f.Thinks) || f.Window < 8192 {
			t.Errorf("%s: %+v", name, f)
		}
		if f.Thinks == NeverThinks && (len(f.Efforts) > 0 || f.BudgetMost > 0) || f.BudgetLeast > f.BudgetMost {
			t.Errorf("%s never thinks, but is asked how much: %+v", name, f)
		}
		for _, e := range f.Efforts {
			if _, err := ParseEffort(string(e)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, parameter := range append(f.Refuses, f.WhileThinking...) {
			if !slices.Contains([]string{"temperature", "top_p", "seed", "schema"}, parameter) {
				t.Errorf("%s refuses %q, which is no parameter", name, parameter)
			}
		}
	}
	if _, err := parseFamilies([]byte(`{"families":{"a:b":{"think":"never"}}}`)); err == nil {
		t.Error("an unknown key is read")
	}
}

func TestFamilyOf(t *testing.T) {
	for model, want := range map[string]int{
		"openai:gpt-4o-mini-2024-07-18": 128000, "openai:gpt-4": 8192, "openai:gpt-5.4": 1050000, "openai:gpt-5.4-mini": 400000,
		"azure@https://r.openai.azure.com/openai/v1:gpt-4.1": 1047576, "responses@http://[::1]:80/v1:gpt-5": 400000,
		"anthropic:claude-sonnet-4-6": 1000000, "anthropic:claude-sonnet-4-5": 200000, "openrouter:anthropic/claude-opus-4.7:free": 1000000, "openrouter:google/gemini-2.5-pro": 1048576,
		"ollama:qwen3:8b": 40960, "openai@http://127.0.0.1:8000/v1:Qwen/Qwen3-8B": 40960, "ollama@http://gpu:qwen3:8b": 40960,
		"openai:unheard-of": 0, "azure@https://r/v1:my-deployment": 0,
	} {
		if f, err := FamilyOf(model); err != nil || f.Window != want {
			t.Errorf("%s: window %d, %v; want %d", model, f.Window, err, want)
		}
	}
}

func TestRoomForThought(t *testing.T) {
	for _, test := range []struct {
		model    string
		sampling Sampling
		room     int
		effort   Effort
	}{
		{"openai:gpt-5", Sampling{}, 8192, ""},
		{"openai:gpt-5", Sampling{Effort: NoEffort}, 8192, Minimal},
		{"openai:gpt-5", Sampling{Effort: Most}, 49152, High},
		{"openai:gpt-5.4", Sampling{}, 0, ""},
		{"openai:gpt-5.4", Sampling{Effort: Minimal}, 2048, NoEffort},
		{"openai:gpt-5.6-sol", Sampling{}, 8192, ""},
		{"openai:gpt-5.6-luna", Sampling{Effort: NoEffort}, 0, NoEffort},
		{"openai:gpt-6-luna", Sampling{Effort: NoEffort}, 0, NoEffort},
		{"openai:gpt-6.1-sol", Sampling{Effort: NoEffort}, 8192, Low},
		{"anthropic:claude-haiku-5-5", Sampling{}, 8192, ""},
		{"gemini:gemini-3.6-flash", Sampling{Effort: Minimal}, 2048, Minimal},
		{"openai:gpt-4o", Sampling{Effort: High, Thought: 500}, 0, ""},
		{"anthropic:claude-haiku-4-5", Sampling{Thought: 500}, 1024, ""},
		{"anthropic:claude-opus-4-1", Sampling{Effort: Most}, 24000, ""},
		{"anthropic:claude-opus-5-5", Sampling{Effort: NoEffort}, 8192, Low},
		{"anthropic:claude-sonnet-5-5", Sampling{}, 8192, ""},
		{"anthropic:claude-sonnet-5-5", Sampling{Effort: NoEffort}, 0, Low},
		{"openai@http://h/v1:what", Sampling{}, 0, ""},
		{"openai@http://h/v1:what", Sampling{Effort: XHigh}, 32768, XHigh},
		{"openai@http://h/v1:what", Sampling{Thought: 700}, 700, ""},
	} {
		f, err := FamilyOf(test.model)
		if err != nil {
			t.Fatal(err)
		}
		roomy := f.Roomy(test.sampling)
		if roomy.Room != test.room || f.Nearest(test.sampling.Effort) != test.effort || f.Roomy(roomy).Room != roomy.Room {
			t.Errorf("%s %+v: room %d, effort %q; want %d, %q", test.model, test.sampling, roomy.Room, f.Nearest(test.sampling.Effort), test.room, test.effort)
		}
	}
}

// Thought has at most half of a window, and what it may take is not for prompts.
func TestWindowLeft(t *testing.T) {
	for _, test := range []struct {
		family   Family
		settings Settings
		room     int
		left     int
	}{
		{Family{}, Settings{}, 0, 0},
		{Family{Window: 4096}, Settings{}, 0, 4096},
		{Family{Window: 4096}, Settings{Answer: 500}, 0, 3596},
		{Family{Window: 4096, Thinks: AlwaysThinks}, Settings{}, 2048, 2048},
		{Family{Window: 128_000, Thinks: AlwaysThinks}, Settings{Effort: Low}, 4096, 123_904},
		{Family{Window: 4096, Thinks: AlwaysThinks}, Settings{Answer: 4000}, 2048, 1},
	} {
		if room, left := test.family.Roomy(test.settings.Apply(Sampling{})).Room, test.family.Left(test.settings); room != test.room || left != test.left {
			t.Errorf("%+v, %+v: room %d, left %d", test.family, test.settings, room, left)
		}
	}
}
