// Package llmtest stands in for language models: a server that speaks the providers' interfaces on loopback, and
// behaves well or badly on demand.
//
// The law of the package: it is deterministic, knows nothing of what is asked, and never reaches beyond this machine.
// The same prompts in the same order get the same answers. It is no test file because commands serve it too.
package llmtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"wolfden/internal/llm"
)

// Prompt is what a server was asked.
type Prompt struct {
	N         int    // how many prompts came before, in all
	Dialect   string // openai, responses, anthropic, gemini or ollama
	Model     string
	Task      string // the label's task, where the dialect carries it: openai with a schema
	Messages  []llm.Message
	Schema    json.RawMessage // also where it is asked for in words; nil if text is asked for
	MaxTokens int             // of thought and answer together, as the request limits them
	Effort    string
	Shown     bool // it asks for what the model thinks
	Streamed  bool // it asks for the answer piece by piece
	Budget    int  // of thought in tokens, where one is asked for
	Header    http.Header
	Body      []byte // as it was sent
}

// Text is all messages, a line each.
func (p Prompt) Text() string {
	var lines []string
	for _, m := range p.Messages {
		lines = append(lines, m.Text)
	}
	return strings.Join(lines, "\n")
}

// Last is the text of the last message.
func (p Prompt) Last() string {
	if len(p.Messages) == 0 {
		return ""
	}
	return p.Messages[len(p.Messages)-1].Text
}

// Answer is what a server says. The zero value is an empty text.
type Answer struct {
	Text    string
	Finish  llm.Finish    // the zero value is Stopped
	Delay   time.Duration // before anything is sent; ends early when the asker is gone
	Status  int           // 0 is 200; others are sent with Text as the message of an error
	Header  http.Header   // set on the answer, such as Retry-After or Content-Type
	Raw     []byte        // sent as the body instead of what the dialect would make
	Drop    bool          // close the connection without an answer
	Pieces  bool          // sent piece by piece to who asks for that, in the dialect openai
	Refusal bool          // Text is why the model will not answer
	// Thought is how many tokens the model thinks before the text. They count towards the limit of the request, which
	// a server keeps as vendors do: it cuts the text off and says so, and a model that only thought says nothing.
	Thought int
}

// limited is the answer within a limit of tokens; 0 is none.
func (a Answer) limited(most int) Answer {
	if most <= 0 || a.Refusal || a.Thought+tokens(a.Text) <= most {
		return a
	}
	a.Thought = min(a.Thought, most)
	left := (most - a.Thought) * bytesPerToken
	for left > 0 && left < len(a.Text) && !utf8.RuneStart(a.Text[left]) {
		left--
	}
	a.Text, a.Finish = a.Text[:min(left, len(a.Text))], llm.Truncated
	return a
}

// summary is what vendors show of thought where they are asked to.
const summary = "a summary"

// Behaviour answers prompts. A server calls it from several goroutines at once.
type Behaviour func(Prompt) Answer

// Sequence behaves like the nth of the given for the nth prompt, and like the last from then on. None is Echo.
func Sequence(behaviours ...Behaviour) Behaviour {
	return func(p Prompt) Answer {
		if len(behaviours) == 0 {
			return Echo(p)
		}
		return behaviours[min(p.N, len(behaviours)-1)](p)
	}
}

// Say answers everything with the same text.
func Say(text string) Behaviour {
	return func(Prompt) Answer { return Answer{Text: text} }
}
