package provider

import (
	"encoding/json"
	"net/url"

	"wolfden/internal/llm"
)

// gemini is the dialect of generateContent.
func gemini() dialect {
	return dialect{
		key:    "X-Goog-Api-Key",
		shows:  true,
		path:   func(model string) string { return "/v1beta/models/" + url.PathEscape(model) + ":generateContent" },
		encode: encodeGemini,
		decode: decodeGemini,
	}
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought,omitempty"`
}

func encodeGemini(q question) map[string]any {
	instructions, rest := q.system()
	contents := make([]geminiContent, 0, len(rest))
	for _, m := range rest {
		role := "user"
		if m.Role == llm.Assistant {
			role = "model"
		}
		contents = append(contents, geminiContent{Role: role, Parts: []geminiPart{{Text: m.Text}}})
	}
	config := map[string]any{}
	add(config, "temperature", q.temperature())
	add(config, "topP", q.topP())
	add(config, "seed", q.seed())
	if q.limit() > 0 {
		config["maxOutputTokens"] = q.limit()
	}
	t := geminiThinking(q)
	if q.shows() {
		if t == nil {
			t = map[string]any{}
		}
		t["includeThoughts"] = true
	}
	if t != nil {
		config["thinkingConfig"] = t
	}
	if s := q.schema(); s != nil {
		config["responseMimeType"] = "application/json"
		config["responseJsonSchema"] = s.Text()
	}
	body := map[string]any{"contents": contents, "generationConfig": config}
	if instructions.Text != "" {
		body["systemInstruction"] = geminiContent{Parts: []geminiPart{{Text: instructions.Text}}}
	}
	return body
}

// geminiThinking says how much to think: in levels from the third generation on, in tokens before. Where the answer has
// a limit, thought gets one too, since both share what is allowed.
func geminiThinking(q question) map[string]any {
	budget, effort := q.family.Budget(q.Sampling), q.effort()
	switch {
	case q.dropped[thoughtFeature] || q.family.Thinks == llm.NeverThinks:
		return nil
	case q.family.BudgetMost > 0 && q.Sampling.Effort == llm.NoEffort && budget == 0:
		return map[string]any{"thinkingBudget": 0}
	case budget > 0 && (q.asksThought() || q.limit() > 0):
		return map[string]any{"thinkingBudget": budget}
	case effort != "" && effort != llm.NoEffort:
		return map[string]any{"thinkingLevel": effort}
	case q.family.Thinks == "" && q.Sampling.Thought > 0:
		return map[string]any{"thinkingBudget": q.Sampling.Thought}
	}
	return nil
}

type geminiAnswer struct {
	Model      string `json:"modelVersion"`
	Candidates []struct {
		Content      geminiContent `json:"content"`
		FinishReason string        `json:"finishReason"`
	} `json:"candidates"`
	Feedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage struct {
		Prompt   int `json:"promptTokenCount"`
		Cached   int `json:"cachedContentTokenCount"`
		Answer   int `json:"candidatesTokenCount"`
		Thoughts int `json:"thoughtsTokenCount"`
	} `json:"usageMetadata"`
}

func decodeGemini(body []byte) (llm.Response, error) {
	var a geminiAnswer
	if err := json.Unmarshal(body, &a); err != nil {
		return llm.Response{}, err
	}
	r := llm.Response{
		Model: a.Model,
		Usage: llm.Usage{In: a.Usage.Prompt, CachedIn: a.Usage.Cached, Out: a.Usage.Answer + a.Usage.Thoughts, Thought: a.Usage.Thoughts},
	}
	if a.Feedback.BlockReason != "" {
		r.Finish = llm.Refused
		return r, nil
	}
	if err := wanting(len(a.Candidates) == 0, "no candidates in the answer"); err != nil {
		return r, err
	}
	r.Finish = finish(a.Candidates[0].FinishReason)
	for _, part := range a.Candidates[0].Content.Parts {
		if part.Thought {
			r.Reasoning += part.Text
			continue
		}
		r.Text += part.Text
	}
	return r, nil
}
