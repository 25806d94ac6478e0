package experiment_test

import (
	"context"
	"errors"
	"testing"

	"wolfden/internal/experiment"
	"wolfden/internal/llm"
)

// usual answers in so many tokens, or not at all.
type usual int

func (u usual) Complete(context.Context, llm.Request) (llm.Response, error) {
	if u == 0 {
		return llm.Response{}, errors.New("nothing fits")
	}
	return llm.Response{Usage: llm.Usage{Out: int(u)}}, nil
}

// An answer with a form is foretold by what answers of this form take, never above the share of its limit; one without, and one of which
// nothing is known, by its limit.
func TestForecastByTheForm(t *testing.T) {
	form, err := llm.NewSchema([]byte(`{"type":"object"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		usual llm.Model
		form  *llm.Schema
		want  int
	}{{usual(10), form, 2 * 20}, {usual(1000), form, 2 * 300}, {usual(0), form, 2 * 300}, {nil, form, 2 * 300}, {usual(10), nil, 2 * 300}} {
		r := &experiment.Rehearsal{Usual: c.usual}
		m, err := r.Open("m")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Complete(t.Context(), llm.Request{Schema: c.form, Sampling: llm.Sampling{MaxTokens: 900}}); err == nil {
			t.Error("a rehearsal answers")
		}
		if got := r.Times(6, 3)["m"]; got.Out != c.want || got.Calls != 2 {
			t.Errorf("%v, a form: %v: %+v, want %d tokens out in 2 calls", c.usual, c.form != nil, got, c.want)
		}
	}
}
