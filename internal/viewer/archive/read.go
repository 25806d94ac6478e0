package archive

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/userfile"
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

// errForeign is a file with the ending of a record that tells no game: other files of servers share it.
var errForeign = errors.New("no record of a game")

// errRunning is the feed of a game that goes on, or without one.
var errRunning = errors.New("the feed of a game that goes on")

// summary reads what a list needs of a file.
func summary(id fileID) (*Game, error) {
	data, err := load(id)
	if err != nil {
		return nil, err
	}
	g := &Game{file: id, Changed: time.Unix(0, id.when)}
	if isRecord(id.path) {
		g.Summary, err = chronicle.Skim(data)
		if errors.Is(err, gamelog.ErrNoRecord) {
			g.feed, err = chronicle.FormatOf(data) == chronicle.Feed, nil
			if !g.feed {
				return nil, errForeign
			}
		}
	}
	if err == nil && (g.Summary == nil || g.Lang == "" && g.Over) { // only the whole tells the language
		g.Summary, err = whole(data)
	}
	if g.feed && (errors.Is(err, contestlog.ErrFeed) || err == nil && !g.Over) {
		return nil, errRunning
	}
	if err != nil {
		return nil, err
	}
	if g.Started == 0 {
		g.Started = startOf(id.path)
	}
	g.likeness = g.Likeness()
	return g, nil
}

// whole is the summary of all of a file, with the identity of its game.
func whole(data []byte) (*chronicle.Summary, error) {
	g, err := chronicle.Read(data)
	if err != nil {
		return nil, err
	}
	if g.Unplayed {
		return nil, errors.New("no rules have a table like this, so that there is nothing to replay")
	}
	summary := g.Summary
	return &summary, nil
}

// identity reads what happened in the game of a file.
func identity(g *Game) (chronicle.Identity, error) {
	if g.Identity != (chronicle.Identity{}) {
		return g.Identity, nil
	}
	data, err := load(g.file)
	if err != nil {
		return chronicle.Identity{}, err
	}
	s, err := whole(data)
	if err != nil {
		return chronicle.Identity{}, err
	}
	return s.Identity, nil
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
	rec, _, _, err := chronicle.Record(data)
	return rec, err
}

func load(id fileID) ([]byte, error) {
	data, err := gamelog.Load(id.path)
	var where *fs.PathError
	if errors.As(err, &where) {
		return nil, where.Err // the folder is nobody's business
	}
	return data, err
}

func isRecord(path string) bool { return strings.HasSuffix(userfile.Plain(path), gamelog.Extension) }

func isContest(path string) bool {
	return strings.HasSuffix(userfile.Plain(path), contestlog.Extension)
}
