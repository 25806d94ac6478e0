package llm

import "errors"

// What a caller decides by. Every error of a model wraps one of these; all of them mean that the caller's rule answers.
var (
	// ErrUnavailable: no answer in time. The network, the provider or its limits are at fault, or the caller's context
	// is over; in that case the context's error is wrapped as well. A later call may succeed.
	ErrUnavailable = errors.New("no answer in time")
	// ErrResting: the call was given up at once, because earlier calls failed in a way that would repeat. It
	// wraps ErrUnavailable. The response is empty even if an attempt was made before the others failed, so
	// that calls given up look the same in a recording, whichever came first.
	ErrResting error = kindOf{"left alone since calls failed", ErrUnavailable}
	// ErrNoRoom: the limits of our own leave no room in time; asking again would not make any. It wraps ErrUnavailable.
	ErrNoRoom error = kindOf{"no answer in time: no room in time", ErrUnavailable}
	// ErrUnreadable: what answers is no reply of the interface that was asked. It wraps ErrUnavailable.
	ErrUnreadable error = kindOf{"the reply cannot be read", ErrUnavailable}
	// ErrRejected: the provider refused the request and would do so again, because of the key, the model's
	// name or the request.
	ErrRejected = errors.New("request rejected")
	// ErrTooLong: the prompt is longer than the provider takes. It wraps ErrRejected.
	ErrTooLong error = kindOf{"the prompt is too long for the model", ErrRejected}
	// ErrBudget: the call might cost more than is left of a budget. Nothing was sent.
	ErrBudget = errors.New("budget used up")
	// ErrRunBudget: as ErrBudget, where the budget is that of everything and not of a part, such as a game.
	ErrRunBudget = errors.New("budget of the run used up")
	// ErrRefused: the model, or a filter in front of it, would not answer.
	ErrRefused = errors.New("model refused")
	// ErrTruncated: the answer reached its limit of tokens. The response holds what came.
	ErrTruncated = errors.New("answer truncated")
	// ErrUnstructured: the answer broke the schema, and so did the one to a request to repair it.
	ErrUnstructured = errors.New("answer breaks its schema")
	// ErrNoJSON: there was no JSON at all in the answer that broke the schema last. It stands beside ErrUnstructured.
	ErrNoJSON = errors.New("there is no JSON value in it")
	// ErrOnlyThought: all that came counts as thought, and no answer is in it.
	ErrOnlyThought = errors.New("the model only thought and gave no answer: turn its thinking off (--model-effort none), or correct the server's parser of thought")
	// ErrNotRecorded: a replay has no answer to this request.
	ErrNotRecorded = errors.New("not in the recording")
)

// ErrUnwanted is the cause of a context that ends because nobody needs the answer any more: the call is given up, and has not failed.
var ErrUnwanted = errors.New("nobody needs the answer any more")

// kindOf is an error with a text of its own that is of the kind of another.
type kindOf struct {
	text string
	kind error
}

// Error implements error.
func (k kindOf) Error() string { return k.text }

// Unwrap returns what it wraps, for errors.Is.
func (k kindOf) Unwrap() error { return k.kind }
