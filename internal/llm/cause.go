package llm

import (
	"context"
	"errors"
)

// The causes for which no model's answer was used, as tables count them, by CauseOf. Callers have causes of their own.
const (
	CauseBudget      = "budget used up"
	CauseNotRecorded = "not in the recording"
	CauseResting     = "provider left alone"
	CauseRejected    = "refused by the provider"
	CauseRefused     = "refused by the model"
	CauseTruncated   = "cut off"
	CauseForm        = "wrong form"
	CauseOnlyThought = "only thought"
	CauseTooLong     = "too long for the model"
	CauseUnreadable  = "unreadable reply"
	CauseLate        = "no time"
	CauseUnavailable = "provider did not answer"
	CauseOther       = "another reason"
)

// CauseOf is the cause of an error: what Because gave it, else by what it wraps. It holds nothing of the error's text, which
// may be a model's or a provider's.
func CauseOf(err error) string {
	if own := (because{}); errors.As(err, &own) {
		return own.cause
	}
	for _, known := range []struct {
		err   error
		cause string
	}{
		// An error may wrap several: an answer that could not be used, with what became of the question that was put again;
		// a call that was given up, with the call that failed before.
		{ErrTruncated, CauseTruncated}, {ErrOnlyThought, CauseOnlyThought}, {ErrUnstructured, CauseForm}, {ErrRefused, CauseRefused},
		{ErrBudget, CauseBudget}, {ErrNotRecorded, CauseNotRecorded}, {ErrResting, CauseResting}, {ErrTooLong, CauseTooLong}, {ErrRejected, CauseRejected},
		{ErrNoRoom, CauseLate}, {context.DeadlineExceeded, CauseLate}, {context.Canceled, CauseLate}, {ErrUnreadable, CauseUnreadable},
		{ErrUnavailable, CauseUnavailable},
	} {
		if errors.Is(err, known.err) {
			return known.cause
		}
	}
	return CauseOther
}

// Because is the error with a cause of the caller's.
func Because(cause string, err error) error { return because{cause, err} }

type because struct {
	cause string
	error
}

// Unwrap returns what it wraps, for errors.Is.
func (b because) Unwrap() error { return b.error }
