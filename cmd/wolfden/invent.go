package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"wolfden/internal/contest/config"
	"wolfden/internal/llm"
	"wolfden/internal/llm/provider"
)

//go:embed prompts/character.txt
var characterPrompt string

// character is what a model is asked for; its tags make the schema.
type character struct {
	Name        string `json:"name" jsonschema:"a first name, one word"`
	Age         int    `json:"age" jsonschema:"in years"`
	Gender      string `json:"gender"`
	Personality string `json:"personality"`
}

// inventor invents a server's characters with the models that its tracks name.
type inventor struct {
	opener   *provider.Opener
	language string
	prompt   *template.Template
	schema   *llm.Schema

	mu     sync.Mutex
	models map[string]llm.Model
	names  []string // the latest, so that a model does not repeat one
	calls  int
}

// rememberedNames is how many names a model is told not to use again.
const rememberedNames = 30

// newInventor opens the models of the configuration. If one cannot be opened, for example because its key is
// missing, it warns, and the built-in characters play instead. It returns nil when there is no model to ask.
func newInventor(cfg *config.Config, lang string, log *slog.Logger) (*inventor, error) {
	in := &inventor{opener: provider.New(provider.Options{
		Warn: func(err error) { log.Warn(err.Error() + "; the cast plays instead") },
	}), language: "English", models: map[string]llm.Model{}}
	if lang == "ja" {
		in.language = "Japanese"
	}
	for i := range cfg.Tracks {
		c := &cfg.Tracks[i].Characters
		if !c.Enable || !c.Dynamic.Enable || in.models[c.Dynamic.Model] != nil {
			continue
		}
		m, err := in.open(c.Dynamic.Model)
		if err != nil {
			log.Warn(cfg.Blame(&cfg.Tracks[i], "custom_profile.dynamic_profile.model", err).Error() + "; the cast plays instead")
			continue
		}
		in.models[c.Dynamic.Model] = m
	}
	if len(in.models) == 0 {
		return nil, nil
	}
	var err error
	if in.prompt, err = template.New("character").Parse(characterPrompt); err != nil {
		return nil, err
	}
	in.schema, err = llm.SchemaOf[character](nil)
	return in, err
}

// open opens a model by its name. A bare name, as in the organisers' file, means OpenAI.
func (in *inventor) open(model string) (llm.Model, error) {
	if !strings.ContainsAny(model, ":@") {
		model = "openai:" + model
	}
	name, err := provider.ParseName(model)
	if err != nil {
		return nil, err
	}
	m, err := in.opener.Open(name)
	if err != nil {
		return nil, err
	}
	return llm.Structured(m), nil
}

// Invent asks for one character. The model does not see the picture.
func (in *inventor) Invent(ctx context.Context, d *config.DynamicProfile, _, hint string) (map[string]string, error) {
	in.mu.Lock()
	model, taken, index := in.models[d.Model], strings.Join(in.names, " "), in.calls
	in.calls++
	in.mu.Unlock()
	if model == nil {
		return nil, fmt.Errorf("the model %s was not opened", d.Model)
	}
	var text strings.Builder
	if err := in.prompt.Execute(&text, map[string]string{
		"Wish": d.Prompt, "Language": in.language, "Taken": taken, "Fault": hint,
	}); err != nil {
		return nil, err
	}
	answer, err := model.Complete(ctx, llm.Request{
		Label: llm.Label{Task: "character"}, Schema: in.schema,
		Messages: []llm.Message{{Role: llm.User, Text: text.String()}},
		Sampling: llm.Sampling{MaxTokens: d.MaxTokens, Index: index},
	})
	if err != nil {
		return nil, err
	}
	var c character
	if err := json.Unmarshal(answer.JSON, &c); err != nil {
		return nil, fmt.Errorf("character: %w", err)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.names = append(in.names, llm.Defused(c.Name)); len(in.names) > rememberedNames {
		in.names = in.names[1:]
	}
	return map[string]string{
		"name": c.Name, "age": strconv.Itoa(c.Age), "gender": c.Gender, "personality": c.Personality,
	}, nil
}
