package bot_test

import (
	"encoding/json"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm/llmtest"
	"wolfden/internal/llm/llmtest/actor"
)

// Whatever task an actor is given, its answer passes the task's check; all but the forgetful, which forgets the form on purpose. A
// run with an actor has then no answer of a rule that is the actor's fault.
func TestActorsAnswerEveryTask(t *testing.T) {
	book, err := (*bot.Prompts)(nil).Tasks()
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		t.Skip("one goroutine")
	}
	t.Parallel()
	for _, a := range append(actor.All(), actor.Player(), llmtest.Mode{Name: "reads-memo", Behave: actor.Reading("memo")}) {
		if a.Name == "forgetful" {
			continue
		}
		a.Behave = undelayed(a.Behave)
		for _, spec := range book.All() {
			example, err := spec.Example()
			if err != nil {
				t.Fatal(err)
			}
			for _, input := range []json.RawMessage{example, lean(t, spec.Name(), example)} {
				for _, lang := range []string{"en", "ja"} {
					desk := task.NewDesk(nil, lang, llmtest.Model(a.Behave))
					if answer, call, err := spec.Try(t.Context(), desk, input); err != nil || call.By != task.ByModel {
						t.Errorf("%s, %s, %s: %v: %s\nit says %s, the rule %s", a.Name, spec.Name(), lang, err, call.Why, call.Answer, answer)
					}
				}
			}
		}
	}
}

// lean is an example without what the task can do without.
func lean(t *testing.T, name string, example json.RawMessage) json.RawMessage {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(example, &fields); err != nil {
		t.Fatal(err)
	}
	for of, left := range map[string][]string{"expand-character": {"age", "gender", "profile"}, "micro-desire": {"records", "known", "selected"}} {
		for _, field := range left {
			if of == name {
				delete(fields, field)
			}
		}
	}
	short, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return short
}

// undelayed answers at once.
func undelayed(behave llmtest.Behaviour) llmtest.Behaviour {
	return func(p llmtest.Prompt) llmtest.Answer {
		a := behave(p)
		a.Delay = 0
		return a
	}
}
