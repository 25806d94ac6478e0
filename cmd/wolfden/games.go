package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/plural"
)

// gamesRead is how the files of some games were read.
type gamesRead struct {
	files  int
	unread int // could not be read
	again  int // hold a game that another file before had held
}

// eachGame gives take the game of every file that the arguments name, with its file. What cannot be read is
// named and counted.
func eachGame(e *env, args []string, take func(g *chronicle.Game, file string)) (read gamesRead, err error) {
	files, err := gameFiles(args)
	if err != nil {
		return read, err
	}
	// A record tells more than the contest log of its game, so it is read first.
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(logsLast(a), logsLast(b)) })
	for _, file := range files {
		if e.ctx.Err() != nil {
			return read, fmt.Errorf("stopped before %s", file)
		}
		read.files++
		g, err := chronicle.ReadFile(file)
		if err != nil {
			read.unread++
			fmt.Fprintf(e.stderr, "wolfden: %s: %v\n", file, err)
			continue
		}
		take(g, file)
	}
	return read, nil
}

func logsLast(file string) int {
	if filepath.Ext(file) == gamelog.Extension {
		return 0
	}
	return 1
}

// readGames gives take every game once, with the first file that has it, and says how many files it passed
// over. A game whose talk was translated comes once in each language, with the same id.
func readGames(e *env, args []string, take func(g *chronicle.Game, file string)) (gamesRead, error) {
	var seen chronicle.Seen
	var names []string
	again := 0
	read, err := eachGame(e, args, func(g *chronicle.Game, file string) {
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
		fmt.Fprintf(e.stderr, "%s passed over: the same games were read from other files\n", plural.Of(again, "file"))
	}
	if err == nil && read.files == read.unread {
		err = errors.New("no game could be read")
	}
	return read, err
}

// namesIn gives the names by which the files of the arguments are told apart in tables: their paths below the folder that
// is named, else below the folder that all have in common.
func namesIn(args []string) (func(file string) string, error) {
	root := args[0]
	if info, err := os.Stat(root); err != nil || len(args) > 1 || !info.IsDir() {
		files, err := gameFiles(args)
		if err != nil {
			return nil, err
		}
		root = commonFolder(files)
	}
	return func(file string) string {
		name, err := filepath.Rel(root, file)
		if err != nil { // one of them has a path from the root, another has not
			name = file
		}
		return filepath.ToSlash(name)
	}, nil
}

// commonFolder is the deepest folder that holds all files.
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
