package provider

import (
	"maps"
	"slices"
	"strings"
)

// TakenError says that an extra field would replace one that the program writes itself.
type TakenError struct {
	Field   string // with dots where it is within others
	Setting string // that it follows from, by its name in plans; empty for what belongs to the question
}

// Error implements error.
func (e *TakenError) Error() string {
	if e.Setting != "" {
		return "the field " + e.Field + " follows from the setting " + e.Setting + "; extra fields add to a request"
	}
	return "the field " + e.Field + " is the program's own; extra fields add to a request and do not replace the question"
}

// taken are the fields that the program writes, in all dialects and in small letters, with the setting that they follow from.
func taken() map[string]string {
	fields := map[string]string{}
	for setting, names := range map[string][]string{
		"": {
			"model", "messages", "input", "instructions", "contents", "system", "systemInstruction", "stream", "stream_options", "n", "store", "response_format",
			"format", "text.format", "output_config.format", "generationConfig.responseMimeType", "generationConfig.responseJsonSchema",
			"generationConfig.responseSchema", "generationConfig.candidateCount",
		},
		"answer":      {"max_tokens", "max_completion_tokens", "max_output_tokens", "generationConfig.maxOutputTokens", "options.num_predict"},
		"temperature": {"temperature", "generationConfig.temperature", "options.temperature"},
		"top_p":       {"top_p", "generationConfig.topP", "options.top_p"},
		"seed":        {"seed", "generationConfig.seed", "options.seed"},
		"effort": {
			"reasoning_effort", "reasoning.effort", "output_config.effort", "generationConfig.thinkingConfig.thinkingLevel", "think", "thinking.type",
		},
		"thought": {"reasoning.max_tokens", "thinking.budget_tokens", "generationConfig.thinkingConfig.thinkingBudget"},
		"window":  {"options.num_ctx"},
	} {
		for _, name := range names {
			fields[strings.ToLower(name)] = setting
		}
	}
	return fields
}

// CheckExtra returns a *TakenError if extra fields would replace what the program writes: the question, and what settings set.
func CheckExtra(extra map[string]any) error { return checkExtra(extra, "", taken()) }

func checkExtra(extra map[string]any, within string, fields map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		field := within + name
		if setting, is := fields[strings.ToLower(field)]; is {
			return &TakenError{field, setting}
		}
		inner, nested := extra[name].(map[string]any)
		if !nested && holds(fields, field) { // it would replace all that is in it
			return &TakenError{Field: field}
		}
		if err := checkExtra(inner, field+".", fields); err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether one of the fields is within another.
func holds(fields map[string]string, other string) bool {
	for field := range fields {
		if strings.HasPrefix(field, strings.ToLower(other)+".") {
			return true
		}
	}
	return false
}
