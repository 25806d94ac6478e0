// Package llm asks language models.
//
// The law of the package: it knows nothing of games and imports nothing of ours. A model is one method; everything
// around it (a check of the answer, a budget, a cache, a record) is a model that wraps another, so that whoever asks
// sees no difference. No model is ever needed: each error tells the caller that its own rule must answer instead. What
// goes into a prompt or comes out of a model is foreign text and is never trusted. Keys come from the environment, and
// no error, log, record or cache holds one.
package llm

import (
	"context"
	"encoding/json"
	"strings"
	"time"
)

// Model completes a conversation. Implementations here may be used from several goroutines at once.
//
// With an error the response is not empty: it says what was spent (tokens, cost, attempts) and, for ErrTruncated and
// ErrUnstructured, holds the text that came. Where the time was over while an answer came piece by piece, it holds the text so
// far, with the finish Truncated and an error of the context. The context's deadline is kept, with some time to spare for the caller's
// own rule. Every error wraps one of the package's sentinels.
type Model interface {
	Complete(ctx context.Context, req Request) (Response, error)
}

// Request is one question to a model. The receiver must not change what it holds, and the caller must not either until
// the answer is there.
type Request struct {
	Label    Label     `json:"label"`
	Messages []Message `json:"messages"` // at least one is the user's; providers refuse instructions alone
	Sampling Sampling  `json:"sampling"`
	Schema   *Schema   `json:"schema,omitempty"` // of the answer; nil asks for text
	// Window is how many tokens the request and its answer may have together; 0 is unknown. Whoever makes a request keeps
	// to it, and so does Structured when it asks again. It is no part of the question.
	Window int `json:"-"`
	// Partial says that a text is of use as far as it comes: one that a limit cut off is not asked for again. It is no part of the
	// question.
	Partial bool `json:"-"`
}

// Label says what a request is for, to readers of records and to scripted models. It is no part of the question: two
// requests that differ in nothing else are the same to a cache.
type Label struct {
	Task   string `json:"task"`             // a name such as "vote-reason", letters, digits, '-' and '_'
	Prompt string `json:"prompt,omitempty"` // hash of the template the prompt was made from
	// Answers is what the answer is given to, such as "vote"; empty for what is only needed on the way. It is not kept.
	Answers string `json:"-"`
	// Moment is when in the game it is asked, by a name of the player's, such as "voting"; empty where it tells none apart. It is
	// not kept.
	Moment string `json:"-"`
	// Module is the part of a player that asks. It is not kept.
	Module string `json:"-"`
	// Again says that the question was asked before, and its answer not taken. It is not kept.
	Again bool `json:"-"`
	// Asker tells apart who ask the same at the same time, so that a recording gives each its own answer back; empty for nobody in
	// particular. It is not kept.
	Asker string `json:"-"`
}

// Role is who says a message.
type Role string

// The roles every provider knows. System messages are instructions and stand before the others.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of the conversation.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"text"`
	// Kept is how many bytes at its beginning later prompts of the same conversation will have too, for providers that
	// want to be told what to cache. It is no part of the question.
	Kept int `json:"-"`
	// Picture goes with the text, nil for none. Where the model was found to see none it is left out, and named in Dropped.
	Picture *Picture `json:"picture,omitempty"`
}

// Picture is an image as it stands in its file.
type Picture struct {
	Type string `json:"type"` // such as image/png
	Data []byte `json:"data"`
}

// Alike is how many bytes of whole lines two texts begin with alike: what of either may be Kept for the other.
func Alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.LastIndexByte(a[:n], '\n') + 1
}

// Sampling says how the answer is drawn. Only what is set is sent; the zero value leaves everything to the provider.
type Sampling struct {
	Temperature *float64 `json:"temperature,omitempty"`
	TopP        *float64 `json:"top_p,omitempty"`
	MaxTokens   int      `json:"max_tokens,omitempty"`     // of the answer without its thought; 0 is the provider's own limit
	Effort      Effort   `json:"effort,omitempty"`         // of thought
	Thought     int      `json:"thought_tokens,omitempty"` // budget of thought; 0 leaves it to the effort or the provider
	Seed        *int64   `json:"seed,omitempty"`           // Index is added to it, so that samples differ
	// Index tells apart several draws of the same question: it is part of what a cache or a record looks up.
	Index int `json:"index,omitempty"`
	// Extra is an object of fields that go into the body of the request as they are, for what a server takes beyond
	// the rest. Objects in it are joined with those that are there.
	Extra json.RawMessage `json:"extra,omitempty"`
	// Room is how many tokens of thought are allowed besides the answer. It follows from the rest, see Family.Roomy,
	// and is no part of the question.
	Room int `json:"-"`
}

// Limit is how many tokens of thought and answer together are allowed; 0 is the provider's own limit.
func (s Sampling) Limit() int {
	if s.MaxTokens == 0 {
		return 0
	}
	return s.MaxTokens + s.Room
}

// Finish is why a model stopped.
type Finish string

// The reasons a model stops for. The zero value means that there was no answer.
const (
	Stopped   Finish = "stop"
	Truncated Finish = "truncated" // at the limit of tokens; comes with ErrTruncated
	Refused   Finish = "refused"   // by the model or by a filter; comes with ErrRefused
)

// Response is an answer and what it took.
type Response struct {
	Text string `json:"text"`
	// Reasoning is what the model thought, or a summary of it, where the provider shows it.
	Reasoning string `json:"reasoning,omitempty"`
	// JSON is the answer to a request with a schema, compact and valid by it. It is nil otherwise.
	JSON   json.RawMessage `json:"json,omitempty"`
	Model  string          `json:"model"` // as the provider calls what answered
	Finish Finish          `json:"finish"`
	Usage
	Latency  time.Duration `json:"latency_ns"` // of the attempt that succeeded
	Attempts int           `json:"attempts"`   // requests that were sent
	Cached   bool          `json:"cached,omitempty"`
	Reasked  bool          `json:"repaired,omitempty"` // the first answer broke the schema and the second did not; recordings have the name of old
	// Repaired is what was wrong with the answer as it came, where it had one reading all the same: its slips, with commas between and nothing else.
	Repaired string `json:"slips,omitempty"`
	// Dropped names parameters that the provider does not take and that were left out; "schema" means that the schema
	// was asked for in words.
	Dropped []string `json:"dropped,omitempty"`
	// Worded is the exchange as the model had it, where something between it and whoever asks put question or answer into other
	// words; nil where nothing did. It is not kept.
	Worded *Exchange `json:"-"`
}

// Exchange is a question and its answer, word for word.
type Exchange struct {
	Messages []Message
	Answer   string
}

// Usage is what an answer cost. A cached answer has the tokens of the one it repeats, and no cost.
type Usage struct {
	In       int `json:"tokens_in"`
	CachedIn int `json:"tokens_in_cached,omitempty"` // those of In that the provider had in its own cache
	// Written are those of In that the provider put into its cache, at a price of their own.
	Written int `json:"tokens_in_written,omitempty"`
	Out     int `json:"tokens_out"` // thought included
	// Thought are those of Out that the model thought. Where a provider does not count them, they are told apart by
	// the length of the two texts.
	Thought int     `json:"tokens_thought,omitempty"`
	Cost    float64 `json:"cost_usd"` // 0 where the price is not known
}

// Add is the sum of both.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		In: u.In + v.In, CachedIn: u.CachedIn + v.CachedIn, Written: u.Written + v.Written,
		Out: u.Out + v.Out, Thought: u.Thought + v.Thought, Cost: u.Cost + v.Cost,
	}
}
