package main

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/userfile"
)

// gameFile is the game in a file that has been read, in whatever format.
type gameFile struct {
	path   string
	data   []byte
	record *gamelog.Record
	log    *contestlog.Log // the record was made from it; nil if the file is a record
	// findings say where a contest log and the rules disagree.
	findings []contestlog.Finding
}

// readGame reads a native record, a contest log or a realtime feed: the file itself, or the only one in an archive.
func readGame(path string) (*gameFile, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; name one of its files (wolfden view %[1]s shows them all)", path)
	}
	if userfile.IsArchive(path) {
		switch files, err := gameFiles([]string{path}, true); {
		case err != nil:
			return nil, err
		case len(files) > 1:
			return nil, fmt.Errorf("%s holds several games; name one of them, as %s (wolfden view %[1]s shows them all)", path, files[0])
		default:
			path = files[0]
		}
	}
	data, err := gamelog.Load(path)
	if err != nil {
		return nil, err
	}
	g := &gameFile{path: path, data: data}
	g.record, g.log, g.findings, err = chronicle.Record(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}

// gameFiles returns the files that the arguments name: files themselves, and for folders and zip archives the records and
// contest logs below them, in order. Servers keep the feeds of their games beside them; as files of the same games they
// count only where games are counted, if feeds says so, or where there are no others.
func gameFiles(args []string, feeds bool) ([]string, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if userfile.InArchive(arg) || err == nil && !info.IsDir() && !userfile.IsArchive(arg) {
			files = append(files, arg)
			continue
		}
		if err != nil {
			return nil, err
		}
		found, err := below(arg)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no records (.jsonl) or contest logs (.log) in it", arg)
		}
		if games := slices.DeleteFunc(slices.Clone(found), func(path string) bool { return formatOf(path) == chronicle.Feed }); !feeds && len(games) > 0 {
			found = games
		}
		files = append(files, found...)
	}
	return files, nil
}

// below lists the files in a folder or a zip archive that may tell games, with those that would have to be unpacked first.
func below(dir string) (files []string, err error) {
	err = userfile.Walk(dir, func(path string, err error) error {
		name := userfile.Plain(path)
		if strings.HasSuffix(name, gamelog.Extension) || strings.HasSuffix(name, contestlog.Extension) || userfile.Packed(name) {
			files = append(files, path)
		}
		return err
	})
	sort.Strings(files)
	return files, err
}

// formatOf looks at how the file at a path begins.
func formatOf(path string) chronicle.Format {
	head, err := userfile.Head(path, 64)
	if err != nil {
		return chronicle.Unknown
	}
	return chronicle.FormatOf(head)
}
