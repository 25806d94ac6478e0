package llmtest

import "wolfden/internal/llm"

func writeResponses(p Prompt, a Answer, finish string) any {
	said := map[string]any{"type": "output_text", "text": a.Text, "annotations": []any{}}
	if a.Refusal {
		said = map[string]any{"type": "refusal", "refusal": a.Text}
	}
	status, incomplete := "completed", any(nil)
	if finish != status {
		status, incomplete = "incomplete", map[string]any{"reason": finish}
	}
	shown := []any{}
	if p.Shown && a.Thought > 0 {
		shown = append(shown, map[string]any{"type": "summary_text", "text": summary})
	}
	output := []any{map[string]any{"type": "reasoning", "id": "rs_test", "summary": shown}}
	if a.Text != "" || a.Finish != llm.Truncated { // a model cut off in its thought leaves no message
		output = append(output, map[string]any{
			"type": "message", "id": "msg_test", "role": "assistant", "status": status, "content": []any{said},
		})
	}
	in, out := tokens(p.Text()), a.Thought+tokens(a.Text)
	return map[string]any{
		"id": "resp_test", "object": "response", "created_at": 0, "model": p.Model,
		"status": status, "incomplete_details": incomplete, "output": output,
		"usage": map[string]any{
			"input_tokens": in, "input_tokens_details": map[string]any{"cached_tokens": 0},
			"output_tokens": out, "output_tokens_details": map[string]any{"reasoning_tokens": a.Thought}, "total_tokens": in + out,
		},
	}
}
