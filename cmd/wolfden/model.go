package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"wolfden/internal/bot"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/llm"
	"wolfden/internal/llm/prompt"
	"wolfden/internal/llm/provider"
	"wolfden/internal/llm/source"
	"wolfden/werewolf"
)

// modelFlags are the flags of commands whose players may use a language model.
type modelFlags struct {
	Model string `help:"Language model for the players that can use one, like openai:gpt-4o-mini; without it rules answer. By task, request or module: main=NAME,vote=NAME,memo=NAME (see: wolfden tasks, wolfden bots --describe)." group:"model" placeholder:"NAME"`

	recordFlags `embed:""`
	askingFlags `embed:""`
}

// recordFlags say where answers are kept whole, or come from.
type recordFlags struct {
	ModelRecord string `help:"New folder to keep every answer in." group:"model" placeholder:"DIR"`
	ModelReplay string `help:"Folder of kept answers that stand in for the model." group:"model" placeholder:"DIR"`
}

// askingFlags say how models are asked and what they may cost, whichever they are.
type askingFlags struct {
	ModelCache  string      `help:"Folder of answers to use again." group:"model" placeholder:"DIR"`
	Prompts     string      `help:"Folder of prompts that stand in for the program's own (see: wolfden prompts)." group:"model" placeholder:"DIR"`
	ModelPrices string      `help:"Price file, before the list prices." group:"model" placeholder:"FILE"`
	GameUSD     *float64    `name:"game-usd" help:"Most that a game may cost, then rules answer." group:"model" placeholder:"USD"`
	RunUSD      *float64    `name:"run-usd" help:"Most that all of it may cost." group:"model" placeholder:"USD"`
	GameTokens  *int        `help:"Most tokens for a game." group:"model" placeholder:"N"`
	RunTokens   *int        `help:"Most tokens for all of it." group:"model" placeholder:"N"`
	Tuning      modelTuning `embed:"" prefix:"model-" group:"model"`
}

// answerFlag is how long players may take.
type answerFlag struct {
	AnswerTime league.AnswerTime `help:"How long a player may take for an answer, such as 5m for a slow model; none is as long as it takes (default: 60s, as in the contest)." placeholder:"TIME"`
}

// answersIn gives rules the time. Without a limit a program that hangs would hold its game for ever.
func (f *answerFlag) answersIn(r *werewolf.Rules, programs bool) error {
	if programs && f.AnswerTime.Endless() {
		return usagef("--answer-time none: a program that hangs would hold its game for ever; write a duration")
	}
	f.AnswerTime.Set(r)
	return nil
}

// models opens models for games. A nil *models opens none.
type models struct {
	choice *modelChoice
	window int // see modelChoice.window
	source *source.Source
	limit  llm.Limit
	// instead opens the models of a rehearsal, which has no source; nil otherwise.
	instead func(name string) (llm.Model, error)
	// over is told when the budget of the whole run refuses a call, and when the first calls have brought nothing; nil where nobody asks.
	over func(why error)

	overlay *prompt.Overlay // of the prompts; nil for none
	prompts *bot.Prompts    // those of players; nil for the program's own

	mu     sync.Mutex
	calls  int
	sent   int // requests
	failed int
	came   bool  // something has come of a call
	fault  error // the first
	pace   *gamePace
}

// silentAfter is how many calls without any answer show that nobody answers.
const silentAfter = 3

// addCall counts a call. One that was given up because its game is over was no failure, nor is it in a replay.
func (m *models) addCall(ctx context.Context, c llm.Call) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	m.sent += c.Response.Attempts
	m.came = m.came || c.Response.Out > 0 || errors.Is(c.Err, llm.ErrUnstructured) // not every server counts
	m.pace.add(time.Now(), &c)
	if c.Err == nil || errors.Is(c.Err, llm.ErrUnwanted) || errors.Is(context.Cause(ctx), llm.ErrUnwanted) {
		return
	}
	if m.failed++; m.fault == nil {
		m.fault = c.Err
	}
	switch {
	case m.over == nil:
	case errors.Is(c.Err, llm.ErrRunBudget):
		m.over(errBudget)
	case m.failed == silentAfter && m.failed == m.calls && !m.came:
		m.over(fmt.Errorf("%w: %d of %[2]d calls failed, the first: %w", errSilent, m.failed, m.fault))
	}
}

// openFor opens the models that the flags name for the players, as open does. A model of its own for what none of them asks a
// model for is an error.
func (f *modelFlags) openFor(players []string, stderr io.Writer) (*models, error) {
	m, err := f.open(stderr)
	if m == nil || err != nil {
		return nil, err
	}
	if err := m.choice.fits(players...); err != nil {
		m.source.Close()
		return nil, usagef("--model: %w", err)
	}
	return m, nil
}

// open opens the models that the flags name, and returns nil if they name none. If one cannot be opened, for
// example because its key is missing, that is an error now; otherwise rules would answer silently.
func (f *modelFlags) open(stderr io.Writer) (*models, error) {
	if f.Model == "" {
		return nil, f.unasked()
	}
	if err := f.sound(); err != nil {
		return nil, err
	}
	choice, err := chooseModel(f.Model, f.Tuning.settings(), flagKeys)
	if err != nil {
		return nil, usageError{err}
	}
	m, err := f.source(choice, stderr)
	if err == nil {
		m.overlay, m.prompts, err = openPrompts(f.Prompts)
	}
	return m, err
}

