// Package source opens models by name, with everything around them that a run asks for.
//
// The law of the package: it only puts together. Every model is built the same way, from the inside out: the provider,
// or a recording in its place; the cache; the check of structured answers; the recorder; the budget; the observer; the
// user's settings. So a recording holds what the game was told, and a replay spends from budgets what the run did.
package source

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"wolfden/internal/llm"
	"wolfden/internal/llm/provider"
	"wolfden/internal/llm/store"
)

// Observer is told of calls; see llm.Observe.
type Observer func(context.Context, llm.Call)

// Options say how models are opened. The zero value opens them without cache, record, budget and observer, at list
// prices.
type Options struct {
	Provider provider.Options // but Cost, which follows from Prices
	Settings llm.Settings     // of every question
	Prices   []byte           // price file of the user, whose entries go before the list prices
	Cache    string           // folder of the cache; empty is none
	Record   string           // folder to record into; empty records nothing
	Replay   string           // folder of a recording to answer from instead of the network; empty is none
	Call     llm.Limit        // of every call
	Run      llm.Limit        // of all calls of all models
	Observe  Observer         // of every call; may be nil
	Warn     func(error)      // told of trouble that hinders nobody: a full disk below the cache, a model that is left alone; may be nil
}

// Source opens models. It may be used from several goroutines at once.
type Source struct {
	options Options
	prices  llm.Prices
	opener  *provider.Opener
	run     *llm.Meter

	mu     sync.Mutex
	models map[string]llm.Model // by name, up to the recorder
}

// New makes a source.
func New(o Options) (*Source, error) {
	if o.Record != "" && o.Replay != "" {
		return nil, errors.New("a run can be recorded or replayed, not both; give one folder")
	}
	prices, err := llm.DefaultPrices()
	if err == nil && o.Prices != nil {
		prices, err = llm.ParsePrices(o.Prices, prices)
	}
	if err != nil {
		return nil, err
	}
	o.Provider.Cost = func(name provider.Name, u llm.Usage) float64 {
		price, _ := prices.Of(name.String())
		return price.Of(u)
	}
	if o.Provider.Warn == nil {
		o.Provider.Warn = o.Warn
	}
	return &Source{
		options: o, prices: prices, opener: provider.New(o.Provider),
		run: llm.NewMeter("run", o.Run, nil), models: map[string]llm.Model{},
	}, nil
}

// Close closes idle connections.
func (s *Source) Close() { s.opener.Close() }

// Share is provider.Opener.Share.
func (s *Source) Share(all, here int) { s.opener.Share(all, here) }

// Spent is what all models have spent, with what calls under way may still spend.
func (s *Source) Spent() llm.Usage { return s.run.Spent() }

// Settled is what calls that ended have spent.
func (s *Source) Settled() llm.Usage { return s.run.Settled() }

// Open makes a model of a name such as openai:gpt-4o-mini; see provider.Name. Nothing is sent. A budget in USD for a
// model whose price is not known is an error.
func (s *Source) Open(name string) (llm.Model, error) {
	return s.open(name, s.run, llm.Limit{}, nil)
}

// Game opens models for one game.
type Game struct {
	source  *Source
	limit   llm.Limit
	meter   *llm.Meter
	observe Observer
}

// Game makes an opener of models whose calls together keep to a limit of their own as well, and are told to an observer
// of their own, which may be nil.
func (s *Source) Game(limit llm.Limit, observe Observer) *Game {
	return &Game{source: s, limit: limit, meter: llm.NewMeter("game", limit, s.run), observe: observe}
}

// Open is Source.Open for the game.
func (g *Game) Open(name string) (llm.Model, error) {
	return g.source.open(name, g.meter, g.limit, g.observe)
}

// Spent is what the game has spent, with what calls under way may still spend.
func (g *Game) Spent() llm.Usage { return g.meter.Spent() }

func (s *Source) open(text string, meter *llm.Meter, limit llm.Limit, observe Observer) (llm.Model, error) {
	name, err := provider.ParseName(text)
	if err != nil {
		return nil, err
	}
	text = name.String()
	price, known := s.prices.Of(text)
	if !known && (limit.Cost > 0 || s.options.Run.Cost > 0 || s.options.Call.Cost > 0) {
		return nil, fmt.Errorf("a budget in USD needs the price of %s; give it in a price file, or a budget in tokens", text)
	}
	family, err := provider.FamilyOf(name, s.options.Provider.Window)
	if err != nil {
		return nil, err
	}
	m, err := s.model(name)
	if err != nil {
		return nil, err
	}
	m = llm.Budgeted(m, llm.Budget{Call: s.options.Call, Meter: meter, Price: price})
	for _, o := range []Observer{s.options.Observe, observe} {
		if o != nil {
			m = llm.Observe(text, m, o)
		}
	}
	return llm.Tuned(m, s.options.Settings, family), nil
}

// model is what all openings of one name share.
func (s *Source) model(name provider.Name) (llm.Model, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := name.String()
	if m, made := s.models[text]; made {
		return m, nil
	}
	m, err := s.build(name)
	if err != nil {
		return nil, err
	}
	s.models[text] = m
	return m, nil
}

func (s *Source) build(name provider.Name) (llm.Model, error) {
	text := name.String()
	if s.options.Replay != "" {
		return store.Replay(text, s.options.Replay)
	}
	m, err := s.opener.Open(name)
	if err != nil {
		return nil, err
	}
	if _, known := s.prices.Of(text); !known && s.options.Warn != nil {
		s.options.Warn(fmt.Errorf("the price of %s is not known, so it counts as nothing where the provider does not tell it; a price file can give it", text))
	}
	if s.options.Cache != "" {
		m = store.Cache(text, m, s.options.Cache, s.options.Warn)
	}
	m = llm.Structured(m)
	if s.options.Record != "" {
		return store.Record(text, m, s.options.Record)
	}
	return m, nil
}
