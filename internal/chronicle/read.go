package chronicle

import (
	"bytes"
	"errors"
	"fmt"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
)

// ErrFormat is a file that does not tell a game.
var ErrFormat = errors.New("neither a wolfden record (.jsonl) nor a contest log (.log) nor a realtime feed (.jsonl)")

// Untold says what a file is that does not tell a game.
func Untold(data []byte) error {
	switch first, _, _ := bytes.Cut(data, []byte("\n")); {
	case len(bytes.TrimSpace(data)) == 0:
		return errors.New("it is empty")
	case bytes.Contains(first, []byte("_[Request:")):
		return errors.New("the errors that a Java server wrote beside the log of a game; they tell no game")
	default:
		return ErrFormat
	}
}

// Format is what a file of a game is written in. The zero Format is none of them. A communication log does not tell its
// game alone.
type Format uint8

// The formats.
const (
	Unknown Format = iota
	NativeRecord
	ContestLog
	Feed
	CommunicationLog
)

// FormatOf looks at how a file begins; its name does not count.
func FormatOf(data []byte) Format {
	start := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
	switch {
	case bytes.HasPrefix(start, []byte(`{"wolfden"`)):
		return NativeRecord
	case bytes.HasPrefix(start, []byte(`{"id":`)):
		return Feed
	case bytes.HasPrefix(start, []byte(`{`)):
		return CommunicationLog
	case len(start) > 1 && start[0] >= '0' && start[0] <= '9' && bytes.IndexByte(start[:min(len(start), 8)], ',') > 0:
		return ContestLog
	default:
		return Unknown
	}
}

// open reads a file: one of the three.
func open(data []byte) (rec *gamelog.Record, log *contestlog.Log, feed *contestlog.Feed, err error) {
	switch FormatOf(data) {
	case NativeRecord:
		rec, err = gamelog.Parse(data)
	case ContestLog:
		log, err = contestlog.Read(bytes.NewReader(data))
	case Feed:
		feed, err = contestlog.ReadFeed(data)
	default:
		err = Untold(data)
	}
	return rec, log, feed, err
}

// Read reads the game of a file.
func Read(data []byte) (*Game, error) {
	rec, log, feed, err := open(data)
	switch {
	case err != nil:
		return nil, err
	case rec != nil:
		return OfRecord(rec)
	case log != nil:
		return OfLog(log)
	default:
		return ofFeed(feed)
	}
}

// ReadFile reads the game of the file at a path.
func ReadFile(path string) (*Game, error) {
	data, err := gamelog.Load(path)
	if err != nil {
		return nil, err
	}
	return Read(data)
}

// Record is the record in a file: itself, or what the rules make of a contest log or a feed. Of those it also gives the log,
// and what the rules find wrong in it; lines of a feed are those of the contest log that was made of it.
func Record(data []byte) (rec *gamelog.Record, log *contestlog.Log, findings []contestlog.Finding, err error) {
	rec, log, feed, err := open(data)
	switch {
	case err != nil || rec != nil:
		return rec, nil, nil, err
	case log != nil:
		rec, findings = log.Record()
	default:
		log = feed.Log
		rec, findings = feed.Record()
	}
	if rec == nil {
		err = fmt.Errorf("the log does not tell who plays: %v", findings[:min(len(findings), 1)])
	}
	return rec, log, findings, err
}
