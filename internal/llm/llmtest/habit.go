package llmtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"wolfden/internal/llm"
)

// Habit is something that servers, or the models on them, do otherwise than the interface of OpenAI says. It bends what another
// behaviour answers.
type Habit struct {
	Name string
	// From is where it was reported: a project with the number of an issue, or its documentation.
	From string
	// Cause is that by which no answer in a form comes of it, and Silence that by which none in words does, in the words of llm.CauseOf;
	// empty where the answer comes through.
	Cause, Silence string
	// Written: it is in what the model writes, so that a text stands within it as the server hands it over. Who reads texts takes it off.
	Written bool
	Bend    func(Behaviour) Behaviour
}

// Habits lists them. The slice is the caller's.
func Habits() []Habit {
	return slices.Concat(wordHabits(), sentenceHabits(), jsonHabits(), slipHabits(), partHabits(), besideHabits(), faultHabits(), refusalHabits(), lengthHabits())
}

// says bends what is said, of forms as of texts.
func says(name, from string, bend func(string) string) Habit {
	return Habit{Name: name, From: from, Bend: func(then Behaviour) Behaviour {
		return func(p Prompt) Answer {
			a := then(p)
			a.Text = bend(a.Text)
			return a
		}
	}}
}

// forms bends what is said in a form. A model that was asked for a text says that in a form of its own.
func forms(name, from string, bend func(string) string) Habit {
	return writes(name, from, bend, func(text string) string { return bend(`{"reason":"I speak.","text":` + quoted(text) + `}`) })
}

// texts bends what is said in words.
func texts(name, from string, bend func(string) string) Habit {
	return writes(name, from, func(form string) string { return form }, bend)
}

// writes bends forms and texts each in its own way.
func writes(name, from string, form, text func(string) string) Habit {
	return says(name, from, func(said string) string {
		if isForm(said) {
			return form(said)
		}
		return text(said)
	}).written()
}

func isForm(said string) bool { return json.Valid([]byte(said)) && strings.HasPrefix(said, "{") }

func around(before, after string) func(string) string {
	return func(text string) string { return before + text + after }
}

// bodies bends the body of a reply: what stands around the message, and the message.
func bodies(name, from string, bend func(body, choice, message map[string]any)) Habit {
	return raws(name, from, func(body map[string]any) []byte {
		choice, _ := body["choices"].([]any)[0].(map[string]any)
		message, _ := choice["message"].(map[string]any)
		bend(body, choice, message)
		return asJSON(body)
	})
}

// raws writes the bytes of a reply. What is no answer stays as it is.
func raws(name, from string, write func(body map[string]any) []byte) Habit {
	return Habit{Name: name, From: from, Bend: func(then Behaviour) Behaviour {
		return func(p Prompt) Answer {
			a := then(p)
			if a.Status != 0 || a.Raw != nil || a.Drop {
				return a
			}
			body, _ := writeOpenAI(p, a, "stop").(map[string]any)
			a.Raw = write(body)
			return a
		}
	}}
}

// refuses answers some prompts with a status and a body instead.
func refuses(name, from string, status int, body string, which func(Prompt) bool) Habit {
	return Habit{Name: name, From: from, Bend: func(then Behaviour) Behaviour {
		return func(p Prompt) Answer {
			if which(p) {
				return Answer{Status: status, Raw: []byte(body)}
			}
			return then(p)
		}
	}}
}

// failing is a habit because of which no answer comes.
func (h Habit) failing(cause string) Habit {
	h.Cause, h.Silence = cause, cause
	return h
}

// silent is a habit because of which no answer in words comes.
func (h Habit) silent(cause string) Habit {
	h.Silence = cause
	return h
}

// written is a habit of what the model writes.
func (h Habit) written() Habit {
	h.Written = true
	return h
}

// waiting sets the header of its refusals.
func (h Habit) waiting(name string, value func() string) Habit {
	bend := h.Bend
	h.Bend = func(then Behaviour) Behaviour {
		bent := bend(then)
		return func(p Prompt) Answer {
			a := bent(p)
			if a.Status != 0 {
				a.Header = http.Header{name: {value()}}
			}
			return a
		}
	}
	return h
}

func asJSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // plain maps of texts and numbers
	return bytes.TrimSpace(b.Bytes())
}

func always(Prompt) bool { return true }

// every picks each nth prompt, beginning with the first.
func every(n int) func(Prompt) bool { return func(p Prompt) bool { return p.N%n == 0 } }

// holds picks prompts with one of the words in their body.
func holds(words ...string) func(Prompt) bool {
	return func(p Prompt) bool {
		for _, word := range words {
			if bytes.Contains(p.Body, []byte(word)) {
				return true
			}
		}
		return false
	}
}

func instructedPrompt(p Prompt) bool {
	return len(p.Messages) > 0 && p.Messages[0].Role == llm.System
}

// takesTurns reports whether user and assistant take turns, and nobody else speaks.
func takesTurns(p Prompt) bool {
	for i, m := range p.Messages {
		if want := []llm.Role{llm.User, llm.Assistant}[i%2]; m.Role != want {
			return false
		}
	}
	return true
}

func date(d time.Duration) func() string {
	return func() string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
}

func fixed(text string) func() string { return func() string { return text } }

// quoted is a text as a text of JSON.
func quoted(text string) string { return string(asJSON(text)) }

// rekeyed is an object with other names.
func rekeyed(text string, name func(string) string) string {
	var o map[string]any
	if json.Unmarshal([]byte(text), &o) != nil {
		return text
	}
	made := map[string]any{}
	for key, value := range o {
		made[name(key)] = value
	}
	return string(asJSON(made))
}

// streamed is a reply as a stream of events, so many characters each.
func streamed(body map[string]any, head string, each int) []byte {
	choice, _ := body["choices"].([]any)[0].(map[string]any)
	message, _ := choice["message"].(map[string]any)
	text, _ := message["content"].(string)
	refusal := message["refusal"]
	var b strings.Builder
	b.WriteString(head)
	event := func(v any) { fmt.Fprintf(&b, "data: %s\n\n", asJSON(v)) }
	event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{"role": "assistant", "content": ""}, "finish_reason": nil}}})
	runes := []rune(text)
	for len(runes) > 0 {
		n := min(len(runes), each)
		event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{"content": string(runes[:n])}, "finish_reason": ""}}})
		runes = runes[n:]
	}
	event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{"refusal": refusal}, "finish_reason": choice["finish_reason"]}}})
	event(map[string]any{"model": body["model"], "choices": []any{}, "usage": body["usage"]})
	b.WriteString("data: [DONE]\n\n")
	return []byte(b.String())
}
