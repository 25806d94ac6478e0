package provider

import (
	"cmp"
	"encoding/json"

	"wolfden/internal/llm"
)

// anthropicTokens is the limit where the request has none; the interface demands one.
const anthropicTokens = 16384

// anthropic is the dialect of /v1/messages. It has no seed.
func anthropic() dialect {
	return dialect{
		header: map[string]string{"Anthropic-Version": "2023-06-01"},
		key:    "X-Api-Key",
		shows:  true,
		path:   func(string) string { return "/v1/messages" },
		encode: encodeAnthropic,
		decode: decodeAnthropic,
	}
}

func encodeAnthropic(q question) map[string]any {
	instructions, rest := q.system()
	body := map[string]any{"model": q.model, "messages": marked(rest), "max_tokens": anthropicTokens + q.Sampling.Room}
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

func decodeAnthropic(body []byte) (llm.Response, error) {
	var a struct {
		Model      string `json:"model"`
		StopReason string `json:"stop_reason"`
		Content    []struct {
			Type    string `json:"type"`
			Text    string `json:"text"`
			Thought string `json:"thinking"`
		} `json:"content"`
		Usage struct {
			Input   int `json:"input_tokens"`
			Read    int `json:"cache_read_input_tokens"`
			Written int `json:"cache_creation_input_tokens"`
			Output  int `json:"output_tokens"`
			Details struct {
				Thinking int `json:"thinking_tokens"`
			} `json:"output_tokens_details"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return llm.Response{}, err
	}
	r := llm.Response{
		Model: a.Model, Finish: finish(a.StopReason),
		// Here what was cached is not part of the input.
		Usage: llm.Usage{
			In: a.Usage.Input + a.Usage.Read + a.Usage.Written, CachedIn: a.Usage.Read, Written: a.Usage.Written, Out: a.Usage.Output,
		},
	}
	for _, part := range a.Content {
		if part.Type == "text" {
			r.Text += part.Text
		}
		r.Reasoning += part.Thought
	}
	r.Thought = cmp.Or(a.Usage.Details.Thinking, share(r.Out, r.Reasoning, r.Text))
	return r, wanting(a.StopReason == "", "no stop_reason in the answer")
}
