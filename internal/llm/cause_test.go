package llm

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// The cause is that of the sentinel, however deep, and not of words that somebody wrote.
func TestCauseOf(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("provider: x: %w: %w", ErrUnavailable, context.DeadlineExceeded), CauseLate},
		{fmt.Errorf("%w: the limit per minute", ErrNoRoom), CauseLate},
		{fmt.Errorf("%w: status 500: budget used up", ErrUnavailable), CauseUnavailable},
		{fmt.Errorf("x: %w: %w", ErrResting, ErrUnavailable), CauseResting},
		{fmt.Errorf("%w; asked again: %w", ErrTruncated, fmt.Errorf("%w: %w", ErrUnavailable, context.Canceled)), CauseTruncated},
		{fmt.Errorf("%w: the game may spend 5 tokens", ErrBudget), CauseBudget},
		{fmt.Errorf("task word: %w", Because("too long", ErrUnavailable)), "too long"},
		{errors.New("model refused"), CauseOther},
	} {
		if got := CauseOf(test.err); got != test.want {
			t.Errorf("%v: %s, want %s", test.err, got, test.want)
		}
	}
	if err := Because("mine", ErrRefused); !errors.Is(err, ErrRefused) || err.Error() != ErrRefused.Error() {
		t.Errorf("%v", err)
	}
}
