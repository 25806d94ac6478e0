package experiment

import (
	"context"
	"errors"
	"sync"

	"wolfden/internal/llm"
)

// Forecast says what an experiment will ask of a model.
type Forecast struct{ Calls, In, Out int }

// Forecasts say what an experiment will ask, model by model.
type Forecasts map[string]Forecast

// Add adds what is asked beside it.
func (f Forecasts) Add(other Forecasts) {
	for name, o := range other {
		one := f[name]
		f[name] = Forecast{Calls: one.Calls + o.Calls, In: one.In + o.In, Out: one.Out + o.Out}
	}
}

// Rehearsal stands in for models while a part of an experiment is done by rules, and counts what they would have been asked. Its models may
// be used by several goroutines at once.
type Rehearsal struct {
	// Usual gives answers that have a form, such as a target or what was claimed: requests of one kind are answered in few words, and of
	// another in many, whatever both may have. nil leaves it at their limits.
	Usual llm.Model

	mu    sync.Mutex
	asked Forecasts
}

// Open is the stand-in of a model.
func (r *Rehearsal) Open(name string) (llm.Model, error) { return standIn{r, name}, nil }

// Times is the forecast for all runs of an experiment, of which some were rehearsed.
func (r *Rehearsal) Times(all, rehearsed int) Forecasts {
	f := Forecasts{}
	for name, one := range r.asked {
		scale := func(n int) int { return n * all / max(1, rehearsed) }
		f[name] = Forecast{Calls: scale(one.Calls), In: scale(one.In), Out: scale(one.Out)}
	}
	return f
}

// errRehearsed is the answer: rules answer in the model's place.
var errRehearsed = errors.New("nothing is asked in a rehearsal")

// answerShare is the part of its limit that an answer has in a forecast, at most: one in so many. An answer with a form has so many times the
// tokens of a usual one that says little: models took 1.4 to 3.1 times as many in whole games.
const (
	answerShare = 3
	usualTimes  = 2
)

// standIn is a model of the rehearsal.
type standIn struct {
	r    *Rehearsal
	name string
}

// Complete counts what it is asked and what it would say, and answers nothing.
func (s standIn) Complete(ctx context.Context, q llm.Request) (llm.Response, error) {
	one := Forecast{Calls: 1, Out: q.Sampling.MaxTokens / answerShare}
	for _, m := range q.Messages {
		one.In += llm.Tokens(m.Text)
	}
	if q.Schema != nil {
		one.In += llm.Tokens(string(q.Schema.Text()))
		if s.r.Usual != nil {
			if usual, err := s.r.Usual.Complete(ctx, q); err == nil {
				one.Out = min(one.Out, usualTimes*usual.Out)
			}
		}
	}
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	if s.r.asked == nil {
		s.r.asked = Forecasts{}
	}
	s.r.asked.Add(Forecasts{s.name: one})
	return llm.Response{}, errRehearsed
}
