package llm

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"text/template"
)

//go:embed prompts/repair.txt
var repairText string

// Structured checks the answers of a model to requests with a schema, and puts the value into Response.JSON. An answer
// with slips that has one reading is taken as that, and Response.Repaired says which slips it had. An answer
// that breaks the schema is shown to the model once, with what is wrong; if the second one breaks it too, the error is
// ErrUnstructured. Usage and attempts are those of both. Requests without a schema pass untouched.
func Structured(m Model) Model { return structured{m} }

type structured struct{ Model }

// Complete implements Model.
func (s structured) Complete(ctx context.Context, req Request) (Response, error) {
	first, err := s.Model.Complete(ctx, req)
	if err != nil || req.Schema == nil {
		return first, err
	}
	fault := take(&first, req.Schema)
	if fault == nil {
		return first, nil
	}
	again, err := repairing(req, first.Text, fault)
	if err != nil {
		return first, err
	}
	if Over(again) > 0 {
		return first, fmt.Errorf("task %q: %w, and its window has no room to ask again: %w", req.Label.Task, ErrUnstructured, shown{fault})
	}
	second, err := s.Model.Complete(ctx, again)
	second.Usage = second.Add(first.Usage)
	second.Attempts += first.Attempts
	second.Cached = second.Cached && first.Cached
	if err != nil {
		return second, fmt.Errorf("repairing an answer that broke its schema: %w", err)
	}
	fault = take(&second, req.Schema)
	if fault != nil && blank(second.Text) && second.Reasoning != "" {
		return second, fmt.Errorf("task %q: %w: %w", req.Label.Task, ErrUnstructured, ErrOnlyThought)
	}
	if fault != nil {
		return second, fmt.Errorf("task %q: %w, also when asked again: %w", req.Label.Task, ErrUnstructured, shown{fault})
	}
	second.Reasked = true
	return second, nil
}

// slipThought is that the answer stands where the thought does.
const slipThought = "thought"

// take puts the value into the response. Where nothing was said, it may stand in the thought: servers that take all for thought up to
// a mark put it there when the mark is missing.
func take(r *Response, s *Schema) error {
	text, slips := r.Text, strings.FieldsFunc(r.Repaired, func(c rune) bool { return c == ',' })
	apart := blank(text) && r.Finish != Truncated
	if apart {
		text = r.Reasoning
	}
	value, more, fault := extract(text, s)
	if fault != nil {
		return fault
	}
	value, near := s.nearest(value)
	more = union(more, near)
	if apart {
		r.Text, more = string(value), union([]string{slipThought}, more)
	}
	r.JSON, r.Repaired = value, strings.Join(union(slips, more), ",")
	return nil
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// repairing returns the request that shows a model what was wrong with its answer.
func repairing(req Request, answer string, fault error) (Request, error) {
	var text strings.Builder
	t, err := template.New("repair").Parse(repairText)
	if err == nil {
		err = t.Execute(&text, map[string]string{"Fault": "What is wrong: " + faultForModel(fault), "Schema": string(req.Schema.text)})
	}
	if err != nil {
		return Request{}, errors.Join(ErrUnstructured, err)
	}
	const most = 4000
	messages := req.Messages[:len(req.Messages):len(req.Messages)]
	if answer = clipped(answer, most); !blank(answer) {
		messages = append(messages, Message{Role: Assistant, Text: answer})
	}
	req.Messages = append(messages, Message{Role: User, Text: text.String()})
	return req, nil
}

// faultForModel describes a fault for the model. It is short, because it may quote the answer.
func faultForModel(fault error) string { return clipped(Clean(fault.Error()), 300) }

// shown is a fault in the words that a model may see of it.
type shown struct{ fault error }

// Error implements error.
func (s shown) Error() string { return faultForModel(s.fault) }

// Unwrap returns the fault, for errors.Is.
func (s shown) Unwrap() error { return s.fault }

// clipped is at most n runes of a text.
func clipped(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n]) + " ..."
	}
	return text
}
