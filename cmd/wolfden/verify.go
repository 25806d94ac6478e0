package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/internal/contestlog"
	"wolfden/internal/english"
	"wolfden/internal/transcript"
	"wolfden/werewolf"
)

type verifyCmd struct {
	Files []string `arg:"" name:"file" help:"Records, contest logs, realtime feeds, or folders or zip archives of them."`
	JSON  bool     `help:"One JSON object a file."`
}

// Help is the long help of the command.
func (verifyCmd) Help() string {
	return `Replays every game through the rules and compares. A native record must come out
byte for byte. A contest log, or a feed, is replayed from its votes and actions; what
chance decided there must be among the tied. Exits with 1 when anything does not fit.

  wolfden verify games
  wolfden verify contest/*.log`
}

// verdict is the result of verifying one file.
type verdict struct {
	File     string
	OK       bool
	Finished bool
	Findings []contestlog.Finding
	Error    string
}

// Run verifies.
func (c *verifyCmd) Run(e *env) error {
	files, err := gameFiles(c.Files, true)
	if err != nil {
		return err
	}
	verified, bad, warnings := 0, 0, 0
	err = e.eachFile(files, func(p *progress, file string) error {
		v, err := verify(file)
		if errors.Is(err, contestlog.ErrHidden) && len(files) > 1 {
			p.print(e.stderr, "%s: the feed of a game that goes on; there is nothing to verify yet\n", file)
			return nil
		}
		verified++
		if !v.OK {
			bad++
		}
		for _, f := range v.Findings {
			if f.Severity == contestlog.Warning {
				warnings++
			}
		}
		p.finish() // what is said of the file stands on a line of its own
		return c.report(e, &v)
	})
	if err != nil {
		return err
	}
	if !c.JSON {
		fmt.Fprintf(e.stdout, "%s, %d consistent, %d not, %s\n", english.Count(verified, "file"), verified-bad, bad, english.Count(warnings, "warning"))
	}
	if bad > 0 {
		return errFound
	}
	return nil
}

func (c *verifyCmd) report(e *env, v *verdict) error {
	if c.JSON {
		return v.json(e.stdout)
	}
	for _, f := range v.Findings {
		fmt.Fprintf(e.stdout, "%s:%d: %s: %s\n", transcript.Safe(v.File), f.Line, f.Severity, transcript.Safe(f.Text))
	}
	switch {
	case v.Error != "":
		fmt.Fprintf(e.stdout, "%s: mismatch: %s\n", transcript.Safe(v.File), transcript.Safe(strings.ReplaceAll(v.Error, "\n", " ")))
	case v.OK && !v.Finished:
		fmt.Fprintf(e.stdout, "%s: consistent, but the game is not over\n", transcript.Safe(v.File))
	}
	return nil
}

// json writes the verdict as one line.
func (v *verdict) json(w io.Writer) error {
	type finding struct {
		Line     int    `json:"line"`
		Severity string `json:"severity"`
		Text     string `json:"text"`
	}
	findings := []finding{}
	for _, f := range v.Findings {
		findings = append(findings, finding{f.Line, f.Severity.String(), f.Text})
	}
	return json.NewEncoder(w).Encode(map[string]any{
		"file": v.File, "ok": v.OK, "finished": v.Finished, "findings": findings, "error": v.Error,
	})
}

// verify replays one file. The error is also in the verdict.
func verify(path string) (v verdict, err error) {
	v.File = path
	defer func() {
		if err != nil {
			v.Error = err.Error()
		}
	}()
	data, err := gamelog.Load(path)
	if err != nil {
		return v, err
	}
	if chronicle.FormatOf(data) == chronicle.NativeRecord {
		rec, err := gamelog.Verify(data)
		if err != nil {
			return v, err
		}
		v.OK, v.Finished = true, rec.Result().End != werewolf.NotOver
		return v, nil
	}
	_, log, _, err := chronicle.Record(data)
	if log == nil {
		return v, err
	}
	verifyContest(&v, log)
	return v, nil
}

// verifyContest plays a contest log through the rules.
func verifyContest(v *verdict, c *contestlog.Log) {
	v.OK, v.Finished = true, true
	v.Findings = contestlog.Verify(c)
	for _, f := range v.Findings {
		if f.Severity == contestlog.Mismatch {
			v.OK = false
		}
	}
}
