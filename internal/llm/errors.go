package llm

import "errors"

// What a caller decides by. Every error of a model wraps one of these; all of them mean that the caller's rule answers.
var (
	// ErrUnavailable: no answer in time. The network, the provider or its limits are at fault, or the caller's context
	// is over; in that case the context's error is wrapped as well. A later call may succeed.
	ErrUnavailable = errors.New("no answer in time")
	// ErrResting: the call was given up at once, because calls before it failed as it would. It wraps ErrUnavailable. The
	// response is empty, also where an attempt was made before the others had failed: so the calls that are given up
	// look alike in a recording, whichever came first.
	ErrResting error = resting{}
	// ErrRejected: the provider turned the request down and would again: the key, the name of the model, the request.
	ErrRejected = errors.New("request rejected")
	// ErrBudget: the call might cost more than is left of a budget. Nothing was sent.
	ErrBudget = errors.New("budget used up")
	// ErrRefused: the model or a filter before it would not answer.
	ErrRefused = errors.New("model refused")
	// ErrTruncated: the answer reached its limit of tokens. The response holds what came.
	ErrTruncated = errors.New("answer truncated")
	// ErrUnstructured: the answer broke the schema, and so did the one to a request to repair it.
	ErrUnstructured = errors.New("answer breaks its schema")
	// ErrNotRecorded: a replay has no answer to this request.
	ErrNotRecorded = errors.New("not in the recording")
)

type resting struct{}

func (resting) Error() string { return "left alone since calls failed" }
func (resting) Unwrap() error { return ErrUnavailable }
