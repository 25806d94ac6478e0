package llmtest

import (
	"cmp"
	"encoding/json"
	"slices"

	"wolfden/internal/llm"
)

// request has what any of the interfaces asks with; what one of them calls something, no other calls anything else.
type request struct {
	Model     string    `json:"model"`
	Messages  []message `json:"messages"`
	Input     []message `json:"input"`    // at Responses
	Contents  []message `json:"contents"` // at Gemini
	System    content   `json:"system"`   // at Anthropic
	Told      content   `json:"instructions"`
	Begin     message   `json:"systemInstruction"`
	Most      int       `json:"max_tokens"`
	MostNew   int       `json:"max_completion_tokens"`
	MostOut   int       `json:"max_output_tokens"`
	Effort    string    `json:"reasoning_effort"`
	Stream    bool      `json:"stream"`
	Reasoning struct {
		Effort  string `json:"effort"`
		Budget  int    `json:"max_tokens"`
		Summary string `json:"summary"`
	} `json:"reasoning"`
	Think    any `json:"think"` // an effort, or whether to think at all
	Thinking struct {
		Type    string `json:"type"`
		Budget  int    `json:"budget_tokens"`
		Display string `json:"display"`
	} `json:"thinking"`
	Response struct {
		JSON wanted `json:"json_schema"`
	} `json:"response_format"`
	Text struct {
		Format wanted `json:"format"`
	} `json:"text"`
	Format json.RawMessage `json:"format"`
	Output struct {
		Effort string `json:"effort"`
		Format wanted `json:"format"`
	} `json:"output_config"`
	Options struct {
		Most int `json:"num_predict"`
	} `json:"options"`
	Config struct {
		Schema   json.RawMessage `json:"responseJsonSchema"`
		Most     int             `json:"maxOutputTokens"`
		Thinking struct {
			Budget *int   `json:"thinkingBudget"`
			Level  string `json:"thinkingLevel"`
			Shown  bool   `json:"includeThoughts"`
		} `json:"thinkingConfig"`
	} `json:"generationConfig"`
}

// wanted is the form of an answer with its name.
type wanted struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

type message struct {
	Role    llm.Role `json:"role"`
	Content content  `json:"content"`
	Parts   content  `json:"parts"`
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

// readPrompt reads a request, by whichever interface it comes.
func readPrompt(body []byte) (Prompt, error) {
	var q request
	if err := json.Unmarshal(body, &q); err != nil {
		return Prompt{}, err
	}
	p := Prompt{
		Model: q.Model, MaxTokens: max(q.Most, q.MostNew, q.MostOut, q.Options.Most, q.Config.Most), Streamed: q.Stream,
		Task: cmp.Or(q.Response.JSON.Name, q.Text.Format.Name), Budget: cmp.Or(q.Reasoning.Budget, q.Thinking.Budget),
		Effort: cmp.Or(q.Effort, q.Reasoning.Effort, q.Output.Effort, q.Config.Thinking.Level),
		Shown:  q.Reasoning.Summary != "" || q.Thinking.Display == "summarized" || q.Thinking.Budget > 0 || q.Config.Thinking.Shown,
	}
	for _, schema := range []json.RawMessage{q.Response.JSON.Schema, q.Text.Format.Schema, q.Output.Format.Schema, q.Config.Schema, q.Format} {
		if schema != nil {
			p.Schema = schema
		}
	}
	if told := cmp.Or(q.System, q.Told, q.Begin.Parts); told != "" {
		p.Messages = append(p.Messages, llm.Message{Role: llm.System, Text: string(told)})
	}
	for _, m := range slices.Concat(q.Messages, q.Input, q.Contents) {
		if m.Role == "model" {
			m.Role = llm.Assistant
		}
		p.Messages = append(p.Messages, llm.Message{Role: m.Role, Text: string(m.Content + m.Parts)})
	}
	if effort, is := q.Think.(string); is {
		p.Effort = effort
	}
	if b := q.Config.Thinking.Budget; b != nil {
		p.Budget = *b
	}
	if b := q.Config.Thinking.Budget; q.Think == false || q.Thinking.Type == "disabled" || b != nil && *b == 0 {
		p.Effort = string(llm.NoEffort)
	}
	return p, nil
}
