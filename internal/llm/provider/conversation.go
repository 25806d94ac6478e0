package provider

import (
	"cmp"
	"slices"
	"strings"

	"wolfden/internal/llm"
)

// messages is the conversation in the way that the server takes it. The schema is asked for in words if the provider does not take
// it; where it takes it as a grammar alone, the instructions say what the answer has.
func (q question) messages() []llm.Message {
	messages := q.Messages
	if q.Schema != nil && q.dropped[schemaFeature] {
		messages = append(messages[:len(messages):len(messages)], llm.Message{Role: llm.User, Text: q.Schema.Ask()})
	} else if q.Schema != nil && q.vendor.grammar {
		messages = withFields(messages, q.Schema.Fields())
	}
	if q.dropped[pictureFeature] {
		messages = blind(messages)
	}
	if q.dropped[systemFeature] {
		messages = folded(messages)
	}
	if q.dropped[neighboursFeature] {
		messages = alternating(messages)
	}
	return messages
}

// withFields ends the instructions with a line.
func withFields(messages []llm.Message, line string) []llm.Message {
	if line == "" {
		return messages
	}
	for i, m := range messages {
		if m.Role == llm.System {
			told := slices.Clone(messages)
			told[i] = joined(m, llm.Message{Role: llm.System, Text: line, Kept: len(line)})
			return told
		}
	}
	return append([]llm.Message{{Role: llm.System, Text: line, Kept: len(line)}}, messages...)
}

// folded puts the instructions before the first message of the user.
func folded(messages []llm.Message) []llm.Message {
	instructions, rest := split(messages)
	if instructions.Text == "" {
		return rest
	}
	for i := range rest {
		if rest[i].Role == llm.User {
			rest[i] = joined(instructions, rest[i])
			return rest
		}
	}
	return append([]llm.Message{{Role: llm.User, Text: instructions.Text}}, rest...)
}

// joined is one message of two, with the role of the second.
func joined(a, b llm.Message) llm.Message {
	const between = "\n\n"
	m := llm.Message{Role: b.Role, Text: a.Text + between + b.Text, Kept: a.Kept, Picture: cmp.Or(b.Picture, a.Picture)}
	if a.Kept == len(a.Text) {
		m.Kept += len(between) + b.Kept
	}
	return m
}

// alternating makes one message of neighbours by the same speaker, and lets the user begin.
func alternating(messages []llm.Message) []llm.Message {
	var made []llm.Message
	for _, m := range messages {
		last := len(made) - 1
		switch {
		case last >= 0 && made[last].Role == m.Role:
			made[last] = joined(made[last], m)
		case m.Role == llm.Assistant && (last < 0 || made[last].Role == llm.System):
			made = append(made, llm.Message{Role: llm.User, Text: "..."}, m)
		default:
			made = append(made, m)
		}
	}
	return made
}

// alternates reports whether user and assistant take turns, the user first.
func alternates(messages []llm.Message) bool {
	before := llm.Assistant
	for _, m := range messages {
		if m.Role == llm.System {
			continue
		}
		if m.Role == before {
			return false
		}
		before = m.Role
	}
	return true
}

// system splits the instructions off, for providers that want them apart.
func (q question) system() (instructions llm.Message, rest []llm.Message) { return split(q.messages()) }

func split(messages []llm.Message) (instructions llm.Message, rest []llm.Message) {
	var parts []string
	for _, m := range messages {
		if m.Role == llm.System {
			parts = append(parts, m.Text)
			instructions.Kept += m.Kept
			continue
		}
		rest = append(rest, m)
	}
	if len(parts) > 1 {
		instructions.Kept = 0
	}
	instructions.Text = strings.Join(parts, "\n\n")
	return instructions, rest
}
