package provider

import (
	"encoding/json"
	"errors"
	"strings"

	"wolfden/internal/llm"
)

// openai is the dialect of /chat/completions.
func openai(keyHeader string) dialect {
	return dialect{
		key:    keyHeader,
		path:   func(string) string { return "/chat/completions" },
		encode: encodeOpenAI,
		decode: decodeOpenAI,
	}
}

type chatMessage struct {
	Role    llm.Role `json:"role"`
	Content string   `json:"content"`
}

func chat(messages []llm.Message) []chatMessage {
	made := make([]chatMessage, 0, len(messages))
	for _, m := range messages {
		made = append(made, chatMessage{m.Role, m.Text})
	}
	return made
}

func encodeOpenAI(q question) any {
	body := map[string]any{"model": q.model, "messages": chat(q.messages())}
	add(body, "temperature", q.temperature())
	add(body, "top_p", q.topP())
	add(body, "seed", q.seed())
	if q.Sampling.MaxTokens > 0 {
		body[q.tokensName()] = q.Sampling.MaxTokens
	}
	if s := q.schema(); s != nil {
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": schemaName(q.Label.Task), "schema": s.Text(), "strict": s.Strict() && !q.dropped[strictFeature],
		}}
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

type openAIAnswer struct {
	Model   string `json:"model"`
	Choices []struct {
		FinishReason string `json:"finish_reason"`
		Message      struct {
			Content flexibleText `json:"content"`
			Refusal string       `json:"refusal"`
		} `json:"message"`
	} `json:"choices"`
	Usage struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Details    struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
}

func decodeOpenAI(body []byte) (llm.Response, error) {
	var a openAIAnswer
	if err := json.Unmarshal(body, &a); err != nil {
		return llm.Response{}, err
	}
	if len(a.Choices) == 0 {
		return llm.Response{}, errors.New("no choices in the answer")
	}
	choice := a.Choices[0]
	r := llm.Response{
		Text: withoutThoughts(string(choice.Message.Content)), Model: a.Model, Finish: finish(choice.FinishReason),
		Usage: llm.Usage{In: a.Usage.Prompt, CachedIn: a.Usage.Details.Cached, Out: a.Usage.Completion},
	}
	if choice.Message.Refusal != "" {
		r.Text, r.Finish = choice.Message.Refusal, llm.Refused
	}
	return r, nil
}

// flexibleText is text that some servers send as a list of parts. Parts of other kinds than text are left out.
type flexibleText string

// UnmarshalJSON reads a string, null or a list of parts.
func (t *flexibleText) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err == nil {
		*t = flexibleText(text)
		return nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "" || p.Type == "text" {
			*t += flexibleText(p.Text)
		}
	}
	return nil
}
