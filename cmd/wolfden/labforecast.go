package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"wolfden/internal/english"
	"wolfden/internal/experiment"
	"wolfden/internal/llm"
	"wolfden/internal/llm/llmtest/actor"
	"wolfden/internal/userfile"
)

// experimentFlags are the flags of every experiment.
type experimentFlags struct {
	Forecast bool `help:"Only tell how many calls and tokens it takes, and what they cost; nothing is asked." group:"model"`

	modelFlags `embed:""`
	requireFlag
}

// foretell tells what will be asked, with the price where it is known: as the result where that is all that is wanted, else beside it. how
// says what it rests on.
func (f *experimentFlags) foretell(e *env, asked experiment.Forecasts, how string) error {
	table, err := f.priceTable()
	if err != nil {
		return err
	}
	out := e.stderr
	if f.Forecast {
		out = e.stdout
	}
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		one := asked[name]
		cost := "its price is not known"
		if price, known := table.Of(name); known {
			cost = fmt.Sprintf("%.2f USD at the price of the table", price.Of(llm.Usage{In: one.In, Out: one.Out}))
		}
		fmt.Fprintf(out, "forecast: %s: %s, about %s tokens in and %s out, %s (%s)\n",
			name, english.Count(one.Calls, "call"), thousands(one.In), thousands(one.Out), cost, how)
	}
	return nil
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

// priceTable is what models cost: by the user's file, else by the list.
func (f *askingFlags) priceTable() (llm.Prices, error) {
	text, err := f.prices()
	if err != nil {
		return llm.Prices{}, err
	}
	table, err := llm.DefaultPrices()
	if err == nil && text != nil {
		table, err = llm.ParsePrices(text, table)
	}
	if err != nil {
		err = usageError{err}
	}
	return table, err
}

// prices is the user's price file, nil for none.
func (f *askingFlags) prices() ([]byte, error) {
	if f.ModelPrices == "" {
		return nil, nil
	}
	text, err := userfile.Read(f.ModelPrices, userfile.Most)
	if err != nil {
		return nil, usageError{err}
	}
	return text, nil
}

// rehearse has a part of an experiment done by rules, with models that are not there and records in a folder that does not stay, and tells
// what all of it will ask. part returns how much it did of how much there is.
func (f *modelFlags) rehearse(part func(*models, *experiment.Folder) (did, all int, err error)) (experiment.Forecasts, error) {
	named, err := f.named()
	if err != nil {
		return nil, err
	}
	folder, err := experiment.OpenFolder("", nil)
	if err != nil {
		return nil, err
	}
	defer folder.Close() //nolint:errcheck // what is left is the system's to clear
	stage := &experiment.Rehearsal{Usual: actor.Usual()}
	named.instead = stage.Open
	did, all, err := part(named, folder)
	return stage.Times(all, did), err
}
