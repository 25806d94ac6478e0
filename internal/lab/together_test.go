package lab

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestTogether: all is done, never more at once than was said; a failure, and the end of the context, end the rest, which is not begun.
func TestTogether(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name string
		fail bool
		stop bool
		done int64
		err  error
	}{
		{"all", false, false, 20, nil},
		{"one fails", true, false, 6, broken},
		{"stopped", false, true, 6, context.Canceled},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var now, done atomic.Int64
			err := Together(ctx, 3, 20, func(ctx context.Context, _ int) error {
				if now.Add(1) > 3 {
					t.Errorf("%s: more than three at once", c.name)
				}
				time.Sleep(time.Second) // of the bubble
				defer now.Add(-1)
				switch done.Add(1) {
				case 4:
					if c.stop {
						stop()
					}
					if c.fail {
						return broken
					}
				}
				return nil
			})
			if !errors.Is(err, c.err) || done.Load() != c.done && c.err == nil || done.Load() > c.done {
				t.Errorf("%s: %d done, %v; want %d, %v", c.name, done.Load(), err, c.done, c.err)
			}
		})
	}
}
