package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"wolfden/internal/bot"
	"wolfden/internal/bot/task"
	"wolfden/internal/columns"
	"wolfden/internal/llm"
	"wolfden/internal/userfile"
)

type tasksCmd struct {
	List tasksListCmd `cmd:"" default:"withargs" help:"List the tasks."`
	Try  tasksTryCmd  `cmd:"" help:"Answer one task."`
}

// Help is the long help of the command.
func (tasksCmd) Help() string {
	return `Everything that players ask of a language model, each with a rule that answers
without one. docs/tasks.md says more.

  wolfden tasks                                       the tasks
  wolfden tasks try choose-target --prompt            what a model would be told
  wolfden tasks try choose-target -f in.json --lang ja --model openai:gpt-4o-mini`
}

type tasksListCmd struct {
	JSON bool `help:"One JSON object a task, with schema and example."`
}

// Help is the long help of the command.
func (tasksListCmd) Help() string {
	return `Lists what players ask of language models, with the rule that stands in. Examples:

  wolfden tasks list
  wolfden tasks list --json`
}

// taskLine is a task as --json prints it.
type taskLine struct {
	Name    string            `json:"name"`
	Summary string            `json:"summary"`
	Source  string            `json:"source"`
	Prompts map[string]string `json:"prompts"` // version by language
	Schema  *llm.Schema       `json:"schema"`  // of the answer; null where it is text
	Example json.RawMessage   `json:"example"`
}

// Run lists the tasks.
func (c *tasksListCmd) Run(e *env) error {
	book, err := (*bot.Prompts)(nil).Tasks()
	if err != nil {
		return err
	}
	if c.JSON {
		return writeTasks(e, book)
	}
	var rows strings.Builder
	for _, s := range book.All() {
		fmt.Fprintf(&rows, "%s\t%s\ten %s\tja %s\n", s.Name(), s.About().Summary, s.Hash("en"), s.Hash("ja"))
		fmt.Fprintf(&rows, "\t  %s\t\t\n", s.About().Source)
	}
	return columns.Write(e.stdout, rows.String())
}

func writeTasks(e *env, book *task.Book) error {
	enc := json.NewEncoder(e.stdout)
	for _, s := range book.All() {
		example, err := s.Example()
		if err != nil {
			return err
		}
		line := taskLine{
			Name: s.Name(), Summary: s.About().Summary, Source: s.About().Source, Schema: s.Schema(), Example: example,
			Prompts: map[string]string{"en": s.Hash("en"), "ja": s.Hash("ja")},
		}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

type tasksTryCmd struct {
	Name   string `arg:"" help:"The task."`
	File   string `short:"f" help:"Its input in JSON; without it, an example of our own." placeholder:"FILE"`
	Lang   string `help:"Language of prompt and answer." enum:"en,ja" default:"en"`
	Prompt bool   `help:"Print what a model would be told, and ask nobody."`
	modelFlags
}

// Help is the long help of the command.
func (tasksTryCmd) Help() string {
	return `Answers one task by its rule, or by a model. Examples:

  wolfden tasks try choose-target
  wolfden tasks try choose-target --prompt                                what a model would be told
  wolfden tasks try choose-target --lang ja --model openai:gpt-4o-mini`
}

// taskAnswer is the JSON form of an answer.
type taskAnswer struct {
	Task       string          `json:"task"`
	By         task.By         `json:"by"`
	Why        string          `json:"why,omitempty"`
	Answer     json.RawMessage `json:"answer"`
	Said       string          `json:"said,omitempty"` // by a model whose answer was rejected
	Prompt     string          `json:"prompt"`         // its version
	Model      string          `json:"model,omitempty"`
	*llm.Usage                 // nil where no model was asked
	Latency    int64           `json:"latency_ms,omitempty"`
}

// Run answers the task, or prints its prompt.
func (c *tasksTryCmd) Run(e *env) error {
	_, laid, err := openPrompts(c.Prompts)
	if err != nil {
		return err
	}
	book, err := laid.Tasks()
	if err != nil {
		return err
	}
	s, found := book.Find(c.Name)
	if !found {
		return usagef("there is no task %q; wolfden tasks lists them", c.Name)
	}
	in, err := c.input(s)
	if err != nil {
		return err
	}
	if c.Prompt {
		return c.show(e, s, in)
	}
	c.Prompts = "" // they are in the book
	m, err := c.open(e.stderr)
	if err != nil {
		return err
	}
	defer m.close(e.stderr)
	model, err := m.game()
	if err != nil {
		return err
	}
	desk := task.NewDesk(book, c.Lang, model)
	desk.Within(m.tokens())
	answer, call, err := s.Try(e.ctx, desk, in)
	if e.ctx.Err() != nil {
		return e.ctx.Err() // the rule's answer is not what was asked for
	}
	if err != nil {
		return c.blame(err)
	}
	out := taskAnswer{
		Task: call.Task, By: call.By, Why: call.Why, Answer: answer, Prompt: call.Prompt,
		Model: call.Model, Latency: call.Latency,
	}
	if call.By == task.ByRule {
		out.Said = call.Answer
	}
	if call.Attempts > 0 {
		out.Usage = &call.Usage
	}
	return e.json(out)
}

// show prints the messages. Their texts cannot steer a terminal, because they were cleaned when they were
// made.
func (c *tasksTryCmd) show(e *env, s task.Spec, in json.RawMessage) error {
	messages, err := s.Prompt(c.Lang, in)
	if err != nil {
		return c.blame(err)
	}
	for _, m := range messages {
		if _, err := fmt.Fprintf(e.stdout, "--- %s\n%s\n", m.Role, strings.TrimSpace(m.Text)); err != nil {
			return err
		}
	}
	return nil
}

func (c *tasksTryCmd) input(s task.Spec) (json.RawMessage, error) {
	if c.File == "" {
		return s.Example()
	}
	text, err := userfile.Read(c.File, userfile.Most)
	if err != nil {
		return nil, usageError{err}
	}
	return text, nil
}

// blame adds to an error the name of the input file.
func (c *tasksTryCmd) blame(err error) error {
	if c.File == "" {
		return usageError{err}
	}
	return usagef("%s: %w", c.File, err)
}
