package provider

import (
	"encoding/json"

	"wolfden/internal/llm"
)

// anthropicTokens is the limit where the request has none; the interface demands one.
const anthropicTokens = 4096

// anthropic is the dialect of /v1/messages. It has no seed.
func anthropic() dialect {
	return dialect{
		header: map[string]string{"Anthropic-Version": "2023-06-01"},
		key:    "X-Api-Key",
		path:   func(string) string { return "/v1/messages" },
		encode: encodeAnthropic,
		decode: decodeAnthropic,
	}
}

func encodeAnthropic(q question) any {
	instructions, rest := q.system()
	body := map[string]any{"model": q.model, "messages": chat(rest), "max_tokens": anthropicTokens}
	if instructions != "" {
		body["system"] = instructions
	}
	add(body, "temperature", q.temperature())
	add(body, "top_p", q.topP())
	if q.Sampling.MaxTokens > 0 {
		body["max_tokens"] = q.Sampling.MaxTokens
	}
	if s := q.schema(); s != nil {
		body["output_config"] = map[string]any{"format": map[string]any{"type": "json_schema", "schema": s.Text()}}
	}
	return body
}

func decodeAnthropic(body []byte) (llm.Response, error) {
	var a struct {
		Model      string `json:"model"`
		StopReason string `json:"stop_reason"`
		Content    []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Usage struct {
			Input   int `json:"input_tokens"`
			Read    int `json:"cache_read_input_tokens"`
			Written int `json:"cache_creation_input_tokens"`
			Output  int `json:"output_tokens"`
		} `json:"usage"`
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return llm.Response{}, err
	}
	r := llm.Response{
		Model: a.Model, Finish: finish(a.StopReason),
		// Here what was cached is not part of the input.
		Usage: llm.Usage{In: a.Usage.Input + a.Usage.Read + a.Usage.Written, CachedIn: a.Usage.Read, Out: a.Usage.Output},
	}
	for _, part := range a.Content {
		if part.Type == "text" {
			r.Text += part.Text
		}
	}
	return r, wanting(a.StopReason == "", "no stop_reason in the answer")
}
