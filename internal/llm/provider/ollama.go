package provider

import (
	"cmp"
	"encoding/json"

	"wolfden/internal/llm"
)

// ollama is the dialect of /api/chat. Its OpenAI dialect does not take the size of the context, and cuts long prompts
// to a small one without a word.
func ollama() dialect {
	return dialect{
		key:    bearer,
		path:   func(string) string { return "/api/chat" },
		encode: encodeOllama,
		decode: decodeOllama,
	}
}

func encodeOllama(q question) map[string]any {
	options := map[string]any{"num_ctx": q.family.Window}
	add(options, "temperature", q.temperature())
	add(options, "top_p", q.topP())
	add(options, "seed", q.seed())
	if q.limit() > 0 {
		options["num_predict"] = q.limit()
	}
	body := map[string]any{"model": q.model, "messages": chat(q.messages()), "options": options, "stream": false}
	if s := q.schema(); s != nil {
		body["format"] = s.Text()
	}
	if q.asksThought() && !q.dropped[thoughtFeature] && q.family.Thinks != llm.NeverThinks {
		body["think"] = q.Sampling.Effort != llm.NoEffort
		if e := q.effort(); e != "" && len(q.family.Efforts) > 0 {
			body["think"] = e
		}
	}
	return body
}

func decodeOllama(body []byte) (llm.Response, error) {
	var a struct {
		Model   string `json:"model"`
		Message struct {
			Content string `json:"content"`
			Thought string `json:"thinking"`
		} `json:"message"`
		Done       bool   `json:"done"`
		DoneReason string `json:"done_reason"`
		Prompt     int    `json:"prompt_eval_count"`
		Answer     int    `json:"eval_count"`
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return llm.Response{}, err
	}
	thought, text := splitThoughts(a.Message.Content)
	thought = cmp.Or(a.Message.Thought, thought)
	r := llm.Response{
		Text: text, Reasoning: thought, Model: a.Model, Finish: finish(a.DoneReason),
		Usage: llm.Usage{In: a.Prompt, Out: a.Answer, Thought: share(a.Answer, thought, text)},
	}
	return r, wanting(!a.Done, "the answer is not done")
}
