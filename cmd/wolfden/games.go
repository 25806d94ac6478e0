package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/english"
	"wolfden/internal/origin"
)

// gamesRead counts how the files of some games were read.
type gamesRead struct {
	files  int
	unread int // could not be read
	again  int // hold a game that an earlier file held
}

// all is the end of a command that names what it cannot read, and goes on with the rest.
func (r gamesRead) all() error {
	if r.unread > 0 {
		return errFound
	}
	return nil
}

// noteOrigin says on the error stream what games were made by: with tables that have no place for it.
func noteOrigin(e *env, made *origin.Origin) {
	for _, note := range append(made.Warnings(), made.Line()) {
		if note != "" {
			fmt.Fprintf(e.stderr, "note: %s\n", note)
		}
	}
}

// eachGame passes the game of every file that the arguments name to take, with its file. It names and counts
// files that cannot be read. Entries of one name that were not made of the same have names of their own, unless merge says otherwise.
func eachGame(e *env, args []string, merge *mergeFlags, take func(g *chronicle.Game, file string)) (read gamesRead, err error) {
	files, err := gameFiles(args, true)
	if err != nil {
		return read, err
	}
	// A record tells more than the contest log of its game, and that more than the feed. So they are read in this order.
	formats := map[string]chronicle.Format{}
	for _, file := range files {
		formats[file] = formatOf(file)
	}
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(formats[a], formats[b]) })
	names := merge.names(slices.DeleteFunc(slices.Clone(files), func(file string) bool { return formats[file] != chronicle.NativeRecord }))
	err = e.eachFile(files, func(p *progress, file string) error {
		g, err := chronicle.ReadFile(file)
		if errors.Is(err, contestlog.ErrHidden) {
			fmt.Fprintf(e.stderr, "%s: the feed of a game that goes on; there is nothing to count yet\n", file)
			return nil
		}
		read.files++
		if err != nil {
			read.unread++
			p.print(e.stderr, "wolfden: %s: %v\n", file, err)
			return nil
		}
		names.Name(&g.Summary)
		take(g, file)
		return nil
	})
	return read, err
}

// readGames passes every game once to take, with the first file that has it, and says how many files it passed
// over. A game whose talk was translated comes once in each language, with the same id.
func readGames(e *env, args []string, merge *mergeFlags, take func(g *chronicle.Game, file string)) (gamesRead, error) {
	var seen chronicle.Seen
	var names []string
	again := 0
	read, err := eachGame(e, args, merge, func(g *chronicle.Game, file string) {
		how, first := seen.Add(&g.Summary)
		switch how {
		case chronicle.Repeated:
			again++
			names = append(names, names[first])
			return
		case chronicle.Translated:
			g.ID = names[first]
		default:
			g.ID = seen.Name(&g.Summary)
		}
		names = append(names, g.ID)
		take(g, file)
	})
	read.again = again
	if again > 0 {
		fmt.Fprintf(e.stderr, "%s passed over: the same games were read from other files\n", english.Count(again, "file"))
	}
	if err == nil && read.files == read.unread {
		err = errors.New("no game could be read")
	}
	return read, err
}

// namesIn returns a function that names files in tables: by their path below the folder given as the argument,
// or else below the deepest folder they share.
func namesIn(args []string) (func(file string) string, error) {
	root := args[0]
	if info, err := os.Stat(root); err != nil || len(args) > 1 || !info.IsDir() {
		files, err := gameFiles(args, true)
		if err != nil {
			return nil, err
		}
		root = commonFolder(files)
	}
	return func(file string) string {
		if nameOf(file) == dash {
			return dash
		}
		name, err := filepath.Rel(root, file)
		if err != nil { // one path is absolute, another relative
			name = file
		}
		return filepath.ToSlash(name)
	}, nil
}

// commonFolder returns the deepest folder that holds all files.
func commonFolder(files []string) string {
	dir := filepath.Dir(files[0])
	for _, file := range files[1:] {
		for other := filepath.Dir(file); dir != other && !strings.HasPrefix(other, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator)); {
			up := filepath.Dir(dir)
			if up == dir {
				return dir
			}
			dir = up
		}
	}
	return dir
}
