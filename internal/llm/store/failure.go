package store

import (
	"context"
	"errors"

	"wolfden/internal/llm"
)

// failure is an error in a file: its text, and which sentinels it wraps.
type failure struct {
	Text  string   `json:"text"`
	Kinds []string `json:"kinds"`
}

// namedSentinel gives a sentinel a name that stays valid when its text changes.
type namedSentinel struct {
	name string
	err  error
}

func namedSentinels() []namedSentinel {
	return []namedSentinel{
		{"unavailable", llm.ErrUnavailable}, {"rejected", llm.ErrRejected}, {"budget", llm.ErrBudget},
		{"resting", llm.ErrResting}, {"no-room", llm.ErrNoRoom}, {"refused", llm.ErrRefused}, {"truncated", llm.ErrTruncated}, {"unstructured", llm.ErrUnstructured},
		{"only-thought", llm.ErrOnlyThought},
		{"too-long", llm.ErrTooLong}, {"unreadable", llm.ErrUnreadable}, {"not-recorded", llm.ErrNotRecorded}, {"unwanted", llm.ErrUnwanted}, {"deadline", context.DeadlineExceeded}, {"cancelled", context.Canceled},
	}
}

// failureOf keeps an error. That nobody needed the answer any more is known to the context alone.
func failureOf(ctx context.Context, err error) *failure {
	if err == nil {
		return nil
	}
	f := &failure{Text: err.Error(), Kinds: []string{}}
	if errors.Is(context.Cause(ctx), llm.ErrUnwanted) {
		err = errors.Join(err, llm.ErrUnwanted)
	}
	for _, k := range namedSentinels() {
		if errors.Is(err, k.err) {
			f.Kinds = append(f.Kinds, k.name)
		}
	}
	return f
}

// err returns the error again, with the same text and the same results of errors.Is.
func (f *failure) err() error {
	if f == nil {
		return nil
	}
	r := replayed{text: f.Text}
	for _, k := range namedSentinels() {
		for _, name := range f.Kinds {
			if name == k.name {
				r.causes = append(r.causes, k.err)
			}
		}
	}
	return r
}

type replayed struct {
	text   string
	causes []error
}

// Error implements error.
func (r replayed) Error() string { return r.text }

// Unwrap returns what it wraps, for errors.Is.
func (r replayed) Unwrap() []error { return r.causes }
