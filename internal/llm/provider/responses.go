package provider

// responses is the dialect of OpenAI's /responses. It takes models that think, and has no seed. Nothing is left with
// the provider: the program keeps the conversation itself.
func responses() dialect {
	return dialect{
		key:    bearer,
		shows:  true,
		path:   func(string) string { return "/responses" },
		encode: encodeResponses,
		reply: layout{
			whole:    []string{"output"},
			said:     []string{"output"},
			finish:   []string{"incomplete_details.reason", "status"},
			model:    []string{"model"},
			in:       []string{"usage.input_tokens"},
			cached:   []string{"usage.input_tokens_details.cached_tokens"},
			written:  []string{"usage.input_tokens_details.cache_write_tokens"},
			out:      []string{"usage.output_tokens"},
			thinking: []string{"usage.output_tokens_details.reasoning_tokens"},
			cost:     []string{"usage.cost"},
		},
	}
}

func encodeResponses(q question) map[string]any {
	instructions, rest := q.system()
	body := map[string]any{"model": q.model, "input": chat(rest, responsesParts), "store": false}
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