// give gives an entry the model of the flags.
func (f *modelFlags) give(e *league.Entry) {
	e.Model, e.Settings, e.Prompts = f.Model, f.Tuning.settings(), f.Prompts
}

// unasked refuses flags for a model where there is none.
func (f *modelFlags) unasked() error {
	switch {
	case f.ModelCache+f.ModelRecord+f.ModelReplay != "":
		return usagef("--model-cache, --model-record and --model-replay need --model")
	case f.Prompts != "":
		return usagef("--prompts needs --model: without a model nothing is asked. wolfden prompts check %s tells whether they can be used", f.Prompts)
	case f.Tuning.settings() != nil:
		return usagef("the flags for how a model is asked (--model-effort and others) need --model")
	case f.GameUSD != nil || f.RunUSD != nil || f.GameTokens != nil || f.RunTokens != nil:
		return usagef("--game-usd, --run-usd, --game-tokens and --run-tokens limit what a model may spend: they need --model")
	}
	return nil
}

// sound refuses flags that no model can be asked with.
func (f *modelFlags) sound() error {
	if !above0(f.GameUSD) || !above0(f.RunUSD) || !above0(f.GameTokens) || !above0(f.RunTokens) {
		return usagef("--game-usd, --run-usd, --game-tokens and --run-tokens: above 0, or nothing for no limit; to spend nothing leave out --model")
	}
	if f.ModelRecord != "" && f.ModelReplay != "" {
		return usagef("--model-record and --model-replay exclude each other")
	}
	return nil
}

// above0 reports whether a limit is above 0, or not given.
func above0[T int | float64](limit *T) bool { return limit == nil || *limit > 0 }

// source opens the models of the choice, with the other flags as they are.
func (f *modelFlags) source(choice *modelChoice, stderr io.Writer) (*models, error) {
	options, err := f.options(choice.way, choice.settings, stderr)
	if err != nil {
		return nil, err
	}
	m := &models{choice: choice, limit: f.ofGame()}
	options.Observe = m.addCall
	s, err := source.New(options)
	if err != nil {
		return nil, usageError{err}
	}
	m.source = s
	if m.window, err = choice.window(); err != nil {
		return nil, usageError{err}
	}
	if _, err := choice.open(s.Game(m.limit, nil).Open); err != nil {
		return nil, usageError{err}
	}
	return m, nil
}

// ofGame is what a game may spend.
func (f *askingFlags) ofGame() llm.Limit {
	return llm.Limit{Tokens: given(f.GameTokens), Cost: given(f.GameUSD)}
}

// options are the flags as models are opened by them. What is to be warned of is said once.
func (f *modelFlags) options(way provider.Options, settings llm.Settings, stderr io.Writer) (source.Options, error) {
	prices, err := f.prices()
	if err != nil {
		return source.Options{}, err
	}
	var once sync.Mutex
	said := map[string]bool{}
	return source.Options{
		Provider: way, Settings: settings,
		Prices: prices, Cache: f.ModelCache, Record: f.ModelRecord, Replay: f.ModelReplay,
		Run: llm.Limit{Tokens: given(f.RunTokens), Cost: given(f.RunUSD)},
		Warn: func(err error) {
			once.Lock()
			defer once.Unlock()
			if !said[err.Error()] {
				said[err.Error()] = true
				fmt.Fprintln(stderr, "wolfden: model:", err)
			}
		},
	}, nil
}

// game returns the model for one game; nil if there is none.
func (m *models) game() (llm.Model, error) {
	if m == nil {
		return nil, nil
	}
	if m.instead != nil {
		return m.choice.open(m.instead)
	}
	return m.choice.open(m.source.Game(m.limit, nil).Open)
}

// tokens is how many tokens prompts may have with their answers, 0 where nobody knows.
func (m *models) tokens() int {
	if m == nil {
		return 0
	}
	return m.window
}

// laid returns the prompts that players ask with.
func (m *models) laid() *bot.Prompts {
	if m == nil {
		return nil
	}
	return m.prompts
}

// config is that of a player that asks one of the models, nil for none.
func (m *models) config(model llm.Model, seed uint64, lang string, among company) bot.Config {
	return bot.Config{Seed: seed, Lang: lang, Commas: among.commas(), Model: model, Window: m.tokens(), Prompts: m.laid()}
}

// close prints what was spent and what failed. A call that is broken off with the run counts as other failed attempts do: what
// it may have cost is not known.
func (m *models) close(w io.Writer) {
	if m == nil {
		return
	}
	u := m.source.Settled()
	m.mu.Lock() // calls that nobody waits for any more may end now
	defer m.mu.Unlock()
	fmt.Fprintf(w, "model %s: %d tokens in, %d of them cached, %d out, %d of them thought, %.4f USD, %s\n",
		m.choice.text, u.In, u.CachedIn, u.Out, u.Thought, u.Cost, english.Count(m.sent, "request"))
	if m.failed > 0 {
		fmt.Fprintf(w, "%d of %s gave no whole answer; the first: %v\n", m.failed, english.Count(m.calls, "call"), m.fault)
	}
	m.source.Close()
}
