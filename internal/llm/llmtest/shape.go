package llmtest

import (
	"cmp"
	"encoding/json"
	"net/url"
	"strings"

	"wolfden/internal/llm"
)

// shape is how one provider's interface looks on the wire.
type shape struct {
	name  string
	path  string // what the path of a request ends with
	read  func(body []byte) (Prompt, error)
	write func(p Prompt, a Answer, finish string) any
	// words for why the model stopped: stopped, truncated, refused
	stopped, truncated, refused string
}

func shapes() []shape {
	return []shape{
		{"openai", "/chat/completions", readOpenAI, writeOpenAI, "stop", "length", "content_filter"},
		{"responses", "/responses", readResponses, writeResponses, "completed", "max_output_tokens", "content_filter"},
		{"anthropic", "/v1/messages", readAnthropic, writeAnthropic, "end_turn", "max_tokens", "refusal"},
		{"gemini", ":generateContent", readGemini, writeGemini, "STOP", "MAX_TOKENS", "SAFETY"},
		{"ollama", "/api/chat", readOllama, writeOllama, "stop", "length", "stop"},
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

type message struct {
	Role    llm.Role `json:"role"`
	Content content  `json:"content"`
}

// content is a text, or its parts.
type content string

// UnmarshalJSON puts parts together.
func (c *content) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, (*string)(c)); err == nil {
		return nil
	}
	var parts []struct {
		Text string `json:"text"`
	}
	err := json.Unmarshal(data, &parts)
	for _, p := range parts {
		*c += content(p.Text)
	}
	return err
}

func conversation(messages []message) []llm.Message {
	var made []llm.Message
	for _, m := range messages {
		made = append(made, llm.Message{Role: m.Role, Text: string(m.Content)})
	}
	return made
}

func readOpenAI(body []byte) (Prompt, error) {
	var q struct {
		Model     string    `json:"model"`
		Messages  []message `json:"messages"`
		Old       int       `json:"max_tokens"`
		New       int       `json:"max_completion_tokens"`
		Effort    string    `json:"reasoning_effort"`
		Stream    bool      `json:"stream"`
		Reasoning struct {
			Effort string `json:"effort"`
			Budget int    `json:"max_tokens"`
		} `json:"reasoning"`
		Structure struct {
			JSON struct {
				Name   string          `json:"name"`
				Schema json.RawMessage `json:"schema"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	err := json.Unmarshal(body, &q)
	return Prompt{
		Model: q.Model, Messages: conversation(q.Messages), MaxTokens: max(q.Old, q.New),
		Task: q.Structure.JSON.Name, Schema: q.Structure.JSON.Schema,
		Effort: cmp.Or(q.Effort, q.Reasoning.Effort), Budget: q.Reasoning.Budget, Streamed: q.Stream,
	}, err
}

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

func readAnthropic(body []byte) (Prompt, error) {
	var q struct {
		Model     string    `json:"model"`
		System    content   `json:"system"`
		Messages  []message `json:"messages"`
		MaxTokens int       `json:"max_tokens"`
		Thinking  struct {
			Type    string `json:"type"`
			Budget  int    `json:"budget_tokens"`
			Display string `json:"display"`
		} `json:"thinking"`
		Output struct {
			Effort string `json:"effort"`
			Format struct {
				Schema json.RawMessage `json:"schema"`
			} `json:"format"`
		} `json:"output_config"`
	}
	err := json.Unmarshal(body, &q)
	if q.Thinking.Type == "disabled" {
		q.Output.Effort = string(llm.NoEffort)
	}
	return Prompt{
		Model: q.Model, Messages: instructed(string(q.System), conversation(q.Messages)), MaxTokens: q.MaxTokens, Schema: q.Output.Format.Schema,
		Effort: q.Output.Effort, Budget: q.Thinking.Budget, Shown: q.Thinking.Display == "summarized" || q.Thinking.Budget > 0,
	}, err
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

func instructed(instructions string, messages []llm.Message) []llm.Message {
	if instructions == "" {
		return messages
	}
	return append([]llm.Message{{Role: llm.System, Text: instructions}}, messages...)
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

type geminiContent struct {
	Role  string `json:"role"`
	Parts []struct {
		Text string `json:"text"`
	} `json:"parts"`
}

func (c geminiContent) message() llm.Message {
	m := llm.Message{Role: llm.Role(c.Role)}
	if c.Role == "model" {
		m.Role = llm.Assistant
	}
	for _, p := range c.Parts {
		m.Text += p.Text
	}
	return m
}

func readGemini(body []byte) (Prompt, error) {
	var q struct {
		System   geminiContent   `json:"systemInstruction"`
		Contents []geminiContent `json:"contents"`
		Config   struct {
			Schema    json.RawMessage `json:"responseJsonSchema"`
			MaxTokens int             `json:"maxOutputTokens"`
			Thinking  struct {
				Budget *int   `json:"thinkingBudget"`
				Level  string `json:"thinkingLevel"`
				Shown  bool   `json:"includeThoughts"`
			} `json:"thinkingConfig"`
		} `json:"generationConfig"`
	}
	err := json.Unmarshal(body, &q)
	var messages []llm.Message
	for _, c := range q.Contents {
		messages = append(messages, c.message())
	}
	p := Prompt{
		Messages: instructed(q.System.message().Text, messages), MaxTokens: q.Config.MaxTokens, Schema: q.Config.Schema,
		Effort: q.Config.Thinking.Level, Shown: q.Config.Thinking.Shown,
	}
	if budget := q.Config.Thinking.Budget; budget != nil {
		if p.Budget = *budget; p.Budget == 0 {
			p.Effort = string(llm.NoEffort)
		}
	}
	return p, err
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

func readOllama(body []byte) (Prompt, error) {
	var q struct {
		Model    string          `json:"model"`
		Messages []message       `json:"messages"`
		Format   json.RawMessage `json:"format"`
		Think    any             `json:"think"`
		Options  struct {
			MaxTokens int `json:"num_predict"`
		} `json:"options"`
	}
	err := json.Unmarshal(body, &q)
	p := Prompt{Model: q.Model, Messages: conversation(q.Messages), MaxTokens: q.Options.MaxTokens, Schema: q.Format}
	switch think := q.Think.(type) {
	case string:
		p.Effort = think
	case bool:
		if !think {
			p.Effort = string(llm.NoEffort)
		}
	}
	return p, err
}

func writeOllama(p Prompt, a Answer, finish string) any {
	return map[string]any{
		"model": p.Model, "message": map[string]any{"role": "assistant", "content": a.Text, "thinking": musing(a.Thought)},
		"done": true, "done_reason": finish,
		"prompt_eval_count": tokens(p.Text()), "eval_count": a.Thought + tokens(a.Text),
	}
}
