package agent

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
)

// notebook keeps what was noted since it was last read. The zero notebook is empty.
type notebook struct {
	fresh []topicNote
	last  map[string]string // on each topic
}

type topicNote struct{ topic, text string }

// JSON is a note of a value that has a form in JSON, "" for any other.
func JSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

// add notes a text, unless it is empty or the last one on the topic says the same.
func (n *notebook) add(topic, text string) {
	if text == "" || n.last[topic] == text {
		return
	}
	if n.last == nil {
		n.last = map[string]string{}
	}
	n.last[topic] = text
	n.fresh = append(n.fresh, topicNote{topic, text})
}

// keep returns a function that takes back what is noted from now on.
func (n *notebook) keep() (forget func()) {
	before := notebook{slices.Clip(n.fresh), maps.Clone(n.last)}
	return func() { *n = before }
}

// read yields the notes since it was last called, by topic and text.
func (n *notebook) read(more ...iter.Seq2[string, string]) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		notes := n.fresh
		n.fresh = nil // reading them may add others
		for _, note := range notes {
			if !yield(note.topic, note.text) {
				return
			}
		}
		for _, seq := range more {
			for topic, text := range seq {
				if !yield(topic, text) {
					return
				}
			}
		}
	}
}
