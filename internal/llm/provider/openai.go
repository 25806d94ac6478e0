package provider

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"

	"wolfden/internal/llm"
)

// openai is the dialect of /chat/completions. How thought is asked for differs between those who speak it.
func openai(keyHeader string, thought func(question, map[string]any)) dialect {
	return dialect{
		key:  keyHeader,
		path: func(string) string { return "/chat/completions" },
		encode: func(q question) map[string]any {
			body := encodeOpenAI(q)
			thought(q, body)
			return body
		},
		decode: decodeOpenAI,
	}
}

type chatMessage struct {
	Role    llm.Role `json:"role"`
	Content any      `json:"content"` // a text, or its parts
}

func chat(messages []llm.Message) []chatMessage {
	made := make([]chatMessage, 0, len(messages))
	for _, m := range messages {
		made = append(made, chatMessage{m.Role, m.Text})
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
	body := map[string]any{"model": q.model, "messages": chat(q.messages())}
	if q.vendor.marks != nil && q.vendor.marks(q.model) {
		body["messages"] = marked(q.messages())
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
			// The names under which servers show what a model thought.
			Thought      string `json:"reasoning_content"`
			OtherThought string `json:"reasoning"`
		} `json:"message"`
	} `json:"choices"`
	Usage struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Details    struct {
			Cached  int `json:"cached_tokens"`
			Written int `json:"cache_write_tokens"`
		} `json:"prompt_tokens_details"`
		Thought struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
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
	thought, text := splitThoughts(string(choice.Message.Content))
	thought = cmp.Or(choice.Message.Thought, choice.Message.OtherThought, thought)
	r := llm.Response{
		Text: text, Reasoning: thought, Model: a.Model, Finish: finish(choice.FinishReason),
		Usage: llm.Usage{
			In: a.Usage.Prompt, CachedIn: a.Usage.Details.Cached, Written: a.Usage.Details.Written, Out: a.Usage.Completion,
		},
	}
	r.Thought = cmp.Or(a.Usage.Thought.Reasoning, share(r.Out, thought, text))
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
