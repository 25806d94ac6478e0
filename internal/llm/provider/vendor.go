// Package provider speaks to the providers of language models over HTTP.
//
// The law of the package: a provider is a row of a table and a dialect, a function that writes our request and a table of where its
// reply has what; reading, sending, limits, retries, errors and what is learnt of refusals are written once for all. What stands
// beside an answer never costs the answer. A key is read from the environment when a model is
// opened and goes into one header of requests to that provider: never to another host, never into a URL or an error.
// Answers are read with a limit of size, and nothing in them is followed.
package provider

import (
	"fmt"
	"strings"

	"wolfden/internal/llm"
)

// ForeignKey is the environment variable of the key for servers named by URL, so that the key of a vendor is never
// sent to somebody else's server by a mistyped name.
const ForeignKey = "WOLFDEN_LLM_KEY"

// Vendor is a provider that models can be named with.
type Vendor struct {
	Name    string
	Summary string
	Base    string // URL that requests go to; empty where the name must give one
	KeyEnv  string // environment variable of the key for Base
	NeedKey bool   // whether there is nothing to ask without a key

	foreignKey string                  // of the key for other URLs
	tokensName string                  // what the chat dialect calls the limit of tokens
	strict     bool                    // whether a promise to keep to a schema can be asked for
	grammar    bool                    // whether a schema is kept as a grammar alone, and the model is not shown it
	marks      func(model string) bool // whether the chat dialect says for the model what to cache; nil is never
	dialect    dialect
}

// Vendors lists the providers. The slice is the caller's.
func Vendors() []Vendor {
	return []Vendor{
		{
			Name: "openai", Summary: "OpenAI; with a URL any server of the same interface: vLLM, llama.cpp, LM Studio and others",
			Base: "https://api.openai.com/v1", KeyEnv: "OPENAI_API_KEY", NeedKey: true, foreignKey: ForeignKey,
			tokensName: "max_completion_tokens", strict: true, dialect: openai(bearer, plainEffort),
		},
		{
			Name: "responses", Summary: "OpenAI by its Responses interface, which openai: chooses by itself for models that think; with a URL any server of it",
			Base: "https://api.openai.com/v1", KeyEnv: "OPENAI_API_KEY", NeedKey: true, foreignKey: ForeignKey,
			strict: true, dialect: responses(),
		},
		{
			Name: "azure", Summary: "Azure OpenAI, named azure@https://RESOURCE.openai.azure.com/openai/v1:DEPLOYMENT",
			KeyEnv: "AZURE_OPENAI_API_KEY", NeedKey: true, foreignKey: "AZURE_OPENAI_API_KEY",
			tokensName: "max_completion_tokens", strict: true, dialect: openai("api-key", plainEffort),
		},
		{
			Name: "openrouter", Summary: "OpenRouter, models of many vendors with one key",
			Base: "https://openrouter.ai/api/v1", KeyEnv: "OPENROUTER_API_KEY", NeedKey: true, foreignKey: ForeignKey,
			tokensName: "max_tokens", strict: true, grammar: true, dialect: openai(bearer, reasoningObject),
			marks: func(model string) bool { return strings.HasPrefix(model, "anthropic/") },
		},
		{
			Name: "anthropic", Summary: "Anthropic",
			Base: "https://api.anthropic.com", KeyEnv: "ANTHROPIC_API_KEY", NeedKey: true, foreignKey: ForeignKey,
			dialect: anthropic(),
		},
		{
			Name: "gemini", Summary: "Google Gemini",
			Base: "https://generativelanguage.googleapis.com", KeyEnv: "GEMINI_API_KEY", NeedKey: true, foreignKey: ForeignKey,
			dialect: gemini(),
		},
		{
			Name: "ollama", Summary: "Ollama on this machine, by its own interface; with a URL on another",
			Base: "http://127.0.0.1:11434", KeyEnv: "OLLAMA_API_KEY", foreignKey: ForeignKey,
			grammar: true, dialect: ollama(),
		},
	}
}

// at fills the vendor's row in for a name and its family: where requests go, in which dialect, and which variable holds
// the key for there.
func at(name Name, f llm.Family) (Vendor, error) {
	var known []string
	for _, v := range Vendors() {
		known = append(known, v.Name)
		if v.Name != name.Provider {
			continue
		}
		if name.Base != "" {
			v.NeedKey = v.Base == ""
			v.Base, v.KeyEnv = name.Base, v.foreignKey
			v.grammar = v.grammar || v.Name == "openai" || v.Name == "responses"
			if v.Name == "openai" {
				v.tokensName = "max_tokens" // what servers of the same interface have kept
			}
		}
		if f.Limit != "" && v.Base != "" && v.tokensName != "" && v.Name != "openrouter" {
			v.tokensName = f.Limit
		}
		if f.Responses && v.Name == "openai" && name.Base == "" {
			v.tokensName, v.dialect = "", responses()
		}
		if v.Base == "" {
			return v, fmt.Errorf("%s has no address of its own; name it %s@URL:model", v.Name, v.Name)
		}
		return v, nil
	}
	return Vendor{}, fmt.Errorf("no provider %q; known are %s", name.Provider, strings.Join(known, ", "))
}

// bearer means that the key goes into the Authorization header.
const bearer = "Authorization"

// dialect is what differs between providers on the wire.
type dialect struct {
	header map[string]string // of every request
	// streams makes a body ask for the reply piece by piece; nil where the interface does that elsewhere.
	streams func(body map[string]any)
	objects bool   // it has a word for JSON of whatever schema
	shows   bool   // it has a word for the wish to see what the model thinks
	key     string // header of the key
	path    func(model string) string
	encode  func(question) map[string]any
	reply   layout // where a reply has what
}

// question is what a dialect encodes.
type question struct {
	llm.Request
	model    string
	vendor   Vendor
	family   llm.Family
	extra    map[string]any
	dropped  features
	streamed bool            // the reply is asked for piece by piece
	unknown  map[string]bool // fields that the server does not know
	length   length
}

// schema is the request's schema if the provider is to be given it.
func (q question) schema() *llm.Schema {
	if q.dropped[schemaFeature] {
		return nil
	}
	return q.Schema
}

// temperature, topP and seed are nil where they are not set or not taken.
func (q question) temperature() *float64 { return kept(q.dropped[temperature], q.Sampling.Temperature) }
func (q question) topP() *float64        { return kept(q.dropped[topP], q.Sampling.TopP) }

func (q question) seed() *int64 {
	if q.Sampling.Seed == nil {
		return nil
	}
	return kept(q.dropped[seed], new(*q.Sampling.Seed+int64(q.Sampling.Index)))
}

func kept[T any](dropped bool, value *T) *T {
	if dropped {
		return nil
	}
	return value
}
