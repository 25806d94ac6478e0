package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
)

// fileID tells one state of a file from another.
type fileID struct {
	path string
	size int64
	when int64 // Unix nanoseconds
}

func identify(path string, info fs.FileInfo) fileID {
	return fileID{path, info.Size(), info.ModTime().UnixNano()}
}

// errForeign is a file with the ending of a record that is none: the realtime feed shares it.
var errForeign = errors.New("no record of a game")

// summary reads what a list needs of a file.
func summary(id fileID) (*Game, error) {
	data, err := load(id)
	if err != nil {
		return nil, err
	}
	var rec *gamelog.Record
	if isRecord(id.path) {
		rec, err = gamelog.Parse(digest(data))
	} else {
		rec, err = parse(id.path, data)
	}
	switch {
	case errors.Is(err, gamelog.ErrNoRecord) && isRecord(id.path):
		return nil, errForeign
	case err != nil:
		return nil, err
	}
	g := Summarize(rec)
	if isRecord(id.path) {
		g.recount(data)
	}
	g.file, g.Changed, g.logged = id, time.Unix(0, id.when), contestlog.FileName(&rec.Header, "")
	if g.Started == 0 {
		g.Started = startOf(id.path)
	}
	return g, nil
}

// startOf is the time that the organisers' servers put at the beginning of a log's name, 0 where there is none.
func startOf(path string) int64 {
	digits, _, found := strings.Cut(filepath.Base(path), "_")
	seconds, err := strconv.ParseUint(digits, 10, 34)
	if !found || err != nil || len(digits) != len("1700000000") {
		return 0
	}
	return int64(seconds) * 1000
}

// record reads a file whole.
func record(id fileID) (*gamelog.Record, error) {
	data, err := load(id)
	if err != nil {
		return nil, err
	}
	return parse(id.path, data)
}

func load(id fileID) ([]byte, error) {
	data, err := gamelog.Load(id.path)
	var where *fs.PathError
	if errors.As(err, &where) {
		return nil, where.Err // the folder is nobody's business
	}
	return data, err
}

func parse(path string, data []byte) (*gamelog.Record, error) {
	if isRecord(path) {
		return gamelog.Parse(data)
	}
	c, err := contestlog.Read(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	rec, findings := c.Record()
	if rec == nil {
		if len(findings) > 0 {
			return nil, fmt.Errorf("line %d: %s", findings[0].Line, findings[0].Text)
		}
		return nil, errors.New("the log does not tell who plays")
	}
	return rec, nil
}

func isRecord(path string) bool { return strings.HasSuffix(path, gamelog.Extension) }

func isContest(path string) bool { return strings.HasSuffix(path, contestlog.Extension) }
