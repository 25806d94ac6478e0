package llm

import (
	"cmp"
	"context"
	"encoding/json"
)

// Settings are what a user wants of every question to a model, before what the asker wants. The zero value wants
// nothing.
type Settings struct {
	Temperature *float64
	TopP        *float64
	Seed        *int64
	Effort      Effort
	Thought     int             // budget of thought in tokens
	Answer      int             // room of the answer in tokens
	Extra       json.RawMessage // see Sampling
}

// Apply returns the sampling with the settings in it.
func (s Settings) Apply(to Sampling) Sampling {
	to.Temperature, to.TopP, to.Seed = cmp.Or(s.Temperature, to.Temperature), cmp.Or(s.TopP, to.TopP), cmp.Or(s.Seed, to.Seed)
	to.Effort, to.Thought, to.MaxTokens = cmp.Or(s.Effort, to.Effort), cmp.Or(s.Thought, to.Thought), cmp.Or(s.Answer, to.MaxTokens)
	if s.Extra != nil {
		to.Extra = s.Extra
	}
	return to
}

// Tuned asks a model of a family with the user's settings, and with room for the thought that the family may need. It
// belongs around budgets, caches and recordings, so that they see what is asked.
func Tuned(m Model, s Settings, f Family) Model { return tuned{m, s, f} }

type tuned struct {
	Model
	settings Settings
	family   Family
}

// Complete implements Model.
func (t tuned) Complete(ctx context.Context, req Request) (Response, error) {
	req.Sampling = t.family.Roomy(t.settings.Apply(req.Sampling))
	return t.Model.Complete(ctx, req)
}

// ByTask asks the model of what the request answers, else that of the moment at which it is asked, else that of the module that
// asks, else that of its task, and main where none of them has one of its own.
func ByTask(main Model, tasks map[string]Model) Model {
	if len(tasks) == 0 {
		return main
	}
	return byTask{main, tasks}
}

type byTask struct {
	main  Model
	tasks map[string]Model
}

// Complete implements Model.
func (b byTask) Complete(ctx context.Context, req Request) (Response, error) {
	for _, name := range []string{req.Label.Answers, req.Label.Moment, req.Label.Module, req.Label.Task} {
		if m := b.tasks[name]; m != nil {
			return m.Complete(ctx, req)
		}
	}
	return b.main.Complete(ctx, req)
}
