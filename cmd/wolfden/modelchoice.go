package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/bot/baseline"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/llm/provider"
	"wolfden/werewolf"
)

// modelChoice says which model answers which task, and how it is asked. A nil modelChoice is no model.
type modelChoice struct {
	text     string // as the user wrote it
	main     string
	tasks    map[string]string // models of tasks that have their own
	settings llm.Settings
	way      provider.Options
}

// byTask is how a list of models by task begins; a plain name has a colon before any such sign.
var byTask = regexp.MustCompile(`^\s*[a-z0-9-]+\s*=`)

// chooseModel reads a model's name, or a list such as main=openai:gpt-5,choose-target=openai:gpt-5-mini, and how it is
// asked.
func chooseModel(text string, s *league.Settings, key keyNames) (c *modelChoice, err error) {
	c = &modelChoice{text: text, main: text, tasks: map[string]string{}}
	if byTask.MatchString(text) {
		if c.main, err = modelsByTask(text, c.tasks); err != nil {
			return nil, fmt.Errorf("%s: %w", key("model"), err)
		}
	}
	c.settings, c.way, err = readSettings(s, key)
	return c, err
}

// modelsByTask reads such a list into tasks, and returns the main model.
func modelsByTask(text string, tasks map[string]string) (main string, err error) {
	known, err := askedTasks()
	if err != nil {
		return "", err
	}
	modules, _, err := bot.Asking()
	if err != nil {
		return "", err
	}
	for part := range strings.SplitSeq(text, ",") {
		name, model, ok := strings.Cut(part, "=")
		name, model = strings.TrimSpace(name), strings.TrimSpace(model)
		switch {
		case !ok || model == "":
			return "", fmt.Errorf("%q is not like main=openai:gpt-5 or choose-target=openai:gpt-5-mini", part)
		case name != "main" && !slices.Contains(known, name) && !slices.Contains(modules, name):
			return "", fmt.Errorf("%q is no task, no request and no module that asks a model; known are main, %s, and the modules %s",
				name, strings.Join(known, ", "), strings.Join(modules, ", "))
		case name == "main" && main != "" || tasks[name] != "":
			return "", fmt.Errorf("%s is there twice", name)
		case name == "main":
			main = model
		default:
			tasks[name] = model
		}
	}
	if main == "" {
		return "", fmt.Errorf("main is missing: the model of all other tasks")
	}
	return main, nil
}

// askedTasks lists the names by which questions of players can be told apart: tasks, and what an answer is given to.
func askedTasks() ([]string, error) {
	book, err := (*bot.Prompts)(nil).Tasks()
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
	for _, name := range requestNames() {
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// fits says which name of the choice stands for nothing that one of the players asks a model for, and what may stand there. With
// a model for everything any players fit.
func (c *modelChoice) fits(players ...string) error {
	if len(c.tasks) == 0 {
		return nil
	}
	modules, known, err := bot.Asking(players...)
	if err != nil {
		return err
	}
	known = append(known, slices.DeleteFunc(requestNames(), func(name string) bool { return !answered(name, known) })...)
	for _, name := range slices.Sorted(maps.Keys(c.tasks)) {
		if slices.Contains(known, name) || slices.Contains(modules, name) {
			continue
		}
		who := strings.Join(slices.Compact(slices.Sorted(slices.Values(players))), ", ")
		if len(known) == 0 {
			return fmt.Errorf("%s=%s: %s asks no model", name, c.tasks[name], who)
		}
		return fmt.Errorf("%s=%s: nothing called %s asks a model in %s; there may stand main, the tasks and requests %s, and the modules %s",
			name, c.tasks[name], name, who, strings.Join(known, ", "), cmp.Or(strings.Join(modules, ", "), "(none)"))
	}
	return nil
}

// answered reports whether one of the tasks answers a request. Some players ask a model for words alone.
func answered(request string, tasks []string) bool {
	by := "choose-target"
	if request == "talk" || request == "whisper" {
		by = "word"
	}
	return slices.Contains(tasks, by) || slices.Contains(tasks, "baseline-"+request)
}

// requestNames are the names of what an answer is given to.
func requestNames() (names []string) {
	for kind := werewolf.Talk; kind <= werewolf.Attack; kind++ {
		if kind.Speaks() || kind.Chooses() {
			names = append(names, strings.ToLower(kind.String()))
		}
	}
	return names
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

// window is how many tokens the prompts of players may have with their answers: what the smallest window of the models leaves
// beside their thought; 0 is unknown.
func (c *modelChoice) window() (least int, err error) {
	if c == nil {
		return 0, nil
	}
	for _, text := range c.names() {
		name, err := provider.ParseName(text)
		if err != nil {
			return 0, err
		}
		family, err := provider.FamilyOf(name, c.way.Window)
		if err != nil {
			return 0, err
		}
		if left := family.Left(c.settings); left > 0 && (least == 0 || left < least) {
			least = left
		}
	}
	return least, nil
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
