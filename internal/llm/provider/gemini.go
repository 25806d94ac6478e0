package provider

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"

	"wolfden/internal/llm"
)

// gemini is the dialect of generateContent.
func gemini() dialect {
	return dialect{
		key:    "X-Goog-Api-Key",
		shows:  true,
		path:   func(model string) string { return "/v1beta/models/" + url.PathEscape(model) + ":generateContent" },
		encode: encodeGemini,
		reply: layout{
			whole:        []string{"candidates.0"},
			said:         []string{"candidates.0.content.parts"},
			finish:       []string{"candidates.0.finishReason"},
			blocked:      []string{"promptFeedback.blockReason"},
			model:        []string{"modelVersion"},
			in:           []string{"usageMetadata.promptTokenCount"},
			cached:       []string{"usageMetadata.cachedContentTokenCount"},
			out:          []string{"usageMetadata.candidatesTokenCount"},
			thinking:     []string{"usageMetadata.thoughtsTokenCount"},
			thoughtApart: true,
		},
	}
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text    string `json:"text,omitempty"`
	Thought bool   `json:"thought,omitempty"`
	Inline  object `json:"inlineData,omitempty"`
}

func encodeGemini(q question) map[string]any {
	instructions, rest := q.system()
	contents := make([]geminiContent, 0, len(rest))
	for _, m := range rest {
		role := "user"
		if m.Role == llm.Assistant {
			role = "model"
		}
		parts := []geminiPart{{Text: m.Text}}
		if pictured(m) {
			parts = append(parts, geminiPart{Inline: object{"mimeType": m.Picture.Type, "data": encoded(m.Picture)}})
		}
		contents = append(contents, geminiContent{Role: role, Parts: parts})
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
		config["responseJsonSchema"] = withoutEmptyWords(s.Text())
	}
	body := map[string]any{"contents": contents, "generationConfig": config}
	if instructions.Text != "" {
		body["systemInstruction"] = geminiContent{Parts: []geminiPart{{Text: instructions.Text}}}
	}
	return body
}

// wordLists are the lists of words in a schema.
var wordLists = regexp.MustCompile(`,"enum":\["(?:[^"\\]|\\.)*"(?:,"(?:[^"\\]|\\.)*")*\]`)

// withoutEmptyWords is a schema without the lists that have an empty word, which Gemini refuses.
func withoutEmptyWords(schema json.RawMessage) json.RawMessage {
	return wordLists.ReplaceAllFunc(schema, func(list []byte) []byte {
		var words []string
		if json.Unmarshal(list[len(`,"enum":`):], &words) == nil && slices.Contains(words, "") {
			return nil
		}
		return list
	})
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
