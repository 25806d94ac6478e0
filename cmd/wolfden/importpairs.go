package main

import (
	"cmp"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/userfile"
)

// gamesOf groups files that are of one game: of one name but for the ending. Archives have folders for kinds of files, for tracks, or for
// both in either order. So where several games have a name, a file goes with that which lies nearest, or with none where two are as near.
func gamesOf(files []string) [][]string {
	named := map[string][]string{}
	for _, file := range files {
		named[nameOfGame(file)] = append(named[nameOfGame(file)], file)
	}
	var all [][]string
	for _, same := range named {
		all = append(all, pairs(same)...)
	}
	slices.SortFunc(all, func(a, b []string) int { return cmp.Compare(a[0], b[0]) })
	return all
}

// pairs groups files of one name. Every contest log is a game, or where there is none near, a feed or record; communication logs cannot be.
func pairs(same []string) (groups [][]string) {
	const beside = 3 // the same folders of two kinds are nearer, and a feed that is not may be of another game
	of := func(ending string) []string {
		return slices.DeleteFunc(slices.Clone(same), func(file string) bool { return kindOf(file) != ending })
	}
	groups = join(groups, of(contestlog.Extension), beside)
	groups = join(groups, of(gamelog.Extension), beside)
	groups = join(groups, of(contestlog.CommunicationExtension), math.MaxInt)
	return join(groups, slices.DeleteFunc(same, func(file string) bool { return slices.Contains(kinds(), kindOf(file)) }), beside)
}

// kinds are the endings of files that may hold a game.
func kinds() []string {
	return []string{contestlog.Extension, gamelog.Extension, contestlog.CommunicationExtension}
}

// kindOf is the ending that tells what a file is.
func kindOf(file string) string { return filepath.Ext(userfile.Plain(file)) }

// join gives games the files that are nearest to them, at most one each: files of one kind, nearer than within. The others are by
// themselves.
func join(groups [][]string, files []string, within int) [][]string {
	type link struct{ file, game, far int }
	folders := func(file string) []string { return strings.Split(filepath.Dir(file), string(filepath.Separator)) }
	games := make([][]string, len(groups))
	for i, group := range groups {
		games[i] = folders(group[0])
	}
	nearest := make([]link, len(files))
	for n, file := range files {
		best, folder := link{n, -1, within}, folders(file)
		for i := range games {
			switch d := apart(games[i], folder); {
			case d < best.far:
				best.game, best.far = i, d
			case d == best.far:
				best.game = -1 // unless another is nearer
			}
		}
		nearest[n] = best
	}
	slices.SortStableFunc(nearest, func(a, b link) int { return cmp.Compare(a.far, b.far) })
	taken := make([]bool, len(games))
	for _, l := range nearest {
		if l.game < 0 || taken[l.game] {
			groups = append(groups, []string{files[l.file]})
			continue
		}
		taken[l.game] = true
		groups[l.game] = append(groups[l.game], files[l.file])
	}
	return groups
}

// apart is how far two folders are from each other: how many of their names are left without those that both begin and end with. log/five
// and json/five are two apart, as log and json are.
func apart(x, y []string) int {
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return len(x) + len(y)
}
