package provider

import (
	"bytes"
	"encoding/json"
	"strings"
)

// events takes the data out of a stream of events; nil if the body is none. Comments, which servers send to keep a line open, are
// left out, also where a plain body follows them.
func events(body []byte) []byte {
	var data []byte
	streams := false
	for line := range bytes.Lines(body) {
		text := bytes.TrimSpace(line)
		field, rest, _ := bytes.Cut(text, []byte(":"))
		switch string(field) {
		case "data":
			streams = true
			if rest = bytes.TrimSpace(rest); string(rest) != "[DONE]" {
				data = append(append(data, rest...), '\n')
			}
		case "error": // as llama.cpp says that it gave up
			if json.Valid(rest) {
				data = append(append(append(data, `{"error":`...), rest...), "}\n"...)
			}
			streams = true
		case "event", "id", "retry":
			streams = true
		case "":
			streams = streams || len(text) > 0
		default:
			if !streams {
				return nil
			}
			data = append(data, line...)
		}
	}
	if !streams {
		return nil
	}
	return data
}

// breaksOff reports whether a body is a stream that says nothing of its end.
func breaksOff(body []byte, t tree, l *layout) bool {
	return events(body) != nil && t.at(l.finish...).word() == "" && !bytes.Contains(body, []byte("[DONE]"))
}

// joint puts the chunks of a stream together to the reply that they are pieces of. A single value stays as it is.
type joint struct{ node any }

// add takes the next chunk. Of what is no text the last that is known counts.
func (j *joint) add(chunk any) {
	t := tree{chunk}
	kind := t.at("type").word()
	switch {
	case j.node == nil && kind != "message_start":
		j.node = chunk
		if whole := t.at("response").node; strings.HasPrefix(kind, "response.") && whole != nil {
			j.node = whole
		}
	case strings.HasPrefix(kind, "response."): // the last of these events has the whole reply
		if whole, is := t.at("response").node.(map[string]any); is {
			j.node = whole
		}
	case kind == "message_start":
		j.node = t.at("message").node
	case kind == "content_block_start":
		j.grow(t, t.at("content_block").node)
	case kind == "content_block_delta":
		j.grow(t, t.at("delta").node)
	case kind == "message_delta":
		j.node = merged(j.node, t.at("delta").node, "")
		j.node = merged(j.node, map[string]any{"usage": t.at("usage").node}, "")
	default:
		j.node = merged(j.node, chunk, "")
	}
}

// grow adds to a block of a message.
func (j *joint) grow(event tree, piece any) {
	whole, is := j.node.(map[string]any)
	if !is {
		return
	}
	if block, is := piece.(map[string]any); is {
		if kind, _ := block["type"].(string); strings.HasSuffix(kind, "_delta") {
			delete(block, "type")
		}
		block["index"] = event.at("index").node
	}
	whole["content"] = merged(whole["content"], []any{piece}, "content")
}

// merged is a value with what a later chunk adds to it. Within what a model says, texts are put together; elsewhere the later one
// counts. Parts of a list belong together by their index, or else by their place; those of a list of parts follow one another.
func merged(before, after any, name string) any {
	switch b := after.(type) {
	case nil:
		return before
	case map[string]any:
		a, both := before.(map[string]any)
		if !both {
			return b
		}
		for key, value := range b {
			a[key] = merged(a[key], value, key)
		}
		return a
	case []any:
		a, both := before.([]any)
		if !both {
			return b
		}
		if name == "parts" {
			return append(a, b...)
		}
		for i, value := range b {
			if at := place(a, value, i); at < len(a) {
				a[at] = merged(a[at], value, "")
			} else {
				a = append(a, value)
			}
		}
		return a
	case string:
		a, both := before.(string)
		if both && grows(name) {
			return a + b
		}
	}
	return after
}

// place is where in a list a part belongs; the list's length if it is new.
func place(list []any, part any, otherwise int) int {
	index, given := tree{part}.at("index").node.(json.Number)
	if !given {
		return otherwise
	}
	for i, known := range list {
		if n, is := (tree{known}).at("index").node.(json.Number); is && n == index {
			return i
		}
	}
	return len(list)
}

// grows reports whether a text of this name comes piece by piece.
func grows(name string) bool {
	switch name {
	case "content", "text", "reasoning_content", "reasoning", "thinking", "arguments", "partial_json", "refusal", "response":
		return true
	}
	return false
}
