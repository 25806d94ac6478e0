package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/intake"
	"wolfden/werewolf"
	"wolfden/wire"
)

type convertCmd struct {
	File string `arg:"" help:"A record or a contest log."`
	To   string `required:"" enum:"record,log,json,realtime" help:"The format: record, log, json or realtime."`
	Out  string `short:"o" help:"The file to write, - for standard output." default:"-" placeholder:"FILE"`

	Protocol string `enum:"newest,february" default:"newest" help:"Whose log, json or realtime: that of the organisers' newest server, or of February 2026 (without times)."`
}

// Help is the long help of the command.
func (convertCmd) Help() string {
	return `Writes a game in another format. Examples:

  wolfden convert game.jsonl --to log            the contest's log
  wolfden convert game.jsonl --to json           the communication log
  wolfden convert game.jsonl --to realtime       the realtime feed
  wolfden convert contest.log --to record -o game.jsonl
  wolfden convert - --to record -o -             from standard input, to standard output

A contest log that the rules contradict is not converted: see wolfden verify. What of a
contest log a record cannot hold is said.`
}

// Run converts.
func (c *convertCmd) Run(e *env) error {
	g, err := readGame(c.File)
	if err != nil {
		return err
	}
	for _, f := range g.findings {
		if f.Severity == contestlog.Mismatch {
			return fmt.Errorf("%s:%d: %s; wolfden verify tells more", g.path, f.Line, f.Text)
		}
	}
	if h := &g.record.Header; h.Foreign && h.Provenance == nil {
		h.Provenance = takenFrom("convert", g.path)
	}
	if c.To == "record" && g.log != nil {
		for _, note := range intake.Unkept(g.log, g.record) {
			fmt.Fprintf(e.stderr, "%s: %s\n", g.path, note)
		}
	}
	var out bytes.Buffer
	if err := c.write(&out, g.record); err != nil {
		return fmt.Errorf("%s: %w", g.path, err)
	}
	return e.write(c.Out, out.Bytes())
}

func (c *convertCmd) write(w io.Writer, rec *gamelog.Record) error {
	dialect, edition := wire.Newest, contestlog.Newest
	if c.Protocol == "february" {
		dialect, edition = wire.February, contestlog.February
	}
	switch c.To {
	case "record":
		return gamelog.Write(w, rec)
	case "log":
		return contestlog.Write(w, rec, edition)
	case "json":
		return contestlog.WriteCommunication(w, rec, packets(rec, dialect), edition)
	default:
		return contestlog.WriteRealtime(w, rec, edition)
	}
}

// packets encodes the packets that the players of the record were sent.
func packets(rec *gamelog.Record, d wire.Dialect) contestlog.PacketEncoder {
	return func(werewolf.SeatID) func(werewolf.Observation) ([]byte, error) {
		return wire.NewEncoder(rec.Header.ID, d).Encode
	}
}

// replaceFile writes the whole file or leaves the old one.
func replaceFile(path string, data []byte) error {
	file, err := replacementOf(path)
	if err != nil {
		return err
	}
	defer file.drop()
	if _, err := file.Write(data); err != nil {
		return err
	}
	return file.keep()
}

// replacement is a file that is written beside the one whose place it takes.
type replacement struct {
	*os.File
	path string
}

// replacementOf begins one. It has to be dropped, also when it was kept.
func replacementOf(path string) (*replacement, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; name a file", path)
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, causeOf(err))
	}
	return &replacement{file, path}, nil
}

// keep lets it take the place.
func (r *replacement) keep() error {
	if err := r.Close(); err != nil {
		return err
	}
	if err := os.Chmod(r.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(r.Name(), r.path)
}

// drop removes what was not kept.
func (r *replacement) drop() {
	_ = r.Close()
	_ = os.Remove(r.Name())
}

// causeOf removes the name of a temporary file from an error, because its reader never gave that name.
func causeOf(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
