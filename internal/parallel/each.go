// Package parallel does one thing for many numbers, several at a time.
package parallel

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each does something for every number below n, so many at once; where that is less than 1, one a processor. They begin in order, until one
// fails or the context ends; those under way are told so by their context, and waited for. The error is that of the first that failed, else the
// context's.
func Each(ctx context.Context, n, atOnce int, do func(ctx context.Context, i int) error) error {
	if atOnce < 1 {
		atOnce = runtime.GOMAXPROCS(0)
	}
	inner, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(atOnce, n) {
		workers.Go(func() {
			for inner.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := do(inner, i); err != nil {
					fail(err)
				}
			}
		})
	}
	workers.Wait()
	if cause := context.Cause(inner); !errors.Is(cause, context.Cause(ctx)) {
		return cause
	}
	return ctx.Err()
}

// Whole is Each of what is done to its end once it was begun: when the context ends, no more begin, and that is no error. Only a failure ends
// the second context.
func Whole(ctx context.Context, n, atOnce int, do func(ctx, whole context.Context, i int) error) error {
	whole, fail := context.WithCancelCause(context.WithoutCancel(ctx))
	defer fail(nil)
	_ = Each(ctx, n, atOnce, func(ctx context.Context, i int) error {
		err := do(ctx, whole, i)
		if err != nil {
			fail(err)
		}
		return err
	})
	return context.Cause(whole)
}
