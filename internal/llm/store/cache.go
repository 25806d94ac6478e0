package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"wolfden/internal/llm"
)

// Cache answers a question that was answered before from a folder, and keeps the answers to others there. The folder is
// made when it is needed and may be shared by goroutines, processes and models. Of several answers to one question the
// first that was kept counts for all. Only answers without an error are kept. An answer from the cache has no cost and no
// attempts. A damaged entry counts as none and is replaced. Trouble with the folder is no trouble of the caller: the
// model answers as without a cache, and warn, if it is not nil, is told.
func Cache(name string, m llm.Model, dir string, warn func(error)) llm.Model {
	if warn == nil {
		warn = func(error) {}
	}
	return cache{m, name, dir, warn}
}

type cache struct {
	llm.Model
	name, dir string
	warn      func(error)
}

// Complete implements llm.Model.
func (c cache) Complete(ctx context.Context, req llm.Request) (llm.Response, error) {
	key, err := keyOf(c.name, req)
	if err != nil {
		return llm.Response{}, errors.Join(llm.ErrRejected, err)
	}
	path := filepath.Join(c.dir, key[:2], key[2:]+".json")
	if r, found := c.look(path, key); found {
		return r, nil
	}
	r, err := c.Model.Complete(ctx, req)
	if err != nil {
		return r, err
	}
	written, err := put(path, entry{Key: key, Model: c.name, Request: req, Response: r})
	if err != nil {
		c.warn(fmt.Errorf("an answer was not kept: %w", err))
	}
	if err == nil && !written {
		if first, found := c.look(path, key); found {
			// This one was paid for, whatever it said.
			first.Usage, first.Attempts, first.Cached = r.Usage, r.Attempts, false
			return first, nil
		}
	}
	return r, nil
}

func (c cache) look(path, key string) (llm.Response, bool) {
	e, err := readEntry(path, key)
	switch {
	case err == nil:
		r := e.Response
		r.Cached, r.Cost, r.Attempts, r.Latency = true, 0, 0, 0
		return r, true
	case errors.Is(err, errDamaged):
		c.warn(fmt.Errorf("asking again: %w", err))
		err = os.Remove(path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.warn(fmt.Errorf("a cached answer cannot be read: %w", err))
	}
	return llm.Response{}, false
}
