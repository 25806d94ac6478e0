package provider

import (
	"strings"

	"wolfden/internal/llm"
)

// partLength is the least number of bytes in a part of a text. A provider that caches between marks finds again only
// whole parts, and looks some twenty of them back from a mark.
const partLength = 2000

// part is a piece of a message's text as the interfaces with marks take it.
type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
	Mark *mark  `json:"cache_control,omitempty"`
}

// mark says that the prompt up to here is worth keeping for a few minutes.
type mark struct {
	Type string `json:"type"`
}

// marked makes messages whose texts are in parts. The last part that later prompts will begin with too has a mark: what
// is kept up to there costs once a quarter more, and a tenth each time it is read again.
func marked(messages []llm.Message, pictures func(llm.Message) any) []chatMessage {
	last := -1
	for i := range messages {
		if messages[i].Kept > 0 {
			last = i
		}
	}
	made := make([]chatMessage, 0, len(messages))
	for i, m := range messages {
		one := chatMessage{Role: m.Role, Content: m.Text}
		if parts := partsOf(m, i == last || m.Role == llm.System); pictured(m) {
			one.Content = pictures(m)
		} else if len(parts) > 0 {
			one.Content = parts
		}
		made = append(made, one)
	}
	return made
}

// partsOf cuts a text whose beginning is kept into parts that end with a line, so that a text with the same beginning
// has the same parts there. There are none where nothing is worth a part.
func partsOf(m llm.Message, marks bool) (parts []part) {
	text, kept := m.Text, min(m.Kept, len(m.Text))
	if kept == len(text) && kept > 0 && marks {
		return []part{{Type: "text", Text: text, Mark: &mark{"ephemeral"}}}
	}
	for kept >= partLength {
		end := strings.IndexByte(text[partLength-1:kept], '\n')
		if end < 0 {
			break
		}
		end += partLength
		parts = append(parts, part{Type: "text", Text: text[:end]})
		text, kept = text[end:], kept-end
	}
	if len(parts) == 0 {
		return nil
	}
	if marks {
		parts[len(parts)-1].Mark = &mark{"ephemeral"}
	}
	if text != "" {
		parts = append(parts, part{Type: "text", Text: text})
	}
	return parts
}
