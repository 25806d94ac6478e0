package provider

import (
	"cmp"

	"wolfden/internal/llm"
)

// anthropicTokens is the limit where the request has none; the interface demands one.
const anthropicTokens = 16384

// anthropic is the dialect of /v1/messages. It has no seed.
func anthropic() dialect {
	return dialect{
		header:  map[string]string{"Anthropic-Version": "2023-06-01"},
		key:     "X-Api-Key",
		shows:   true,
		path:    func(string) string { return "/v1/messages" },
		streams: func(body map[string]any) { body["stream"] = true },
		encode:  encodeAnthropic,
		reply: layout{
			whole:       []string{"stop_reason", "content.0"},
			said:        []string{"content"},
			finish:      []string{"stop_reason"},
			model:       []string{"model"},
			in:          []string{"usage.input_tokens"},
			cached:      []string{"usage.cache_read_input_tokens"},
			written:     []string{"usage.cache_creation_input_tokens"},
			out:         []string{"usage.output_tokens"},
			thinking:    []string{"usage.output_tokens_details.thinking_tokens"},
			cachedApart: true,
		},
	}
}

func encodeAnthropic(q question) map[string]any {
	instructions, rest := q.system()
	body := map[string]any{"model": q.model, "messages": marked(rest, anthropicParts), "max_tokens": anthropicTokens + q.Sampling.Room}
	if parts := partsOf(instructions, true); len(parts) > 0 {
		body["system"] = parts
	} else if instructions.Text != "" {
		body["system"] = instructions.Text
	}
	add(body, "temperature", q.temperature())
	add(body, "top_p", q.topP())
	if q.limit() > 0 {
		body["max_tokens"] = q.limit()
	}
	output := map[string]any{}
	if s := q.schema(); s != nil {
		output["format"] = map[string]any{"type": "json_schema", "schema": s.Text()}
	}
	if e := q.effort(); e != "" && e != llm.NoEffort {
		output["effort"] = e
	}
	if len(output) > 0 {
		body["output_config"] = output
	}
	if t := anthropicThinking(q); t != nil {
		body["thinking"] = t
	}
	return body
}

// anthropicThinking turns thought on or off, where the model would not do so by itself. Newer models decide how much
// they think and take an effort for it; older ones want a budget, which counts towards the limit of tokens.
func anthropicThinking(q question) map[string]any {
	budget := q.family.Budget(q.Sampling)
	switch {
	case q.dropped[thoughtFeature] || q.family.Thinks == llm.NeverThinks:
		return nil
	case q.family.Thinks == llm.ThinksUnless && q.Sampling.Effort == llm.NoEffort:
		return map[string]any{"type": cmp.Or(q.family.Off, "disabled")}
	case !q.thinks():
		return nil
	case q.family.Adaptive && q.shows(): // which show nothing unless they are asked to
		return map[string]any{"type": "adaptive", "display": "summarized"}
	case !q.asksThought():
		return nil
	case budget > 0:
		return map[string]any{"type": "enabled", "budget_tokens": budget}
	}
	return map[string]any{"type": "adaptive"}
}
