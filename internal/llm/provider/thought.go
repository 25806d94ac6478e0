package provider

import (
	"cmp"
	"slices"
	"strings"

	"wolfden/internal/llm"
)

// thinks reports whether the model is going to think about the question.
func (q question) thinks() bool { return q.family.On(q.Sampling) && !q.dropped[thoughtFeature] }

// shows reports whether to ask for what the model thinks, for records. It is asked of vendors that keep it to themselves
// otherwise, and only where the model thinks.
func (q question) shows() bool { return q.thinks() && !q.dropped[shownFeature] }

// effort is what to ask for, empty for nothing.
func (q question) effort() llm.Effort {
	none := q.Sampling.Effort == llm.NoEffort && !q.family.On(q.Sampling) && !slices.Contains(q.family.Efforts, llm.NoEffort)
	if q.dropped[effortFeature] || q.dropped[thoughtFeature] || none && q.family.Thinks != "" {
		return ""
	}
	return q.family.Nearest(q.Sampling.Effort)
}

// effortKept reports whether the model is told the effort that was asked for, in its own measure or in ours.
func (q question) effortKept() bool {
	wanted, sent := q.Sampling.Effort, q.effort()
	switch {
	case wanted == sent || wanted == llm.NoEffort && !q.family.On(q.Sampling):
		return true
	case sent == "" && q.family.On(q.Sampling):
		return q.family.BudgetMost > 0 || q.vendor.Name == "ollama" || q.vendor.Name == "openrouter"
	}
	return false
}

// asksThought reports whether the caller said anything of thought.
func (q question) asksThought() bool { return q.Sampling.Effort != "" || q.Sampling.Thought > 0 }

// turnedDown lists what the family turns down in this question, so that it need not be learned by a refusal.
func (m *model) turnedDown(s llm.Sampling) features {
	known := features{}
	for _, name := range m.family.Refuses {
		known[feature(name)] = true
	}
	if m.family.On(s) {
		for _, name := range m.family.WhileThinking {
			known[feature(name)] = true
		}
	}
	if known[schemaFeature] {
		known[strictFeature] = true
	}
	return known
}

// leastMore is the room for thought that a question gets at least when it is asked again, and mostMore what it gets at
// most: beyond it lie the limits of some models. leastWords is what the answer itself gets at least.
const (
	leastWords = 256

	leastMore = 8192
	mostMore  = 49152
)

// roomy gives the question room for thought, where the model is known to think or was seen to.
func (m *model) roomy(s llm.Sampling) llm.Sampling {
	s = m.family.Roomy(s)
	if s.Room == 0 && m.thought.Load() && s.MaxTokens > 0 {
		s.Room = leastMore
		if half := m.window() / 2; half > 0 {
			s.Room = min(s.Room, half)
		}
	}
	return s
}

// window is how many tokens the model's window has, as far as it is known.
func (m *model) window() int {
	m.learnt.mu.Lock()
	defer m.learnt.mu.Unlock()
	return cmp.Or(m.learnt.window, m.family.Window)
}

// more is the sampling for an answer that was cut off, with twice the room, as far as the prompt leaves it in the window. Of a model
// that may think, thought is taken to be what needs it where none of the answer came.
func (m *model) more(req *llm.Request, first *llm.Response) llm.Sampling {
	s, before := req.Sampling, req.Sampling
	s.MaxTokens += max(s.MaxTokens, leastWords)
	// Without a thought that was seen, words that break off are the answer itself, and a model that cannot end would fill all the room.
	if m.family.Thinks != llm.NeverThinks && (m.thought.Load() || s.Room > 0 || strings.TrimSpace(first.Text) == "") {
		s.Room = max(s.Room, min(max(2*s.Room, leastMore), mostMore))
	}
	if m.window() > 0 {
		rest := m.window() - llm.Estimate(llm.Request{Messages: req.Messages, Schema: req.Schema})
		s.MaxTokens = max(before.MaxTokens, min(s.MaxTokens, rest/2))
		s.Room = max(before.Room, min(s.Room, rest-s.MaxTokens))
	}
	return s
}

// share is how many of the tokens of an answer went into thought, by the length of the two texts, for providers that
// count them together.
func share(tokens int, thought, answer string) int {
	if thought == "" {
		return 0
	}
	return tokens * len(thought) / (len(thought) + len(answer))
}

// extend puts the caller's own fields into a body. Objects are joined; everything else replaces what is there.
func extend(body, extra map[string]any) {
	for name, value := range extra {
		inner, nested := value.(map[string]any)
		there, both := body[name].(map[string]any)
		if nested && both {
			extend(there, inner)
			continue
		}
		body[name] = value
	}
}
