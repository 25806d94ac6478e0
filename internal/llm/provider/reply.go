package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"wolfden/internal/llm"
)

// tree is a reply, or a part of one, of which nothing is sure: servers leave out what they do not count, send numbers as texts,
// and null where others send objects. What is not there, or is of another kind than expected, is unknown.
type tree struct{ node any }

// parsed reads the body of a reply: one value, several in a row, or the lines of a stream of events, which become one value.
// What stands behind a whole value is left out.
func parsed(body []byte) (tree, error) {
	body = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(body), []byte("\ufeff")))
	if s := events(body); s != nil {
		body = s
	}
	var all joint
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	for {
		var chunk any
		err := d.Decode(&chunk)
		switch {
		case err == nil:
			all.add(chunk)
		case all.node != nil:
			return tree(all), nil
		case errors.Is(err, io.EOF):
			return tree{}, errors.New("it is empty")
		default:
			return tree{}, err
		}
	}
}

// at is what stands at the first of the paths that has anything but null or an empty text: names, and numbers in lists, with dots between.
func (t tree) at(paths ...string) tree {
	for _, path := range paths {
		node := t.node
		for name := range strings.SplitSeq(path, ".") {
			node = child(node, name)
		}
		if node != nil && node != "" {
			return tree{node}
		}
	}
	return tree{}
}

func child(node any, name string) any {
	switch n := node.(type) {
	case map[string]any:
		return n[name]
	case []any:
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(n) {
			return n[i]
		}
	}
	return nil
}

// word is a text, or a number as one; empty where it is unknown.
func (t tree) word() string {
	switch n := t.node.(type) {
	case string:
		return n
	case json.Number:
		return n.String()
	}
	return ""
}

// number is what a figure says, however it is written. Nothing here is counted below zero, so less is unknown, too.
func (t tree) number() (n float64, known bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(t.word()), 64)
	return n, err == nil && n >= 0 && !math.IsInf(n, 0)
}

// count is a number of tokens, 0 where it is unknown. No reply has more than so many.
func (t tree) count() int {
	const most = 1 << 40
	if n, known := t.number(); known && n < most {
		return int(n)
	}
	return 0
}

// layout says where in a reply an interface has what. Each has the paths at which it stands with one server or another, and the
// first that is there counts.
type layout struct {
	whole    []string // one of which no reply lacks
	said     []string // by the model: a text, or parts of text, thought, refusal and calls
	thought  []string // where it stands apart
	refusal  []string
	calls    []string // of tools, where they stand apart
	finish   []string // the word for why it stopped
	blocked  []string // there if the question was turned down by a filter
	model    []string
	in       []string
	cached   []string
	written  []string
	out      []string
	thinking []string // tokens of thought
	cost     []string // in USD
	// cachedApart: what was cached is not part of the input; thoughtApart: what was thought is not part of the output.
	cachedApart, thoughtApart bool
}

// reply is what a server answered.
type reply struct {
	llm.Response
	call string // the arguments of the tools that the model called, a line each, though it was offered none
	told bool   // Cost is the provider's own figure
}

// read takes the reply out of the tree. An error means that there is none in it.
func (l *layout) read(t tree) (reply, error) {
	blocked := t.at(l.blocked...).word() != ""
	if t.at(l.whole...).node == nil && !blocked {
		return reply{}, errors.New("it has no " + cmp.Or(firstName(l.whole), "answer"))
	}
	word := t.at(l.finish...).word()
	if unfinished(word) || t.at("done").node == false {
		return reply{}, errors.New("the answer is not finished: " + strconv.Quote(cmp.Or(word, "done is false")))
	}
	r := l.part(t)
	switch {
	case r.Finish == llm.Refused:
	case blocked:
		r.Finish = llm.Refused
	case finish(word) == llm.Stopped && t.at("status").word() == "incomplete":
		r.Finish = llm.Truncated
	default:
		r.Finish = finish(word)
	}
	return r, nil
}

