package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"wolfden/internal/llm"
)

// Record keeps every call of a model in a folder, errors included, for Replay to repeat. Each model has a folder of its
// own within dir, which must not hold a recording yet: two runs in one would mix. A question that is asked several
// times is kept as often; asked at the same time by one asker, as labels name them, it depends on chance which answer comes first in a
// replay, so samples of one question should differ in their index. A call that cannot be kept is an error, since the recording would not
// be whole; the response is there nevertheless.
func Record(name string, m llm.Model, dir string) (llm.Model, error) {
	dir = filepath.Join(dir, folder(name))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	old, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	if len(old) > 0 {
		return nil, fmt.Errorf("%s holds a recording already; name another folder or delete it", dir)
	}
	return &recorder{Model: m, recordedCalls: recordedCalls{name: name, dir: dir, asked: map[string]int{}}}, nil
}

// Replay is the model that was recorded in a folder under this name. It answers as the model did, byte for byte and
// error for error, needs no network and spends no time. What was never asked is ErrNotRecorded.
func Replay(name, dir string) (llm.Model, error) {
	dir = filepath.Join(dir, folder(name))
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("no recording of %s: %w", name, err)
	}
	return &replayer{recordedCalls: recordedCalls{name: name, dir: dir, asked: map[string]int{}}}, nil
}

// folder is the name of a model as a file name that no other model has.
func folder(name string) string {
	sum, _ := keyOf(name, llm.Request{}) // it is only text
	readable := strings.Map(func(r rune) rune {
		if r < 128 && (r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return r
		}
		return '_'
	}, name)
	return readable[:min(len(readable), 60)] + "-" + sum[:8]
}

// recordedCalls finds the file of a call by what was asked and how often it had been asked before.
type recordedCalls struct {
	name, dir string

	mu    sync.Mutex
	asked map[string]int
}

// next is the file of the call, and the one that it was in before recordings told askers apart.
func (t *recordedCalls) next(req llm.Request) (path, before, key string, err error) {
	key, err = keyOf(t.name, req)
	if err != nil {
		return "", "", "", errors.Join(llm.ErrRejected, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	file := func(name string) string {
		n := t.asked[name]
		t.asked[name]++
		return filepath.Join(t.dir, fmt.Sprintf("%s.%d.json", name, n))
	}
	before = file(key)
	if path = before; req.Label.Asker != "" {
		path = file(key + "." + req.Label.Asker)
	}
	return path, before, key, nil
}

type recorder struct {
	llm.Model
	recordedCalls
}

// Complete implements llm.Model.
func (r *recorder) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	path, _, key, err := r.next(req)
	if err != nil {
		return llm.Response{}, err
	}
	answer, err := r.Model.Complete(ctx, req)
	written, fault := put(path, entry{Key: key, Model: r.name, Request: req, Response: answer, Error: failureOf(ctx, err)})
	if fault == nil && !written {
		fault = fmt.Errorf("somebody else records into %s", r.dir)
	}
	if fault != nil {
		return answer, errors.Join(err, fmt.Errorf("%w: a call could not be recorded: %w", llm.ErrUnavailable, fault))
	}
	return answer, err
}

type replayer struct{ recordedCalls }

// Complete implements llm.Model.
func (r *replayer) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, fmt.Errorf("%w: %w", llm.ErrUnavailable, err)
	}
	path, before, key, err := r.next(req)
	if err != nil {
		return llm.Response{}, err
	}
	e, err := readEntry(path, key)
	if errors.Is(err, fs.ErrNotExist) && before != path {
		e, err = readEntry(before, key)
	}
	if err != nil {
		return llm.Response{}, fmt.Errorf("%w: task %q, %s, entry %s: %w; record the run again with this program",
			llm.ErrNotRecorded, req.Label.Task, r.name, filepath.Base(path), err)
	}
	return e.Response, e.Error.err()
}
