package llmtest

import (
	"encoding/json"
	"net/url"
	"strings"

	"wolfden/internal/llm"
)

// shape is how one provider's interface looks on the wire.
type shape struct {
	name  string
	path  string // what the path of a request ends with
	write func(p Prompt, a Answer, finish string) any
	// words for why the model stopped: stopped, truncated, refused
	stopped, truncated, refused string
}

func shapes() []shape {
	return []shape{
		{"openai", "/chat/completions", writeOpenAI, "stop", "length", "content_filter"},
		{"responses", "/responses", writeResponses, "completed", "max_output_tokens", "content_filter"},
		{"anthropic", "/v1/messages", writeAnthropic, "end_turn", "max_tokens", "refusal"},
		{"gemini", ":generateContent", writeGemini, "STOP", "MAX_TOKENS", "SAFETY"},
		{"ollama", "/api/chat", writeOllama, "stop", "length", "stop"},
	}
}

func shapeOf(path string) (shape, bool) {
	for _, s := range shapes() {
		if strings.HasSuffix(path, s.path) {
			return s, true
		}
	}
	return shape{}, false
}

// model is the model named in a path, for the interface that does it there.
func (s shape) model(path string) string {
	name := strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], s.path)
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

// finish is the dialect's word for why the model stopped.
func (s shape) finish(f llm.Finish) string {
	switch f {
	case llm.Truncated:
		return s.truncated
	case llm.Refused:
		return s.refused
	case llm.Stopped:
	}
	return s.stopped
}

const bytesPerToken = 4

// tokens are counted as four bytes each, which is nothing but repeatable.
func tokens(text string) int { return (len(text) + bytesPerToken - 1) / bytesPerToken }

func writeOpenAI(p Prompt, a Answer, finish string) any {
	said := map[string]any{"role": "assistant", "content": a.Text}
	if a.Refusal {
		said["content"], said["refusal"] = nil, a.Text
	}
	in, out := tokens(p.Text()), a.Thought+tokens(a.Text)
	return map[string]any{
		"id": "chatcmpl-test", "object": "chat.completion", "created": 0, "model": p.Model,
		"choices": []any{map[string]any{"index": 0, "message": said, "finish_reason": finish}},
		"usage": map[string]any{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
			"completion_tokens_details": map[string]any{"reasoning_tokens": a.Thought}},
	}
}

// inWords is the schema that the last message asks for in words, nil if it asks for none.
func inWords(text string) json.RawMessage {
	const asks = "this JSON schema:\n"
	at := strings.LastIndex(text, asks)
	if at < 0 {
		return nil
	}
	if schema := strings.TrimSpace(text[at+len(asks):]); strings.HasPrefix(schema, "{") && json.Valid([]byte(schema)) {
		return json.RawMessage(schema)
	}
	return nil
}

func writeAnthropic(p Prompt, a Answer, finish string) any {
	content := []any{map[string]any{"type": "text", "text": a.Text}}
	if a.Thought > 0 && p.Shown { // models of today show nothing by themselves
		content = append([]any{map[string]any{"type": "thinking", "thinking": summary, "signature": "c2lnbmVk"}}, content...)
	}
	return map[string]any{
		"id": "msg_test", "type": "message", "role": "assistant", "model": p.Model,
		"content": content, "stop_reason": finish,
		"usage": map[string]any{
			"input_tokens": tokens(p.Text()), "output_tokens": a.Thought + tokens(a.Text),
			"output_tokens_details": map[string]any{"thinking_tokens": a.Thought},
		},
	}
}

func writeGemini(p Prompt, a Answer, finish string) any {
	parts := []any{map[string]any{"text": a.Text}}
	if p.Shown && a.Thought > 0 {
		parts = append([]any{map[string]any{"text": summary, "thought": true}}, parts...)
	}
	return map[string]any{
		"candidates": []any{map[string]any{
			"content":      map[string]any{"role": "model", "parts": parts},
			"finishReason": finish, "index": 0,
		}},
		"usageMetadata": map[string]any{"promptTokenCount": tokens(p.Text()), "candidatesTokenCount": tokens(a.Text), "thoughtsTokenCount": a.Thought},
		"modelVersion":  p.Model,
	}
}

func writeOllama(p Prompt, a Answer, finish string) any {
	return map[string]any{
		"model": p.Model, "message": map[string]any{"role": "assistant", "content": a.Text, "thinking": strings.Repeat("hmm ", a.Thought)},
		"done": true, "done_reason": finish,
		"prompt_eval_count": tokens(p.Text()), "eval_count": a.Thought + tokens(a.Text),
	}
}
