package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"wolfden/internal/english"
	"wolfden/internal/lab"
	"wolfden/internal/llm"
	"wolfden/internal/userfile"
)

// experimentFlags are the flags of every experiment.
type experimentFlags struct {
	Forecast bool `help:"Only tell how many calls and tokens it takes, and what they cost; nothing is asked." group:"model"`

	modelFlags `embed:""`
	requireFlag
}

// asksSomebody refuses a forecast of an experiment without a model.
func (f *experimentFlags) asksSomebody() error {
	if f.Forecast && f.Model == "" {
		return usagef("--forecast: nothing is asked without --model NAME")
	}
	return nil
}

// foretell tells what will be asked: as the result where that is all that is wanted, else beside it. how says what it rests on.
func (f *experimentFlags) foretell(e *env, asked forecast, how string) error {
	prices, err := f.prices()
	if err != nil {
		return err
	}
	out := e.stderr
	if f.Forecast {
		out = e.stdout
	}
	return asked.tell(out, prices, how)
}

// heated has a model asked at the temperature of the paper that an experiment repeats, and with its top_p where it names one, unless the
// user says otherwise.
func (f *experimentFlags) heated(temperature float64, topP *float64) {
	if f.Model == "" {
		return
	}
	f.Tuning.Temperature, f.Tuning.TopP = cmp.Or(f.Tuning.Temperature, &temperature), cmp.Or(f.Tuning.TopP, topP)
}

// defaults are the parameters with which the experiments of Watanabe and Kano were run (2024, section 5.1; 2025, section 4): those of the
// provider, temperature 1 and top_p 1.
func (f *experimentFlags) defaults() {
	all := 1.0
	f.heated(1, &all)
}

// forecast is what an experiment will ask, model by model.
type forecast map[string]lab.Forecast

// tell writes the forecast, with the price where it is known. how says what it rests on.
func (f forecast) tell(w io.Writer, prices []byte, how string) error {
	table, err := llm.DefaultPrices()
	if err == nil && prices != nil {
		table, err = llm.ParsePrices(prices, table)
	}
	if err != nil {
		return usageError{err}
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		one := f[name]
		cost := "its price is not known"
		if price, known := table.Of(name); known {
			cost = fmt.Sprintf("%.2f USD at the price of the table", price.Of(llm.Usage{In: one.In, Out: one.Out}))
		}
		fmt.Fprintf(w, "forecast: %s: %s, about %s tokens in and %s out, %s (%s)\n",
			name, english.Count(one.Calls, "call"), thousands(one.In), thousands(one.Out), cost, how)
	}
	return nil
}

// thousands is a number with its thousands apart.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// named is the choice of models and their prompts, without opening any: a forecast needs no key.
func (f *modelFlags) named() (*models, error) {
	choice, err := chooseModel(f.Model, f.Tuning.settings(), flagKeys)
	if err != nil {
		return nil, usageError{err}
	}
	m := &models{choice: choice}
	if m.overlay, m.prompts, err = openPrompts(f.Prompts); err != nil {
		return nil, err
	}
	if m.window, err = choice.window(); err != nil {
		return nil, usageError{err}
	}
	return m, nil
}

// prices is the user's price file, nil for none.
func (f *modelFlags) prices() ([]byte, error) {
	if f.ModelPrices == "" {
		return nil, nil
	}
	text, err := userfile.Read(f.ModelPrices, userfile.Most)
	if err != nil {
		return nil, usageError{err}
	}
	return text, nil
}

// rehearsal stands in for models while a part of an experiment is played by rules, and counts what they would have been asked.
type rehearsal struct {
	mu    sync.Mutex
	asked forecast
}

// errRehearsed is the answer: rules answer in the model's place.
var errRehearsed = errors.New("nothing is asked in a rehearsal")

// answerShare is the part of its limit that an answer has in a forecast, one in so many.
const answerShare = 3

// standIn is a model of the rehearsal.
type standIn struct {
	r    *rehearsal
	name string
}

// open is the stand-in of a model.
func (r *rehearsal) open(name string) (llm.Model, error) { return standIn{r, name}, nil }

// Complete counts what it is asked, and answers nothing.
func (s standIn) Complete(_ context.Context, q llm.Request) (llm.Response, error) {
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	if s.r.asked == nil {
		s.r.asked = forecast{}
	}
	one := s.r.asked[s.name]
	one.Calls++
	for _, m := range q.Messages {
		one.In += llm.Tokens(m.Text)
	}
	if q.Schema != nil {
		one.In += llm.Tokens(string(q.Schema.Text()))
	}
	one.Out += q.Sampling.MaxTokens / answerShare
	s.r.asked[s.name] = one
	return llm.Response{}, errRehearsed
}

// times is the forecast for so many times as much, of so many that were rehearsed.
func (r *rehearsal) times(all, rehearsed int) forecast {
	f := forecast{}
	for name, one := range r.asked {
		scale := func(n int) int { return n * all / max(1, rehearsed) }
		f[name] = lab.Forecast{Calls: scale(one.Calls), In: scale(one.In), Out: scale(one.Out)}
	}
	return f
}
