package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wolfden/internal/english"
	"wolfden/internal/league"
)

// again plays a run, and another one whenever a file of the program changes. A change ends the run that is being played.
func (c *tryCmd) again(e *env, entry league.Entry) error {
	files := watchedFiles(c.watchedWords(entry))
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
		files = watchedFiles(c.watchedWords(entry))
		if len(files) == 0 {
			return errors.New("--watch: the files of the program are gone")
		}
	}
}

// watchedWords are the words that may name files of the program.
func (c *tryCmd) watchedWords(entry league.Entry) []string {
	words, err := commandOfProgram(entry.Exec)
	if entry.Exec == "" || err != nil {
		words = slices.Clone(c.Player)
		for _, word := range c.Player {
			if _, option, ok := strings.Cut(word, ":"); ok {
				words = append(words, option)
			}
		}
		if entry.Prompts != "" {
			words = append(words, entry.Prompts)
		}
	}
	return words
}

// mostWatched keeps a folder with very many files from taking all the time.
const mostWatched = 2000

// fewOf names so many files as can be read at a glance.
func fewOf(files []string) string {
	const few = 6
	text := strings.Join(files[:min(few, len(files))], ", ")
	if more := len(files) - few; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// watchedFiles are the files that the words name; beside and below those with an ending, all with the same one, since a program is
// rarely one file; and all below folders. Hidden folders are left out.
func watchedFiles(words []string) []string {
	found := map[string]bool{}
	below := func(dir, ext string) {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || len(found) >= mostWatched:
				return fs.SkipAll
			case d.IsDir() && path != dir && strings.HasPrefix(d.Name(), "."):
				return fs.SkipDir
			case d.Type().IsRegular() && (ext == "" || filepath.Ext(path) == ext):
				found[path] = true
			}
			return nil
		})
	}
	for _, word := range words {
		info, err := os.Stat(word)
		switch ext := filepath.Ext(word); {
		case err != nil:
		case info.IsDir():
			below(word, "")
		case info.Mode().IsRegular():
			found[filepath.Clean(word)] = true
			if ext != "" && !filepath.IsAbs(word) {
				below(filepath.Dir(word), ext)
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
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
