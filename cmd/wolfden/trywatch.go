package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"
	"time"

	"wolfden/internal/english"
	"wolfden/internal/league"
)

// again plays a run, and another one whenever a file of the program changes. A change ends the run that is being played.
func (c *tryCmd) again(e *env, entry league.Entry) error {
	files := programFiles(entry)
	if len(files) == 0 {
		return usagef("--watch: the command names no file that could change")
	}
	for {
		before := statesOf(files)
		ctx, cancel := context.WithCancel(e.ctx)
		changed := make(chan struct{})
		go func() {
			defer close(changed)
			if awaitChange(ctx, files, before) {
				fmt.Fprintln(e.stderr, "a file has changed: playing again")
				cancel()
			}
		}()
		err := c.once(&env{ctx: ctx, stdout: e.stdout, stderr: e.stderr}, entry)
		var usage usageError
		if errors.As(err, &usage) {
			cancel()
			<-changed
			return err
		}
		if err != nil && ctx.Err() == nil {
			fmt.Fprintf(e.stderr, "wolfden: %v\n", err)
		}
		if ctx.Err() == nil && !c.Quiet {
			fmt.Fprintf(e.stderr, "watching %s: %s; Ctrl-C ends\n", english.Count(len(files), "file"), fewOf(files))
		}
		<-changed
		cancel()
		if e.ctx.Err() != nil {
			return nil
		}
		files = programFiles(entry)
		if len(files) == 0 {
			return errors.New("--watch: the files of the program are gone")
		}
	}
}

// fewOf names so many files as can be read at a glance.
func fewOf(files []string) string {
	const few = 6
	text := strings.Join(files[:min(few, len(files))], ", ")
	if more := len(files) - few; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// fileState tells whether a file has changed.
type fileState struct {
	modified time.Time
	size     int64
}

func statesOf(files []string) map[string]fileState {
	all := map[string]fileState{}
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			all[file] = fileState{info.ModTime(), info.Size()}
		}
	}
	return all
}

// lookEvery is how often files are looked at. An editor that writes in several steps is done between two looks.
const lookEvery = 250 * time.Millisecond

// awaitChange returns true when the files are others than before, and have stayed so from one look to the next; false when the
// context ends.
func awaitChange(ctx context.Context, files []string, before map[string]fileState) bool {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	last := before
	for {
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
		}
		now := statesOf(files)
		if !maps.Equal(now, before) && maps.Equal(now, last) {
			return true
		}
		last = now
	}
}