// part is what there is of a reply, whole or not. A refusal is its end.
func (l *layout) part(t tree) reply {
	var s, apart said
	s.add(t.at(l.said...).node, false)
	apart.add(t.at(l.thought...).node, true)
	s.refusal += t.at(l.refusal...).word()
	thought, text := splitThoughts(s.text)
	r := reply{call: cmp.Or(s.call, called(t.at(l.calls...).node))}
	r.Text, r.Reasoning, r.Model = text, cmp.Or(apart.thought, s.thought, thought), t.at(l.model...).word()
	if s.refusal != "" {
		r.Text, r.Finish = s.refusal, llm.Refused
	}
	r.Usage, r.told = l.usage(t)
	r.Thought = cmp.Or(r.Thought, share(r.Out, r.Reasoning, r.Text))
	return r
}

func firstName(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	name, _, _ := strings.Cut(paths[0], ".")
	return name
}

func (l *layout) usage(t tree) (u llm.Usage, told bool) {
	u = llm.Usage{
		In: t.at(l.in...).count(), CachedIn: t.at(l.cached...).count(), Written: t.at(l.written...).count(),
		Out: t.at(l.out...).count(), Thought: t.at(l.thinking...).count(),
	}
	if l.cachedApart {
		u.In += u.CachedIn + u.Written
	}
	if l.thoughtApart {
		u.Out += u.Thought
	}
	u.CachedIn = min(u.CachedIn, u.In)
	u.Written = min(u.Written, u.In-u.CachedIn)
	if u.Out > 0 {
		u.Thought = min(u.Thought, u.Out)
	}
	u.Cost, told = t.at(l.cost...).number()
	if !told {
		u.Cost = 0
	}
	return u, told
}

// said is what the parts of a message are, put together.
type said struct{ text, thought, refusal, call string }

// add takes a text, a list of parts, or a part; thinking says that it is thought.
func (s *said) add(node any, thinking bool) {
	switch n := node.(type) {
	case string:
		if thinking {
			s.thought += n
		} else {
			s.text += n
		}
	case []any:
		for _, part := range n {
			s.add(part, thinking)
		}
	case map[string]any:
		s.part(n, thinking)
	}
}

// part takes a part of a message by what it says it is. A kind that nobody knows is left out.
func (s *said) part(n map[string]any, thinking bool) {
	kind, _ := n["type"].(string)
	switch kind {
	case "", "text", "output_text", "message":
		thinking = thinking || n["thought"] == true
	case "thinking", "reasoning", "reasoning_text", "reasoning.text", "reasoning.summary":
		thinking = true
	case "summary_text": // a paragraph each
		thinking = true
		if s.thought != "" {
			s.thought += "\n\n"
		}
	case "refusal":
		text, _ := n["refusal"].(string)
		s.refusal += text
		return
	default:
		s.call = lines(s.call, called(n))
		return
	}
	s.call = lines(s.call, called(n["functionCall"]))
	for _, name := range []string{"summary", "text", "value", "content", "thinking"} {
		s.add(n[name], thinking)
	}
}

// called is what a call of a tool hands over, or what several do, a line each.
func called(node any) string {
	switch n := node.(type) {
	case []any:
		var all string
		for _, call := range n {
			all = lines(all, called(call))
		}
		return all
	case map[string]any:
		if function := n["function"]; function != nil {
			return called(function)
		}
		switch given := (tree{n}).at("arguments", "input", "args", "parameters").node.(type) {
		case nil:
		case string:
			return given
		default:
			text, _ := json.Marshal(given) // it was read as JSON
			return string(text)
		}
	}
	return ""
}

// lines puts one text below another, where both are there.
func lines(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// finish maps a provider's word for why the model stopped. A word that is not known, or none, is an ordinary stop.
func finish(word string) llm.Finish {
	switch strings.ToLower(word) {
	case "length", "max_tokens", "max_output_tokens", "max_new_tokens", "model_length", "model_context_window_exceeded", "incomplete":
		return llm.Truncated
	case "content_filter", "refusal", "safety", "recitation", "language", "blocklist", "prohibited_content", "spii", "sensitive":
		return llm.Refused
	}
	return llm.Stopped
}

// unfinished reports whether a word for why the model stopped says that something else stopped it, or that it has not.
func unfinished(word string) bool {
	switch strings.ToLower(word) {
	case "error", "abort", "cancelled", "failed", "in_progress", "queued", "load", "network_error", "insufficient_system_resource":
		return true
	}
	return false
}
