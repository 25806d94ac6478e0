package provider

import (
	"encoding/json"
	"slices"
	"strings"

	"wolfden/internal/llm"
)

// feature is a part of a request that some models reject. A feature rejected once is left out from then on.
type feature string

const (
	temperature    feature = "temperature"
	topP           feature = "top_p"
	seed           feature = "seed"
	maxTokens      feature = "max_tokens" // the other name of the limit is used instead
	strictFeature  feature = "strict"     // the promise to keep to the schema, not the schema
	schemaFeature  feature = "schema"
	effortFeature  feature = "effort"
	thoughtFeature feature = "thought" // thinking at all, or a budget for it
	shownFeature   feature = "shown"   // the wish to see what was thought, which nobody but us needs
)

type features map[feature]bool

// featureWords lists the words by which an error names a feature, in the order in which they are searched. A
// schema first loses only the provider's promise to keep it; if that fails too, it is asked for in words.
func featureWords() []struct {
	feature feature
	words   []string
} {
	return []struct {
		feature feature
		words   []string
	}{
		{shownFeature, []string{"summar", "includethoughts", "include_thoughts", "thinking_config", "thinking is not", "display"}},
		{maxTokens, []string{"max_tokens", "max_completion_tokens"}},
		{temperature, []string{"temperature"}},
		{topP, []string{"top_p", "topp"}},
		{seed, []string{"seed"}},
		{effortFeature, []string{"effort", "thinking_level", "thinkinglevel"}},
		{thoughtFeature, []string{"think", "reasoning", "budget"}},
		{strictFeature, []string{"response_format", "json_schema", "strict", "schema"}},
		{schemaFeature, []string{"response_format", "json_schema", "output_config", "responsejsonschema", "schema", "format", "grammar"}},
	}
}

// sent lists the features of a request that are in it and can be left out.
func (q question) sent() features {
	s := q.Sampling
	sent := features{
		temperature:    s.Temperature != nil,
		topP:           s.TopP != nil,
		seed:           s.Seed != nil,
		maxTokens:      s.MaxTokens > 0 && q.vendor.tokensName != "",
		effortFeature:  s.Effort != "",
		thoughtFeature: q.asksThought(),
		shownFeature:   q.vendor.dialect.shows && q.thinks(),
		strictFeature:  q.Schema != nil && q.Schema.Strict() && q.vendor.strict,
		schemaFeature:  q.Schema != nil,
	}
	for f := range q.dropped {
		delete(sent, f)
	}
	return sent
}

// blamed finds the feature because of which a request was refused, empty if it was none that was sent.
// Providers name it in error.param or only in words.
func blamed(body []byte, sent features) feature {
	var complaint struct {
		Error struct {
			Param string `json:"param"`
		} `json:"error"`
	}
	// A body of another form is searched as a whole.
	_ = json.Unmarshal(body, &complaint)
	for _, text := range []string{complaint.Error.Param, string(body)} {
		text = strings.ToLower(text)
		for _, t := range featureWords() {
			if sent[t.feature] && slices.ContainsFunc(t.words, func(w string) bool { return strings.Contains(text, w) }) {
				return t.feature
			}
		}
	}
	return ""
}

// names lists what was left out that the caller had asked for, and the effort where it was another, sorted.
func (q question) names() []string {
	var names []string
	asked := question{Request: q.Request, vendor: q.vendor}.sent()
	for f := range q.dropped {
		if asked[f] && f != maxTokens && f != shownFeature {
			names = append(names, string(f))
		}
	}
	if !q.effortKept() {
		names = append(names, string(effortFeature))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// finish maps a provider's word for why the model stopped. A word that is not known, or none, is an ordinary stop.
func finish(word string) llm.Finish {
	switch strings.ToLower(word) {
	case "length", "max_tokens", "max_output_tokens", "model_context_window_exceeded":
		return llm.Truncated
	case "content_filter", "refusal", "safety", "recitation", "language", "blocklist", "prohibited_content", "spii":
		return llm.Refused
	}
	return llm.Stopped
}
