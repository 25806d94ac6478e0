package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// says answers with one text after the other, and keeps what it was asked.
type says struct {
	texts []string
	errs  []error
	asked []Request

	thought string // with each of them
}

func (s *says) Complete(_ context.Context, req Request) (Response, error) {
	n := len(s.asked)
	s.asked = append(s.asked, req)
	var err error
	if n < len(s.errs) {
		err = s.errs[n]
	}
	return Response{Text: s.texts[n], Reasoning: s.thought, Attempts: 1, Usage: Usage{In: 10, Out: 1, Cost: 0.5}}, err
}

func ask(t *testing.T, schema *Schema) Request {
	t.Helper()
	return Request{Label: Label{Task: "vote"}, Messages: []Message{{Role: User, Text: "Whom?"}}, Schema: schema}
}

func TestStructuredTakesAValidAnswer(t *testing.T) {
	m := &says{texts: []string{"```json\n" + annSaid + "\n```"}}
	r, err := Structured(m).Complete(t.Context(), ask(t, voteSchema(t)))
	if err != nil || string(r.JSON) != annSaid || r.Reasked || r.Repaired != "" || len(m.asked) != 1 {
		t.Errorf("%s, reasked %v, %d calls: %v", r.JSON, r.Reasked, len(m.asked), err)
	}
}

func TestStructuredShowsTheFaultOnce(t *testing.T) {
	m := &says{texts: []string{`{"reason":"r","target":"Zed"}`, annSaid}}
	req := ask(t, voteSchema(t))
	r, err := Structured(m).Complete(t.Context(), req)
	if err != nil || string(r.JSON) != annSaid || !r.Reasked {
		t.Fatalf("%s, reasked %v: %v", r.JSON, r.Reasked, err)
	}
	if r.In != 20 || r.Out != 2 || r.Cost != 1 || r.Attempts != 2 {
		t.Errorf("both calls were paid for: %+v", r)
	}
	again := m.asked[1].Messages
	if len(again) != 3 || again[1] != (Message{Role: Assistant, Text: m.texts[0]}) || again[2].Role != User {
		t.Fatalf("asked again with %+v", again)
	}
	for _, want := range []string{"target", string(req.Schema.Text())} {
		if !strings.Contains(again[2].Text, want) {
			t.Errorf("the repair does not speak of %s: %s", want, again[2].Text)
		}
	}
	if len(req.Messages) != 1 {
		t.Error("the caller's request was changed")
	}
}

func TestStructuredGivesUpAfterOneRepair(t *testing.T) {
	m := &says{texts: []string{"", "I would rather not say \x1b[31m" + strings.Repeat("{", 5000)}}
	r, err := Structured(m).Complete(t.Context(), ask(t, voteSchema(t)))
	if !errors.Is(err, ErrUnstructured) || len(m.asked) != 2 || r.JSON != nil || r.Attempts != 2 {
		t.Fatalf("%d calls: %v", len(m.asked), err)
	}
	if len(err.Error()) > 600 || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("the error repeats the answer: %q", err)
	}
	if last := m.asked[1].Messages; len(last) != 2 {
		t.Errorf("an empty answer was repeated: %+v", last)
	}
}

func TestStructuredPassesOthersThrough(t *testing.T) {
	m := &says{texts: []string{"no JSON"}}
	if r, err := Structured(m).Complete(t.Context(), ask(t, nil)); err != nil || r.Text != "no JSON" || r.JSON != nil {
		t.Errorf("text: %+v, %v", r, err)
	}
	for _, kind := range []error{ErrRefused, ErrTruncated, ErrUnavailable, ErrBudget} {
		m := &says{texts: []string{annSaid}, errs: []error{fmt.Errorf("x: %w", kind)}}
		if r, err := Structured(m).Complete(t.Context(), ask(t, voteSchema(t))); !errors.Is(err, kind) || len(m.asked) != 1 || r.JSON != nil {
			t.Errorf("%v: %v", kind, err)
		}
		m = &says{texts: []string{"{", annSaid}, errs: []error{nil, kind}}
		if r, err := Structured(m).Complete(t.Context(), ask(t, voteSchema(t))); !errors.Is(err, kind) || r.JSON != nil || r.In != 20 {
			t.Errorf("%v in the repair: %v", kind, err)
		}
	}
}

// Where the window has no room for the question once more, it is not asked again.
func TestStructuredKeepsToTheWindow(t *testing.T) {
	req := ask(t, voteSchema(t))
	for window, calls := range map[int]int{0: 2, Estimate(req) + 10: 1, Estimate(req) + 1000: 2} {
		m := &says{texts: []string{"nothing of use", annSaid}}
		req.Window = window
		_, err := Structured(m).Complete(t.Context(), req)
		if len(m.asked) != calls || errors.Is(err, ErrUnstructured) != (calls == 1) {
			t.Errorf("a window of %d: %d calls, %v", window, len(m.asked), err)
		}
	}
}
