package lab

import (
	"context"
	"sync"
)

// Together does the runs of an experiment, at most so many at once, until one fails or the context ends; then those under way end, and their
// error or the context's is returned. Of runs before it that are not done again, do takes what was kept.
func Together(ctx context.Context, parallel, n int, do func(ctx context.Context, i int) error) error {
	ctx, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	gate := make(chan struct{}, max(1, parallel))
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			if ctx.Err() != nil {
				return
			}
			if err := do(ctx, i); err != nil {
				abort(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
