package task

import (
	"encoding/json"
	"iter"
	"strconv"
	"time"

	"wolfden/internal/llm"
)

// By says who answered a task.
type By string

// Who answers a task.
const (
	ByRule  By = "rule"
	ByModel By = "model"
)

// Call is one answered task, in the form in which it is recorded for its player alone.
type Call struct {
	Task     string `json:"task"`
	Prompt   string `json:"prompt"`            // hash of the prompt
	Answers  string `json:"answers,omitempty"` // the request that the answer is given to, such as talk; empty where it is given to none
	By       By     `json:"by"`
	Why      string `json:"why,omitempty"`      // why the rule answered
	Cause    string `json:"cause,omitempty"`    // the kind of that reason, as tables count it
	Again    string `json:"again,omitempty"`    // why the model was asked again; Messages then hold its first answer, or Refused does
	Refused  string `json:"refused,omitempty"`  // the first answer, where the model was not shown it again
	Repaired string `json:"repaired,omitempty"` // slips of the answer, which had one reading all the same; see llm.Response, and spoken
	// AsDrafted is set where the model gave back the draft that it was to word: what is said are the rules' words.
	AsDrafted bool          `json:"as_drafted,omitempty"`
	List      *List         `json:"list,omitempty"`     // of a model's answer that holds; nil where there is none in it
	Messages  []llm.Message `json:"messages,omitempty"` // in the words in which the model had them
	Answer    string        `json:"answer,omitempty"`   // as the model wrote it
	Model     string        `json:"model,omitempty"`
	Reasoned  string        `json:"thought,omitempty"` // what it thought, where the provider shows it
	llm.Usage
	Latency  int64 `json:"latency_ms,omitempty"`
	Attempts int   `json:"attempts,omitempty"`
	Cached   bool  `json:"cached,omitempty"`
}

// Answered takes the last answer of a model, in the model's own words, and adds up what all of them took.
func (c *Call) Answered(r *llm.Response) {
	c.Cached = r.Cached && (c.Attempts == 0 || c.Cached)
	c.Answer, c.Model, c.Reasoned, c.Repaired = llm.Clean(r.Text), r.Model, llm.Clean(r.Reasoning), r.Repaired
	if r.Worded != nil {
		c.Answer = llm.Clean(r.Worded.Answer)
	}
	c.Usage = c.Add(r.Usage)
	c.Latency, c.Attempts = c.Latency+int64(r.Latency/time.Millisecond), c.Attempts+r.Attempts
}

// Desk is where one player asks: it has the prompts, the player's language, and the model if there is one. It keeps the
// calls until Notes yields them. It is not safe for concurrent use.
type Desk struct {
	book   *Book
	lang   string
	commas bool
	model  llm.Model // asks raw, and reads its answers by their schema
	raw    llm.Model
	window int
	module string // that asks
	moment string // at which it asks
	asker  string // whose desk it is, see llm.Label
	calls  []Call
	asked  map[string]int
	beside
}

// NewDesk returns the desk of a player that speaks lang, "en" or "ja", with the prompts of a book. A nil model leaves everything to the rules.
func NewDesk(b *Book, lang string, m llm.Model) *Desk {
	if lang == "" {
		lang = "en"
	}
	raw := m
	if m != nil {
		m = llm.Structured(m)
	}
	return &Desk{book: b, lang: lang, model: m, raw: raw, asked: map[string]int{}}
}

// Through puts something between the desk and its model, if there is one. Call it before the first question.
func (d *Desk) Through(between func(llm.Model) llm.Model) {
	if d.model != nil {
		d.model = llm.Structured(between(d.raw))
	}
}

// Belongs says whose desk it is: players whose seeds differ may ask the same at the same time. Call it before the first question.
func (d *Desk) Belongs(seed uint64) { d.asker = strconv.FormatUint(seed, 16) }

// Within keeps every question, with its answer and the room to ask again, to a window of so many tokens; 0 is no limit. Call
// it before the first question.
func (d *Desk) Within(window int) { d.window = window }

// Punctuate sets whether English has its commas in what is said.
func (d *Desk) Punctuate(commas bool) { d.commas = commas }

// Commas reports whether English has its commas in what is said.
func (d *Desk) Commas() bool { return d.commas }

// Work says which module of the player asks from now on.
func (d *Desk) Work(module string) { d.module = module }

// At says by a name of the player's what moment of the game it is, "" for none.
func (d *Desk) At(moment string) { d.moment = moment }

// Lang returns the language of the prompts and answers.
func (d *Desk) Lang() string { return d.lang }

// Characters returns how many characters in the desk's language are about so many tokens.
func (d *Desk) Characters(tokens int) int {
	if d.lang == "ja" {
		return tokens
	}
	return 3 * tokens
}

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

// mostNoted is how many bytes the notes on calls may have before prompts and thought are left out. A record takes no more than 256 KiB of
// notes with an answer, and what a call took must be among them.
const mostNoted = 160 << 10

// Notes yields the calls since the last call as topic and text: topic "model", text the call in JSON. Without a model
// there are none. Where prompts and thought are too long for a record, later calls are noted without theirs.
func (d *Desk) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		calls := d.calls
		d.calls = nil
		size := 0
		for i := range calls {
			text, err := json.Marshal(&calls[i])
			if size += len(text); size > mostNoted {
				calls[i].Messages, calls[i].Reasoned = nil, ""
				text, err = json.Marshal(&calls[i])
			}
			if err == nil && !yield("model", string(text)) {
				return
			}
		}
	}
}
