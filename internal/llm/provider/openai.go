package provider

import (
	"strings"

	"wolfden/internal/llm"
)

// openai is the dialect of /chat/completions. How thought is asked for differs between those who speak it.
func openai(keyHeader string, thought func(question, map[string]any)) dialect {
	return dialect{
		objects: true,
		key:     keyHeader,
		path:    func(string) string { return "/chat/completions" },
		streams: func(body map[string]any) {
			body["stream"], body["stream_options"] = true, map[string]any{"include_usage": true}
		},
		encode: func(q question) map[string]any {
			body := encodeOpenAI(q)
			thought(q, body)
			return body
		},
		reply: layout{
			whole:    []string{"choices.0"},
			said:     []string{"choices.0.message.content", "choices.0.delta.content", "choices.0.message.text", "choices.0.text"},
			thought:  fields("choices.0.", "message.", "delta.", "reasoning_content", "reasoning", "thinking", "reasoning_details"),
			refusal:  []string{"choices.0.message.refusal", "choices.0.delta.refusal"},
			calls:    fields("choices.0.", "message.", "delta.", "tool_calls", "function_call"),
			finish:   []string{"choices.0.finish_reason.type", "choices.0.finish_reason", "choices.0.stop_reason"},
			model:    []string{"model"},
			in:       []string{"usage.prompt_tokens", "usage.input_tokens"},
			cached:   []string{"usage.prompt_tokens_details.cached_tokens", "usage.prompt_cache_hit_tokens", "usage.cached_tokens", "timings.cache_n"},
			written:  []string{"usage.prompt_tokens_details.cache_write_tokens"},
			out:      []string{"usage.completion_tokens", "usage.output_tokens"},
			thinking: []string{"usage.completion_tokens_details.reasoning_tokens", "usage.reasoning_tokens"},
			cost:     []string{"usage.cost.total_cost", "usage.cost"},
		},
	}
}

// fields are the paths of names within each of two parents.
func fields(from, one, other string, names ...string) (paths []string) {
	for _, name := range names {
		paths = append(paths, from+one+name, from+other+name)
	}
	return paths
}

type chatMessage struct {
	Role    llm.Role `json:"role"`
	Content any      `json:"content"` // a text, or its parts
	Images  []string `json:"images,omitempty"`
}

// chat makes messages of texts, and of the parts of one with a picture.
func chat(messages []llm.Message, parts func(llm.Message) any) []chatMessage {
	made := make([]chatMessage, 0, len(messages))
	for _, m := range messages {
		one := chatMessage{Role: m.Role, Content: m.Text}
		if pictured(m) {
			one.Content = parts(m)
		}
		made = append(made, one)
	}
	return made
}

// plainEffort is OpenAI's own way, which most servers of its interface have taken over. It knows no budget.
func plainEffort(q question, body map[string]any) {
	if e := q.effort(); e != "" {
		body["reasoning_effort"] = e
	}
}

// reasoningObject is OpenRouter's way, for models of all vendors: an effort or a budget.
func reasoningObject(q question, body map[string]any) {
	switch e := q.effort(); {
	case q.dropped[thoughtFeature]:
	case q.Sampling.Effort != "" && e != "":
		body["reasoning"] = map[string]any{"effort": e}
	case q.Sampling.Thought > 0:
		body["reasoning"] = map[string]any{"max_tokens": q.Sampling.Thought}
	case q.Sampling.Effort == llm.NoEffort:
		body["reasoning"] = map[string]any{"enabled": false}
	case q.Sampling.Effort != "":
		body["reasoning"] = map[string]any{"enabled": true}
	}
}

func encodeOpenAI(q question) map[string]any {
	body := map[string]any{"model": q.model, "messages": chat(q.messages(), chatParts)}
	if q.vendor.marks != nil && q.vendor.marks(q.model) {
		body["messages"] = marked(q.messages(), chatParts)
	}
	add(body, "temperature", q.temperature())
	add(body, "top_p", q.topP())
	add(body, "seed", q.seed())
	if q.limit() > 0 {
		body[q.tokensName()] = q.limit()
	}
	if s := q.schema(); s != nil {
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": schemaName(q.Label.Task), "schema": s.Text(), "strict": s.Strict() && !q.dropped[strictFeature],
		}}
	} else if q.Schema != nil && !q.dropped[objectFeature] {
		body["response_format"] = map[string]any{"type": "json_object"}
	}
	return body
}

// tokensName is what the limit of tokens is called: the old name or the new one, and the other if that was turned down.
func (q question) tokensName() string {
	const before, after = "max_tokens", "max_completion_tokens"
	if (q.vendor.tokensName == before) != q.dropped[maxTokens] {
		return before
	}
	return after
}

func add[T any](body map[string]any, name string, value *T) {
	if value != nil {
		body[name] = *value
	}
}

// schemaName makes a name of a task; the interface allows 64 letters, digits, '-' and '_'.
func schemaName(task string) string {
	name := strings.Map(func(r rune) rune {
		if r < 128 && (r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return r
		}
		return '_'
	}, task)
	if name == "" {
		return "answer"
	}
	return name[:min(len(name), 64)]
}
