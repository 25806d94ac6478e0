package site

import (
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
}

// Divisions finds the divisions in folders, which are data folders of servers or hold games. Of a data folder the records count. A folder that
// has games in it is one division, with all that is below it; of another each folder in it is looked at. No folder with games is an error.
func Divisions(folders []string) ([]Division, error) {
	var all []Division
	for _, folder := range folders {
		root := folder
		if info, err := os.Stat(filepath.Join(folder, records)); err == nil && info.IsDir() {
			root = filepath.Join(folder, records)
		}
		found, err := below(root)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no records (.jsonl) or contest logs (.log) in this folder", folder)
		}
		for _, dir := range found {
			all = append(all, Division{Name: nameOf(dir), Folder: dir})
		}
	}
	for _, d := range all {
		if slices.ContainsFunc(all, func(o Division) bool { return o.Name == d.Name && o.Folder != d.Folder }) {
			for i := range all {
				all[i].Name = filepath.ToSlash(filepath.Clean(all[i].Folder))
			}
			break
		}
	}
	return slices.CompactFunc(all, func(a, b Division) bool { return a.Folder == b.Folder }), nil
}

// The folders of a server: of the records, and in it of those of games that go on.
const (
	records = "records"
	running = "running"
)

func below(folder string) (found []string, err error) {
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

// nameOf is what a division is called: as its folder, or the one above where that is named after what it holds.
func nameOf(folder string) string {
	whole, err := filepath.Abs(folder)
	if err != nil {
		whole = filepath.Clean(folder)
	}
	for slices.Contains([]string{records, "games", "data", "log", "logs"}, filepath.Base(whole)) && filepath.Dir(whole) != whole {
		whole = filepath.Dir(whole)
	}
	return filepath.Base(whole)
}
