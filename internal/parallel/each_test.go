package parallel_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"wolfden/internal/parallel"
)

// Every number is done once, in order where one is done at a time.
func TestEveryNumberIsDoneOnce(t *testing.T) {
	t.Parallel()
	for _, atOnce := range []int{0, 1, 3, 100} {
		var mu sync.Mutex
		var done []int
		err := parallel.Each(t.Context(), 20, atOnce, func(_ context.Context, i int) error {
			mu.Lock()
			defer mu.Unlock()
			done = append(done, i)
			return nil
		})
		if atOnce == 1 && !slices.IsSorted(done) {
			t.Errorf("one at a time: %v", done)
		}
		if slices.Sort(done); err != nil || len(done) != 20 || len(slices.Compact(done)) != 20 {
			t.Errorf("%d at once: %v, %v", atOnce, done, err)
		}
	}
}

// After one has failed or the context has ended, no more begin; those under way learn of it and are waited for.
func TestWhatEndsThem(t *testing.T) {
	t.Parallel()
	failed, why := errors.New("failed"), errors.New("why")
	err := parallel.Each(t.Context(), 1000, 2, func(ctx context.Context, i int) error {
		if i == 0 {
			<-ctx.Done() // told of the other's failure
			return ctx.Err()
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("the first failure is %v", err)
	}
	ctx, end := context.WithCancelCause(t.Context())
	begun := 0
	err = parallel.Each(ctx, 1000, 1, func(ctx context.Context, i int) error {
		begun++
		end(why)
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) || begun != 1 {
		t.Errorf("the context has ended: %v after %d", err, begun)
	}
}

// What was begun is done to its end when the context ends, and not when another has failed.
func TestWholeIsDone(t *testing.T) {
	t.Parallel()
	ctx, end := context.WithCancel(t.Context())
	begun := 0
	err := parallel.Whole(ctx, 1000, 1, func(ctx, whole context.Context, i int) error {
		begun++
		end()
		return errors.Join(whole.Err(), context.Cause(whole))
	})
	if err != nil || begun != 1 {
		t.Errorf("the context has ended: %v after %d", err, begun)
	}
	failed := errors.New("failed")
	err = parallel.Whole(t.Context(), 1000, 2, func(_, whole context.Context, i int) error {
		if i == 0 {
			<-whole.Done()
			return whole.Err()
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("the first failure is %v", err)
	}
}
