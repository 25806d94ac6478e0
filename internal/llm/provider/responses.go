package provider

import (
	"encoding/json"
	"strings"

	"wolfden/internal/llm"
)

// responses is the dialect of OpenAI's /responses. It takes models that think, and has no seed. Nothing is left with
// the provider: the program keeps the conversation itself.
func responses() dialect {
	return dialect{
		key:    bearer,
		shows:  true,
		path:   func(string) string { return "/responses" },
		encode: encodeResponses,
		decode: decodeResponses,
	}
}

func encodeResponses(q question) map[string]any {
	instructions, rest := q.system()
	body := map[string]any{"model": q.model, "input": chat(rest), "store": false}
	if instructions.Text != "" {
		body["instructions"] = instructions.Text
	}
	add(body, "temperature", q.temperature())
	add(body, "top_p", q.topP())
	if q.limit() > 0 {
		body["max_output_tokens"] = q.limit()
	}
	reasoning := map[string]any{}
	if e := q.effort(); e != "" {
		reasoning["effort"] = e
	}
	if q.shows() {
		reasoning["summary"] = "auto"
	}
	if len(reasoning) > 0 {
		body["reasoning"] = reasoning
	}
	if s := q.schema(); s != nil {
		body["text"] = map[string]any{"format": map[string]any{
			"type": "json_schema", "name": schemaName(q.Label.Task), "schema": s.Text(), "strict": s.Strict() && !q.dropped[strictFeature],
		}}
	}
	return body
}

type responsesPart struct {
	Type    string `json:"type"`
	Text    string `json:"text"`
	Refusal string `json:"refusal"`
}

type responsesAnswer struct {
	Model      string `json:"model"`
	Status     string `json:"status"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Output []struct {
		Type    string          `json:"type"`
		Content []responsesPart `json:"content"`
		Summary []responsesPart `json:"summary"`
	} `json:"output"`
	Usage struct {
		Input   int `json:"input_tokens"`
		Details struct {
			Cached  int `json:"cached_tokens"`
			Written int `json:"cache_write_tokens"`
		} `json:"input_tokens_details"`
		Output  int `json:"output_tokens"`
		Thought struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"output_tokens_details"`
	} `json:"usage"`
}

func decodeResponses(body []byte) (llm.Response, error) {
	var a responsesAnswer
	if err := json.Unmarshal(body, &a); err != nil {
		return llm.Response{}, err
	}
	r := llm.Response{
		Model: a.Model, Finish: llm.Stopped,
		Usage: llm.Usage{
			In: a.Usage.Input, CachedIn: a.Usage.Details.Cached, Written: a.Usage.Details.Written,
			Out: a.Usage.Output, Thought: a.Usage.Thought.Reasoning,
		},
	}
	for _, item := range a.Output {
		for _, part := range item.Summary { // a paragraph each
			r.Reasoning = strings.TrimSpace(r.Reasoning + "\n\n" + part.Text)
		}
		for _, part := range item.Content {
			switch part.Type {
			case "output_text":
				r.Text += part.Text
			case "reasoning_text":
				r.Reasoning += part.Text
			case "refusal":
				r.Text, r.Finish = part.Refusal, llm.Refused
			}
		}
	}
	if a.Status == "incomplete" {
		r.Finish = finish(a.Incomplete.Reason)
		if r.Finish == llm.Stopped {
			r.Finish = llm.Truncated
		}
	}
	return r, wanting(a.Status != "completed" && a.Status != "incomplete", "the response is not completed")
}
