package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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

// readGame reads a native record, a contest log or a realtime feed.
func readGame(path string) (*gameFile, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; name one of its files (wolfden view %[1]s shows them all)", path)
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

// gameFiles returns the files that the arguments name: files themselves, and for folders the records and
// contest logs below them, in order. Servers keep the feeds of their games beside them; as files of the same games they
// count only where games are counted, if feeds says so.
func gameFiles(args []string, feeds bool) ([]string, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, arg)
			continue
		}
		found, err := below(arg)
		if err != nil {
			return nil, err
		}
		if !feeds {
			found = slices.DeleteFunc(found, func(path string) bool { return formatOf(path) == chronicle.Feed })
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no records (.jsonl) or contest logs (.log) in this folder", arg)
		}
		files = append(files, found...)
	}
	return files, nil
}

func below(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && mayHoldGame(d) && (strings.HasSuffix(path, gamelog.Extension) || strings.HasSuffix(path, contestlog.Extension)) {
			files = append(files, path)
		}
		return err
	})
	sort.Strings(files)
	return files, err
}

// mayHoldGame reports whether a folder's entry may be read: a file, or a link to one. Opening a pipe would
// wait for a writer.
func mayHoldGame(d fs.DirEntry) bool {
	return d.Type().IsRegular() || d.Type()&fs.ModeSymlink != 0
}

// formatOf looks at how the file at a path begins.
func formatOf(path string) chronicle.Format {
	f, err := userfile.Open(path)
	if err != nil {
		return chronicle.Unknown
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, 64)
	n, _ := io.ReadFull(f, head)
	return chronicle.FormatOf(head[:n])
}
