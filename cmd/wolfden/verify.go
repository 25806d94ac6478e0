package main

import (
	"encoding/json"
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
	Files []string `arg:"" name:"file" help:"Records, contest logs, or folders of them."`
	JSON  bool     `help:"One JSON object a file."`
}

// Help is the long help of the command.
func (verifyCmd) Help() string {
	return `Replays every game through the rules and compares. A native record must come out
byte for byte. A contest log is replayed from its votes and actions; what chance
decided there must be among the tied. Exits with 1 when anything does not fit.

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
	files, err := gameFiles(c.Files, false)
	if err != nil {
		return err
	}
	bad, warnings := 0, 0
	for _, file := range files {
		if e.ctx.Err() != nil {
			return fmt.Errorf("stopped before %s", file)
		}
		v := verify(file)
		if !v.OK {
			bad++
		}
		for _, f := range v.Findings {
			if f.Severity == contestlog.Warning {
				warnings++
			}
		}
		if err := c.report(e, &v); err != nil {
			return err
		}
	}
	if !c.JSON {
		fmt.Fprintf(e.stdout, "%s, %d consistent, %d not, %s\n", english.Count(len(files), "file"), len(files)-bad, bad, english.Count(warnings, "warning"))
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

// verify replays one file.
func verify(path string) verdict {
	v := verdict{File: path}
	data, err := gamelog.Load(path)
	if err != nil {
		v.Error = err.Error()
		return v
	}
	switch chronicle.FormatOf(data) {
	case chronicle.NativeRecord:
		rec, err := gamelog.Verify(data)
		if err != nil {
			v.Error = err.Error()
			return v
		}
		v.OK, v.Finished = true, rec.Result().End != werewolf.NotOver
	default:
		_, log, _, err := chronicle.Record(data)
		if log == nil {
			v.Error = err.Error()
			return v
		}
		verifyContest(&v, log)
	}
	return v
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
