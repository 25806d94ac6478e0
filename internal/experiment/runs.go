package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"wolfden/internal/parallel"
)

// Runs are the runs of an experiment, which do not depend on each other or on their order: games, discussions, positions. What was kept of
// one is taken instead of doing it again, and what is done is kept as soon as it is whole, so that an experiment that was broken off goes on.
// All but N and Do may be left out. The functions are called by several goroutines at once.
type Runs[R any] struct {
	N        int
	Parallel int                                          // at once; less than 1 is 1
	Whole    bool                                         // what was begun is done to its end, and kept, when the context ends, which is no error then
	Do       func(ctx context.Context, i int) (*R, error) // may have nothing to keep: nil
	Kept     func(i int) (*R, error)                      // nil, nil for one that was not kept
	Keep     func(i int, r *R) error                      // is not told of one that the end of the context has broken off
	Done     func()                                       // is told after each, kept or done
}

// All returns the results of all runs, by number. They begin in order, until one fails or the context ends; then those under way end, and
// their error or the context's is returned.
func (x *Runs[R]) All(ctx context.Context) ([]*R, error) {
	all, atOnce := make([]*R, x.N), max(1, x.Parallel)
	do := func(ctx context.Context, i int) (err error) {
		if all[i], err = x.one(ctx, i); err == nil && x.Done != nil {
			x.Done()
		}
		return err
	}
	if x.Whole {
		return all, parallel.Whole(ctx, x.N, atOnce, func(_, whole context.Context, i int) error { return do(whole, i) })
	}
	return all, parallel.Each(ctx, x.N, atOnce, do)
}

// one is what was kept of a run or, where that is nothing, what comes of doing it.
func (x *Runs[R]) one(ctx context.Context, i int) (*R, error) {
	if x.Kept != nil {
		if r, err := x.Kept(i); r != nil || err != nil {
			return r, err
		}
	}
	r, err := x.Do(ctx, i)
	if err == nil && ctx.Err() == nil && r != nil && x.Keep != nil {
		err = x.Keep(i, r)
	}
	return r, err
}

// Crew does on other machines what it is told. What has the same id is the same job.
type Crew interface {
	Do(ctx context.Context, id string, job json.RawMessage) ([]byte, error)
}

// Away has the crew do a run instead of doing it here: told says which, as JSON, and the result comes as JSON.
func Away[R any](ctx context.Context, crew Crew, told any) (*R, error) {
	job, err := json.Marshal(told)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(job)
	id := hex.EncodeToString(sum[:10])
	text, err := crew.Do(ctx, id, job)
	if err != nil {
		return nil, err
	}
	r := new(R)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("what a worker sent for job %s is no result: %w", id, err)
	}
	return r, nil
}
