package provider

import (
	"cmp"
	"context"
	"errors"
	"math"
	"time"

	"wolfden/internal/llm"
)

// Retry says how failed attempts are repeated: each wait is twice the last, and between half of it and the whole by
// chance, so that many players who failed together do not come back together. A provider that says how long to wait
// is obeyed instead. No wait goes beyond the caller's time.
type Retry struct {
	Attempts int           // at most; 0 is 4
	First    time.Duration // wait after the first failure; 0 is 500 ms
	Longest  time.Duration // wait; 0 is 20 s
	Seed     uint64        // of the chance in the waits
}

func (r Retry) filled() Retry {
	return Retry{cmp.Or(r.Attempts, 4), cmp.Or(r.First, 500*time.Millisecond), cmp.Or(r.Longest, 20*time.Second), r.Seed}
}

// A server that loads a model is asked again until it has, for two minutes at most.
const (
	loadingPause = 2 * time.Second
	mostLoading  = 60
)

// patience decides whether to try again after the nth attempt failed, and after what wait.
func (o *Opener) patience(ctx context.Context, n int, err error) (wait time.Duration, again bool) {
	var refusal *statusError
	if errors.As(err, &refusal) && refusal.loading && n < mostLoading && ctx.Err() == nil {
		wait = max(loadingPause, refusal.after)
		return wait, !outlasts(ctx, wait)
	}
	if !errors.Is(err, llm.ErrUnavailable) || errors.Is(err, llm.ErrNoRoom) || n >= o.options.Retry.Attempts || ctx.Err() != nil {
		return 0, false
	}
	if refusal != nil && refusal.after > 0 {
		wait = refusal.after
	} else {
		r := o.options.Retry
		longest := min(float64(r.Longest), float64(r.First)*math.Pow(2, float64(n-1)))
		wait = time.Duration(longest * (1 + o.dice.float()) / 2)
	}
	return wait, !outlasts(ctx, wait)
}
