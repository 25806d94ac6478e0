package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
)

// gameFile is the game in a file that has been read, in whatever format.
type gameFile struct {
	path   string
	format chronicle.Format
	data   []byte
	record *gamelog.Record
	log    *contestlog.Log // the record was made from it; nil if the file is a record
	// findings say where a contest log and the rules disagree.
	findings []contestlog.Finding
}

// readGame reads a native record or a contest log.
func readGame(path string) (*gameFile, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; name one of its files (wolfden view %[1]s shows them all)", path)
	}
	data, err := gamelog.Load(path)
	if err != nil {
		return nil, err
	}
	g := &gameFile{path: path, format: chronicle.FormatOf(data), data: data}
	switch g.format {
	case chronicle.NativeRecord:
		g.record, err = gamelog.Parse(data)
	case chronicle.ContestLog:
		if g.log, err = contestlog.Read(bytes.NewReader(data)); err == nil {
			g.record, g.findings = g.log.Record()
			if g.record == nil {
				err = fmt.Errorf("the log does not tell who plays: %s", g.findings)
			}
		}
	default:
		err = chronicle.ErrFormat
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}

// gameFiles returns the files that the arguments name: files themselves, and for folders the records and
// contest logs below them, in order.
func gameFiles(args []string) ([]string, error) {
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
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no records (.jsonl) or contest logs (.log) in this folder", arg)
		}
		files = append(files, found...)
	}
	return files, nil
}

func below(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && mayHoldGame(d) && (strings.HasSuffix(path, ".jsonl") && !isFeed(path) || strings.HasSuffix(path, ".log")) {
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

// isFeed reports whether a file is the feed that a server sent to the spectators of a game. It is in the same
// folder as the game's record and is no game itself.
func isFeed(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	const start = `{"id":`
	head := make([]byte, len(start))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == start
}
