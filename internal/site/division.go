package site

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
)

// Division is games that are counted together.
type Division struct {
	Name   string // no two have the same; foreign text
	Folder string // its games lie in it and below it
	Left   int    // matches of its schedule that are not over yet, as far as that is known
	Struck int    // matches that are not played, since a team has withdrawn
	// Withdrawn are the teams that have; foreign text.
	Withdrawn []string
}

// Divisions finds the divisions in folders, which are data folders of servers or hold games. Of a data folder the records count. A folder that
// has games in it is one division, with all that is below it; of another each folder in it is looked at. No folder with games is an error.
func Divisions(folders []string) ([]Division, error) {
	var dirs []string
	for _, folder := range folders {
		if info, err := os.Stat(folder); err == nil && !info.IsDir() {
			return nil, fmt.Errorf("%s is a file; name the folder that the games lie in", folder)
		}
		found, err := below(folder)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no records (.jsonl) or contest logs (.log) in this folder", folder)
		}
		for _, dir := range found {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	names := namesOf(dirs)
	all := make([]Division, len(dirs))
	for i, dir := range dirs {
		all[i] = Division{Name: names[i], Folder: dir}
	}
	return all, nil
}

// The folders of a server: of the records, and in it of those of games that go on.
const (
	records = "records"
	running = "running"
)

func below(folder string) (found []string, err error) {
	if info, err := os.Stat(filepath.Join(folder, records)); err == nil && info.IsDir() {
		folder = filepath.Join(folder, records)
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(files, func(f fs.DirEntry) bool { return f.Name() == running && f.IsDir() || isGame(f) }) {
		return []string{folder}, nil
	}
	for _, f := range files {
		if !f.IsDir() {
			continue
		}
		more, err := below(filepath.Join(folder, f.Name()))
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, nil
}

func isGame(f fs.DirEntry) bool {
	return f.Type().IsRegular() && (strings.HasSuffix(f.Name(), gamelog.Extension) || strings.HasSuffix(f.Name(), contestlog.Extension))
}

// namesOf are what divisions are called: as their folders, with as much of the folders above as it takes to tell them apart. Folders that are
// called after what they hold do not count.
func namesOf(dirs []string) []string {
	parts, most, names := make([][]string, len(dirs)), make([]int, len(dirs)), make([]string, len(dirs))
	for i, dir := range dirs {
		parts[i] = slices.DeleteFunc(strings.Split(filepath.ToSlash(dir), "/"), func(part string) bool {
			return slices.Contains([]string{records, "games", "data", "log", "logs", "", ".", ".."}, part)
		})
		names[i] = filepath.Base(dir)
	}
	for alike := true; alike; {
		alike = false
		with := map[string]int{}
		for i := range dirs {
			names[i] = cmp.Or(strings.Join(parts[i][max(0, len(parts[i])-most[i]-1):], "/"), names[i])
			with[names[i]]++
		}
		for i := range dirs {
			if with[names[i]] > 1 && most[i] < len(parts[i]) {
				most[i]++
				alike = true
			}
		}
	}
	return names
}
