package chronicle

import (
	"bytes"
	"errors"
	"fmt"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
)

// ErrFormat is a file that is neither a record nor a contest log.
var ErrFormat = errors.New("neither a wolfden record (.jsonl) nor a contest log (.log)")

// Format is what a file of a game is written in. The zero Format is none of them.
type Format uint8

// The formats.
const (
	Unknown Format = iota
	NativeRecord
	ContestLog
)

// FormatOf looks at how a file begins; its name does not count.
func FormatOf(data []byte) Format {
	start := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
	switch {
	case bytes.HasPrefix(start, []byte(`{"wolfden"`)):
		return NativeRecord
	case len(start) > 1 && start[0] >= '0' && start[0] <= '9' && bytes.IndexByte(start[:min(len(start), 8)], ',') > 0:
		return ContestLog
	default:
		return Unknown
	}
}

// Read reads the game of a file.
func Read(data []byte) (*Game, error) {
	switch FormatOf(data) {
	case NativeRecord:
		rec, err := gamelog.Parse(data)
		if err != nil {
			return nil, err
		}
		return OfRecord(rec)
	case ContestLog:
		log, err := contestlog.Read(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return OfLog(log)
	default:
		return nil, ErrFormat
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

// Record is the record in a file: itself, or what the rules make of a contest log, with what they find wrong in it.
func Record(data []byte) (*gamelog.Record, []contestlog.Finding, error) {
	switch FormatOf(data) {
	case NativeRecord:
		rec, err := gamelog.Parse(data)
		return rec, nil, err
	case ContestLog:
	default:
		return nil, nil, ErrFormat
	}
	log, err := contestlog.Read(bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	rec, findings := log.Record()
	if rec == nil {
		return nil, findings, fmt.Errorf("the log does not tell who plays: %v", findings[:min(len(findings), 1)])
	}
	return rec, findings, nil
}
