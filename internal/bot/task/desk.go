package task

import (
	"encoding/json"
	"iter"
	"time"

	"wolfden/internal/llm"
)

// By tells what answered a task.
type By string

// What answers a task.
const (
	ByRule  By = "rule"
	ByModel By = "model"
)

// Call is one task that was answered, as it goes into the record for its player's eyes.
type Call struct {
	Task     string        `json:"task"`
	Prompt   string        `json:"prompt"` // version of the prompt
	By       By            `json:"by"`
	Why      string        `json:"why,omitempty"` // why the rule answered
	Messages []llm.Message `json:"messages,omitempty"`
	Answer   string        `json:"answer,omitempty"` // as the model wrote it
	Model    string        `json:"model,omitempty"`
	In       int           `json:"tokens_in,omitempty"`
	Out      int           `json:"tokens_out,omitempty"`
	Cost     float64       `json:"cost_usd,omitempty"`
	Latency  int64         `json:"latency_ms,omitempty"`
	Attempts int           `json:"attempts,omitempty"`
	Cached   bool          `json:"cached,omitempty"`
}

func (c *Call) answered(r *llm.Response) {
	c.Answer, c.Model, c.In, c.Out, c.Cost = llm.Clean(r.Text), r.Model, r.In, r.Out, r.Cost
	c.Latency, c.Attempts, c.Cached = int64(r.Latency/time.Millisecond), r.Attempts, r.Cached
}

// Desk is where one player asks: the tasks, its language, and the model if there is one. It keeps what was asked until
// it is handed out. It is not safe for concurrent use.
type Desk struct {
	*Book
	lang  string
	model llm.Model
	calls []Call
	asked map[string]int
}

// NewDesk is a desk of a player that speaks lang, "en" or "ja"; a nil model leaves everything to the rules.
func NewDesk(b *Book, lang string, m llm.Model) *Desk {
	if lang == "" {
		lang = "en"
	}
	if m != nil {
		m = llm.Structured(m)
	}
	return &Desk{Book: b, lang: lang, model: m, asked: map[string]int{}}
}

// Lang is the language of the prompts and answers.
func (d *Desk) Lang() string { return d.lang }

// HasModel reports whether a model answers.
func (d *Desk) HasModel() bool { return d.model != nil }

// index tells apart the times that the same question is asked, so that a cache does not repeat its answer.
func (d *Desk) index(c *Call) int {
	key := c.Task
	for _, m := range c.Messages {
		key += "\x00" + m.Text
	}
	n := d.asked[key]
	d.asked[key]++
	return n
}

func (d *Desk) recordCall(c Call) Call {
	if d.model != nil {
		d.calls = append(d.calls, c)
	}
	return c
}

// Notes hands out, as topic and text, the calls since the last time: topic "model", text the call in JSON. Without a
// model there is nothing to tell.
func (d *Desk) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		calls := d.calls
		d.calls = nil
		for i := range calls {
			text, err := json.Marshal(&calls[i])
			if err == nil && !yield("model", string(text)) {
				return
			}
		}
	}
}
