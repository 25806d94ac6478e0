package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestRuns: all is done, never more at once than was said; a failure, and the end of the context, end the rest, which is not begun.
func TestRuns(t *testing.T) {
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
			runs := Runs[int]{N: 20, Parallel: 3, Do: func(context.Context, int) (*int, error) {
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
						return nil, broken
					}
				}
				return nil, nil
			}}
			_, err := runs.All(ctx)
			if !errors.Is(err, c.err) || done.Load() != c.done && c.err == nil || done.Load() > c.done {
				t.Errorf("%s: %d done, %v; want %d, %v", c.name, done.Load(), err, c.done, c.err)
			}
		})
	}
}

// TestRunsGoOn: what was kept is not done again, whoever made it; what the end of the context has broken off is not kept.
func TestRunsGoOn(t *testing.T) {
	folder, err := OpenFolder(t.TempDir(), "these")
	if err != nil {
		t.Fatal(err)
	}
	kept, keep := In[int](folder, "run-%d.json")
	ctx, stop := context.WithCancel(t.Context())
	var did []int
	told := 0
	runs := Runs[int]{N: 5, Kept: kept, Keep: keep, Done: func() { told++ }, Do: func(_ context.Context, i int) (*int, error) {
		if did = append(did, i); i == 2 {
			stop()
		}
		square := i * i
		return &square, nil
	}}
	if _, err := runs.All(ctx); !errors.Is(err, context.Canceled) || !slices.Equal(did, []int{0, 1, 2}) {
		t.Fatalf("did %v: %v", did, err)
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(folder.Dir, "others"); !errors.Is(err, ErrOther) {
		t.Errorf("another experiment: %v", err)
	}
	if folder, err = OpenFolder(folder.Dir, "these"); err != nil {
		t.Fatal(err)
	}
	did, told = nil, 0
	all, err := runs.All(t.Context())
	if err != nil || !slices.Equal(did, []int{2, 3, 4}) || told != 5 {
		t.Errorf("did %v, told of %d: %v", did, told, err)
	}
	for i, r := range all {
		if *r != i*i {
			t.Errorf("run %d: %d", i, *r)
		}
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestWholeRuns: what was begun when the context ends is done and kept; no more is, and that is no error.
func TestWholeRuns(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var kept []int
	runs := Runs[int]{N: 5, Whole: true, Keep: func(i int, _ *int) error { kept = append(kept, i); return nil }, Do: func(ctx context.Context, i int) (*int, error) {
		if i == 2 {
			stop()
		}
		return &i, ctx.Err()
	}}
	all, err := runs.All(ctx)
	if err != nil || !slices.Equal(kept, []int{0, 1, 2}) || all[2] == nil || all[3] != nil {
		t.Errorf("kept %v of %v: %v", kept, all, err)
	}
}

// crew does runs as they are told to it.
type crew struct {
	mu  sync.Mutex
	ids map[string]bool
	say func(job json.RawMessage) string
}

func (c *crew) Do(_ context.Context, id string, job json.RawMessage) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ids[id] = true
	return []byte(c.say(job)), nil
}

// TestRunsByCrew: what a crew does comes in the order of the runs and is kept as if it were done here; it is asked only for what was not kept,
// by ids of their own. What is no result is refused.
func TestRunsByCrew(t *testing.T) {
	t.Parallel()
	mates := &crew{ids: map[string]bool{}, say: func(job json.RawMessage) string { return string(job) + "0" }}
	var kept atomic.Int64
	runs := Runs[int]{
		N: 9, Parallel: 4, Do: func(ctx context.Context, i int) (*int, error) { return Away[int](ctx, mates, i+1) },
		Kept: func(i int) (*int, error) {
			if i > 6 {
				return &i, nil
			}
			return nil, nil
		},
		Keep: func(i int, r *int) error { kept.Add(int64(*r)); return nil },
	}
	all, err := runs.All(t.Context())
	var got []int
	for _, r := range all {
		got = append(got, *r)
	}
	if want := []int{10, 20, 30, 40, 50, 60, 70, 7, 8}; err != nil || !slices.Equal(got, want) || len(mates.ids) != 7 || kept.Load() != 280 {
		t.Errorf("%v, want %v; %d asked for, kept %d: %v", got, want, len(mates.ids), kept.Load(), err)
	}
	mates.say = func(json.RawMessage) string { return "{" }
	if _, err := runs.All(t.Context()); err == nil || !strings.Contains(err.Error(), "is no result") {
		t.Errorf("no result: %v", err)
	}
}
