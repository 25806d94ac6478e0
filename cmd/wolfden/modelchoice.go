package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"wolfden/internal/bot/baseline"
	"wolfden/internal/bot/task"
	"wolfden/internal/llm"
	"wolfden/internal/llm/provider"
)

// modelTuning are the flags for how a model is asked.
type modelTuning struct {
	ModelTemperature *float64      `help:"Temperature of all answers (default: the task's)." group:"model" placeholder:"T"`
	ModelTopP        *float64      `name:"model-top-p" help:"Share of the likeliest words to draw from." group:"model" placeholder:"P"`
	ModelSeed        *int64        `help:"Seed of the model's draws, where it takes one." group:"model" placeholder:"N"`
	ModelEffort      string        `help:"How hard to think: none, minimal, low, medium, high, xhigh or max (default: the model's)." group:"model" placeholder:"EFFORT"`
	ModelThought     int           `help:"Most tokens of thought, besides the answer." group:"model" placeholder:"N"`
	ModelAnswer      int           `help:"Most tokens of an answer without its thought (default: the task's)." group:"model" placeholder:"N"`
	ModelTimeout     time.Duration `help:"Most time for an attempt (default: what the player has)." group:"model" placeholder:"30s"`
	ModelRequests    int           `help:"Most requests a minute." group:"model" placeholder:"N"`
	ModelTokens      int           `help:"Most tokens a minute." group:"model" placeholder:"N"`
	ModelParallel    int           `help:"Most requests at the same time." group:"model" placeholder:"N"`
	ModelWindow      int           `help:"Tokens of context to ask Ollama for (default: 16384)." group:"model" placeholder:"N"`
	ModelExtra       string        `help:"JSON object of fields to add to the body of every request." group:"model" placeholder:"JSON"`
}

// settings checks the flags that belong to a question.
func (f *modelTuning) settings() (s llm.Settings, err error) {
	for _, limit := range []struct {
		flag  string
		value int
	}{
		{"thought", f.ModelThought}, {"answer", f.ModelAnswer}, {"requests", f.ModelRequests}, {"tokens", f.ModelTokens},
		{"parallel", f.ModelParallel}, {"window", f.ModelWindow}, {"timeout", int(f.ModelTimeout)},
	} {
		if limit.value < 0 {
			return s, usagef("--model-%s: at least 1, or nothing for no limit", limit.flag)
		}
	}
	if t := f.ModelTemperature; t != nil && !(*t >= 0 && *t <= 2) {
		return s, usagef("--model-temperature %v: from 0 to 2", *t)
	}
	if p := f.ModelTopP; p != nil && !(*p > 0 && *p <= 1) {
		return s, usagef("--model-top-p %v: above 0 and up to 1", *p)
	}
	s = llm.Settings{
		Temperature: f.ModelTemperature, TopP: f.ModelTopP, Seed: f.ModelSeed, Thought: f.ModelThought, Answer: f.ModelAnswer,
	}
	if s.Effort, err = llm.ParseEffort(f.ModelEffort); err != nil {
		return s, usagef("--model-effort: %w", err)
	}
	if f.ModelExtra == "" {
		return s, nil
	}
	var extra map[string]any
	if err := json.Unmarshal([]byte(f.ModelExtra), &extra); err != nil || extra == nil {
		return s, usagef(`--model-extra: write a JSON object, such as {"top_k": 20}`)
	}
	if err := provider.CheckExtra(extra); err != nil {
		return s, usagef("--model-extra: %w", err)
	}
	s.Extra, err = json.Marshal(extra) // one spelling of the same fields
	return s, err
}

// provider returns the options that belong to the way to a model.
func (f *modelTuning) provider() provider.Options {
	return provider.Options{
		Timeout: f.ModelTimeout, Window: f.ModelWindow,
		Limits: provider.Limits{Concurrent: f.ModelParallel, Requests: f.ModelRequests, Tokens: f.ModelTokens},
	}
}

// modelChoice says which model answers which task, and how it is asked. A nil modelChoice is no model.
type modelChoice struct {
	text     string // as the user wrote it
	main     string
	tasks    map[string]string // models of tasks that have their own
	settings llm.Settings
}

// byTask is how a list of models by task begins; a plain name has a colon before any such sign.
var byTask = regexp.MustCompile(`^\s*[a-z0-9-]+\s*=`)

// chooseModel reads a model's name, or a list such as main=openai:gpt-5,choose-target=openai:gpt-5-mini.
func chooseModel(text string) (*modelChoice, error) {
	c := &modelChoice{text: text, main: text, tasks: map[string]string{}}
	if !byTask.MatchString(text) {
		return c, nil
	}
	known, err := askedTasks()
	if err != nil {
		return nil, err
	}
	c.main = ""
	for part := range strings.SplitSeq(text, ",") {
		name, model, ok := strings.Cut(part, "=")
		name, model = strings.TrimSpace(name), strings.TrimSpace(model)
		switch {
		case !ok || model == "":
			return nil, fmt.Errorf("%q is not like main=openai:gpt-5 or choose-target=openai:gpt-5-mini", part)
		case name != "main" && !slices.Contains(known, name):
			return nil, fmt.Errorf("%q is no task; known are main and %s", name, strings.Join(known, ", "))
		case name == "main" && c.main != "" || c.tasks[name] != "":
			return nil, fmt.Errorf("%s is there twice", name)
		case name == "main":
			c.main = model
		default:
			c.tasks[name] = model
		}
	}
	if c.main == "" {
		return nil, fmt.Errorf("main is missing: the model of all other tasks")
	}
	return c, nil
}

// askedTasks lists the names that questions of players have.
func askedTasks() ([]string, error) {
	book, err := task.Load()
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, s := range book.All() {
		names[s.Name()] = true
	}
	prompts, err := baseline.Own("en")
	if err != nil {
		return nil, err
	}
	for name := range prompts.Hashes() {
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// names lists the models, each once, the main one first.
func (c *modelChoice) names() []string {
	names := []string{c.main}
	for _, task := range slices.Sorted(maps.Keys(c.tasks)) {
		if !slices.Contains(names, c.tasks[task]) {
			names = append(names, c.tasks[task])
		}
	}
	return names
}

// open opens the models of the choice, each once.
func (c *modelChoice) open(open func(name string) (llm.Model, error)) (llm.Model, error) {
	opened := map[string]llm.Model{}
	for _, name := range c.names() {
		m, err := open(name)
		if err != nil {
			return nil, err
		}
		opened[name] = m
	}
	tasks := map[string]llm.Model{}
	for task, name := range c.tasks {
		tasks[task] = opened[name]
	}
	return llm.ByTask(opened[c.main], tasks), nil
}
