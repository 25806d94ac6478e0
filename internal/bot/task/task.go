package task

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"wolfden/internal/llm"
	"wolfden/internal/strictjson"
)

// Task asks for an Out about an In. Load makes the tasks; they never change, and several goroutines may use them. The
// zero Task must not be used.
type Task[In, Out any] struct {
	about About
	form  *form
	rule  func(in *In) Out
	check func(in *In, out *Out) error
}

// About describes a task.
type About struct {
	Name    string  // as in `wolfden tasks`, such as choose-target
	Summary string  // one line
	Source  string  // the papers whose systems use it
	Tokens  int     // limit of the answer
	Heat    float64 // temperature
}

// Name returns the task's name.
func (t *Task[In, Out]) Name() string { return t.about.Name }

// About returns the task's description.
func (t *Task[In, Out]) About() About { return t.about }

// Schema returns the schema of the answer.
func (t *Task[In, Out]) Schema() *llm.Schema { return t.form.schema }

// Input returns the type that the task's prompts are filled with.
func (t *Task[In, Out]) Input() reflect.Type { return reflect.TypeFor[*In]() }

// Hash returns the version of the task's prompt in a language. It changes with the template, what that includes, and
// the schema.
func (t *Task[In, Out]) Hash(lang string) string { return t.form.hash[lang] }

// Ask answers the task: by the desk's model if there is one and its answer passes the check, else by the rule.
func Ask[In, Out any](ctx context.Context, d *Desk, t *Task[In, Out], in In) Out {
	out, _ := Consult(ctx, d, t, in)
	return out
}

// Consult answers the task as Ask does, and says who answered.
func Consult[In, Out any](ctx context.Context, d *Desk, t *Task[In, Out], in In) (Out, By) {
	out, call := t.ask(ctx, d, &in)
	return out, call.By
}

// Rule returns the answer of the task's rule.
func (t *Task[In, Out]) Rule(in In) Out { return t.rule(&in) }

func (t *Task[In, Out]) ask(ctx context.Context, d *Desk, in *In) (Out, Call) {
	call := Call{Task: t.about.Name, Prompt: t.Hash(d.lang), By: ByRule}
	if d.model == nil {
		call.Why = "no model"
		return t.rule(in), d.recordCall(call)
	}
	out, err := t.complete(ctx, d, in, &call)
	if err != nil {
		call.Why = err.Error()
		return t.rule(in), d.recordCall(call)
	}
	call.By = ByModel
	return out, d.recordCall(call)
}

// complete asks the model, and once more where its answer does not hold, with the reason. A model that had to be asked
// again for an answer in the right form has had that chance.
func (t *Task[In, Out]) complete(ctx context.Context, d *Desk, in *In, call *Call) (out Out, err error) {
	if call.Messages, err = t.form.fill(d.lang, d.fence, in); err != nil {
		return out, err
	}
	answer, err := t.send(ctx, d, call)
	if err != nil {
		return out, err
	}
	out, fault := t.read(in, answer.JSON)
	if fault == nil || answer.Repaired {
		return out, fault
	}
	again, err := t.form.again(d.lang, fault)
	if err != nil {
		return out, err
	}
	call.Again = fault.Error()
	call.Messages = append(call.Messages, llm.Message{Role: llm.Assistant, Text: llm.Clean(answer.Text)}, again)
	if answer, err = t.send(ctx, d, call); err != nil {
		return out, err
	}
	return t.read(in, answer.JSON)
}

// send asks for an answer to the messages of the call.
func (t *Task[In, Out]) send(ctx context.Context, d *Desk, call *Call) (llm.Response, error) {
	heat := t.about.Heat
	answer, err := d.model.Complete(ctx, llm.Request{
		Label: llm.Label{Task: t.about.Name, Prompt: call.Prompt}, Messages: call.Messages, Schema: t.form.schema,
		Sampling: llm.Sampling{Temperature: &heat, MaxTokens: t.about.Tokens, Index: d.index(call)},
	})
	call.Answered(&answer)
	return answer, err
}

// read takes a model's answer if it holds.
func (t *Task[In, Out]) read(in *In, answer json.RawMessage) (out Out, err error) {
	if err := json.Unmarshal(answer, &out); err != nil {
		return out, fmt.Errorf("task %s: %w", t.about.Name, err)
	}
	if t.check != nil {
		if err := t.check(in, &out); err != nil {
			return out, fmt.Errorf("task %s: the answer does not hold: %w", t.about.Name, err)
		}
	}
	return out, nil
}

// Prompt returns what a model would be asked about an input in JSON.
func (t *Task[In, Out]) Prompt(lang string, input json.RawMessage) ([]llm.Message, error) {
	in, err := t.input(input)
	if err != nil {
		return nil, err
	}
	return t.form.fill(lang, llm.NewFence(0, ""), in)
}

// Try answers the task about an input in JSON. An error means a faulty input; every other fault is in the call.
func (t *Task[In, Out]) Try(ctx context.Context, d *Desk, input json.RawMessage) (json.RawMessage, Call, error) {
	in, err := t.input(input)
	if err != nil {
		return nil, Call{}, err
	}
	out, call := t.ask(ctx, d, in)
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err = e.Encode(out)
	return json.RawMessage(strings.TrimSuffix(text.String(), "\n")), call, err
}

func (t *Task[In, Out]) input(input json.RawMessage) (*In, error) {
	in := new(In)
	if err := strictjson.Read(input, in); err != nil {
		return nil, fmt.Errorf("task %s: the input is not its own: %w", t.about.Name, err)
	}
	return in, nil
}

// Spec is a task of any input and output type.
type Spec interface {
	Name() string
	About() About
	Schema() *llm.Schema
	Input() reflect.Type
	Hash(lang string) string
	Prompt(lang string, input json.RawMessage) ([]llm.Message, error)
	Try(ctx context.Context, d *Desk, input json.RawMessage) (json.RawMessage, Call, error)
}
