package provider

import (
	"wolfden/internal/llm"
)

// ollama is the dialect of /api/chat. Its OpenAI dialect does not take the size of the context, and cuts long prompts
// to a small one without a word.
func ollama() dialect {
	return dialect{
		key:     bearer,
		path:    func(string) string { return "/api/chat" },
		streams: func(body map[string]any) { body["stream"] = true },
		encode:  encodeOllama,
		reply: layout{
			whole:   []string{"message", "response"},
			said:    []string{"message.content", "response"},
			thought: []string{"message.thinking", "thinking"},
			calls:   []string{"message.tool_calls"},
			finish:  []string{"done_reason"},
			model:   []string{"model"},
			in:      []string{"prompt_eval_count"},
			out:     []string{"eval_count"},
		},
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
	messages := q.messages()
	said := chat(blind(messages), nil)
	for i, m := range messages {
		if pictured(m) {
			said[i].Images = []string{encoded(m.Picture)}
		}
	}
	body := map[string]any{"model": q.model, "messages": said, "options": options, "stream": false}
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
